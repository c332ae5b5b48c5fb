export { reapplyEnvironmentSettings, removeStoredSecrets } from '../lib/environment.ts'
export { refuseEventChanges } from '../lib/events.ts'
export { deliverMail } from '../mail/delivery.ts'
export { logUnexpectedErrors } from '../server/server-log.ts'
