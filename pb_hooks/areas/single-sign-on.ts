export { recordLink, recordUnlink, refuseLastUnlink, signInWithProvider } from '../users/single-sign-on.ts'
