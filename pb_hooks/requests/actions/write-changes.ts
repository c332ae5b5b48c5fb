import { markFilesAsSent } from '../../attachments/file-assignment.ts'
import { formatTimestamp, getValidationContext } from '../../lib/clock.ts'
import { writeAndPushRecord } from '../../lib/live-records.ts'
import { allocateNumbers } from '../../lib/numbers/sequences.ts'
import { generateVerificationCodes, parseVerificationCodeList } from '../../lib/numbers/verification-codes.ts'
import { getIds } from '../../lib/record-id.ts'
import { executeSql } from '../../lib/sql.ts'
import type { PlannedChange, RequestUpdate } from './action.ts'
import { resetApprovals, saveStageDecisions } from './stages.ts'

type NumberedChange = Pick<PlannedChange, 'set' | 'needsNumber' | 'documentNumberSeries'>

/**
 * Assigns the missing numbers of changes, in list order. Documents with a new number also get a verification code. `yearOfDecision`: year of an
 * earlier decision; the current year if empty.
 */
export function assignNumbers(tx: CoreApp, changes: NumberedChange[], yearOfDecision = '') {
  if (!changes.some((change) => change.needsNumber || change.documentNumberSeries)) return
  const year = yearOfDecision || getValidationContext(tx).today.slice(0, 4)
  const unnumbered = changes.filter((change) => change.needsNumber)
  setColumn(unnumbered, 'number', unnumbered.length ? allocateNumbers(tx, 'SOL', year, unnumbered.length) : [])
  for (const code of new Set(changes.map((change) => change.documentNumberSeries))) {
    if (!code) continue
    const due = changes.filter((change) => change.documentNumberSeries === code)
    setColumn(due, 'documentNumber', allocateNumbers(tx, code, year, due.length))
    setColumn(due, 'checkCode', parseVerificationCodeList(generateVerificationCodes(due.length)))
  }
}

function setColumn(changes: NumberedChange[], column: 'number' | 'documentNumber' | 'checkCode', numbers: string[]) {
  changes.forEach((change, index) => {
    change.set[column] = numbers[index] ?? ''
  })
}

/** Writes the changes of an action with their numbers, files and stage decisions. */
export function writePlannedChanges(tx: CoreApp, changes: PlannedChange[], live: ReadonlySet<string>) {
  assignNumbers(tx, changes)
  writeChanges(tx, changes, live)
  markFilesAsSent(tx, changes)
  const restarted = changes.filter(({ restartsRoute }) => restartsRoute)
  resetApprovals(tx, getIds(restarted))
  saveStageDecisions(
    tx,
    changes.flatMap(({ decisions = [] }) => decisions),
  )
}

type ColumnChange = Pick<RequestUpdate, 'id' | 'set'>

/** Writes changes: requests in `live` as records, all others by SQL. */
export function writeChanges(tx: CoreApp, changes: ColumnChange[], live: ReadonlySet<string>) {
  writeChangesBySql(
    tx,
    changes.filter(({ id }) => !live.has(id)),
  )
  saveChangesAsRecords(
    tx,
    changes.filter(({ id }) => live.has(id)),
  )
}

/** Saves validated changes as records. Each save sends a realtime event. */
export function saveChangesAsRecords(tx: CoreApp, changes: ColumnChange[]) {
  if (!changes.length) return
  const byId = new Map(changes.map((change) => [change.id, change]))
  for (const record of tx.findRecordsByIds('requests', [...byId.keys()])) {
    const change = record && byId.get(record.id)
    if (!record || !change) continue
    // Sets JSON as text to keep the order of the keys, because PocketBase would sort the keys of an object.
    for (const [column, value] of Object.entries(change.set))
      record.set(column, typeof value === 'object' ? JSON.stringify(value) : value)
    // Saves changed columns only, so that columns written by concurrent callers are not overwritten.
    record.ignoreUnchangedFields(true)
    writeAndPushRecord(tx, record)
  }
}

/** Writes changes in one SQL statement per set of columns, without realtime events. Ten times as fast as saving records. */
export function writeChangesBySql(tx: CoreApp, changes: ColumnChange[]) {
  const byColumns = new Map<string, ColumnChange[]>()
  for (const change of changes) {
    const columns = Object.keys(change.set).join()
    const alike = byColumns.get(columns)
    if (alike) alike.push(change)
    else byColumns.set(columns, [change])
  }
  for (const [columns, alike] of byColumns) updateColumns(tx, columns.split(','), alike)
}

function updateColumns(tx: CoreApp, columns: string[], changes: ColumnChange[]) {
  const selected = columns.map((column) => `json_extract(value, '$.set.${column}') AS "${column}"`).join(', ')
  const assigned = columns.map((column) => `"${column}" = given."${column}"`).join(', ')
  executeSql(
    tx,
    `UPDATE requests SET ${assigned}, updated = {:now}
     FROM (SELECT json_extract(value, '$.id') AS id, ${selected} FROM jsonb_each({:changes})) AS given
     WHERE requests.id = given.id`,
    { now: formatTimestamp(), changes: JSON.stringify(changes.map(({ id, set }) => ({ id, set }))) },
  )
}
