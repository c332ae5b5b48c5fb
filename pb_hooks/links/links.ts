import { type LinkPurpose, type LinkState, linkDays } from '../../src/domain/links/link.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { getIds } from '../lib/record-id.ts'
import { executeSql, queryRows } from '../lib/sql.ts'

/** Person to whom a link to a request is sent. */
interface LinkEntry {
  request: string
  /** Valid address. Letter case is ignored. */
  email: string
  name: string
  /** Signer of the format, from 0. Only of links to sign. */
  position?: number
}

/**
 * Creates the missing guests and links of a purpose. Returns the ids of all links in the order of `entries`; a link that
 * exists already stays as it is.
 */
export function createLinks(tx: CoreApp, purpose: LinkPurpose, entries: LinkEntry[]): string[] {
  createMissingGuests(tx, entries)
  const params = { purpose, entries: JSON.stringify(entries), now: formatTimestamp() }
  executeSql(
    tx,
    `INSERT INTO links (id, guest, request, purpose, position, state, created, updated)
     SELECT ${newId}, guests.id, value ->> 'request', {:purpose}, ifnull(value ->> 'position', 0), 'waiting', {:now}, {:now}
     FROM json_each({:entries}) JOIN guests ON guests.email = value ->> 'email' COLLATE NOCASE
     WHERE true ON CONFLICT DO NOTHING`,
    params,
  )
  const links = queryRows(
    tx,
    `SELECT links.id FROM json_each({:entries}) AS entry JOIN guests ON guests.email = value ->> 'email' COLLATE NOCASE
       JOIN links ON request = value ->> 'request' AND purpose = {:purpose} AND guest = guests.id AND position = ifnull(value ->> 'position', 0)
     ORDER BY entry.key`,
    params,
    { id: '' },
  )
  return getIds(links)
}

/** SQL of a new record id. */
const newId = 'substr(lower(hex(randomblob(8))), 2)'

/** Creates a guest for each address without one. An existing guest keeps the name. */
export function createMissingGuests(tx: CoreApp, people: Pick<LinkEntry, 'email' | 'name'>[]) {
  const guests = people.map(({ email, name }) => ({
    email,
    name: [...name.replace(controlCharacters, ' ')].slice(0, 120).join(''),
    tokenKey: $security.randomString(50),
  }))
  executeSql(
    tx,
    `INSERT INTO guests (id, email, name, tokenKey, created, updated)
     SELECT ${newId}, value ->> 'email', value ->> 'name', value ->> 'tokenKey', {:now}, {:now} FROM json_each({:guests})
     WHERE true ON CONFLICT DO NOTHING`,
    { guests: JSON.stringify(guests), now: formatTimestamp() },
  )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: removes them.
const controlCharacters = /[\x00-\x1f\x7f]+/g

/**
 * Creates a token for links of one guest and stores its hash. Links to sign keep their last day. The former token becomes invalid. The same `seed` creates the same
 * token, so that a mail that is sent again after an interruption has the same link.
 */
export function saveLinkToken(app: CoreApp, ids: string[], seed = $security.randomString(20)): string {
  const { secret } = app.findCachedCollectionByNameOrId('guests').authToken
  // 32 hexadecimal digits have 128 bits.
  const token = $security.hs256(`link ${seed}`, secret).slice(0, 32)
  const expires = formatTimestamp(Date.now() + linkDays * 24 * 60 * 60 * 1000)
  executeSql(
    app,
    `UPDATE links SET tokenHash = {:hash}, expires = iif(purpose = 'sign' AND expires != '', expires, {:expires}), updated = {:now}
     WHERE id IN (SELECT value FROM json_each({:ids})) AND state != 'cancelled'`,
    { hash: $security.sha256(token), expires, ids: JSON.stringify(ids), now: formatTimestamp() },
  )
  return token
}

const openedLink = {
  id: '',
  guest: '',
  blocked: 0,
  purpose: '' as LinkPurpose,
  state: '' as LinkState,
  tokenHash: '',
  request: '',
  format: '',
}
export type OpenedLink = typeof openedLink

/** Returns the links of a token; none if it is unknown, replaced or expired. A cancelled link opens only to report that no signature is needed. */
export function openLink(app: CoreApp, token: string): OpenedLink[] {
  return queryRows(
    app,
    `SELECT links.id, guest, blocked, purpose, links.state, tokenHash, request, formats.name AS format
     FROM links JOIN guests ON guests.id = guest JOIN requests ON requests.id = request JOIN formats ON formats.id = requests.format
     WHERE tokenHash = {:hash} AND tokenHash != '' AND expires > {:now} AND (links.state != 'cancelled' OR purpose = 'sign') ORDER BY links.position, links.id`,
    { hash: $security.sha256(token), now: formatTimestamp() },
    openedLink,
  )
}
