import {
  buildConditions,
  buildOrderBy,
  combineConditions,
  type FilterValues,
  sharedColumnFilters,
  stateColumnFilters,
} from './columns.ts'
import { buildVisibilityCondition, type RequestListScope } from './list-scope.ts'
import type { OwnRequestsFilter } from './own-requests-filter.ts'
import { buildRequestStatesJoin, type QueryStrategy } from './query-strategy.ts'

/** Builds the strategy for filters on columns of `requests`. Totals come from counters, unless dates or related tables narrow the list. */
export function createIndexedColumnStrategy(scope: RequestListScope): QueryStrategy {
  const { values, related } = scope
  const clauses = buildRowClauses(scope)
  const isCounted = related.length === 0 && !values.from && !values.to
  return {
    ...buildRowStrategy(scope, clauses, `requests WHERE ${clauses.where}`),
    ...(isCounted && buildCounterQueries(values, clauses.keys)),
    isInOrder: (sort) => sort === 'created' || (sort === 'submittedAt' && !!values.status && !values.documentKind),
  }
}

/** Builds the strategy for requests that the caller can decide or has decided. */
export function createApproverColumnStrategy(scope: RequestListScope, mine: OwnRequestsFilter): QueryStrategy {
  const { values, related } = scope
  const clauses = buildRowClauses(scope)
  const index = mine.usesStepIndex && !values.owner && !values.batch ? 'INDEXED BY idx_requests_step' : ''
  const isUnfiltered = related.length === 0 && Object.keys(values).length === 0
  return buildRowStrategy(
    scope,
    clauses,
    `requests ${index} WHERE ${clauses.where}`,
    isUnfiltered ? mine.count : undefined,
  )
}

/** Builds the strategy for requests whose number, or document number, starts with `number`. */
export function createNumberStrategy(scope: RequestListScope, number: string): QueryStrategy {
  const column = number.startsWith('SOL-') ? 'number' : 'documentNumber'
  const range = `requests.${column} != '' AND requests.${column} >= {:number} AND requests.${column} < {:number} || '~'`
  const clauses = buildRowClauses(scope, [range])
  const found = buildRowStrategy(scope, clauses, `requests ${clauses.scanClause}`)
  // Scans only if half of all requests match, because matching numbers are consecutive and a scan may first read all
  // others.
  return { ...found, params: { ...scope.params, number }, minScanShare: 1 / 2 }
}

function buildRowStrategy(scope: RequestListScope, clauses: RowClauses, source: string, total?: string): QueryStrategy {
  const { mine, isPending, params } = scope
  const count = total || `SELECT count(*) AS n FROM ${source}`
  const grouped = `SELECT substr(requests.status, 1, 3) AS status, count(*) AS n FROM ${source} GROUP BY 1`
  return {
    ids: `SELECT requests.serial AS position FROM ${source}`,
    count,
    countByStatus: isPending ? `SELECT 'sub' AS status, n FROM (${count})` : mine && grouped,
    scanClause: clauses.scanClause,
    visibleClause: buildVisibilityCondition(scope),
    params,
    sorted: (sort, direction) =>
      `SELECT requests.serial AS position FROM ${source} ORDER BY ${buildOrderBy(sort, direction)}`,
    isInOrder: () => false,
    minScanShare: 1 / 24,
    isSearch: false,
  }
}

type RowClauses = ReturnType<typeof buildRowClauses>

/** Returns SQL conditions on rows of `requests`. `range`: additional condition on an indexed column. */
function buildRowClauses({ values, related, mine }: RequestListScope, range: string[] = []) {
  const { owner, format, batch, status, documentKind } = values
  const key = buildConditions(sharedColumnFilters, values, 'row')
  const stateConditions = buildConditions(stateColumnFilters, values, 'row')
  // A unary plus prevents SQLite from using a column's index. An owner has fewer documents than a format.
  if (documentKind && owner && format) key.format = `+${key.format}`
  if (status && (documentKind || batch || (format && !owner))) stateConditions.status = `+${stateConditions.status}`
  const keys = [
    ...Object.values(key),
    // Condition required to use the partial index of batches.
    ...(batch ? ["requests.batch != ''"] : []),
    ...range,
    ...related.map((condition) => condition('requests.serial')),
  ]
  const state = Object.values(buildConditions(stateColumnFilters, values, 'state'))
  return {
    keys,
    where: combineConditions([
      ...keys,
      ...(mine ? [mine.indexedWhere ?? mine.where] : []),
      ...Object.values(stateConditions),
    ]),
    scanClause: `${buildRequestStatesJoin(state)} WHERE ${combineConditions([...keys, ...(mine ? [mine.where] : []), ...state])}`,
  }
}

/**
 * Returns queries of totals from counter tables. Totals of all requests have a separate table, because one owner and batch may have 100,000
 * counter rows.
 */
function buildCounterQueries(values: FilterValues, keys: string[]) {
  const { owner, batch } = values
  const table = owner || batch ? 'request_counts' : 'request_totals'
  const where = combineConditions([...keys, ...Object.values(buildConditions(stateColumnFilters, values, 'count'))])
  // The counters' primary key starts with owner and format, so both are looked up from the batch.
  const ofBatch = batch
    ? ' AND (requests.owner, requests.format) = (SELECT owner, format FROM batches WHERE id = {:batch})'
    : ''
  const source = `${table} AS requests WHERE ${where}${ofBatch}`
  return {
    count: `SELECT ifnull(sum(n), 0) AS n FROM ${source}`,
    countByStatus: `SELECT substr(status, 1, 3) AS status, sum(n) AS n FROM ${source} GROUP BY status`,
  }
}
