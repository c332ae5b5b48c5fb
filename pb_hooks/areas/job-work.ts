// Work of the jobs in `jobs.ts`. A virtual machine loads it only if some work is due.
import { sendNoticeMails } from '../notices/notice-mails.ts'
import { getPendingSummary } from '../requests/pending-decisions.ts'
import { canReadRequest } from '../requests/visibility.ts'

export { runPlannedBackup, saveBackupResult } from '../backups/backup-runs.ts'
export { resumeBatches } from '../batches/batch-worker.ts'
export { sendDeliveries } from '../deliveries/delivery-sender.ts'
export { cleanUpErasures } from '../requests/privacy/erasure-jobs.ts'
export { remindApprovers } from '../requests/reminders.ts'
export { updateSignatures } from '../requests/signing/signing-jobs.ts'
export { processNextDueDecision } from '../requests/undo/undo-decision.ts'
export { moveManagedRequests } from '../users/managed-requests.ts'
export { applyProviders } from '../users/single-sign-on-providers.ts'
export { deliverDueWebhooks } from '../webhooks/delivery-queue.ts'
export const sendMails = () => sendNoticeMails({ getPendingSummary, canReadRequest })
