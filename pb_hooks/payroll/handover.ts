import { getMaxSubstitutionEnd } from '../../src/domain/groups/substitution.ts'
import { notifySubstitute, recordSubstitutionEvent } from '../groups/substitutions.ts'
import { formatTimestamp, getLocalToday } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { isApprover } from '../lib/route-approvers.ts'
import { queryRows } from '../lib/sql.ts'
import { findUserById, isAdmin } from '../lib/users.ts'
import { recordActivation } from '../users/activation.ts'
import { changeAccount } from './account-changes.ts'

/** Open work of a person who left. Stored with the step, for the result and the undo. */
export interface Handover {
  drafts: string[]
  /** People of whom the person was the manager. */
  managed: string[]
  /** Id of the substitution by the receiver; empty if the person decides nothing. */
  substitution: string
  /** Current and later substitutions of the person and by the person, as they were. */
  former: Record<'id' | 'person' | 'substitute' | 'from' | 'to', string>[]
}

interface Leaving {
  user: string
  receiver: string
  handover: Handover
}

/** Maximum people who get another manager in one transaction. */
const managedPerStep = 50

/**
 * Deactivates a person and hands drafts, managed people, substitutions and decisions over to the receiver. Returns `more` if people are left for the
 * next transaction, or an error code.
 */
export function handOver(tx: CoreApp, { user: id, receiver, handover }: Leaving, actor: core.Record) {
  const user = findUserById(tx, id)
  if (!user?.getBool('isActive') || isAdmin(user)) return 'payroll.changed'
  if (!findUserById(tx, receiver)?.getBool('isActive') || receiver === id) return 'payroll.receiver'
  handover.drafts.push(...moveDrafts(tx, id, receiver))
  const managed = queryRows(tx, managedQuery, { id }, { id: '' }).map((found) => found.id)
  handover.managed.push(...managed)
  for (const each of managed) changeManager(tx, each, each === receiver ? '' : receiver, actor)
  if (managed.length === managedPerStep) return 'more'
  handover.former = endSubstitutions(tx, id, receiver, actor)
  handover.substitution = isApprover(tx, id) ? substitute(tx, id, receiver, actor) : ''
  user.set('isActive', false)
  user.set('deactivatedAt', formatTimestamp())
  tx.save(user)
  recordActivation(tx, user, actor, 'deactivate')
  return 'done'
}

const managedQuery = `SELECT id FROM users WHERE manager = {:id} AND manager != '' ORDER BY isActive DESC, id LIMIT ${managedPerStep}`

/** Moves the drafts of a user, or only those with an id in `only`, and returns their ids. */
function moveDrafts(tx: CoreApp, from: string, to: string, only?: readonly string[]): string[] {
  const among = only ? 'AND id IN (SELECT value FROM json_each({:only}))' : ''
  const ids = queryRows(
    tx,
    `UPDATE requests SET owner = {:to} WHERE owner = {:from} AND status = 'draft' ${among} RETURNING id`,
    { from, to, ...(only && { only: JSON.stringify(only) }) },
    { id: '' },
  ).map(({ id }) => id)
  const files =
    'UPDATE attachments SET owner = {:to} WHERE request IN (SELECT value FROM json_each({:ids})) RETURNING id'
  queryRows(tx, files, { to, ids: JSON.stringify(ids) }, { id: '' })
  return ids
}

function changeManager(tx: CoreApp, id: string, manager: string, actor: core.Record) {
  const user = findUserById(tx, id)
  if (user) changeAccount(tx, user, { managerKey: { from: user.getString('manager'), to: manager } }, 'to', actor)
}

/** Ends the current and later substitutions of the person, and names the receiver in those where the person is the substitute. */
function endSubstitutions(tx: CoreApp, id: string, receiver: string, actor: core.Record) {
  const query = `(person = {:id} OR substitute = {:id}) AND "to" >= {:today}`
  const found = tx.findAllRecords('substitutions', $dbx.exp(query, { id, today: getLocalToday(tx) }))
  return found.flatMap((substitution) => {
    if (!substitution) return []
    const former = readSubstitution(substitution)
    recordSubstitutionEvent(tx, actor, substitution, 'substituteEnd')
    if ([id, receiver].includes(former.person)) tx.delete(substitution)
    else setSubstitute(tx, substitution, receiver, actor)
    return [former]
  })
}

const readSubstitution = (substitution: core.Record) => ({
  id: substitution.id,
  person: substitution.getString('person'),
  substitute: substitution.getString('substitute'),
  from: substitution.getString('from'),
  to: substitution.getString('to'),
})

function setSubstitute(tx: CoreApp, substitution: core.Record, substitute: string, actor: core.Record) {
  substitution.set('substitute', substitute)
  tx.save(substitution)
  recordSubstitutionEvent(tx, actor, substitution, 'substitute')
  notifySubstitute(tx, actor, readSubstitution(substitution))
}

/** Lets the receiver decide for the person as long as a substitution may last. Returns its id. */
function substitute(tx: CoreApp, person: string, receiver: string, actor: core.Record): string {
  const substitution = new Record(tx.findCachedCollectionByNameOrId('substitutions'))
  const today = getLocalToday(tx)
  substitution.load({ person, from: today, to: getMaxSubstitutionEnd(today) })
  setSubstitute(tx, substitution, receiver, actor)
  return substitution.id
}

/** Reactivates the person and takes back what the receiver still has. Returns an error code if the account changed since. */
export function takeBack(tx: CoreApp, { user: id, receiver, handover }: Leaving, actor: core.Record) {
  const user = findUserById(tx, id)
  if (!user || user.getBool('isActive')) return 'payroll.changed'
  moveDrafts(tx, receiver, id, handover.drafts)
  for (const each of handover.managed) {
    const current = findUserById(tx, each)?.getString('manager')
    if (current === (each === receiver ? '' : receiver)) changeManager(tx, each, id, actor)
  }
  const [created] = tx.findRecordsByIds('substitutions', [handover.substitution])
  if (created) {
    recordSubstitutionEvent(tx, actor, created, 'substituteEnd')
    tx.delete(created)
  }
  for (const { substitute: before, ...former } of handover.former) {
    const [left] = tx.findRecordsByIds('substitutions', [former.id])
    const substitution = left ?? new Record(tx.findCachedCollectionByNameOrId('substitutions'))
    if (!left) substitution.load(former)
    if (!left || left.getString('substitute') === receiver) setSubstitute(tx, substitution, before, actor)
  }
  user.set('isActive', true)
  user.set('deactivatedAt', '')
  tx.save(user)
  // Without the mail of an activation, because the person did not ask for anything.
  recordEvent(tx, { subject: 'users', subjectId: id, owner: id, actor, action: 'activate' })
  return 'done'
}
