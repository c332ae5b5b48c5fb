import type { QueryParams } from '../../lib/sql.ts'
import type { RequestSortField, SortDirection } from './columns.ts'

/** Queries that find the matches of a filter. They return row ids of `requests` as column `position`. */
export interface QueryStrategy {
  /** Query for all matches. It ends in a condition, so `AND …` can be appended. */
  ids: string
  /** Query for the number of matches, as column `n`. */
  count: string
  /**
   * Query for the number of matches `n` and the unsorted row ids `latest` of those among the latest requests, as JSON. Set for
   * searches, because reading their matches twice takes twice as long.
   */
  countWithLatest?: string
  /** Query for `status` (its first three letters) and its count `n`. `undefined` if counting each status separately is faster. */
  countByStatus: string | undefined
  /** Returns the query for all matches in sort order. */
  sorted(sort: RequestSortField, direction: SortDirection): string
  /** Returns whether an index has the matches in this order. Their pages then need neither a sort nor a scan. */
  isInOrder(sort: RequestSortField): boolean
  /** SQL joins and conditions after `FROM requests` in a scan. */
  scanClause: string
  /** Share of all requests that must match so that a scan is faster. */
  minScanShare: number
  /** Condition that the caller may see a request; checked again for cached matches. */
  visibleClause: string
  /** Whether `ids` reads `request_search`, so that `request_search.rowid` can be used. */
  isSearch: boolean
  params: QueryParams
}

export function buildRequestStatesJoin(stateConditions: string[]): string {
  return stateConditions.length ? 'CROSS JOIN request_states AS state ON state.position = requests.serial' : ''
}
