export { countBatchDeliveries, countBatchSignatures } from '../batches/batch-deliveries.ts'
export { correctAddresses, correctSigner, undoDeliveries } from '../requests/links/correct-addresses.ts'
export { createDeliveryLink } from '../requests/links/link-views.ts'
export { askAgain, cancelSigning, sendAgain } from '../requests/links/send-again.ts'
