export { recordLink, recordUnlink, signInWithProvider } from '../users/single-sign-on.ts'
