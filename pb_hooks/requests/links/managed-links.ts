import { canManageDelivery } from '../../../src/domain/deliveries/delivery.ts'
import { deliveryTargetsSchema } from '../../../src/domain/deliveries/delivery-input.ts'
import type { DeliveryResult } from '../../../src/domain/deliveries/delivery-output.ts'
import type { ErrorCode } from '../../../src/domain/errors.ts'
import type { LinkState } from '../../../src/domain/links/link.ts'
import { isDeliverable, isMailClaimed } from '../../deliveries/delivery-state.ts'
import { recordEvents } from '../../lib/events.ts'
import { readInput } from '../../lib/http.ts'
import { getIds } from '../../lib/record-id.ts'
import { queryRows } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { requireCurrentRole } from '../../lib/users.ts'
import { findActionTargets } from '../actions/targets.ts'

/** Number of requests per transaction; other writers can run between them. */
const chunkSize = 500

const linkColumns = {
  /** Id of the link; empty if the request has none. */
  id: '',
  request: '',
  owner: '',
  guest: '',
  email: '',
  state: '' as LinkState | '',
  timesSent: 0,
  /** 1 if the document can be delivered, or signed. */
  isOpen: 0,
  /** 1 if a mail is in the queue. */
  isQueued: 0,
  /** 1 if a mail is being sent. */
  isClaimed: 0,
}
export type ManagedLink = typeof linkColumns

/** SQL conditions of requests whose document can be delivered or signed now. */
const openConditions = {
  deliver: isDeliverable,
  sign: "requests.status = 'approved' AND finality = 'preliminary' AND annulledAt = '' AND documentStatus = 'ready'",
}
type ManagedPurpose = keyof typeof openConditions

/** Returns whether a caller may manage the deliveries and signatures of a requester. */
export const isManager = (caller: core.Record, owner: string): boolean =>
  canManageDelivery({ id: caller.id, role: caller.getString('role') as '_admin' | '_user' }, owner)

/**
 * Returns the links of each request, in the order of their signers. A request without a link has one without an id. Omits requests that
 * the caller may not manage, and cancelled deliveries.
 */
export function loadManagedLinks(
  tx: CoreApp,
  caller: core.Record,
  purpose: ManagedPurpose,
  requests: string[],
): Map<string, ManagedLink[]> {
  const found = queryRows(
    tx,
    `SELECT ifnull(links.id, '') AS id, requests.id AS request, requests.owner, ifnull(links.guest, '') AS guest, ifnull(guests.email, '') AS email,
       ifnull(links.state, '') AS state, ifnull(links.timesSent, 0) AS timesSent, ifnull(${openConditions[purpose]}, 0) AS isOpen,
       mail.link IS NOT NULL AS isQueued, ${isMailClaimed} AS isClaimed
     FROM requests JOIN format_versions AS version ON version.id = requests.formatVersion
       LEFT JOIN links ON links.request = requests.id AND links.purpose = {:purpose} AND (links.purpose = 'sign' OR links.state != 'cancelled')
       LEFT JOIN guests ON guests.id = links.guest LEFT JOIN delivery_mails AS mail ON mail.link = links.id
     WHERE requests.id IN (SELECT value FROM json_each({:requests})) ORDER BY links.position`,
    { purpose, requests: JSON.stringify(requests) },
    linkColumns,
  )
  const byRequest = new Map<string, ManagedLink[]>()
  for (const link of found)
    if (isManager(caller, link.owner)) byRequest.set(link.request, [...(byRequest.get(link.request) ?? []), link])
  return byRequest
}

interface LinkChange {
  purpose: ManagedPurpose
  /** Action of the events. */
  action: string
  /** Returns why a request is skipped. `links`: empty if the caller may not manage the request. */
  findRefusal: (links: ManagedLink[]) => ErrorCode | undefined
  /** Changes the links of the other requests of a chunk. */
  apply: (tx: CoreApp, links: ManagedLink[]) => void
}

/** Changes the links of the requests that a call names, one transaction per chunk. */
export function changeLinks(e: core.RequestEvent, caller: core.Record, change: LinkChange): DeliveryResult {
  const { purpose, action, findRefusal, apply } = change
  const ids = getIds(findActionTargets(e.app, readInput(e, deliveryTargetsSchema), caller))
  const result: DeliveryResult = { changed: 0, skipped: [] }
  for (let start = 0; start < ids.length; start += chunkSize) {
    if (start) engine.yieldToWriters()
    const chunk = ids.slice(start, start + chunkSize)
    writeInTransaction(e.app, (tx) => {
      requireCurrentRole(tx, caller)
      const known = loadManagedLinks(tx, caller, purpose, chunk)
      const accepted: ManagedLink[][] = []
      for (const id of chunk) {
        const links = known.get(id) ?? []
        const code = findRefusal(links)
        if (code) result.skipped.push({ id, code })
        else accepted.push(links)
      }
      apply(tx, accepted.flat())
      const lines = accepted.flatMap(([first]) =>
        first ? [{ subjectId: first.request, owner: first.owner, ...getEventDetails(purpose, first) }] : [],
      )
      recordEvents(tx, { subject: 'requests', action, actor: caller }, lines)
      result.changed += accepted.length
    })
  }
  return result
}

/** Returns the address of a delivery for its event; nothing for signatures, because a request may have several signers. */
const getEventDetails = (purpose: ManagedPurpose, { email }: ManagedLink) =>
  purpose === 'deliver' && { details: { email } }
