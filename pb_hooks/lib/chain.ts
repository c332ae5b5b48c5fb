import { deviceOf } from '../../src/domain/users/device.ts'
import { currentCall } from '../runtime/current-call.ts'
import { run } from './sql.ts'

// Every transaction that writes history ends with a link over its events and the link before, so that what is changed, deleted or put in
// afterwards shows (`server/audit.ts`). A link over a transaction and not over an event: 5,000 decisions are fifty links.

/** Under this name the store holds the row id after which the running transaction writes events. */
const before = 'events before'
/** Events that one link covers at most: their text is held at once. */
const most = 5_000
/** Days after which nobody can be told any more from where something was decided. */
const originDays = 180

/** What a link covers of each event. */
const line = `json_array(id, subject, subjectId, actor, actorName, owner, action, "from", "to", reason, details, created)`

/** Its events in the order of writing. Letters beyond ASCII would be turned twice on the way to the sum, one by one: so it is taken of their bytes in hexadecimal. */
const lines = 'hex(group_concat(line, char(10)))'

export const chainedLines = (range: string) =>
  `SELECT ${lines} FROM (SELECT ${line} AS line FROM events WHERE ${range} ORDER BY rowid)`

/** In one question, because each one costs a single decision as much as writing it. */
const unlinked = `SELECT ifnull((SELECT hash FROM event_links ORDER BY last DESC LIMIT 1), '') AS previous, count(*) AS count,
    ${lines} AS lines, ifnull(max(ofOthers), 0) AS ofOthers
  FROM (SELECT ${line} AS line, actor != '' AND actor != owner AS ofOthers
    FROM events WHERE rowid > {:first} ORDER BY rowid LIMIT ${most})`

export const linkHash = (previous: string, origin: string, lines: string) =>
  $security.sha256(`${previous}\n${origin}\n${lines}`)

/** Stands in the link for the address, which is forgotten one day: the salt goes with it, and nothing tells it any more. */
export const originHash = (salt: string, address: string, device: string) =>
  address ? $security.sha256(`${salt}\n${address}\n${device}`) : ''

/** Called before history is written. Writers come one after the other, so one place is enough for all virtual machines. */
export function beforeEvents(tx: CoreApp) {
  if (tx.store().has(before)) return
  const model = new DynamicModel({ last: 0 })
  tx.db().newQuery('SELECT ifnull(max(rowid), 0) AS last FROM events').one(model)
  tx.store().set(before, (model as unknown as { last: number }).last)
}

/** At the end of a transaction: what it wrote of history is linked to what was there. */
export function seal(tx: CoreApp) {
  if (!tx.store().has(before)) return
  let first = Number(tx.store().get(before))
  for (let count = most; count === most; first += count) count = link(tx, first)
}

/** The place in the store is free again, also after a refusal. */
export function unsealed(tx: CoreApp) {
  tx.store().remove(before)
}

const found = { previous: '', count: 0, lines: '', ofOthers: 0 }

/** Links the events after `first` and tells how many they are. Of a thousand the text is long, so it comes from the database as it is, and not as JSON. */
function link(tx: CoreApp, first: number): number {
  const model = new DynamicModel(found)
  tx.db().newQuery(unlinked).bind({ first }).one(model)
  const { previous, count, lines, ofOthers } = model as unknown as typeof found
  if (count === 0) return 0
  const { salt, address, device } = ofOthers ? originOf(currentCall().event) : nowhere
  const origin = originHash(salt, address, device)
  run(
    tx,
    `INSERT INTO event_links (last, count, hash, origin, salt, address, device, at)
     VALUES ({:last}, {:count}, {:hash}, {:origin}, {:salt}, {:address}, {:device}, unixepoch())`,
    { last: first + count, count, hash: linkHash(previous, origin, lines), origin, salt, address, device },
  )
  return count
}

const nowhere = { salt: '', address: '', device: '' }

/** From where it was asked, of what somebody does to what is another's or everybody's; of one's own nothing is kept. */
function originOf(call: core.RequestEvent | undefined): typeof nowhere {
  const address = call?.realIP()
  if (!call || !address) return nowhere
  const device = deviceOf(call.request?.header.get('User-Agent') ?? '')
  return { salt: $security.randomString(20), address: address.slice(0, 60), device }
}

/** Each night: addresses are personal data, and are kept no longer than somebody may ask about a decision. */
export function forgetOrigins() {
  run(
    $app,
    "UPDATE event_links SET address = '', device = '', salt = '' WHERE address != '' AND at < unixepoch() - {:seconds}",
    { seconds: originDays * 86_400 },
  )
}
