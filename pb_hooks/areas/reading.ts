import { writeNotices } from '../notices/notices.ts'
import { waitingNow } from '../requests/waiting.ts'

export { serveAttachment } from '../attachments/serve.ts'
export { countUnread, readNotices } from '../notices/notices.ts'
export { report } from '../reports/report.ts'
export { dashboard } from '../requests/dashboard.ts'
export { documentProgress, serveDocument } from '../requests/document-queue.ts'
export { earlierFiles, sentRevision } from '../requests/earlier.ts'
export { exportRequests } from '../requests/export.ts'
export { requestHistory } from '../requests/history.ts'
export { countRequests, listRequests } from '../requests/list.ts'
export { tellPresence } from '../requests/presence.ts'
export { usualReasons } from '../requests/reasons.ts'
export { requestRoute } from '../requests/standing.ts'
export { exportEvents, listEvents } from '../server/events.ts'

export const listNotices = (e: core.RequestEvent) => writeNotices(e, waitingNow)
