import type * as z from 'zod/mini'
import type { Values } from '../../src/domain/fields/field.ts'
import { createValidator } from '../../src/domain/fields/values.ts'
import {
  getListFields,
  getRecordLabel,
  type ListInput,
  maxListRows,
  normalizeRecordKey,
} from '../../src/domain/lists/list.ts'
import {
  importConfirmSchema,
  importRowsSchema,
  importStartSchema,
  importUndoSchema,
} from '../../src/domain/lists/list-input.ts'
import { toListSearchText } from '../../src/domain/lists/list-search.ts'
import { buildMatchIndex, deleteMatchIndex } from '../formats/match-index.ts'
import { formatTimestamp, getValidationContext } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, getPathId, readInput } from '../lib/http.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireAdmin } from '../lib/users.ts'
import {
  compareImports,
  copyMissingRows,
  countImportRows,
  deleteUnusedRows,
  type ImportedRow,
  insertRows,
} from './import-rows.ts'
import { toListInput } from './lists.ts'

type ImportConfirmation = z.infer<typeof importConfirmSchema>

/**
 * `POST /api/app/lists/{id}/import` with `{fileName}` → `{import}`: starts an import and discards an earlier unconfirmed one. Its rows take
 * effect after confirmation.
 */
export function beginImport(e: core.RequestEvent) {
  requireAdmin(e)
  const { fileName } = readInput(e, importStartSchema)
  const staged = generateRecordId()
  const list = changeList(e, (list) => {
    list.set('staged', staged)
    list.set('stagedFile', fileName)
  })
  deleteUnusedRows(e.app, list.id)
  return e.json(200, { import: staged })
}

/**
 * `POST /api/app/lists/{id}/import/rows` with up to 1,000 rows → `{errors: [{row, errors}]}`. Rows with errors are not stored. Repeating the
 * call changes nothing.
 */
export function saveImportRows(e: core.RequestEvent) {
  requireAdmin(e)
  const { import: id, rows } = readInput(e, importRowsSchema)
  const list = requireStagedImport(e.app, e, id)
  const { lines, errors } = validateRows(e.app, toListInput(list), rows)
  writeInTransaction(e.app, (tx) => {
    requireStagedImport(tx, e, id)
    for (const row of insertRows(tx, list.id, id, lines))
      errors.push({ row, errors: { [list.getString('keyColumn')]: 'duplicate' } })
    deleteMatchIndex(tx, id)
    if (countImportRows(tx, id) > maxListRows) throw createErrorResponse('list.tooMany')
  })
  return e.json(200, { errors })
}

function validateRows(app: CoreApp, list: ListInput, rows: z.infer<typeof importRowsSchema>['rows']) {
  const check = createValidator(getListFields(list), getValidationContext(app))
  const lines: ImportedRow[] = []
  const errors: { row: number; errors: Record<string, string> }[] = []
  for (const { row, values: given } of rows) {
    const { values, errors: found } = check(given)
    const key = normalizeRecordKey(values[list.keyColumn])
    const line = {
      row,
      key,
      label: getRecordLabel(list, values),
      values: formatValues(list, values),
      search: buildSearchText(list, values),
    }
    if (Object.keys(found).length) errors.push({ row, errors: found })
    else if (!key || line.values.length > 6_000)
      errors.push({ row, errors: { [list.keyColumn]: key ? 'length' : 'invalid' } })
    else lines.push(line)
  }
  return { lines, errors }
}

/** Returns the values as JSON in column order, so that imports can be compared as text. */
function formatValues({ columns }: ListInput, values: Values): string {
  return JSON.stringify(
    Object.fromEntries(columns.flatMap(({ key }) => (values[key] === undefined ? [] : [[key, values[key]]]))),
  )
}

/** Column types included in the search text. Amounts and dates are not searched. */
const searchedTypes = ['text', 'idDocument', 'email', 'phone']

function buildSearchText({ columns, keyColumn }: ListInput, values: Values): string {
  const texts = columns.flatMap(({ key, type }) => {
    const value = values[key]
    return value === undefined || key === keyColumn || !searchedTypes.includes(type) ? [] : String(value)
  })
  return toListSearchText([...texts, values[keyColumn]].join(' ')).slice(0, 2_000)
}

/** `GET /api/app/lists/{id}/import?import=` → `{rows, added, changed, removed}`: compares the pending import with the current rows. */
export function previewImport(e: core.RequestEvent) {
  requireAdmin(e)
  const id = String(e.requestInfo().query.import ?? '')
  const list = requireStagedImport(e.app, e, id)
  return e.json(200, compareImports(e.app, list.getString('current'), id))
}

/**
 * `POST /api/app/lists/{id}/import/confirm` with `{import, mode}` → list: replaces the current rows by the import, or merges both by key.
 * Repeating the call changes nothing.
 */
