// Separate from the management of users (`users.ts`) and its schemas, because every sign-in loads this file.
export { endSessions, sessionState } from '../users/sessions.ts'
export {
  refuseInactive,
  refuseUncountedCode,
  renewSession,
  signInWithCode,
  signInWithPassword,
} from '../users/sign-in.ts'
