export { isPooledVm, tagPooledVms } from '../runtime/pool.ts'
