// What comes each minute, several at once and each in a virtual machine of its own.
import { sendDueMails } from '../notices/mails.ts'
import { waitingNow } from '../requests/pending-decisions.ts'
import { mayRead } from '../requests/visible.ts'

export { makePlannedBackup } from '../backups/run.ts'
export { keepUses } from '../keys/uses.ts'
export { tidyNotices } from '../notices/notices.ts'
export { remindDeciders } from '../requests/reminders.ts'
export { tidyUp } from '../requests/search-index.ts'
export { finalizeDecisions, takeUpDocuments } from '../requests/standby.ts'
export { setConnectionLimits } from '../runtime/connection-limits.ts'
export { closeIdleConnections } from '../runtime/subscription-guard.ts'

export const sendMails = () => sendDueMails({ waitingNow, mayRead })
