export { nameStored } from '../documents/ahead.ts'
export { saveSignatory } from '../documents/signatories.ts'
export { deleteGroup, saveGroup } from '../groups/groups.ts'
export { findPeople } from '../groups/people.ts'
export { endSubstitution, nameSubstitute, showNames } from '../groups/substitutions.ts'
export { chooseMail, mailChoices } from '../notices/choices.ts'
export { updateSettings } from '../server/settings.ts'
export { activatePeople, deactivatePeople } from '../users/activity.ts'
export { invite } from '../users/invitation.ts'
export { register, showEmail } from '../users/registration.ts'
export { cutLines, endSessions, sessionState } from '../users/sessions.ts'
export { setup } from '../users/setup.ts'
export {
  refuseInactive,
  refuseUncountedCode,
  renewSession,
  signInWithCode,
  signInWithPassword,
} from '../users/sign-in.ts'
export { keepPeopleSafe, updatePerson } from '../users/users.ts'
export { askForCode, askForRecovery, choosePassword, keepEmail, verifyEmail } from '../users/verification.ts'
export { chooseFirst, deleteView, saveView } from '../views/views.ts'
