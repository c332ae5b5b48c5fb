export { applyPayroll, getPayroll, undoPayroll } from '../payroll/run-payroll.ts'
export { stagePayroll } from '../payroll/stage-payroll.ts'
