import { stamp } from '../lib/clock.ts'

/** Requests past their time to be decided, after `SELECT … FROM`; from the index that holds no others. */
export const overdueRows =
  "requests INDEXED BY idx_requests_due WHERE status = 'submitted' AND dueAt != '' AND dueAt <= {:overdueAt}"

export const overdueParams = () => ({ overdueAt: stamp() })
