import { writeNoticePage } from '../notices/notices.ts'
import { getPendingSummary } from '../requests/pending-decisions.ts'
import { canReadRequest } from '../requests/visibility.ts'

export { serveAttachment } from '../attachments/serve-attachment.ts'
export { getRequestView } from '../documents/request-view.ts'
export { markNoticesRead } from '../notices/mark-read.ts'
export { getReport } from '../reports/report.ts'
export { getStageReport } from '../reports/stage-report.ts'
export { getApproverFields } from '../requests/approver-fields/approver-fields.ts'
export { exportRequests } from '../requests/export.ts'
export { getOpenWork } from '../requests/open-work.ts'
export { getSubmission, listReplacedDocuments } from '../requests/previous-versions.ts'
export { getRequestRoute, previewRequestRoute } from '../requests/route-status.ts'
export { exportEvents, listEvents } from '../server/events.ts'
export { getManager } from '../users/manager.ts'
export { exportOwnData } from '../users/own-data.ts'

export const listNotices = (e: core.RequestEvent) => writeNoticePage(e, { getPendingSummary, canReadRequest })
