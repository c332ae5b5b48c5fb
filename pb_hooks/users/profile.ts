import { isDeepEqual } from '../../src/domain/fields/deep-equal.ts'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { validateValues } from '../../src/domain/fields/values.ts'
import { getValidationContext } from '../lib/clock.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { createErrorResponse } from '../lib/http.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { getProfileFields, isAdmin } from '../lib/users.ts'

/** Returns the profile of a user; empty if none is stored. */
export const readProfile = (user: core.Record) => parseStoredJson<Values | null>(user.getString('profile'), null) ?? {}

/**
 * Merges the sent profile fields into the stored profile; `''` or null deletes a field. Other fields remain, because older pages may not send them.
 * Users change only the fields open to them; administrators change all.
 */
export function mergeProfile(app: CoreApp, user: core.Record, previous: core.Record, caller: core.Record) {
  const defined = getProfileFields(getSettingsRecord(app))
  const known = readProfile(previous)
  const before = Object.fromEntries(defined.flatMap(({ key }) => (known[key] === undefined ? [] : [[key, known[key]]])))
  const changes = parseStoredJson<unknown>(user.getString('profile'), null)
  if (changes === null) return user.set('profile', before)
  if (typeof changes !== 'object' || Array.isArray(changes))
    throw createErrorResponse('invalid', 400, { profile: 'invalid' })
  const fields = defined.filter(({ key }) => Object.hasOwn(changes, key))
  const { values, errors } = validateValues(fields as Field[], changes, getValidationContext(app))
  const foreign = fields.filter(({ key, own }) => !own && !isAdmin(caller) && !isDeepEqual(values[key], before[key]))
  const wrong = [...Object.entries(errors), ...foreign.map(({ key }) => [key, 'user.forbidden'] as const)]
  if (wrong.length) {
    const code = Object.keys(errors).length ? 'invalid' : 'user.forbidden'
    throw createErrorResponse(code, 400, Object.fromEntries(wrong.map(([key, fault]) => [`profile.${key}`, fault])))
  }
  const after = { ...before, ...values }
  for (const { key } of fields) if (values[key] === undefined) delete after[key]
  user.set('profile', after)
}

/** Maximum users per transaction, because other writers wait for it. */
const usersPerTransaction = 500

export function deleteRemovedProfileFields(app: CoreApp) {
  const keptKeys = JSON.stringify(getProfileFields(getSettingsRecord(app)).map(({ key }) => key))
  const isKept = '"key" IN (SELECT value FROM json_each({:kept}))'
  const each = "json_each(iif(json_valid(users.profile), users.profile, '{}'))"
  const chosen = `SELECT id FROM users WHERE EXISTS (SELECT 1 FROM ${each} WHERE "key" IS NOT NULL AND NOT ${isKept}) LIMIT ${usersPerTransaction}`
  while (queryRow(app, chosen, { kept: keptKeys }, { id: '' }))
    writeInTransaction(app, (tx) =>
      executeSql(
        tx,
        `UPDATE users SET profile = (SELECT json_group_object("key", value) FROM ${each} WHERE ${isKept}) WHERE id IN (${chosen})`,
        { kept: keptKeys },
      ),
    )
}
