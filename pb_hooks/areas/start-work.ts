// Work at startup that is rarely due (`server/start.ts`).
export { repairLostSearchIndex } from '../requests/derived/derived-repair.ts'
export { repeatErasures } from '../requests/privacy/erasure-jobs.ts'
export { enqueueUnsentOneTimeCodes } from '../users/one-time-codes.ts'
export { prepareFirstAdmin } from '../users/setup.ts'
export { applyProviders } from '../users/single-sign-on-providers.ts'
