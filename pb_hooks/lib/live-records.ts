import { getCurrentCall } from '../runtime/current-call.ts'

/** Collections of which users see only their own records, with the field of the owner. */
const ownerFields: Record<string, string> = { requests: 'owner', batches: 'owner', notices: 'to' }
/** Collection of which administrators, too, see only their own records. */
const ownForAll = 'notices'

/** Continues a subscription with topics of the caller's own records, because PocketBase would check each connection for each saved record. */
export function subscribeToOwnRecords(e: core.RealtimeSubscribeRequestEvent) {
  if (!e.auth || e.hasSuperuserAuth()) return e.next()
  const collections = Object.keys(ownerFields)
  engine.replaceOwnTopics(e, e.auth.getString('role') === '_admin' ? [ownForAll] : collections, collections)
}

/** Writes a record in a transaction; its owner's open pages receive the change after the commit. */
export function writeAndPushRecord(
  tx: CoreApp,
  record: core.Record,
  write: () => void = () => tx.saveNoValidate(record),
) {
  const collection = record.collection().name
  const owner = record.getString(ownerFields[collection] ?? 'owner')
  getCurrentCall().subscribedOwners.push({ collection, owner })
  engine.subscribeOwner(collection, owner)
  write()
}

/** Unsubscribes the owners of the ended transaction; PocketBase has already sent its messages. */
export function unsubscribeOwners() {
  for (const { collection, owner } of getCurrentCall().subscribedOwners.splice(0))
    engine.unsubscribeOwner(collection, owner)
}
