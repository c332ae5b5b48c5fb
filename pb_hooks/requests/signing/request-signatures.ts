import { linkDays } from '../../../src/domain/links/link.ts'
import { defaultSigningDays } from '../../../src/domain/links/signing.ts'
import { deleteQueuedLinks, queueDeliveries } from '../../deliveries/delivery-queue.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { getIds } from '../../lib/record-id.ts'
import { executeSql, queryRows } from '../../lib/sql.ts'
import { createLinks } from '../../links/links.ts'
import type { ReadyDocument } from '../effects/deliver-documents.ts'

const openStates: readonly string[] = ['waiting', 'sent', 'opened', 'failed']
export const isSignatureOpen = (state: string) => openStates.includes(state)

/** SQL condition of links whose signature is pending. */
export const openSignature = `links.purpose = 'sign' AND links.state IN (${openStates.map((state) => `'${state}'`)})`

/** SQL condition of links whose turn it is. `version`: alias of the request's format version. */
export const hasTurn = `(ifnull(version.signing ->> 'order', '') != 'sequence' OR NOT EXISTS (SELECT 1 FROM links AS earlier
  WHERE earlier.request = links.request AND earlier.purpose = 'sign' AND earlier.position < links.position AND earlier.state != 'signed'))`

/**
 * Creates the links of the outside signers of ready preliminary documents, and queues their mails. When a document is final because all have
 * signed, sends it to them. A regenerated document creates no further links. A signer without an address is omitted.
 */
export function requestSignatures(tx: CoreApp, ready: ReadyDocument[]) {
  const idsOf = (matches: (one: ReadyDocument) => boolean) => JSON.stringify(getIds(ready.filter(matches)))
  const entries = queryRows(
    tx,
    `SELECT requests.id AS request, signer.key AS position, requests."values" ->> (signer.value ->> 'email') AS email,
       ifnull(requests."values" ->> (signer.value ->> 'name'), '') AS name
     FROM json_each({:ids}) AS ready JOIN requests ON requests.id = ready.value
       JOIN format_versions AS version ON version.id = requests.formatVersion, json_each(version.signing, '$.signers') AS signer
     WHERE requests.reviewer != '' AND ifnull(requests."values" ->> (signer.value ->> 'email'), '') != ''
       AND NOT EXISTS (SELECT 1 FROM links WHERE links.request = requests.id AND links.purpose = 'sign')
     ORDER BY ready.key, signer.key`,
    { ids: idsOf(({ kind }) => kind === 'preliminary') },
    { request: '', position: 0, email: '', name: '' },
  )
  createLinks(tx, 'sign', entries)
  askSigners(tx, [...new Set(entries.map(({ request }) => request))])
  const signed = queryRows(
    tx,
    `SELECT links.id FROM json_each({:ids}) JOIN links ON links.request = value AND links.purpose = 'sign' AND links.state = 'signed'
     WHERE NOT EXISTS (SELECT 1 FROM links AS delivered
       WHERE delivered.request = links.request AND delivered.purpose = 'deliver' AND delivered.guest = links.guest)`,
    { ids: idsOf(({ kind, previousKind }) => kind === 'final' && previousKind === 'preliminary') },
    { id: '' },
  )
  queueDeliveries(tx, getIds(signed), { purpose: 'complete' })
}

/** Queues the mails of the signers whose turn it is and who were not asked yet. Their time to sign starts. */
export function askSigners(tx: CoreApp, requests: string[]) {
  if (!requests.length) return
  const asked = queryRows(
    tx,
    `UPDATE links SET updated = {:now}, expires = strftime('%Y-%m-%d %H:%M:%fZ', {:now}, '+' || ifnull(version.signing ->> 'expires', ${defaultSigningDays}) || ' days')
     FROM requests JOIN format_versions AS version ON version.id = requests.formatVersion
     WHERE links.request IN (SELECT value FROM json_each({:requests})) AND requests.id = links.request
       AND links.purpose = 'sign' AND links.state = 'waiting' AND ${hasTurn} RETURNING links.id`,
    { requests: JSON.stringify(requests), now: formatTimestamp() },
    { id: '' },
  )
  queueDeliveries(tx, getIds(asked), { purpose: 'sign' })
}

/** Stores that a link was signed or refused. It stays valid for some time, so that its person can read the final document. */
export function closeSignature(tx: CoreApp, id: string, state: 'signed' | 'refused') {
  const expires = formatTimestamp(Date.now() + linkDays * 24 * 60 * 60 * 1000)
  const sql = 'UPDATE links SET state = {:state}, expires = {:expires}, updated = {:now} WHERE id = {:id}'
  executeSql(tx, sql, { id, state, expires, now: formatTimestamp() })
  deleteQueuedLinks(tx, [id])
}

/** Cancels the pending signatures of a request that a signer refused, and queues the mails to those who have signed. */
export function reportRefusal(tx: CoreApp, request: string) {
  cancelSignatures(tx, [request])
  const query = "SELECT id FROM links WHERE request = {:request} AND purpose = 'sign' AND state = 'signed'"
  const signed = getIds(queryRows(tx, query, { request }, { id: '' }))
  deleteQueuedLinks(tx, signed)
  queueDeliveries(tx, signed, { purpose: 'refused' })
}

/** Cancels the pending signatures of requests. */
export function cancelSignatures(tx: CoreApp, requests: string[]) {
  const cancelled = queryRows(
    tx,
    `UPDATE links SET state = 'cancelled', updated = {:now} WHERE request IN (SELECT value FROM json_each({:requests})) AND ${openSignature}
     RETURNING id`,
    { requests: JSON.stringify(requests), now: formatTimestamp() },
    { id: '' },
  )
  deleteQueuedLinks(tx, getIds(cancelled))
}

/** Sets links back to their state before the first mail. Their former tokens end. */
export function resetLinks(tx: CoreApp, ids: string[]) {
  executeSql(
    tx,
    `UPDATE links SET state = 'waiting', tokenHash = '', expires = '', openedAt = '', readHash = '', error = '', reminders = 0, updated = {:now}
     WHERE id IN (SELECT value FROM json_each({:ids}))`,
    { ids: JSON.stringify(ids), now: formatTimestamp() },
  )
  deleteQueuedLinks(tx, ids)
}

/** Cancels the pending signatures of annulled documents. Effect of the action `annul`. */
export const cancelPendingSignatures = (tx: CoreApp, { requests }: { requests: readonly { id: string }[] }) =>
  cancelSignatures(tx, getIds(requests))

/** Deletes the links to sign of returned requests, because the corrected document gets new ones. Effect of the action `return`. The history retains the signatures. */
export function deleteSignatures(tx: CoreApp, { requests }: { requests: readonly { id: string }[] }) {
  executeSql(tx, "DELETE FROM links WHERE purpose = 'sign' AND request IN (SELECT value FROM json_each({:requests}))", {
    requests: JSON.stringify(getIds(requests)),
  })
}

/** Returns the requests with pending signatures. */
export function findUnsigned(tx: CoreApp, requests: string[]): Set<string> {
  const query = `SELECT DISTINCT request FROM links WHERE request IN (SELECT value FROM json_each({:requests})) AND ${openSignature}`
  const found = queryRows(tx, query, { requests: JSON.stringify(requests) }, { request: '' })
  return new Set(found.map(({ request }) => request))
}
