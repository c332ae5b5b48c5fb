import type * as z from 'zod/mini'
import { externalOwnerId } from '../../src/domain/external/external-owner.ts'
import { createValidator } from '../../src/domain/fields/values.ts'
import { normalizeRecordKey } from '../../src/domain/lists/list.ts'
import {
  findIdKey,
  getPayrollFields,
  lastNamesKey,
  managerKey,
  type PayrollRow,
} from '../../src/domain/payroll/payroll.ts'
import type { payrollRowsSchema } from '../../src/domain/payroll/payroll-input.ts'
import { type PayrollPlan, planPayroll } from '../../src/domain/payroll/payroll-plan.ts'
import { userUpdateSchema } from '../../src/domain/users/user.ts'
import { formatTimestamp, getValidationContext } from '../lib/clock.ts'
import { toErrorCode } from '../lib/http.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { queryRows } from '../lib/sql.ts'
import { getProfileFields } from '../lib/users.ts'
import { parseProfile } from './account-changes.ts'

const maxRowChars = 6_000

/** Validates rows of the client again. A row that is too long keeps only what identifies its person. */
export function validatePayrollRows(app: CoreApp, rows: z.infer<typeof payrollRowsSchema>['rows']): PayrollRow[] {
  const profileFields = getProfileFields(getSettingsRecord(app))
  const check = createValidator(getPayrollFields(profileFields), getValidationContext(app))
  const idKey = findIdKey(profileFields) ?? ''
  return rows.map(({ row, values: cells, wrong }) => {
    const { values, errors: found } = check(cells)
    const errors = { ...found, ...Object.fromEntries(wrong.map((key) => [key.slice(0, 40), 'invalid'])) }
    const name = [values.name, values[lastNamesKey]].filter(Boolean).join(' ')
    const contact = userUpdateSchema.safeParse({ name, email: values.email || 'a@a.co', phone: '' })
    for (const { path, message } of contact.error?.issues ?? []) errors[String(path[0])] ??= toErrorCode(message)
    if (contact.data && values.email) values.email = contact.data.email
    if (JSON.stringify(values).length <= maxRowChars) return { row, values, errors }
    const { email, [idKey]: id } = values
    return {
      row,
      values: { ...(email && { email }), ...(id && { [idKey]: id }) },
      errors: { ...errors, name: 'length' },
    }
  })
}

/** Compares the rows of a staged payroll with the accounts. */
export function loadPayrollPlan(app: CoreApp, payroll: string): PayrollPlan {
  const profileFields = getProfileFields(getSettingsRecord(app))
  const idKey = findIdKey(profileFields)
  const query = 'SELECT "row", content FROM payroll_rows WHERE payroll = {:payroll} ORDER BY "row"'
  const rows = queryRows(app, query, { payroll }, { row: 0, content: '' }).map(
    ({ row, content }): PayrollRow => ({ row, ...JSON.parse(content) }),
  )
  return planPayroll({
    rows,
    people: loadPeople(app, rows, idKey),
    groups: queryRows(
      app,
      'SELECT id, name, members FROM groups ORDER BY name',
      {},
      { id: '', name: '', members: '' },
    ).map((group) => ({ ...group, members: JSON.parse(group.members || '[]') })),
    profileKeys: profileFields.map(({ key }) => key),
    idKey,
    // Derived from the row, so that the plan of the preview and the plan of the import are equal.
    createId: (row) => $security.sha256(`${payroll} ${row}`).slice(0, 15),
  })
}

const personColumns = {
  ...{ id: '', name: '', email: '', phone: '', profile: '', manager: '', isActive: 0, isAdmin: 0, isUnconfirmed: 0 },
  ...{ requestedEmail: '', isOnPayroll: 0, hasKey: 0 },
}

/** Loads the users that the payroll or an earlier one names, and all managers. */
function loadPeople(app: CoreApp, rows: readonly PayrollRow[], idKey = '') {
  const texts = rows.flatMap(({ values }) =>
    [values.email, values[managerKey], values[idKey]].flatMap((value) => (value ? String(value) : [])),
  )
  // Identity numbers are stored in canonical form; managers may be typed with dots.
  const keys = JSON.stringify([...new Set(texts.flatMap((text) => [text.toLowerCase(), normalizeRecordKey(text)]))])
  const query = `WITH keys AS MATERIALIZED (SELECT value FROM json_each({:keys})), requested AS MATERIALIZED (
      SELECT subjectId AS user, details ->> 'email' AS email, max(rowid) FROM events
      WHERE subject = 'users' AND subject != 'requests' AND action = 'email' AND created > {:week} GROUP BY subjectId)
    SELECT users.id, name, users.email, phone, profile, manager, isActive, role = '_admin' AS isAdmin,
      NOT (isActive OR verified) AND deactivatedAt = '' AS isUnconfirmed, ifnull(requested.email, '') AS requestedEmail,
      users.id IN (SELECT user FROM payroll_users) AS isOnPayroll, users.id IN (SELECT user FROM api_keys WHERE revoked = '') AS hasKey
    FROM users LEFT JOIN requested ON requested.user = users.id
    WHERE users.id != '${externalOwnerId}' AND (lower(users.email) IN keys OR users.id IN (SELECT user FROM payroll_users)
      OR users.id IN (SELECT manager FROM users) OR replace(lower(iif(json_valid(profile), profile, '{}') ->> {:id}), '-', '') IN keys)`
  const week = formatTimestamp(Date.now() - 7 * 86_400_000)
  return queryRows(app, query, { keys, week, id: `$."${idKey}"` }, personColumns).map((person) => ({
    ...person,
    profile: parseProfile(person.profile),
    isActive: person.isActive === 1,
    isAdmin: person.isAdmin === 1,
    isUnconfirmed: person.isUnconfirmed === 1,
    isOnPayroll: person.isOnPayroll === 1,
    hasKey: person.hasKey === 1,
  }))
}
