import { isSuspiciousShare, managerKey, maxListedRows, type PayrollChanges } from '../../src/domain/payroll/payroll.ts'
import { payrollSchema } from '../../src/domain/payroll/payroll-input.ts'
import type { PayrollPreview } from '../../src/domain/payroll/payroll-output.ts'
import type { ListedRow, PayrollPlan } from '../../src/domain/payroll/payroll-plan.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { countDecidedFormats } from '../requests/open-work.ts'
import { comparePayroll } from './payroll-people.ts'

/**
 * `POST /api/app/payroll` with `{fileName, rows}` → `PayrollPreview`: compares a payroll with the accounts and stores the steps of its import. No account
 * changes. Replaces an import that was not applied.
 */
export function stagePayroll(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const sheet = readInput(e, payrollSchema)
  const plan = comparePayroll(e.app, sheet)
  const id = generateRecordId()
  const receiverOf = (manager: string) => manager || caller.id
  const leaving = plan.left.map(({ id: user, name, manager }) => {
    const handover = { drafts: [], managed: [], substitution: '', substituted: [] }
    return { kind: 'leave' as const, user, name, row: 0, receiver: receiverOf(manager), handover }
  })
  const steps = [...plan.steps, ...leaving]
  writeInTransaction(e.app, (tx) => {
    requireActiveAdmin(tx, caller)
    const running = "SELECT 1 AS n FROM payrolls WHERE status IN ('applying', 'undoing')"
    if (queryRow(tx, running, {}, { n: 0 })) throw createErrorResponse('payroll.running', 409)
    executeSql(tx, "DELETE FROM payroll_steps WHERE payroll IN (SELECT id FROM payrolls WHERE status = 'staged')", {})
    executeSql(tx, "DELETE FROM payrolls WHERE status = 'staged'", {})
    executeSql(
      tx,
      'INSERT INTO payrolls (id, fileName, created, matched) VALUES ({:id}, {:fileName}, {:created}, {:matched})',
      { id, fileName: sheet.fileName, created: formatTimestamp(), matched: JSON.stringify(plan.matched) },
    )
    executeSql(tx, "INSERT INTO payroll_steps SELECT {:id}, key, value, '' FROM json_each({:steps})", {
      id,
      steps: JSON.stringify(steps.map((step) => JSON.stringify(step))),
    })
  })
  return e.json(200, buildPreview(e.app, id, plan, receiverOf))
}

function buildPreview(app: CoreApp, id: string, plan: PayrollPlan, receiverOf: (manager: string) => string) {
  const { created, changed, errors, left } = plan
  const ids = left.map((person) => person.id)
  const drafts = countBy(app, 'owner', "requests WHERE status = 'draft'", ids)
  const managed = countBy(app, 'manager', 'users WHERE isActive', ids)
  const formats = countDecidedFormats(app, ids)
  const shown = changed.slice(0, maxListedRows)
  const names = loadNames(app, plan, [
    ...shown.flatMap(listManagerIds),
    ...left.map(({ manager }) => receiverOf(manager)),
  ])
  const preview: PayrollPreview = {
    import: id,
    counts: {
      ...{ created: created.length, changed: changed.length, unchanged: plan.unchanged, errors: errors.length },
      unidentified: plan.unidentified,
    },
    created: created.slice(0, maxListedRows),
    changed: shown.map((row) => ({ ...row, cells: nameManagers(row, names) })),
    errors: errors.slice(0, maxListedRows),
    left: left.map(({ id: user, name, email, manager }) => ({
      ...{ id: user, name, email, receiver: names.get(receiverOf(manager)) ?? '' },
      ...{ drafts: drafts.get(user) ?? 0, managed: managed.get(user) ?? 0, formats: formats.get(user) ?? 0 },
    })),
    excused: plan.excused,
    suspicious: isSuspicious(app, left.length),
  }
  return preview
}

/** Counts rows by the users in `column`. `rows`: SQL of the table and a condition. */
function countBy(app: CoreApp, column: string, rows: string, ids: readonly string[]): Map<string, number> {
  const sql = `SELECT ${column} AS id, count(*) AS n FROM ${rows} AND ${column} IN (SELECT value FROM json_each({:ids})) GROUP BY ${column}`
  return new Map(queryRows(app, sql, { ids: JSON.stringify(ids) }, { id: '', n: 0 }).map(({ id, n }) => [id, n]))
}

const listManagerIds = ({ cells }: ListedRow) => Object.values((cells as PayrollChanges)[managerKey] ?? {}).map(String)

/** Maps the ids of managers to names. New people have no account yet. */
function loadNames(app: CoreApp, { steps }: PayrollPlan, ids: readonly string[]): Map<string, string> {
  const query = 'SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each({:ids}))'
  const found = queryRows(app, query, { ids: JSON.stringify(ids) }, { id: '', name: '' })
  return new Map([
    ...steps.map(({ user, name }) => [user, name] as const),
    ...found.map(({ id, name }) => [id, name] as const),
  ])
}

function nameManagers(row: ListedRow, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const [from = '', to = ''] = listManagerIds(row)
  return to ? { ...row.cells, [managerKey]: { from: names.get(from) ?? '', to: names.get(to) ?? '' } } : row.cells
}

/** Returns whether so many people leave that the administrator must type their number. */
export function isSuspicious(app: CoreApp, leaving: number): boolean {
  const query =
    "SELECT count(*) AS n FROM payroll_users JOIN users ON users.id = user WHERE isActive AND role != '_admin'"
  return isSuspiciousShare(leaving, queryRow(app, query, {}, { n: 0 })?.n ?? 0)
}
