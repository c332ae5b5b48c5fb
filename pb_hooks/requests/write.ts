import { eachCode, newCodes } from '../lib/check-codes.ts'
import { contextOf, stamp } from '../lib/clock.ts'
import { writeLive } from '../lib/effects.ts'
import { takeNumbers } from '../lib/sequences.ts'
import { run } from '../lib/sql.ts'
import type { Change, ChangedRequest } from './change.ts'

type Numbered = Pick<Change, 'set' | 'takesNumber' | 'takesDocumentNumber'>

/**
 * Assigns the missing numbers of changes, in list order. Document numbers get a verification code. `yearOfDecision`: year of an earlier
 * decision; the current year if empty.
 */
export function numberChanges(tx: CoreApp, changes: Numbered[], yearOfDecision = '') {
  if (!changes.some((change) => change.takesNumber || change.takesDocumentNumber)) return
  const year = yearOfDecision || contextOf(tx).today.slice(0, 4)
  const unnumbered = changes.filter((change) => change.takesNumber)
  assign(unnumbered, 'number', unnumbered.length ? takeNumbers(tx, 'SOL', year, unnumbered.length) : [])
  for (const code of new Set(changes.map((change) => change.takesDocumentNumber))) {
    if (!code) continue
    const due = changes.filter((change) => change.takesDocumentNumber === code)
    assign(due, 'documentNumber', takeNumbers(tx, code, year, due.length))
    assign(due, 'checkCode', eachCode(newCodes(due.length)))
  }
}

function assign(changes: Numbered[], column: 'number' | 'documentNumber' | 'checkCode', numbers: string[]) {
  changes.forEach((change, index) => {
    change.set[column] = numbers[index] ?? ''
  })
}

type Written = Pick<ChangedRequest, 'id' | 'set'>

/** Writes changes: requests in `live` as records, all others by SQL. */
export function writeChanges(tx: CoreApp, changes: Written[], live: ReadonlySet<string>) {
  writeBySql(
    tx,
    changes.filter(({ id }) => !live.has(id)),
  )
  writeByRecord(
    tx,
    changes.filter(({ id }) => live.has(id)),
  )
}

/** Writes validated changes as records, each with a realtime event. */
export function writeByRecord(tx: CoreApp, changes: Written[]) {
  if (!changes.length) return
  const byId = new Map(changes.map((change) => [change.id, change]))
  for (const record of tx.findRecordsByIds('requests', [...byId.keys()])) {
    const change = record && byId.get(record.id)
    if (!record || !change) continue
    // JSON text preserves the order of the keys; PocketBase would sort those of an object.
    for (const [column, value] of Object.entries(change.set))
      record.set(column, typeof value === 'object' ? JSON.stringify(value) : value)
    // Saves changed columns only, so that columns written by concurrent callers are not overwritten.
    record.ignoreUnchangedFields(true)
    writeLive(tx, record)
  }
}

/** Writes changes in one SQL statement per set of columns, without realtime events. Ten times as fast as saving records. */
export function writeBySql(tx: CoreApp, changes: Written[]) {
  const byColumns = new Map<string, Written[]>()
  for (const change of changes) {
    const columns = Object.keys(change.set).join()
    const alike = byColumns.get(columns)
    if (alike) alike.push(change)
    else byColumns.set(columns, [change])
  }
  for (const [columns, alike] of byColumns) update(tx, columns.split(','), alike)
}

function update(tx: CoreApp, columns: string[], changes: Written[]) {
  const given = columns.map((column) => `json_extract(value, '$.set.${column}') AS "${column}"`).join(', ')
  const assigned = columns.map((column) => `"${column}" = given."${column}"`).join(', ')
  run(
    tx,
    `UPDATE requests SET ${assigned}, updated = {:now}
     FROM (SELECT json_extract(value, '$.id') AS id, ${given} FROM jsonb_each({:changes})) AS given
     WHERE requests.id = given.id`,
    { now: stamp(), changes: JSON.stringify(changes.map(({ id, set }) => ({ id, set }))) },
  )
}
