import { getDeviceName } from '../../src/domain/users/device.ts'
import { getCurrentCall } from '../runtime/current-call.ts'
import { executeSql } from './sql.ts'

// Hash chain of events. Each transaction that writes events ends with a link: a hash of its events and of the previous
// link. `server/audit.ts` verifies the links, to detect changed, deleted and inserted events. With a link per
// transaction, 5,000 decisions need only fifty links.

/** Store key of the last row id before the events of the running transaction. */
const firstEventKey = 'events before'
/** Maximum events per link, because their text is held in memory. */
const maxEventsPerLink = 5_000
/** Retention of the network address and device of a decision, in days. */
const originDays = 180

/** SQL expression of the hash of an event's salt and texts. Erasing deletes the salt, so that the hash does not confirm a guessed text. */
export const textHashSql = "iif(textHash = '', sha256(json_array(salt, reason, details)), textHash)"

/** SQL expression of the event columns that a link covers. */
const eventJsonSql = `json_array(id, subject, subjectId, actor, actorName, owner, action, "from", "to", ${textHashSql}, created)`

/**
 * SQL expression of the events' texts in write order, in hexadecimal, because other text would be re-encoded twice
 * before it is hashed.
 */
const eventLinesSql = 'hex(group_concat(line, char(10)))'

export const buildEventLinesSql = (range: string) =>
  `SELECT ${eventLinesSql} FROM (SELECT ${eventJsonSql} AS line FROM events WHERE ${range} ORDER BY rowid)`

/**
 * Query for the events without a link, with the previous link. A second query would take as long as writing a decision.
 */
const unlinkedEventsSql = `SELECT ifnull((SELECT hash FROM event_links ORDER BY last DESC LIMIT 1), '') AS previous, count(*) AS count,
    ${eventLinesSql} AS lines, ifnull(max(ofOthers), 0) AS ofOthers
  FROM (SELECT ${eventJsonSql} AS line, actor != '' AND actor != owner AS ofOthers
    FROM events WHERE rowid > {:first} ORDER BY rowid LIMIT ${maxEventsPerLink})`

export const computeChainLinkHash = (previous: string, origin: string, lines: string) =>
  $security.sha256(`${previous}\n${origin}\n${lines}`)

/**
 * Returns the hash of a network address and device in a link. Without the salt, which is deleted later, the hash does
 * not identify the address.
 */
export const computeCallOriginHash = (salt: string, address: string, device: string) =>
  address ? $security.sha256(`${salt}\n${address}\n${device}`) : ''

/**
 * Stores the last row id before the transaction's first event, so call it before that event. One store key is enough,
 * because only one transaction writes at a time.
 */
export function saveTransactionStart(tx: CoreApp) {
  if (tx.store().has(firstEventKey)) return
  const model = new DynamicModel({ last: 0 })
  tx.db().newQuery('SELECT ifnull(max(rowid), 0) AS last FROM events').one(model)
  tx.store().set(firstEventKey, model.last)
}

/** Links the events of a transaction; called at its end. */
export function appendEventsToChain(tx: CoreApp) {
  if (!tx.store().has(firstEventKey)) return
  let first = Number(tx.store().get(firstEventKey))
  for (let count = maxEventsPerLink; count === maxEventsPerLink; first += count) count = appendLink(tx, first)
}

/** Deletes the row id stored by `saveTransactionStart`, also after a failed transaction. */
export function removeTransactionStart(tx: CoreApp) {
  tx.store().remove(firstEventKey)
}

const linkColumns = { previous: '', count: 0, lines: '', ofOthers: 0 }

/** Links the events after `first` and returns their number. Reads the long text through a model, because JSON would be slower. */
function appendLink(tx: CoreApp, first: number): number {
  const model = new DynamicModel(linkColumns)
  tx.db().newQuery(unlinkedEventsSql).bind({ first }).one(model)
  const { previous, count, lines, ofOthers } = model as typeof linkColumns
  if (count === 0) return 0
  const { salt, address, device } = ofOthers ? getCallOrigin() : noOrigin
  const origin = computeCallOriginHash(salt, address, device)
  executeSql(
    tx,
    `INSERT INTO event_links (last, count, hash, origin, salt, address, device, at)
     VALUES ({:last}, {:count}, {:hash}, {:origin}, {:salt}, {:address}, {:device}, unixepoch())`,
    { last: first + count, count, hash: computeChainLinkHash(previous, origin, lines), origin, salt, address, device },
  )
  return count
}

const noOrigin = { salt: '', address: '', device: '' }

/** Returns the network address and device of the running call, and a new salt. Each is empty in a job. */
export function getCallOrigin(): typeof noOrigin {
  const call = getCurrentCall().event
  const address = call?.realIP()
  if (!call || !address) return noOrigin
  const device = getDeviceName(call.request?.header.get('User-Agent') ?? '')
  return { salt: $security.randomString(20), address: address.slice(0, 60), device }
}

/** Deletes addresses and devices after `originDays`, because they are personal data. Runs each night. */
export function deleteOldAddressesAndDevices() {
  executeSql(
    $app,
    "UPDATE event_links SET address = '', device = '', salt = '' WHERE address != '' AND at < unixepoch() - {:seconds}",
    { seconds: originDays * 86_400 },
  )
}
