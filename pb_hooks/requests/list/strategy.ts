import type { Params } from '../../lib/sql.ts'
import type { Direction, SortName } from './columns.ts'

/** One way to find the matches of a filter. Its queries return row ids of `requests` as `position`. */
export interface Strategy {
  /** Query of all matches. It ends in a condition, which another `AND …` may follow. */
  ids: string
  /** Query of the number of matches, as `n`. */
  count: string
  /** Query of `status` (its first three letters) and `n`; `undefined` if counting each status by itself is cheaper. */
  countByStatus: string | undefined
  /** Query of all matches in the order of a sort. */
  sorted(sort: SortName, direction: Direction): string
  /** True if an index already has the matches in this order: their pages need neither a sort nor a scan. */
  isInOrder(sort: SortName): boolean
  /** Joins and conditions that follow `FROM requests` in a scan. */
  scanClause: string
  /** Least share of matches among all requests at which a scan is worth it. */
  minScanShare: number
  /** Condition of `requests`: rows that the caller still sees. It checks matches found earlier. */
  visibleClause: string
  /** True if `ids` reads `request_search`, so that `request_search.rowid` can follow. */
  isSearch: boolean
  params: Params
}

/** Joins the states of requests if a condition reads them. */
export function joinStates(stateConditions: string[]): string {
  return stateConditions.length ? 'CROSS JOIN request_states AS state ON state.position = requests.serial' : ''
}
