import type { PayrollResult } from '../../src/domain/payroll/payroll-output.ts'
import { createErrorResponse } from '../lib/http.ts'
import { type QueryParams, queryRow } from '../lib/sql.ts'

const payrollColumns = { id: '', fileName: '', created: '', status: '', invites: 0 }
type Payroll = typeof payrollColumns
type PayrollStatus = PayrollResult['status'] | 'staged'

/** Returns the payroll that fulfils an SQL condition. */
export const findPayroll = (app: CoreApp, condition: string, params: QueryParams = {}): Payroll | undefined =>
  queryRow(
    app,
    `SELECT id, fileName, created, status, invites FROM payrolls WHERE ${condition}`,
    params,
    payrollColumns,
  )

/** Returns the payroll if it has one of the statuses; otherwise refuses with 409. */
export function requirePayroll(app: CoreApp, id: string, ...statuses: PayrollStatus[]): Payroll {
  const payroll = findPayroll(app, 'id = {:id}', { id })
  if (!payroll || !statuses.includes(payroll.status as PayrollStatus)) throw createErrorResponse('payroll.changed', 409)
  return payroll
}
