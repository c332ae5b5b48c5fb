import { all, conditions, type FilterValues, keyFilters, orderBy, stateFilters } from './columns.ts'
import type { MineFilter } from './mine-filter.ts'
import { type Scope, visibleClause } from './scope.ts'
import { joinStates, type Strategy } from './strategy.ts'

/** Builds the strategy for filters on columns of `requests`. Totals come from counters, unless dates or related tables narrow the list. */
export function byColumns(scope: Scope): Strategy {
  const { values, related } = scope
  const clauses = rowClauses(scope)
  const isCounted = related.length === 0 && !values.from && !values.to
  return {
    ...rowStrategy(scope, clauses, `requests WHERE ${clauses.where}`),
    ...(isCounted && counters(values, clauses.keys)),
    isInOrder: (sort) => sort === 'created' || (sort === 'submittedAt' && !!values.status && !values.documentKind),
  }
}

/** Builds the strategy for requests that the caller can decide or has decided. */
export function byDecider(scope: Scope, mine: MineFilter): Strategy {
  const { values, related } = scope
  const clauses = rowClauses(scope)
  const index = mine.usesStepIndex && !values.owner && !values.batch ? 'INDEXED BY idx_requests_step' : ''
  const isUnfiltered = related.length === 0 && Object.keys(values).length === 0
  return rowStrategy(scope, clauses, `requests ${index} WHERE ${clauses.where}`, isUnfiltered ? mine.count : undefined)
}

/** Builds the strategy for requests whose number, or document number, starts with `number`. */
export function byNumber(scope: Scope, number: string): Strategy {
  const column = number.startsWith('SOL-') ? 'number' : 'documentNumber'
  const range = `requests.${column} != '' AND requests.${column} >= {:number} AND requests.${column} < {:number} || '~'`
  const clauses = rowClauses(scope, [range])
  const found = rowStrategy(scope, clauses, `requests ${clauses.scanClause}`)
  // Requires half of all requests to match before scanning: matching numbers are consecutive, so a scan may read all others first.
  return { ...found, params: { ...scope.params, number }, minScanShare: 1 / 2 }
}

function rowStrategy(scope: Scope, clauses: RowClauses, source: string, total?: string): Strategy {
  const { mine, isPending, params } = scope
  const count = total || `SELECT count(*) AS n FROM ${source}`
  const grouped = `SELECT substr(requests.status, 1, 3) AS status, count(*) AS n FROM ${source} GROUP BY 1`
  return {
    ids: `SELECT requests.serial AS position FROM ${source}`,
    count,
    countByStatus: isPending ? `SELECT 'sub' AS status, n FROM (${count})` : mine && grouped,
    scanClause: clauses.scanClause,
    visibleClause: visibleClause(scope),
    params,
    sorted: (sort, direction) =>
      `SELECT requests.serial AS position FROM ${source} ORDER BY ${orderBy(sort, direction)}`,
    isInOrder: () => false,
    minScanShare: 1 / 24,
    isSearch: false,
  }
}

type RowClauses = ReturnType<typeof rowClauses>

/** Returns SQL conditions on rows of `requests`. `range`: additional condition on an indexed column. */
function rowClauses({ values, related, mine }: Scope, range: string[] = []) {
  const { owner, format, batch, status, documentKind } = values
  const key = conditions(keyFilters, values, 'row')
  const stored = conditions(stateFilters, values, 'row')
  // A unary plus prevents SQLite from choosing the index of a column. An owner has fewer documents than a format has.
  if (documentKind && owner && format) key.format = `+${key.format}`
  if (status && (documentKind || batch || (format && !owner))) stored.status = `+${stored.status}`
  const keys = [
    ...Object.values(key),
    // Condition required to use the partial index of batches.
    ...(batch ? ["requests.batch != ''"] : []),
    ...range,
    ...related.map((condition) => condition('requests.serial')),
  ]
  const state = Object.values(conditions(stateFilters, values, 'state'))
  return {
    keys,
    where: all([...keys, ...(mine ? [mine.indexedWhere ?? mine.where] : []), ...Object.values(stored)]),
    scanClause: `${joinStates(state)} WHERE ${all([...keys, ...(mine ? [mine.where] : []), ...state])}`,
  }
}

/**
 * Returns queries of totals from counter tables. Totals of all requests have a separate table, because one owner and batch may have 100,000
 * counter rows.
 */
function counters(values: FilterValues, keys: string[]) {
  const { owner, batch } = values
  const table = owner || batch ? 'request_counts' : 'request_totals'
  const where = all([...keys, ...Object.values(conditions(stateFilters, values, 'count'))])
  // The primary key of the counters starts with owner and format, so both are looked up from the batch.
  const ofBatch = batch
    ? ' AND (requests.owner, requests.format) = (SELECT owner, format FROM batches WHERE id = {:batch})'
    : ''
  const source = `${table} AS requests WHERE ${where}${ofBatch}`
  return {
    count: `SELECT ifnull(sum(n), 0) AS n FROM ${source}`,
    countByStatus: `SELECT substr(status, 1, 3) AS status, sum(n) AS n FROM ${source} GROUP BY status`,
  }
}
