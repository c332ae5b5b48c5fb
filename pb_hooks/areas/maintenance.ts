export { deleteOldAddressesAndDevices } from '../lib/event-chain.ts'
export { repairDerivedTables, verifyDerivedTables } from '../requests/derived/derived-repair.ts'
export { logLastEventChainLink, verifyEventChain } from '../server/audit.ts'
export { exitOnError } from '../server/exit-on-error.ts'
