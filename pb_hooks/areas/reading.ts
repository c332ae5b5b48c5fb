export { dashboard } from '../dashboard.ts'
export { serveDocument } from '../documents.ts'
export { requestHistory } from '../request-history.ts'
export { countRequests, listRequests } from '../request-list.ts'
