import { getMaxSubstitutionEnd } from '../../src/domain/groups/substitution.ts'
import { activityKey, managerKey } from '../../src/domain/payroll/payroll.ts'
import { notifySubstitute, recordSubstitutionEvent } from '../groups/substitutions.ts'
import { getLocalToday } from '../lib/clock.ts'
import { isApprover } from '../lib/route-approvers.ts'
import { queryRows } from '../lib/sql.ts'
import { findUserById, isAdmin } from '../lib/users.ts'
import { changeActivity } from '../users/activation.ts'
import { changeAccount } from './account-changes.ts'

/** Person who left. `handover`: ids of what the receiver got, for the result and the undo. `status`: `more` after a part of it, or of its undo. */
export interface Leaving {
  status: string
  user: string
  receiver: string
  handover: {
    drafts: string[]
    /** People of whom the person was the manager. */
    managed: string[]
    /** Substitution by the receiver; empty if the person decides nothing. */
    substitution: string
    /** Substitutions of other people by the person. */
    substituted: string[]
  }
}

/** Maximum people who get another manager in one transaction. */
const managedPerStep = 50

/**
 * Deactivates a person and hands drafts, managed people, substitutions and decisions over to the receiver. Returns `more` if people are left for the
 * next transaction, or an error code.
 */
export function handOver(tx: CoreApp, { user: id, receiver, handover }: Leaving, actor: core.Record) {
  const user = findUserById(tx, id)
  if (!user?.getBool(activityKey) || isAdmin(user)) return 'payroll.changed'
  if (!findUserById(tx, receiver)?.getBool(activityKey) || receiver === id) return 'payroll.receiver'
  const listIds = (sql: string) => queryRows(tx, sql, { id }, { id: '' }).map((found) => found.id)
  const drafts = listIds("SELECT id FROM requests WHERE owner = {:id} AND status = 'draft'")
  handover.drafts.push(...moveDrafts(tx, drafts, id, receiver))
  const managed = listIds(`SELECT id FROM users WHERE manager = {:id} AND manager != '' LIMIT ${managedPerStep}`)
  handover.managed.push(...moveManaged(tx, managed, id, receiver, actor))
  if (managed.length === managedPerStep) return 'more'
  const condition = 'substitute = {:id} AND person != {:receiver} AND "to" >= {:today}'
  const today = getLocalToday(tx)
  const found = tx.findAllRecords('substitutions', $dbx.exp(condition, { id, receiver, today }))
  handover.substituted = found.flatMap((one) => (one ? setSubstitute(tx, one, receiver, actor) : []))
  if (isApprover(tx, id)) {
    const substitution = new Record(tx.findCachedCollectionByNameOrId('substitutions'))
    substitution.load({ person: id, from: today, to: getMaxSubstitutionEnd(today) })
    handover.substitution = setSubstitute(tx, substitution, receiver, actor)
  }
  changeActivity(tx, user, actor, 'deactivate')
  return 'done'
}

/** Takes back what the receiver still has, and reactivates the person. Returns `more` like `handOver`, or an error code if the account changed since. */
export function takeBack(tx: CoreApp, { status, user: id, receiver, handover }: Leaving, actor: core.Record) {
  const user = findUserById(tx, id)
  if (!user || (user.getBool(activityKey) && status !== 'more')) return 'payroll.changed'
  moveDrafts(tx, handover.drafts, receiver, id)
  moveManaged(tx, handover.managed.splice(0, managedPerStep), receiver, id, actor)
  if (handover.managed.length) return 'more'
  for (const substitution of tx.findRecordsByIds('substitutions', handover.substituted))
    if (substitution?.getString('substitute') === receiver) setSubstitute(tx, substitution, id, actor)
  const [made] = tx.findRecordsByIds('substitutions', [handover.substitution])
  if (made) {
    recordSubstitutionEvent(tx, actor, made, 'substituteEnd')
    tx.delete(made)
  }
  if (!user.getBool(activityKey)) changeActivity(tx, user, actor, 'activate')
  return 'done'
}

/** Moves those of the requests that are still drafts of `from`, with their files. Returns their ids. */
function moveDrafts(tx: CoreApp, ids: string[], from: string, to: string): string[] {
  const among = 'IN (SELECT value FROM json_each({:ids}))'
  const drafts = `UPDATE requests SET owner = {:to} WHERE id ${among} AND owner = {:from} AND status = 'draft' RETURNING id`
  const moved = queryRows(tx, drafts, { from, to, ids: JSON.stringify(ids) }, { id: '' }).map(({ id }) => id)
  const files = `UPDATE attachments SET owner = {:to} WHERE request ${among} RETURNING id`
  queryRows(tx, files, { to, ids: JSON.stringify(moved) }, { id: '' })
  return moved
}

/** Changes the manager of those users whose manager is `from`. The new manager has none then. Returns the ids of the users. */
function moveManaged(tx: CoreApp, ids: string[], from: string, to: string, actor: core.Record): string[] {
  for (const user of tx.findRecordsByIds('users', ids)) {
    const change = { from: user?.id === from ? '' : from, to: user?.id === to ? '' : to }
    if (user?.getString('manager') === change.from) changeAccount(tx, user, { [managerKey]: change }, 'to', actor)
  }
  return ids
}

function setSubstitute(tx: CoreApp, substitution: core.Record, substitute: string, actor: core.Record): string {
  substitution.set('substitute', substitute)
  tx.save(substitution)
  recordSubstitutionEvent(tx, actor, substitution, 'substitute')
  const { person, from, to } = substitution.publicExport() as Record<'person' | 'from' | 'to', string>
  notifySubstitute(tx, actor, { person, substitute, from, to })
  return substitution.id
}
