// Calls of every page. Each virtual machine loads the whole file, so nothing here imports a schema (`arrows.test.ts`).
export { countAll } from '../requests/counts.ts'
export { dashboard } from '../requests/dashboard.ts'
export { documentProgress, serveDocument } from '../requests/document-queue.ts'
export { requestHistory } from '../requests/history.ts'
export { countRequests, listRequests } from '../requests/list/calls.ts'
export { tellPresence } from '../requests/presence.ts'
export { usualReasons } from '../requests/reasons.ts'
export { listViews } from '../views/list.ts'
