import type { ListLookupCounts } from '../../src/domain/lists/list-output.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { isAdmin } from '../lib/users.ts'

type LookupCounts = Pick<ListLookupCounts, 'found' | 'missing'>

/** Keys without a record that a user must look up in one list and day before event `lookupMissing` is recorded. */
const minReportedMisses = 10_000
/**
 * Records that a user must find in one list and day before event `lookupWhole` is recorded; in a list with more records,
 * all of them.
 */
const minReportedLookups = 1_000
const retentionDays = 90

/**
 * Adds a response's records to the user's lookup counters; lookups of administrators are not counted. Records an event
 * once a day if the user seems to copy the list or to guess its keys. Call it outside a transaction, so that the count
 * remains even if the call fails later.
 */
export function addListLookups(app: CoreApp, caller: core.Record, list: string, { found, missing }: LookupCounts) {
  if (isAdmin(caller) || found + missing === 0) return
  const counted = { list, person: caller.id, day: formatTimestamp().slice(0, 10) }
  writeInTransaction(app, (tx) => {
    executeSql(
      tx,
      `INSERT INTO list_lookups (list, person, day, found, missing) VALUES ({:list}, {:person}, {:day}, {:found}, {:missing})
       ON CONFLICT DO UPDATE SET found = list_lookups.found + excluded.found, missing = list_lookups.missing + excluded.missing`,
      { ...counted, found, missing },
    )
    executeSql(tx, 'DELETE FROM list_lookups WHERE person = {:person} AND day < {:old}', {
      person: caller.id,
      old: formatTimestamp(Date.now() - retentionDays * 86_400_000).slice(0, 10),
    })
    const query = 'SELECT found, missing FROM list_lookups WHERE person = {:person} AND day = {:day} AND list = {:list}'
    const details = queryRow(tx, query, counted, { found: 0, missing: 0 }) ?? { found, missing }
    const report = (action: string) =>
      recordEvent(tx, { subject: 'lists', subjectId: list, actor: caller, action, details })
    const isReached = (total: number, added: number, min: number) => total >= min && total - added < min
    if (isReached(details.missing, missing, minReportedMisses)) report('lookupMissing')
    if (isReached(details.found, found, Math.max(minReportedLookups, getListTotal(tx, list)))) report('lookupWhole')
  })
}

function getListTotal(app: CoreApp, list: string): number {
  return queryRow(app, 'SELECT total FROM lists WHERE id = {:list}', { list }, { total: 0 })?.total ?? 0
}
