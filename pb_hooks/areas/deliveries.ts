export { countBatchDeliveries, countBatchSignatures } from '../batches/batch-deliveries.ts'
export { correctAddresses, sendAgain, undoDeliveries } from '../requests/delivery/delivery-calls.ts'
export { createDeliveryLink } from '../requests/delivery/delivery-view.ts'
export { askAgain, cancelSigning, correctSigner } from '../requests/signing/signing-calls.ts'
