// Separate from `users.ts` (management of users and its schemas), because every sign-in loads this file.
export { checkSession, endSessions } from '../users/sessions.ts'
export {
  refuseCollectionAlias,
  refuseGuestCall,
  refuseInactiveUser,
  refuseOtpForCollectionAlias,
  renewSession,
  signInGuest,
  signInWithOneTimeCode,
  signInWithPassword,
  signInWithTotp,
} from '../users/sign-in.ts'
