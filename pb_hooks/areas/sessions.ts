// Every sign-in passes here, so it is apart from the management of users (`users.ts`) and its schemas.
export { endSessions, sessionState } from '../users/sessions.ts'
export {
  refuseInactive,
  refuseUncountedCode,
  renewSession,
  signInWithCode,
  signInWithPassword,
} from '../users/sign-in.ts'
