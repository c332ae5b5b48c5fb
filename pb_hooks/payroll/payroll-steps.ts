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
import { changeAccount, hasValues, setValues } from './account-changes.ts'
import { handOver, type Leaving, takeBack } from './handover.ts'

/** Step as stored. `status`: empty before it ran, `more` after a part of it or of its undo, then `done`, `undone`, or an error code. */
export type StoredStep = (PayrollStep | ({ kind: 'leave'; name: string; row: number } & Leaving)) & { status: string }

export interface StepContext {
  tx: CoreApp
  actor: core.Record
  payroll: string
  /** Whether new people get a mail to choose their password. */
  invites: boolean
  /** Account whose random password the new accounts share, because hashes of 1,000 passwords would take a minute. The password is not stored as text. */
  template: core.Record
}

type Step<Kind extends StoredStep['kind']> = StoredStep & { kind: Kind }
interface StepHandler<Kind extends StoredStep['kind']> {
  /** Returns `done`, `more` if the step must run again, or an error code. */
  apply: (context: StepContext, step: Step<Kind>) => string
  undo: (context: StepContext, step: Step<Kind>) => string
}

const handlers: { [Kind in StoredStep['kind']]: StepHandler<Kind> } = {
  create: { apply: createAccount, undo: removeAccount },
  change: {
    apply: (context, step) => change(context, step, 'from', 'to'),
    undo: (context, step) => change(context, step, 'to', 'from'),
  },
  email: { apply: changeAddress, undo: restoreAddress },
  group: {
    apply: changeGroup,
    undo: (context, step) => changeGroup(context, { ...step, added: step.removed, removed: step.added }),
  },
  leave: {
    apply: ({ tx, actor }, step) => handOver(tx, step, actor),
    undo: ({ tx, actor }, step) => takeBack(tx, step, actor),
  },
}

/** Runs or undoes a step. An error undoes only the step, so that the others follow; its code is returned. */
export function runStep(context: StepContext, step: StoredStep, direction: 'apply' | 'undo'): string {
  const { tx } = context
  executeSql(tx, 'SAVEPOINT payroll_step', {})
  let result: string
  try {
    result = (handlers[step.kind] as StepHandler<StoredStep['kind']>)[direction](context, step)
  } catch (error) {
    // Other errors are no matter of one person: they end the call, and the transaction is rolled back.
    if (!isRefusal(error)) throw error
    result = 'payroll.changed'
  }
  if (result !== 'done' && result !== 'more') executeSql(tx, 'ROLLBACK TO payroll_step', {})
  executeSql(tx, 'RELEASE payroll_step', {})
  return result
}

/** Returns whether the product refuses a change, or PocketBase's validation of fields does: only its errors have a method `filter`. */
function isRefusal(error: unknown): boolean {
  const { value } = error as { value?: { filter?: unknown } }
  return getErrorStatus(error) === 400 || typeof value?.filter === 'function'
}

function createAccount(
  { tx, actor, payroll, invites, template }: StepContext,
  { user: id, changes }: Step<'create'>,
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
function removeAccount({ tx, actor }: StepContext, { user: id, changes }: Step<'create'>): string {
  const user = findUserById(tx, id)
  if (!user) return 'done'
  if (user.verified() || !hasValues(user, changes, 'to')) return 'payroll.changed'
  if (!deleteUnusedAccount(tx, user, actor) && user.getBool(activityKey)) changeActivity(tx, user, actor, 'deactivate')
  return 'done'
}

function change(
  { tx, actor }: StepContext,
  { user: id, changes }: Step<'change'>,
  from: 'from' | 'to',
  to: 'from' | 'to',
): string {
  const user = findUserById(tx, id)
  if (!user || !hasValues(user, changes, from)) return 'payroll.changed'
  if (changes[managerKey]?.[to] && !findUserById(tx, String(changes[managerKey][to]))) return 'payroll.changed'
  changeAccount(tx, user, changes, to, actor)
  return 'done'
}

function changeAddress({ tx, actor }: StepContext, { user: id, from, to }: Step<'email'>): string {
  const user = findUserById(tx, id)
  if (user?.email() !== from) return 'payroll.changed'
  requestEmailChange(tx, user, to, actor)
  return 'done'
}

/** Restores the address of an account whose owner never signed in. Others confirmed the new address themselves, or did not. */
function restoreAddress({ tx, actor }: StepContext, { user: id, from, to }: Step<'email'>): string {
  const user = findUserById(tx, id)
  if (user?.email() === from) return 'done'
  if (user?.email() !== to || user.verified()) return 'payroll.changed'
  requestEmailChange(tx, user, from, actor)
  return 'done'
}

function changeGroup({ tx, actor }: StepContext, { user: id, added, removed }: Step<'group'>): string {
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
