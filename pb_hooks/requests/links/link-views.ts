import type { Delivery } from '../../../src/domain/deliveries/delivery-output.ts'
import type { SignatureState } from '../../../src/domain/links/signing.ts'
import type { OutsideSignature } from '../../../src/domain/links/signing-output.ts'
import { deliveryLinkOf, deliveryStateSql, isDeliverable } from '../../deliveries/delivery-state.ts'
import { recordEvent } from '../../lib/events.ts'
import { createErrorResponse } from '../../lib/http.ts'
import { queryRow, queryRows } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { requireUser } from '../../lib/users.ts'
import { saveLinkToken } from '../../links/links.ts'
import { requireVisibleRequest } from '../visibility.ts'
import { isManager } from './managed-links.ts'

const noDelivery = {
  link: '',
  state: '' as Delivery['state'],
  email: '',
  phone: '',
  error: '',
  timesSent: 0,
  sentAt: '',
  openedAt: '',
}

function findDelivery(app: CoreApp, request: string) {
  return queryRow(
    app,
    `SELECT ifnull(links.id, '') AS link, iif(links.id IS NULL, '', ${deliveryStateSql}) AS state, ifnull(guests.email, '') AS email,
       ifnull(requests."values" ->> (version.delivery ->> 'phone'), '') AS phone, ifnull(links.error, '') AS error,
       ifnull(links.timesSent, 0) AS timesSent, ifnull(links.sentAt, '') AS sentAt, ifnull(links.openedAt, '') AS openedAt
     FROM requests JOIN format_versions AS version ON version.id = requests.formatVersion
       LEFT JOIN links ON ${deliveryLinkOf('requests.id')} LEFT JOIN guests ON guests.id = links.guest
     WHERE requests.id = {:request} AND (links.id IS NOT NULL OR ${isDeliverable})`,
    { request },
    noDelivery,
  )
}

/** Returns the delivery of a request's document; `undefined` if it is not delivered, or the caller may not manage it. */
export function getDelivery(app: CoreApp, request: core.Record, caller: core.Record): Delivery | undefined {
  const found = isManager(caller, request.getString('owner')) ? findDelivery(app, request.id) : undefined
  if (!found) return undefined
  const { link: _, error, ...delivery } = found
  return { ...delivery, error: removeErrorKind(error) }
}

/** `POST /api/app/requests/{id}/link` → `{url}`: creates a new link of the recipient, to pass on by other means. The former link ends. */
export function createDeliveryLink(e: core.RequestEvent) {
  const caller = requireUser(e)
  let token = ''
  writeInTransaction(e.app, (tx) => {
    const { request } = requireVisibleRequest(tx, e, caller)
    if (!isManager(caller, request.getString('owner'))) throw createErrorResponse('request.forbidden', 403)
    const link = findDelivery(tx, request.id)?.link
    if (!link) throw createErrorResponse('delivery.address', 409)
    token = saveLinkToken(tx, [link])
    const event = { subjectId: request.id, owner: request.getString('owner'), actor: caller }
    recordEvent(tx, { subject: 'requests', action: 'deliveryLink', ...event })
  })
  return e.json(200, { url: `${e.app.settings().meta.appURL}/d/${token}` })
}

/** SQL of the `SignatureState` of a link. */
const signatureStateSql = `CASE WHEN links.state IN ('signed', 'refused', 'expired', 'cancelled') THEN links.state
  WHEN EXISTS (SELECT 1 FROM delivery_mails WHERE link = links.id) THEN 'waiting'
  WHEN links.state = 'waiting' THEN 'turn' WHEN links.state = 'failed' THEN 'undelivered' ELSE links.state END`

/** Returns the outside signatures of a request in their order; none if the caller may not manage them. */
export function listOutsideSignatures(app: CoreApp, request: core.Record, caller: core.Record): OutsideSignature[] {
  if (!isManager(caller, request.getString('owner'))) return []
  const found = queryRows(
    app,
    `SELECT links.id, ifnull(version.signing ->> ('$.signers[' || links.position || '].role'), '') AS role,
       ifnull(requests."values" ->> (version.signing ->> ('$.signers[' || links.position || '].name')), '') AS name,
       guests.email, ${signatureStateSql} AS state, links.error, ifnull(answer.reason, '') AS reason, links.sentAt, links.openedAt,
       ifnull(answer.signedAt, '') AS answeredAt, links.expires
     FROM links JOIN guests ON guests.id = links.guest JOIN requests ON requests.id = links.request
       JOIN format_versions AS version ON version.id = requests.formatVersion
       LEFT JOIN signatures AS answer ON answer.id = (SELECT max(id) FROM signatures WHERE signatures.request = links.request AND link = links.id)
         AND links.state IN ('signed', 'refused')
     WHERE links.request = {:request} AND links.purpose = 'sign' ORDER BY links.position`,
    { request: request.id },
    {
      id: '',
      role: '',
      name: '',
      email: '',
      state: '' as SignatureState,
      error: '',
      reason: '',
      sentAt: '',
      openedAt: '',
      answeredAt: '',
      expires: '',
    },
  )
  return found.map((one) => ({ ...one, error: removeErrorKind(one.error) }))
}

/** Returns the mail server's answer of a stored error: `address: 550 5.1.1` → `550 5.1.1`. */
const removeErrorKind = (error: string) => error.replace(/^\w+: /, '')
