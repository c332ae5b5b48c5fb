import { writeNotices } from '../notices/notices.ts'
import { getPendingSummary } from '../requests/pending-decisions.ts'
import { canReadRequest } from '../requests/visibility.ts'

export { serveAttachment } from '../attachments/serve.ts'
export { getRequestView } from '../documents/request-view.ts'
export { readNotices } from '../notices/read.ts'
export { report } from '../reports/report.ts'
export { reportSteps } from '../reports/steps.ts'
export { getDeciderFields } from '../requests/decider-fields.ts'
export { exportRequests } from '../requests/export.ts'
export { getSubmission, listReplacedDocuments } from '../requests/previous-versions.ts'
export { getRequestRoute } from '../requests/route-status.ts'
export { exportEvents, listEvents } from '../server/events.ts'

export const listNotices = (e: core.RequestEvent) => writeNotices(e, { getPendingSummary, canReadRequest })
