export { takeUpBatches } from '../batch-job.ts'
export { batchCounts, batchOutcomes, batchProgress } from '../batch-outcomes.ts'
export { keepRows } from '../batch-rows.ts'
export { cancelBatch, confirmBatch, createBatch, discardRows } from '../batches.ts'
