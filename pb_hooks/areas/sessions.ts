// Separate from the management of users (`users.ts`) and its schemas, because every sign-in loads this file.
export { checkSession, endSessions } from '../users/sessions.ts'
export {
  refuseInactiveUser,
  refuseUncountedCode,
  renewSession,
  signInWithCode,
  signInWithPassword,
} from '../users/sign-in.ts'
