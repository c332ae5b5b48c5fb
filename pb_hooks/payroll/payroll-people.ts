import type * as z from 'zod/mini'
import { externalOwnerId } from '../../src/domain/external/external-owner.ts'
import { createValidator } from '../../src/domain/fields/values.ts'
import { normalizeRecordKey } from '../../src/domain/lists/list.ts'
import { getPayrollFields, lastNamesKey, managerKey, type PayrollRow } from '../../src/domain/payroll/payroll.ts'
import type { payrollSchema } from '../../src/domain/payroll/payroll-input.ts'
import { type PayrollPerson, planPayroll } from '../../src/domain/payroll/payroll-plan.ts'
import type { ProfileField } from '../../src/domain/users/profile.ts'
import { userUpdateSchema } from '../../src/domain/users/user.ts'
import { formatTimestamp, getValidationContext } from '../lib/clock.ts'
import { toErrorCode } from '../lib/http.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { queryJson, queryRows } from '../lib/sql.ts'
import { getProfileFields } from '../lib/users.ts'

type PayrollSheet = z.infer<typeof payrollSchema>

/** Validates rows of the client again. */
function validateRows(app: CoreApp, profileFields: ProfileField[], rows: PayrollSheet['rows']): PayrollRow[] {
  const check = createValidator(getPayrollFields(profileFields), getValidationContext(app))
  return rows.map(({ row, values: cells, wrong }) => {
    const { values, errors: found } = check(cells)
    const errors = { ...found, ...Object.fromEntries(wrong.map((key) => [key.slice(0, 40), 'invalid'])) }
    const name = [values.name, values[lastNamesKey]].filter(Boolean).join(' ')
    const contact = userUpdateSchema.safeParse({ name, email: values.email || 'a@a.co', phone: '' })
    for (const { path, message } of contact.error?.issues ?? []) errors[String(path[0])] ??= toErrorCode(message)
    if (contact.data && values.email) values.email = contact.data.email
    if (JSON.stringify(values).length > 6_000) errors.name = 'length'
    return { row, values, errors }
  })
}

/** Compares the rows of a payroll with the accounts. */
export function comparePayroll(app: CoreApp, sheet: PayrollSheet) {
  const profileFields = getProfileFields(getSettingsRecord(app))
  const idKey = profileFields.find(({ type }) => type === 'idDocument')?.key
  const rows = validateRows(app, profileFields, sheet.rows)
  const groups = queryRows(app, 'SELECT id, name, members FROM groups', {}, { id: '', name: '', members: '' })
  return planPayroll({
    rows,
    people: loadPeople(app, rows, idKey),
    groups: groups.map((group) => ({ ...group, members: JSON.parse(group.members || '[]') })),
    profileKeys: profileFields.map(({ key }) => key),
    idKey,
    createId: generateRecordId,
  })
}

const asBoolean = (column: string) => `'${column}', json(iif(${column}, 'true', 'false'))`
/** Arguments of `json_object` for `PayrollPerson`. */
const personProperties = [
  `'id', id, 'name', name, 'email', email, 'phone', phone, 'manager', manager, 'requestedEmail', requestedEmail`,
  `'profile', json(iif(json_valid(profile) AND profile != 'null', profile, '{}'))`,
  ...['isActive', 'isAdmin', 'isUnconfirmed', 'isOnPayroll', 'hasKey', 'hasOwnNumber'].map(asBoolean),
].join(', ')

/** Loads the users that the payroll or an earlier one names, and all managers. */
function loadPeople(app: CoreApp, rows: readonly PayrollRow[], idKey = ''): PayrollPerson[] {
  const texts = rows.flatMap(({ values }) =>
    [values.email, values[managerKey], values[idKey]].filter(Boolean).map(String),
  )
  // Identity numbers are stored in canonical form; managers may be typed with dots.
  const keys = JSON.stringify([...new Set(texts.flatMap((text) => [text.toLowerCase(), normalizeRecordKey(text)]))])
  const week = formatTimestamp(Date.now() - 7 * 86_400_000)
  const query = `WITH keys AS MATERIALIZED (SELECT value FROM json_each({:keys})), requested AS MATERIALIZED (
      SELECT subjectId AS user, details ->> 'email' AS email, max(rowid) FROM events
      WHERE subject = 'users' AND subject != 'requests' AND action = 'email' AND created > {:week} GROUP BY subjectId)
    SELECT users.id, name, users.email, phone, profile, manager, isActive, role = '_admin' AS isAdmin, ifnull(requested.email, '') AS requestedEmail,
      NOT (isActive OR verified) AND (rejected OR deactivatedAt = '') AS isUnconfirmed, users.id IN (SELECT user FROM payroll_users) AS isOnPayroll,
      users.id IN (SELECT user FROM api_keys WHERE createdBy != user AND revoked = '' AND (expires = '' OR expires >= (SELECT day FROM civil_today))) AS hasKey,
      ifnull((SELECT actor = subjectId FROM events WHERE subjectId = users.id AND subject = 'users' AND action = 'update'
        AND instr(ifnull(details ->> 'profile', details ->> 'fields'), iif(details -> 'profile' IS NULL, '"profile"', {:idName})) ORDER BY rowid DESC LIMIT 1), 0) AS hasOwnNumber
    FROM users LEFT JOIN requested ON requested.user = users.id
    WHERE users.id != '${externalOwnerId}' AND (lower(users.email) IN keys OR users.id IN (SELECT user FROM payroll_users)
      OR users.id IN (SELECT manager FROM users) OR replace(lower(iif(json_valid(profile), profile, '{}') ->> {:id}), '-', '') IN keys)`
  return JSON.parse(queryJson(app, query, { keys, week, id: `$."${idKey}"`, idName: `"${idKey}"` }, personProperties))
}
