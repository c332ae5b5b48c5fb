import type { Field, Values } from '../../src/domain/field.ts'
import { same } from '../../src/domain/same.ts'
import { checkValues } from '../../src/domain/values.ts'
import { contextOf } from '../lib/clock.ts'
import { readable } from '../lib/faults.ts'
import { isAdmin, profileFieldsOf, settingsOf } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'

/**
 * Of a profile only what is named changes, and `''` or null takes it away: who has an older page open, or knows fewer fields, undoes nothing.
 * A person changes of his own what is his to fill in; an administrator everything.
 */
export function keepProfile(app: CoreApp, person: core.Record, stored: core.Record, asker: core.Record) {
  const before = readable<Values | null>(stored.getString('profile'), null) ?? {}
  const given = readable<unknown>(person.getString('profile'), null)
  if (given === null) return person.set('profile', before)
  if (typeof given !== 'object' || Array.isArray(given)) throw refuse('invalid', 400, { profile: 'invalid' })
  const fields = profileFieldsOf(settingsOf(app)).filter(({ key }) => Object.hasOwn(given, key))
  const { values, errors } = checkValues(fields as Field[], given, contextOf(app))
  const foreign = fields.filter(({ key, own }) => !own && !isAdmin(asker) && !same(values[key], before[key]))
  const wrong = [...Object.entries(errors), ...foreign.map(({ key }) => [key, 'user.forbidden'] as const)]
  if (wrong.length) {
    const code = Object.keys(errors).length ? 'invalid' : 'user.forbidden'
    throw refuse(code, 400, Object.fromEntries(wrong.map(([key, fault]) => [`profile.${key}`, fault])))
  }
  const after = { ...before, ...values }
  for (const { key } of fields) if (values[key] === undefined) delete after[key]
  person.set('profile', after)
}
