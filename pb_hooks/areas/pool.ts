export { markPool } from '../runtime/pool.ts'
