import type { PayrollStep } from '../../src/domain/payroll/payroll.ts'
import { activityKey, managerKey } from '../../src/domain/payroll/payroll.ts'
import { changeGroupMembers } from '../groups/groups.ts'
import { recordUserEvent } from '../lib/events.ts'
import { getErrorStatus } from '../lib/http.ts'
import { executeSql } from '../lib/sql.ts'
import { findUserByEmail, findUserById } from '../lib/users.ts'
import { changeActivity } from '../users/activation.ts'
import { deleteUnusedAccount } from '../users/deletion.ts'
import { requestEmailChange } from '../users/email-change.ts'
import { enqueueInvitation } from '../users/invitation.ts'
import { changeAccount, hasValues, type Side, setValues } from './account-changes.ts'
import { handOver, type Leaving, takeBack } from './handover.ts'

/** Step as stored. `status`: empty before it ran, `more` after a part of it or of its undo, then `applied`, `undone`, or an error code. */
export type StoredStep = (PayrollStep | ({ kind: 'leave'; name: string; row: number } & Leaving)) & { status: string }

type AccountStep = Extract<StoredStep, { changes: unknown }>

export interface StepContext {
  tx: CoreApp
  actor: core.Record
  payroll: string
  /** Whether new people get a mail to choose their password. */
  invites: boolean
  /** Account whose random password the new accounts share, because hashes of 1,000 passwords would take a minute. The password is not stored as text. */
  template: core.Record
}

/** Runs or undoes a step. Returns `done`, `more` if the step must run again, or an error code. After an error only this step is rolled back. */
export function runStep(context: StepContext, step: StoredStep, direction: 'apply' | 'undo'): string {
  const { tx } = context
  executeSql(tx, 'SAVEPOINT payroll_step', {})
  let result: string
  try {
    result = runKind(context, step, direction === 'undo')
  } catch (error) {
    // Other errors are no matter of one person: they end the call, and the transaction is rolled back.
    if (!isRefusal(error)) throw error
    result = 'payroll.changed'
  }
  if (result !== 'done' && result !== 'more') executeSql(tx, 'ROLLBACK TO payroll_step', {})
  executeSql(tx, 'RELEASE payroll_step', {})
  return result
}

function runKind(context: StepContext, step: StoredStep, isUndo: boolean): string {
  const { tx, actor } = context
  switch (step.kind) {
    case 'create':
      return isUndo ? removeAccount(context, step) : createAccount(context, step)
    case 'change':
      return change(context, step, isUndo ? ['to', 'from'] : ['from', 'to'])
    case 'group':
      return changeGroup(context, isUndo ? { ...step, added: step.removed, removed: step.added } : step)
    case 'leave':
      return isUndo ? takeBack(tx, step, actor) : handOver(tx, step, actor)
  }
}

/** Returns whether the product refuses a change, or PocketBase's validation of fields does: only its errors have a method `filter`. */
function isRefusal(error: unknown): boolean {
  const { value } = error as { value?: { filter?: unknown } }
  return getErrorStatus(error) === 400 || typeof value?.filter === 'function'
}

function createAccount(
  { tx, actor, payroll, invites, template }: StepContext,
  { user: id, changes }: AccountStep,
): string {
  if (findUserByEmail(tx, String(changes.email?.to))) return 'user.email'
  const user = new Record(tx.findCachedCollectionByNameOrId('users'))
  user.load({ id, role: '_user' })
  setValues(user, changes, 'to')
  user.setRaw('password', template.getRaw('password'))
  tx.save(user)
  // A new record cannot be active, so the activation is a second save.
  user.set(activityKey, true)
  tx.save(user)
  recordUserEvent(tx, user, actor, invites ? 'invite' : 'import', { to: '_user' })
  if (invites) enqueueInvitation(tx, user, actor)
  executeSql(tx, 'INSERT OR IGNORE INTO payroll_users VALUES ({:id}, {:payroll})', { id, payroll })
  return 'done'
}

/** Deletes the account if its owner never signed in; deactivates it if something refers to it. */
function removeAccount({ tx, actor }: StepContext, { user: id, changes }: AccountStep): string {
  const user = findUserById(tx, id)
  if (!user) return 'done'
  if (user.verified() || !hasValues(user, changes, 'to')) return 'payroll.changed'
  if (!deleteUnusedAccount(tx, user, actor) && user.getBool(activityKey)) changeActivity(tx, user, actor, 'deactivate')
  return 'done'
}

function change({ tx, actor }: StepContext, { user: id, changes }: AccountStep, [from, to]: [Side, Side]): string {
  const user = findUserById(tx, id)
  const [email, manager] = [changes.email, changes[managerKey]?.[to]]
  // An undo has nothing to restore while the owner has not confirmed the new address, and refuses after the confirmation.
  if (user && email && from === 'to' && user.email() === email.from) return 'done'
  if (!user || !hasValues(user, changes, from) || (email && from === 'to' && user.verified())) return 'payroll.changed'
  if (manager && !findUserById(tx, String(manager))) return 'payroll.changed'
  if (email) requestEmailChange(tx, user, String(email[to]), actor)
  else changeAccount(tx, user, changes, to, actor)
  return 'done'
}

function changeGroup(
  { tx, actor }: StepContext,
  { user: id, added, removed }: Extract<StoredStep, { kind: 'group' }>,
): string {
  const [group] = tx.findRecordsByIds('groups', [id])
  if (!group) return 'payroll.changed'
  const members = group.getStringSlice('members')
  const change = {
    added: added.filter((user) => !members.includes(user) && findUserById(tx, user)),
    removed: removed.filter((user) => members.includes(user)),
  }
  changeGroupMembers(tx, group, change, actor)
  return 'done'
}
