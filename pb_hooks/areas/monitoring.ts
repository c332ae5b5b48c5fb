export { getHealth } from '../server/health.ts'
export { getMetrics } from '../server/metrics.ts'
