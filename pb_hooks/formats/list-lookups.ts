import type { ListLookupCounts } from '../../src/domain/lists/list.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { createErrorResponse } from '../lib/error-response.ts'
import { recordEvent } from '../lib/events.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { isAdmin } from '../lib/users.ts'

type LookupCounts = Pick<ListLookupCounts, 'found' | 'missing'>

/**
 * Maximum per user and day, over all lists: records found, and keys not found. A file with a wrong column misses
 * thousands of keys; guessing the contents of a list misses more.
 */
const dailyLimit: LookupCounts = { found: 200_000, missing: 10_000 }
/**
 * Records that a user must find in one list before event `lookupWhole` is recorded; in a list with more records, all of
 * them.
 */
const minReportedLookups = 1_000
const retentionDays = 90

const sumQuery = `SELECT ifnull(sum(found), 0) AS found, ifnull(sum(missing), 0) AS missing FROM list_lookups
  WHERE person = {:person} AND day = {:day}`

/**
 * Adds a response's records to the user's lookup counters. Throws 429 above the daily limit; administrators have no
 * limit. Call it outside a transaction, so that the count remains even if the call fails later.
 */
export function addListLookups(app: CoreApp, caller: core.Record, list: string, { found, missing }: LookupCounts) {
  if (isAdmin(caller) || found + missing === 0) return
  const person = caller.id
  const day = formatTimestamp().slice(0, 10)
  let isOver = false
  writeInTransaction(app, (tx) => {
    const counts = (where = '', params = {}): LookupCounts =>
      queryRow(tx, sumQuery + where, { person, day, ...params }, { found: 0, missing: 0 }) ?? { found: 0, missing: 0 }
    const isUsedUp = (now: LookupCounts) => now.found >= dailyLimit.found || now.missing >= dailyLimit.missing
    isOver = isUsedUp(counts())
    if (isOver) return
    executeSql(
      tx,
      `INSERT INTO list_lookups (list, person, day, found, missing) VALUES ({:list}, {:person}, {:day}, {:found}, {:missing})
       ON CONFLICT DO UPDATE SET found = list_lookups.found + excluded.found, missing = list_lookups.missing + excluded.missing`,
      { list, person, day, found, missing },
    )
    executeSql(tx, 'DELETE FROM list_lookups WHERE person = {:person} AND day < {:old}', {
      person,
      old: formatTimestamp(Date.now() - retentionDays * 86_400_000).slice(0, 10),
    })
    const report = (action: string, details: LookupCounts) =>
      recordEvent(tx, { subject: 'lists', subjectId: list, actor: caller, action, details })
    const all = counts()
    if (isUsedUp(all)) report('lookupLimit', all)
    const ofList = counts(' AND list = {:list}', { list })
    const minTotal = Math.max(minReportedLookups, getListTotal(tx, list))
    if (ofList.found >= minTotal && ofList.found - found < minTotal) report('lookupWhole', ofList)
  })
  if (isOver) throw createErrorResponse('list.lookups', 429)
}

function getListTotal(app: CoreApp, list: string): number {
  return queryRow(app, 'SELECT total FROM lists WHERE id = {:list}', { list }, { total: 0 })?.total ?? 0
}
