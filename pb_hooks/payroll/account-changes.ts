import { isDeepEqual } from '../../src/domain/fields/deep-equal.ts'
import type { Values } from '../../src/domain/fields/field.ts'
import { activityKey, managerKey, type PayrollChanges } from '../../src/domain/payroll/payroll.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { diffValues, recordEvent } from '../lib/events.ts'
import { findUserById } from '../lib/users.ts'

const recordFields: Record<string, string> = { name: 'name', email: 'email', phone: 'phone', [managerKey]: 'manager' }

export const parseProfile = (text: string): Values => parseStoredJson<Values | null>(text, null) ?? {}

/** Returns whether an account still has the values of one side of its changes. */
export function hasValues(user: core.Record, changes: PayrollChanges, side: 'from' | 'to'): boolean {
  const profile = parseProfile(user.getString('profile'))
  return Object.entries(changes).every(([key, change]) => {
    const field = recordFields[key]
    const value = field ? user.getString(field) : key === activityKey ? user.getBool(key) : (profile[key] ?? '')
    return isDeepEqual(value, change[side])
  })
}

/** Sets the values of one side of the changes, without saving them. */
export function setValues(user: core.Record, changes: PayrollChanges, side: 'from' | 'to') {
  const profile = parseProfile(user.getString('profile'))
  for (const [key, change] of Object.entries(changes)) {
    const value = change[side]
    const field = recordFields[key]
    if (field) user.set(field, value)
    else if (key === activityKey) user.set('deactivatedAt', value ? '' : formatTimestamp())
    else if (value === '') delete profile[key]
    else profile[key] = value as Values[string]
    if (key === activityKey) user.set(key, value)
  }
  user.set('profile', profile)
}

/** Sets the values of one side of the changes, saves the account and records it like a change by hand. */
export function changeAccount(
  tx: CoreApp,
  user: core.Record,
  changes: PayrollChanges,
  side: 'from' | 'to',
  actor: core.Record,
) {
  const before = readNames(tx, user)
  setValues(user, changes, side)
  tx.save(user)
  const line = { subject: 'users', subjectId: user.id, owner: user.id, actor } as const
  if (changes[activityKey]) recordEvent(tx, { ...line, action: changes[activityKey][side] ? 'activate' : 'deactivate' })
  const fields = new Set(
    Object.keys(changes).flatMap((key) => (key === activityKey ? [] : (recordFields[key] ?? 'profile'))),
  )
  // Phone and profile are recorded without values, because events are permanent and these are personal data.
  const details = { fields: [...fields], changes: diffValues(before, readNames(tx, user)).changes }
  if (fields.size) recordEvent(tx, { ...line, action: 'update', details })
}

const readNames = (tx: CoreApp, user: core.Record) => ({
  name: user.getString('name'),
  manager: findUserById(tx, user.getString('manager'))?.getString('name') ?? '',
})