export function confirmImport(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const input = readInput(e, importConfirmSchema)
  try {
    return e.json(200, applyImport(e, caller, input))
  } catch (error) {
    const list = requireList(e.app, e)
    if (!isCurrentImport(list, input)) throw error
    return e.json(200, list)
  }
}

/** Returns whether the rows of the list are those of a confirmed import. */
function isCurrentImport(list: core.Record, { import: id, mode }: ImportConfirmation): boolean {
  const current = list.getString('current')
  const isMerged = mode === 'merge' && list.getString('previous') !== ''
  return isMerged ? current !== id && current.startsWith(id.slice(0, sharedIdLength)) : current === id
}

function applyImport(e: core.RequestEvent, caller: core.Record, { import: id, mode }: ImportConfirmation) {
  const before = requireStagedImport(e.app, e, id)
  const current = before.getString('current')
  if (countImportRows(e.app, id) === 0) throw createErrorResponse('list.empty')
  const weighed = compareImports(e.app, current, id)
  const isMerged = mode === 'merge' && current !== ''
  const total = weighed.rows + (isMerged ? weighed.removed : 0)
  if (total > maxListRows) throw createErrorResponse('list.tooMany')
  const mergedImport = isMerged ? mergeRows(e.app, before, id) : id
  buildMatchIndex(e.app, before.id, mergedImport)
  const { rows: _, ...counted } = { ...weighed, removed: mode === 'merge' ? 0 : weighed.removed }
  const list = changeList(e, (list, tx) => {
    if (list.getString('staged') !== id || list.getString('current') !== current)
      throw createErrorResponse('list.changed', 409)
    if (countImportRows(tx, mergedImport) !== total) throw createErrorResponse('list.changed', 409)
    list.load({ current: mergedImport, previous: current, staged: '', stagedFile: '', importedAt: formatTimestamp() })
    list.set('fileName', before.getString('stagedFile'))
    list.set('total', total)
    buildMatchIndex(tx, list.id, mergedImport, (work) => work(tx))
    recordListEvent(tx, caller, list, 'import', { mode, ...counted, fileName: list.getString('fileName') })
  })
  deleteUnusedRows(e.app, list.id)
  return list
}

/** Number of characters that the id of a merged import shares with the pending import. */
const sharedIdLength = 10

/** Merges pending and current rows into a third import. If the merge stops halfway, the pending import is unchanged. */
function mergeRows(app: CoreApp, list: core.Record, staged: string): string {
  const mergedImport = staged.slice(0, sharedIdLength) + generateRecordId().slice(sharedIdLength)
  for (const from of [staged, list.getString('current')]) copyMissingRows(app, list.id, from, mergedImport)
  return mergedImport
}

/**
 * `POST /api/app/lists/{id}/undo` with `{import}` → list: restores the rows before that import, which must be the current one. Repeating the call
 * changes nothing. To revert the undo, undo the import that it restored.
 */
export function undoImport(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { import: undone } = readInput(e, importUndoSchema)
  const list = changeList(e, (list, tx) => {
    const [current, previous] = [list.getString('current'), list.getString('previous')]
    // After an undo, the list has no file name; after another import, it has.
    if (previous === undone && list.getString('fileName') === '') return
    if (current !== undone) throw createErrorResponse('list.changed', 409)
    if (!previous) throw createErrorResponse('list.first', 409)
    list.load({ current: previous, previous: current, importedAt: formatTimestamp(), fileName: '' })
    list.set('total', countImportRows(tx, previous))
    recordListEvent(tx, caller, list, 'undo', {})
  })
  return e.json(200, list)
}

function changeList(e: core.RequestEvent, work: (list: core.Record, tx: CoreApp) => void): core.Record {
  let list = requireList(e.app, e)
  writeInTransaction(e.app, (tx) => {
    list = requireList(tx, e)
    work(list, tx)
    tx.save(list)
  })
  return list
}

function requireList(app: CoreApp, e: core.RequestEvent): core.Record {
  const list = app.findRecordsByIds('lists', [getPathId(e)])[0]
  if (!list) throw createErrorResponse('list.notFound', 404)
  return list
}

/** Returns the list if `id` is its pending import; otherwise refuses with 409. */
function requireStagedImport(app: CoreApp, e: core.RequestEvent, id: string): core.Record {
  const list = requireList(app, e)
  if (!id || list.getString('staged') !== id) throw createErrorResponse('list.changed', 409)
  return list
}

function recordListEvent(tx: CoreApp, actor: core.Record, list: core.Record, action: string, more: object) {
  const details = { name: list.getString('name'), ...more }
  recordEvent(tx, { subject: 'lists', subjectId: list.id, actor, action, details })
}
