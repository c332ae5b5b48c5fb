import { notifyUsers, subscribeOwner } from '../runtime/realtime.ts'

// Exports the function of `runtime/realtime.ts` that features may call; the other functions there protect PocketBase.
export { notifyUsers }

/** Writes a record in a transaction; its owner's open pages receive the change after the commit. */
export function writeAndPushRecord(
  tx: CoreApp,
  record: core.Record,
  write: () => void = () => tx.saveNoValidate(record),
) {
  subscribeOwner(tx, record)
  write()
}
