import { notifyUsers, subscribeRecordOwner } from '../runtime/realtime.ts'

// Re-exports the only function of `runtime/realtime.ts` that features may call.
export { notifyUsers }

/** Writes a record in a transaction; its owner's open pages receive the change after the commit. */
export function writeAndPushRecord(
  tx: CoreApp,
  record: core.Record,
  write: () => void = () => tx.saveNoValidate(record),
) {
  subscribeRecordOwner(tx, record)
  write()
}
