export { cancelBatch, confirmBatch, createBatch, discardRows } from '../batches/batches.ts'
export { batchCounts, batchOutcomes, batchProgress } from '../batches/outcomes.ts'
export { keepRows } from '../batches/rows.ts'
