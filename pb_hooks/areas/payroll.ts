export { beginPayroll, getPayroll, savePayrollRows } from '../payroll/payroll-calls.ts'
export { previewPayroll } from '../payroll/payroll-preview.ts'
export { applyPayroll, undoPayroll } from '../payroll/run-payroll.ts'
