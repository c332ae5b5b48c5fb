import type { ListInput } from '../../src/domain/lists/list.ts'
import { listSchema } from '../../src/domain/lists/list-input.ts'
import { findUsedListColumns } from '../formats/list-records.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, refuseReservedFields, validateInput } from '../lib/http.ts'
import { refuseExpensiveQuery } from '../lib/limits.ts'
import { queryRow } from '../lib/sql.ts'
import { runRecordTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin } from '../lib/users.ts'
import { deleteUnusedRows } from './import-rows.ts'

/** Fields that only imports set; a client that sends them is refused. */
const serverFields = ['current', 'previous', 'staged', 'stagedFile', 'total', 'fileName', 'importedAt']

export function toListInput(list: core.Record): ListInput {
  return {
    name: list.getString('name'),
    columns: parseStoredJson<ListInput['columns']>(list.getString('columns'), []),
    keyColumn: list.getString('keyColumn'),
    access: list.getString('access') as ListInput['access'],
    groups: [...list.getStringSlice('groups')],
  }
}

/** Saves the definition of a list for an administrator. The column types of existing rows do not change. */
export function saveList(e: core.RecordRequestEvent) {
  const list = e.record
  if (!list) return e.next()
  refuseExpensiveQuery(e)
  if (!e.hasSuperuserAuth()) refuseReservedFields(e, serverFields, 'user.forbidden')
  const written = validateInput(listSchema, toListInput(list))
  for (const [name, value] of Object.entries(written)) list.set(name, value)
  if (written.access !== 'groups') list.set('groups', [])
  runRecordTransaction(e, (tx) => {
    requireActiveAdmin(tx, e.auth)
    const same = 'SELECT id FROM lists WHERE name = {:name} COLLATE NOCASE AND id != {:id}'
    if (queryRow(tx, same, { name: written.name, id: list.id }, { id: '' }))
      throw createErrorResponse('invalid', 400, { name: 'list.taken' })
    const stored = list.isNew() ? undefined : tx.findRecordById('lists', list.id)
    if (stored) refuseRemovingUsedColumns(tx, list.id, written)
    if (stored?.getString('current')) refuseChangedTypes(toListInput(stored), written)
    list.ignoreUnchangedFields(!list.isNew())
    e.next()
    recordListEvent(tx, e, list, stored ? 'update' : 'create')
  })
}

function refuseRemovingUsedColumns(tx: CoreApp, id: string, { columns }: ListInput) {
  const named = findUsedListColumns(tx, id)
  if (named.some(({ column }) => !columns.some(({ key }) => key === column)))
    throw createErrorResponse('invalid', 400, { columns: 'list.used' })
}

function refuseChangedTypes(before: ListInput, after: ListInput) {
  if (before.keyColumn !== after.keyColumn) throw createErrorResponse('invalid', 400, { keyColumn: 'list.immutable' })
  const typeOf = (key: string) => before.columns.find((column) => column.key === key)?.type
  if (after.columns.some(({ key, type }) => (typeOf(key) ?? type) !== type))
    throw createErrorResponse('invalid', 400, { columns: 'list.immutable' })
}

/** Deletes a list with its current and previous rows. Refuses if published formats use it. */
export function deleteList(e: core.RecordRequestEvent) {
  const list = e.record
  if (!list) return e.next()
  runRecordTransaction(e, (tx) => {
    requireActiveAdmin(tx, e.auth)
    if (findUsedListColumns(tx, list.id).length) throw createErrorResponse('list.used', 409)
    e.next()
    recordListEvent(tx, e, list, 'delete')
  })
  deleteUnusedRows(e.app, list.id)
}

function recordListEvent(tx: CoreApp, e: core.RecordRequestEvent, list: core.Record, action: string) {
  const details = { name: list.getString('name') }
  recordEvent(tx, { subject: 'lists', subjectId: list.id, actor: e.auth, action, details })
}
