import { importStartSchema } from '../../src/domain/lists/list-input.ts'
import { maxPayrollRows } from '../../src/domain/payroll/payroll.ts'
import { payrollRowsSchema } from '../../src/domain/payroll/payroll-input.ts'
import type { PayrollResult } from '../../src/domain/payroll/payroll-output.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, requireActiveAdmin, requireAdmin } from '../lib/users.ts'
import { listDecidedFormats } from '../requests/open-work.ts'
import { validatePayrollRows } from './load-plan.ts'
import type { StoredStep } from './payroll-steps.ts'
import { findPayroll, requirePayroll } from './stored-payroll.ts'

/** `POST /api/app/payroll` with `{fileName}` → `{import}`: starts an import and discards an earlier one that was not applied. */
export function beginPayroll(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { fileName } = readInput(e, importStartSchema)
  const id = generateRecordId()
  writeInTransaction(e.app, (tx) => {
    requireActiveAdmin(tx, caller)
    if (['applying', 'undoing'].includes(findPayroll(tx, "status != 'staged'")?.status ?? ''))
      throw createErrorResponse('payroll.running', 409)
    executeSql(tx, 'DELETE FROM payroll_rows', {})
    executeSql(tx, "DELETE FROM payrolls WHERE status = 'staged'", {})
    const params = { id, fileName, caller: caller.id, created: formatTimestamp() }
    executeSql(
      tx,
      'INSERT INTO payrolls (id, fileName, caller, created) VALUES ({:id}, {:fileName}, {:caller}, {:created})',
      params,
    )
  })
  return e.json(200, { import: id })
}

/** `POST /api/app/payroll/rows` with up to 1,000 rows → `{errors: [{row, errors}]}`. Rows with errors are stored too, because they name people who did not leave. */
export function savePayrollRows(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { import: id, rows } = readInput(e, payrollRowsSchema)
  const validated = validatePayrollRows(e.app, rows)
  writeInTransaction(e.app, (tx) => {
    requireActiveAdmin(tx, caller)
    requirePayroll(tx, id, 'staged')
    const lines = JSON.stringify(validated.map(({ row, ...content }) => ({ row, content: JSON.stringify(content) })))
    executeSql(
      tx,
      `INSERT OR REPLACE INTO payroll_rows SELECT {:id}, value ->> 'row', value ->> 'content' FROM json_each({:lines})`,
      { id, lines },
    )
    const count = queryRow(tx, 'SELECT count(*) AS n FROM payroll_rows WHERE payroll = {:id}', { id }, { n: 0 })?.n ?? 0
    if (count > maxPayrollRows) throw createErrorResponse('payroll.tooMany')
  })
  const errors = validated
    .filter((row) => Object.keys(row.errors).length > 0)
    .map(({ row, errors }) => ({ row, errors }))
  return e.json(200, { errors })
}

/** `GET /api/app/payroll` → `{latest}`: the import that was started last, with its result; `null` if there is none. */
export function getPayroll(e: core.RequestEvent) {
  requireAdmin(e)
  const latest = findPayroll(e.app, "status != 'staged'")
  return e.json(200, { latest: latest ? summarizeResult(e.app, latest) : null })
}

function summarizeResult(app: CoreApp, { id, fileName, created, status }: NonNullable<ReturnType<typeof findPayroll>>) {
  const query = 'SELECT content, status FROM payroll_steps WHERE payroll = {:id} ORDER BY position'
  const steps = queryRows(app, query, { id }, { content: '', status: '' }).map(
    ({ content, status }): StoredStep & { status: string } => ({ ...JSON.parse(content), status }),
  )
  const people = (...kinds: string[]) =>
    new Set(steps.filter((step) => step.status === 'done' && kinds.includes(step.kind)).map(({ user }) => user))
  const newUsers = people('create')
  const result: PayrollResult = {
    ...{ id, fileName, created, status: status as PayrollResult['status'] },
    counts: {
      created: newUsers.size,
      changed: [...people('change', 'email')].filter((user) => !newUsers.has(user)).length,
      left: people('leave').size,
      undone: steps.filter((step) => step.status === 'undone').length,
    },
    handovers: steps.flatMap((step) => {
      if (step.kind !== 'leave' || step.status !== 'done') return []
      const { drafts, managed, substitution } = step.handover
      if (drafts.length + managed.length === 0 && !substitution) return []
      return {
        id: step.user,
        name: step.name,
        receiver: findUserById(app, step.receiver)?.getString('name') ?? '',
        drafts: drafts.length,
        managed: managed.length,
        decides: Boolean(substitution),
        formats: substitution ? listDecidedFormats(app, step.user) : [],
      }
    }),
    skipped: steps.flatMap(({ name, status: code }) => (['', 'done', 'undone'].includes(code) ? [] : { name, code })),
  }
  return result
}
