// API calls that every page makes. Each JavaScript virtual machine loads the whole area, so its modules import no schemas, which load slowly.
export { getCallerCounts } from '../requests/counts.ts'
export { getDashboard } from '../requests/dashboard.ts'
export { getDocumentProgress, serveDocument } from '../requests/document-queue.ts'
export { getRequestHistory } from '../requests/history.ts'
export { countRequests, listRequests } from '../requests/list/list-handlers.ts'
export { listFrequentReasons } from '../requests/reasons.ts'
export { listSeenFormats } from '../requests/seen-formats.ts'
export { listViews } from '../views/list-views.ts'
