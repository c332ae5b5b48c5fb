export { getPayroll } from '../payroll/payroll-result.ts'
export { applyPayroll, undoPayroll } from '../payroll/run-payroll.ts'
export { stagePayroll } from '../payroll/stage-payroll.ts'
