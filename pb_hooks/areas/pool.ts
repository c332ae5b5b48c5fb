export { markPool } from '../server/pool.ts'
