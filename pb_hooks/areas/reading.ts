export { dashboard } from '../requests/dashboard.ts'
export { documentProgress, serveDocument } from '../requests/document-queue.ts'
export { requestHistory } from '../requests/history.ts'
export { countRequests, listRequests } from '../requests/list.ts'
