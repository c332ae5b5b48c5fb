export { markPool } from '../pool.ts'
