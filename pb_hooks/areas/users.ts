export { saveSignatory } from '../documents/signatories.ts'
export { setStoredFileName } from '../documents/stored-pictures.ts'
export { deleteGroup, saveGroup } from '../groups/groups.ts'
export { addSubstitutionNames, endSubstitution, saveSubstitution } from '../groups/substitutions.ts'
export { searchUsers } from '../groups/user-search.ts'
export { blockGuest, listGuests } from '../links/guests.ts'
export { testMail } from '../mail/mail-test.ts'
export { discardMails, retryMails } from '../mail/undelivered-mails.ts'
export { getMailPreferences, saveMailPreference } from '../notices/mail-preferences.ts'
export { updateSettings } from '../server/settings.ts'
export {
  refuseEmailChange,
  requestOneTimeCode,
  requestPasswordReset,
  resetPassword,
  unblockSignIn,
  verifyEmail,
} from '../users/account-recovery.ts'
export { activateUsers, deactivateUsers, rejectUsers } from '../users/activation.ts'
export { deleteUnconfirmedRegistrations, deleteUser } from '../users/deletion.ts'
export { changeEmail, confirmNewEmail } from '../users/email-change.ts'
export { inviteUser, resendInvitation } from '../users/invitation.ts'
export { makeEmailVisible, registerUser } from '../users/registration.ts'
export { saveSecondFactor } from '../users/second-factor.ts'
export { disconnectDeactivatedUser } from '../users/sessions.ts'
export { completeInstallationSetup } from '../users/setup.ts'
export { confirmSetupSteps } from '../users/setup-steps.ts'
export { resetSecondFactor, unlinkAccounts } from '../users/sign-in-resets.ts'
export { confirmTotp, createRecoveryCodes, endTotp, getTotp, startTotp } from '../users/totp.ts'
export { enforceUserRules, updateUser } from '../users/user-updates.ts'
export { deleteView, saveView } from '../views/views.ts'
