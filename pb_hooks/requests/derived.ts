import { logError } from '../lib/log.ts'
import { type Params, row, run } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import type { DerivedTable } from './derived-table.ts'
import { derivedTables } from './derived-tables.ts'
import { repairSearchIndex } from './search-index.ts'

// The one owner of what is derived from `requests`. Single changes are followed by triggers (the migrations 1780003300, 1780004400 and 1780005310),
// what is written in bulk by `inBulk`; `recount` compares all of it with the requests themselves. Its key is `requests.serial`.

/** What many new requests of one batch have in common. */
interface Made extends Params {
  owner: string
  format: string
  batch: string
  status: string
  /** Of their documents; empty where they wait to be decided. */
  kind: string
  submittedAt: string
  /** Empty where they wait to be decided. */
  decidedAt: string
  count: number
}

/** Does work that writes many requests of one batch, which are counted at once. */
export function inBulk(tx: CoreApp, made: Made, work: () => void) {
  run(tx, 'INSERT INTO requests_in_bulk VALUES ({:batch})', made)
  work()
  run(
    tx,
    `INSERT INTO request_counts VALUES ({:owner}, {:format}, {:batch}, {:status}, {:kind}, {:count})
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
    made,
  )
  run(
    tx,
    `INSERT INTO request_hours VALUES (substr({:submittedAt}, 1, 13), {:count}, iif({:decidedAt} = '', 0, {:count}))
     ON CONFLICT DO UPDATE SET submitted = submitted + excluded.submitted, decided = decided + excluded.decided`,
    made,
  )
  run(tx, 'DELETE FROM requests_in_bulk', {})
}

/** How many rows of each table differed from a recount. */
type Differences = Record<string, number>

/** Compares with a recount and mends what differs; nobody waits for the comparing. Throws where something cannot be mended. */
function recount(app: CoreApp): Differences {
  const found: Differences = {}
  for (const table of derivedTables) {
    const differing =
      table.name === 'request_search' ? repairSearchIndex(app) : differencesOf(app, table) && repair(app, table)
    if (differing) found[table.name] = differing
  }
  if (Object.keys(found).length === 0) return found
  const left = derivedTables.filter((table) => differencesOf(app, table) > 0).map(({ name }) => name)
  if (left.length)
    throw new Error(`Lo derivado de las solicitudes difiere del recuento y no se pudo corregir: ${left.join(', ')}.`)
  return found
}

function differencesOf(app: CoreApp, { recounted = '', surplus, missing }: DerivedTable): number {
  const sql = `${recounted} SELECT (SELECT count(*) FROM (${surplus})) + (SELECT count(*) FROM (${missing})) AS n`
  return row(app, sql, {}, { n: 0 })?.n ?? 0
}

/** Judged once more inside the transaction: what was looked at before may have changed since. */
function repair(app: CoreApp, table: DerivedTable): number {
  let differing = 0
  writing(app, (tx) => {
    differing = differencesOf(tx, table)
    if (differing) for (const sql of table.repair) run(tx, sql, {})
  })
  return differing
}

/** At the start some requests are looked for by their numbers: where one is not found, the database may be a copy that lost its words. */
export function trustDerived(app: CoreApp) {
  const lost = row(
    app,
    `SELECT count(*) AS n FROM (
       SELECT serial AS position, replace(number, '-', '') AS word FROM requests
       WHERE serial IN ((SELECT min(serial) FROM requests), (SELECT max(serial) FROM requests),
         (SELECT serial FROM requests WHERE serial >= (SELECT max(serial) / 2 FROM requests) LIMIT 1)) AND number != ''
     ) AS some
     WHERE position NOT IN (SELECT rowid & 4294967295 FROM request_search WHERE request_search MATCH '"' || word || '"')`,
    {},
    { n: 0 },
  )
  if (!lost?.n) return
  try {
    report(recount(app))
  } catch (error) {
    // What cannot be mended is no reason not to serve.
    logError('derived:', error)
  }
}

/** Each night. */
export function recountAtNight() {
  const found = recount($app)
  if (Object.keys(found).length) report(found)
}

/** `pocketbase verify`: fails where something could not be mended. */
export function verifyDerived() {
  const found = recount($app)
  if (Object.keys(found).length) report(found)
  else console.log('Lo derivado de las solicitudes coincide con el recuento.')
}

function report(found: Differences) {
  const parts = Object.entries(found).map(([name, count]) => `${name} (${count})`)
  logError(`Lo derivado de las solicitudes difería del recuento y se corrigió: ${parts.join(', ')}.`)
}
