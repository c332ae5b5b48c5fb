export { isPooledVm, markPooledVms } from '../runtime/pool.ts'
