import { logError } from '../../lib/log.ts'
import { executeSql, type QueryParams, queryRow } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import type { DerivedTable } from './derived-table.ts'
import { derivedTables } from './derived-tables.ts'
import { repairSearchIndex } from './search-index.ts'

// Maintains the tables derived from `requests`, whose key is `requests.serial`. Triggers update them after single
// changes (migrations `create_search`, `create_unique_values` and `create_reports`), `runBulkInsert` after bulk
// inserts. `recount` compares them with `requests`.

/** Data that all new requests of a batch share. */
interface BulkInsert extends QueryParams {
  owner: string
  format: string
  batch: string
  status: string
  /** Document type of the requests; empty while they are pending. */
  kind: string
  submittedAt: string
  /** Decision time; empty while the requests are pending. */
  decidedAt: string
  count: number
}

/** Runs `work`, which writes many requests of one batch. Counters are updated once for all of them. */
export function runBulkInsert(tx: CoreApp, made: BulkInsert, work: () => void) {
  executeSql(tx, 'INSERT INTO requests_in_bulk VALUES ({:batch})', made)
  work()
  executeSql(
    tx,
    `INSERT INTO request_counts VALUES ({:owner}, {:format}, {:batch}, {:status}, {:kind}, {:count})
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
    made,
  )
  executeSql(
    tx,
    `INSERT INTO request_hours VALUES (substr({:submittedAt}, 1, 13), {:count}, iif({:decidedAt} = '', 0, {:count}))
     ON CONFLICT DO UPDATE SET submitted = submitted + excluded.submitted, decided = decided + excluded.decided`,
    made,
  )
  executeSql(tx, 'DELETE FROM requests_in_bulk', {})
}

type Differences = Record<string, number>

/** Recounts derived tables and repairs differences. Comparing locks no writers. Throws if a difference cannot be repaired. */
function recount(app: CoreApp): Differences {
  const found: Differences = {}
  for (const table of derivedTables) {
    const differing =
      table.name === 'request_search' ? repairSearchIndex(app) : countDifferences(app, table) && repair(app, table)
    if (differing) found[table.name] = differing
  }
  if (Object.keys(found).length === 0) return found
  const left = derivedTables.filter((table) => countDifferences(app, table) > 0).map(({ name }) => name)
  if (left.length)
    throw new Error(
      `Los datos derivados de las solicitudes difieren del recuento y no se pudieron corregir: ${left.join(', ')}.`,
    )
  return found
}

function countDifferences(app: CoreApp, { recounted = '', surplus, missing }: DerivedTable): number {
  const sql = `${recounted} SELECT (SELECT count(*) FROM (${surplus})) + (SELECT count(*) FROM (${missing})) AS n`
  return queryRow(app, sql, {}, { n: 0 })?.n ?? 0
}

/** Repairs a table. Compares again inside the transaction, because rows may have changed since the first comparison. */
function repair(app: CoreApp, table: DerivedTable): number {
  let differing = 0
  writeInTransaction(app, (tx) => {
    differing = countDifferences(tx, table)
    if (differing) for (const sql of table.repair) executeSql(tx, sql, {})
  })
  return differing
}

/** Repairs the derived tables at startup, after `isSearchIndexLost`. A failed repair must not prevent the server from starting. */
export function repairLostSearchIndex(app: CoreApp) {
  try {
    logDifferences(recount(app))
  } catch (error) {
    logError('derived:', error)
  }
}

export function repairDerivedTables() {
  const found = recount($app)
  if (Object.keys(found).length) logDifferences(found)
}

/** Runs `pocketbase verify`: recounts derived tables and fails if a difference cannot be repaired. */
export function verifyDerivedTables() {
  const found = recount($app)
  if (Object.keys(found).length) logDifferences(found)
  else console.log('Los datos derivados de las solicitudes coinciden con el recuento.')
}

function logDifferences(found: Differences) {
  const parts = Object.entries(found).map(([name, count]) => `${name} (${count})`)
  logError(`Los datos derivados de las solicitudes diferían del recuento y se corrigieron: ${parts.join(', ')}.`)
}
