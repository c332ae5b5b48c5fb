import { type QueryParams, queryRow, queryRowsAsJson } from '../../lib/sql.ts'
import type { PageQuery, PageWindow, RequestListQuery } from './query.ts'

type Window = Omit<PageWindow, 'total'>

/** Counts the matches of a list and returns the query of one page; without `found` past the end. */
export function findPage(app: CoreApp, query: RequestListQuery, window: Window): { total: number; found?: PageQuery } {
  const { countWithLatest, count, params } = query
  if (!countWithLatest) {
    const total = queryRow(app, count, params, { n: 0 })?.n ?? 0
    const found = query.page({ ...window, total })
    return found ? { total, found } : { total }
  }
  const [counted] = querySearch(app, countWithLatest, params, { n: 0, latest: '' })
  const total = counted?.n ?? 0
  const latest = findLatestPage(total, counted?.latest ?? '[]', window)
  if (latest) return { total, found: selectPositions(latest) }
  const page = query.page({ ...window, total })
  if (!page) return { total }
  const positions = querySearch(app, page.ids, page.params, { position: 0 }).map(({ position }) => position)
  return { total, found: selectPositions(positions, page.isReversed) }
}

/** Returns the row ids of a page, latest first, if the matches among the latest requests contain the page. */
function findLatestPage(total: number, latest: string, { sort, isDescending, offset, limit }: Window) {
  if (sort !== 'created' || !isDescending) return undefined
  const positions = JSON.parse(latest) as number[]
  if (offset >= total || positions.length < Math.min(total, offset + limit)) return undefined
  return positions.sort((a, b) => b - a).slice(offset, offset + limit)
}

const selectPositions = (positions: number[], isReversed = false): PageQuery => ({
  ids: 'SELECT value AS position FROM json_each({:positions})',
  params: { positions: JSON.stringify(positions) },
  isReversed,
})

/** Runs a query of a search. Results are shared, because a search reads all its matches: 10 ms for 20,000. */
export function querySearch<S extends Record<string, string | number>>(
  app: CoreApp,
  sql: string,
  params: QueryParams,
  columnTypes: S,
): S[] {
  return JSON.parse(
    engine.untilCommit(JSON.stringify([sql, params]), () => queryRowsAsJson(app, sql, params, columnTypes)),
  ) as S[]
}
