import { notifyUsers, subscribeOwner } from '../runtime/realtime.ts'

// Realtime messages of features. Everything else in `runtime/realtime.ts` protects the engine.
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
