export { health } from '../server/health.ts'
export { metrics } from '../server/metrics.ts'
