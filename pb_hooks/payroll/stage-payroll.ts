import { isSuspiciousShare } from '../../src/domain/payroll/payroll.ts'
import { payrollSchema } from '../../src/domain/payroll/payroll-input.ts'
import type { PayrollPreview } from '../../src/domain/payroll/payroll-output.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { addOpenWork } from '../requests/open-work.ts'
import { comparePayroll } from './payroll-people.ts'

/**
 * `POST /api/app/payroll` with `{fileName, rows}` → `PayrollPreview`: compares a payroll with the accounts and stores the steps of its import. No account
 * changes. Replaces an import that was not applied.
 */
export function stagePayroll(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const sheet = readInput(e, payrollSchema)
  const { steps, matched, left, ...preview } = comparePayroll(e.app, sheet)
  const id = generateRecordId()
  const leaving = left.map(({ id: user, name, manager }) => {
    const handover = { drafts: [], managed: [], substitution: '', substituted: [] }
    return { kind: 'leave' as const, user, name, row: 0, receiver: manager || caller.id, handover }
  })
  writeInTransaction(e.app, (tx) => {
    requireActiveAdmin(tx, caller)
    const running = "SELECT 1 AS n FROM payrolls WHERE status IN ('applying', 'undoing')"
    if (queryRow(tx, running, {}, { n: 0 })) throw createErrorResponse('payroll.running', 409)
    executeSql(tx, "DELETE FROM payroll_steps WHERE payroll IN (SELECT id FROM payrolls WHERE status = 'staged')", {})
    executeSql(tx, "DELETE FROM payrolls WHERE status = 'staged'", {})
    executeSql(
      tx,
      'INSERT INTO payrolls (id, fileName, created, matched) VALUES ({:id}, {:fileName}, {:created}, {:matched})',
      { id, fileName: sheet.fileName, created: formatTimestamp(), matched: JSON.stringify(matched) },
    )
    executeSql(tx, "INSERT INTO payroll_steps SELECT {:id}, key, value, '' FROM json_each({:steps})", {
      id,
      steps: JSON.stringify([...steps, ...leaving].map((step) => JSON.stringify(step))),
    })
  })
  const people = left.map(({ id: user, name, email, managerName }) => {
    return { id: user, name, email, receiver: managerName || caller.getString('name') }
  })
  const suspicious = isSuspicious(e.app, left.length)
  const response: PayrollPreview = { import: id, ...preview, left: addOpenWork(e.app, people), suspicious }
  return e.json(200, response)
}

/** Returns whether so many people leave that the administrator must type their number. */
export function isSuspicious(app: CoreApp, leaving: number): boolean {
  const query =
    "SELECT count(*) AS n FROM payroll_users JOIN users ON users.id = user WHERE isActive AND role != '_admin'"
  return isSuspiciousShare(leaving, queryRow(app, query, {}, { n: 0 })?.n ?? 0)
}
