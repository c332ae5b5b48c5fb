import { type ListWithViews, maxViewsPerUser } from '../../src/domain/views/view.ts'
import { viewSchema } from '../../src/domain/views/view-input.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { createErrorResponse, validateInput } from '../lib/http.ts'
import { refuseExpensiveQuery } from '../lib/limits.ts'
import { queryRows } from '../lib/sql.ts'
import { runRecordTransaction } from '../lib/transaction.ts'
import { findUserById, isActiveAdmin } from '../lib/users.ts'

/** Saves a search under a name. Shared views require administrator rights. */
export function saveView(e: core.RecordRequestEvent) {
  const view = e.record
  if (!view) return e.next()
  refuseExpensiveQuery(e)
  const written = validateInput(viewSchema, {
    name: view.getString('name'),
    screen: view.getString('screen'),
    search: parseStoredJson<unknown>(view.getString('search'), {}),
    sharedWith: view.getString('sharedWith'),
  })
  view.set('name', written.name)
  view.ignoreUnchangedFields(!view.isNew())
  runRecordTransaction(e, (tx) => {
    const stored = view.isNew() ? undefined : tx.findRecordById('views', view.id)
    refuseOtherUsers(tx, e, stored)
    if (stored && stored.getString('owner') !== view.getString('owner'))
      throw createErrorResponse('user.forbidden', 403)
    if (!e.hasSuperuserAuth() && written.sharedWith && !isCallerAdmin(tx, e))
      throw createErrorResponse('user.forbidden', 403)
    refuseTaken(tx, view, written)
    e.next()
  })
}

export function deleteView(e: core.RecordRequestEvent) {
  const view = e.record
  if (!view) return e.next()
  runRecordTransaction(e, (tx) => {
    refuseOtherUsers(tx, e, view)
    e.next()
  })
}

/** Refuses changes to views of other users. Reads the user again inside the transaction, because rights may have changed meanwhile. */
function refuseOtherUsers(tx: CoreApp, e: core.RecordRequestEvent, view: core.Record | undefined) {
  if (e.hasSuperuserAuth()) return
  if (!findUserById(tx, e.auth?.id ?? '')?.getBool('isActive')) throw createErrorResponse('user.inactive', 403)
  const isOthers = view && (view.getString('sharedWith') !== '' || view.getString('owner') !== e.auth?.id)
  if (!isOthers) return
  if (view.getString('sharedWith') === '' || !isCallerAdmin(tx, e)) throw createErrorResponse('user.forbidden', 403)
}

function isCallerAdmin(tx: CoreApp, e: core.RecordRequestEvent): boolean {
  const caller = findUserById(tx, e.auth?.id ?? '')
  return caller !== undefined && isActiveAdmin(caller)
}

/** Refuses a duplicate name. Compares in JavaScript, because SQLite folds the case of ASCII letters only. */
function refuseTaken(tx: CoreApp, view: core.Record, { name, screen }: { name: string; screen: ListWithViews }) {
  const query = 'SELECT name, screen FROM views WHERE owner = {:owner} AND id != {:id}'
  const others = queryRows(tx, query, { owner: view.getString('owner'), id: view.id }, { name: '', screen: '' })
  const isSame = (other: { name: string; screen: string }) =>
    other.screen === screen && other.name.toLowerCase() === name.toLowerCase()
  if (others.some(isSame)) throw createErrorResponse('invalid', 400, { name: 'view.taken' })
  if (view.isNew() && others.length >= maxViewsPerUser) throw createErrorResponse('view.many')
}
