import { writeNotices } from '../notices/notices.ts'
import { waitingNow } from '../requests/pending-decisions.ts'
import { mayRead } from '../requests/visible.ts'

export { serveAttachment } from '../attachments/serve.ts'
export { requestView } from '../documents/request-view.ts'
export { readNotices } from '../notices/read.ts'
export { report } from '../reports/report.ts'
export { reportSteps } from '../reports/steps.ts'
export { earlierFiles, sentRevision } from '../requests/earlier.ts'
export { exportRequests } from '../requests/export.ts'
export { filledFields } from '../requests/filled.ts'
export { requestRoute } from '../requests/standing.ts'
export { exportEvents, listEvents } from '../server/events.ts'

export const listNotices = (e: core.RequestEvent) => writeNotices(e, { waitingNow, mayRead })
