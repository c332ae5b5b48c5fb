// Whoever comes in passes here, so it is apart from what administrators write of people (`people.ts`) and its schemas.
export { endSessions, sessionState } from '../users/sessions.ts'
export {
  refuseInactive,
  refuseUncountedCode,
  renewSession,
  signInWithCode,
  signInWithPassword,
} from '../users/sign-in.ts'
