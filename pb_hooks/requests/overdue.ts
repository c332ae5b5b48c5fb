import { formatTimestamp } from '../lib/clock.ts'

/** SQL after `SELECT … FROM`: requests past their decision deadline. Uses an index that contains only pending requests with a deadline. */
export const overdueRequestsClause =
  "requests INDEXED BY idx_requests_due WHERE status = 'submitted' AND dueAt != '' AND dueAt <= {:overdueAt}"

export const getOverdueParams = () => ({ overdueAt: formatTimestamp() })
