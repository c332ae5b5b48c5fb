import type { PayrollResult } from '../../src/domain/payroll/payroll-output.ts'
import { createErrorResponse } from '../lib/http.ts'
import { type QueryParams, queryRow, queryRows } from '../lib/sql.ts'
import { findUserById, requireAdmin } from '../lib/users.ts'
import { listDecidedFormats } from '../requests/open-work.ts'
import type { StoredStep } from './payroll-steps.ts'

const payrollColumns = { id: '', fileName: '', created: '', status: '', invites: 0 }

const findPayroll = (app: CoreApp, condition: string, params: QueryParams = {}) =>
  queryRow(
    app,
    `SELECT id, fileName, created, status, invites FROM payrolls WHERE ${condition}`,
    params,
    payrollColumns,
  )

/** Returns the payroll if it has one of the statuses; otherwise refuses with 409 and the error code `refusal`. */
export function requirePayroll(
  app: CoreApp,
  id: string,
  statuses: readonly string[],
  refusal: 'payroll.changed' | 'payroll.expired',
) {
  const payroll = findPayroll(app, 'id = {:id}', { id })
  if (!payroll || !statuses.includes(payroll.status)) throw createErrorResponse(refusal, 409)
  return payroll
}

/** `GET /api/app/payroll` → `{latest}`: the import that was started last, with its result; `null` if there is none. */
export function getPayroll(e: core.RequestEvent) {
  requireAdmin(e)
  const latest = findPayroll(e.app, "status != 'staged'")
  return e.json(200, { latest: latest ? summarizeResult(e.app, latest) : null })
}

function summarizeResult(app: CoreApp, { id, fileName, created, status }: typeof payrollColumns): PayrollResult {
  const query = 'SELECT content, status FROM payroll_steps WHERE payroll = {:id} ORDER BY position'
  const steps = queryRows(app, query, { id }, { content: '', status: '' }).map(
    ({ content, ...columns }): StoredStep => ({ ...JSON.parse(content), ...columns }),
  )
  const applied = steps.filter((step) => step.status === 'applied')
  const listUsers = (kind: string) => new Set(applied.filter((step) => step.kind === kind).map(({ user }) => user))
  const newUsers = listUsers('create')
  return {
    ...{ id, fileName, created, status: status as PayrollResult['status'] },
    counts: {
      created: newUsers.size,
      changed: [...listUsers('change')].filter((user) => !newUsers.has(user)).length,
      left: listUsers('leave').size,
      undone: steps.filter((step) => step.status === 'undone').length,
    },
    handovers: applied.flatMap((step) => {
      if (step.kind !== 'leave') return []
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
    // The statuses of steps that were left out are error codes, which have a dot.
    skipped: steps.flatMap(({ name, status: code }) => (code.includes('.') ? { name, code } : [])),
  }
}
