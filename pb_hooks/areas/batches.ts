export { saveBatchRows } from '../batches/batch-rows.ts'
export { cancelBatch, confirmBatch, createBatch, discardRows } from '../batches/batches.ts'
export { countBatchRequests, getBatchProgress, listRowResults } from '../batches/row-results.ts'
