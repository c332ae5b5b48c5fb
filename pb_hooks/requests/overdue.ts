import { stamp } from '../lib/clock.ts'
import type { Params } from '../lib/sql.ts'

/** What a filter finds, as pieces of SQL (`filter.ts`). */
interface Found {
  chosen: string
  count: string
  countEach?: string
  walked: string
  params: Params
  by: string
}

const those = "INDEXED BY idx_requests_due WHERE status = 'submitted' AND dueAt != '' AND dueAt <= {:overdueAt}"

/** What waits past its time, by the index that holds nothing else. */
export const overdueIds = `SELECT id FROM requests ${those}`
export const overdueNow = () => ({ overdueAt: stamp() })

/** Of what is meant, only what is overdue. */
export function overdueAmong<Condition extends Found>(condition: Condition): Omit<Condition, 'countEach'> {
  const { countEach: _, ...rest } = condition
  const serials = `SELECT serial FROM requests ${those}`
  const position = condition.by === 'words' ? '(request_search.rowid & 4294967295)' : 'requests.serial'
  const chosen = `${condition.chosen} AND ${position} IN (${serials})`
  return {
    ...rest,
    chosen,
    count: `SELECT count(*) AS n FROM (${chosen})`,
    walked: `${condition.walked} AND requests.serial IN (${serials})`,
    params: { ...condition.params, ...overdueNow() },
  }
}
