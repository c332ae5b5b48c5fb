export { getPayroll } from '../payroll/payroll-result.ts'
export { applyPayroll, deleteOldPayrolls, undoPayroll } from '../payroll/run-payroll.ts'
export { stagePayroll } from '../payroll/stage-payroll.ts'
