export { runAsCurrentCall } from '../runtime/current-call.ts'
