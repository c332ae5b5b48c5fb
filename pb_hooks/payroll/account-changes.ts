import { isDeepEqual } from '../../src/domain/fields/deep-equal.ts'
import type { Values } from '../../src/domain/fields/field.ts'
import { activityKey, managerKey, type PayrollChanges } from '../../src/domain/payroll/payroll.ts'
import { findUserById } from '../lib/users.ts'
import { changeActivity } from '../users/activation.ts'
import { readProfile } from '../users/profile.ts'
import { recordChanges } from '../users/user-updates.ts'

export type Side = 'from' | 'to'
/** Columns that are text fields of an account; the others are profile fields. */
const accountFields: Record<string, string> = { name: 'name', email: 'email', phone: 'phone', [managerKey]: 'manager' }

/** Returns whether an account still has the values of one side of its changes. */
export function hasValues(user: core.Record, changes: PayrollChanges, side: Side): boolean {
  const profile = readProfile(user)
  return Object.entries(changes).every(([key, change]) => {
    const field = accountFields[key]
    const value = field ? user.getString(field) : key === activityKey ? user.getBool(key) : (profile[key] ?? '')
    return isDeepEqual(value, change[side])
  })
}

/** Sets the values of one side of the changes, without saving them. */
export function setValues(user: core.Record, changes: PayrollChanges, side: Side) {
  const profile: Values = readProfile(user)
  for (const [key, { [side]: value }] of Object.entries(changes))
    if (accountFields[key]) user.set(accountFields[key], value)
    else if (value === '') delete profile[key]
    else profile[key] = value as Values[string]
  if (!isDeepEqual(profile, readProfile(user))) user.set('profile', profile)
}

/** Saves one side of the changes, and records them like changes by hand. An undone activation returns the account to its status before. */
export function changeAccount(
  tx: CoreApp,
  before: core.Record,
  { [activityKey]: activity, ...changes }: PayrollChanges,
  side: Side,
  actor: core.Record,
) {
  if (activity) changeActivity(tx, before, actor, side === 'to' ? 'activate' : 'undoActivation')
  const user = findUserById(tx, before.id)
  if (!user) return
  setValues(user, changes, side)
  tx.save(user)
  recordChanges(tx, actor, before, user)
}
