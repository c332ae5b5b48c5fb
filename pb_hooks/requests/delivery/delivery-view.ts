import { canManageDelivery } from '../../../src/domain/deliveries/delivery.ts'
import type { Delivery } from '../../../src/domain/deliveries/delivery-output.ts'
import { deliveryLinkOf, deliveryStateSql, isDeliverable } from '../../deliveries/delivery-state.ts'
import { createErrorResponse } from '../../lib/error-response.ts'
import { recordEvent } from '../../lib/events.ts'
import { queryRow } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { requireUser } from '../../lib/users.ts'
import { saveLinkToken } from '../../links/links.ts'
import { requireVisibleRequest } from '../visibility.ts'

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

/** Returns whether a caller may manage the deliveries and signatures of a requester. */
export const isManager = (caller: core.Record, owner: string): boolean =>
  canManageDelivery({ id: caller.id, role: caller.getString('role') as '_admin' | '_user' }, owner)

/** Returns the delivery of a request's document; `undefined` if it is not delivered, or the caller may not manage it. */
export function getDelivery(app: CoreApp, request: core.Record, caller: core.Record): Delivery | undefined {
  const found = isManager(caller, request.getString('owner')) ? findDelivery(app, request.id) : undefined
  if (!found) return undefined
  const { link: _, error, ...delivery } = found
  return { ...delivery, error: error.replace(/^\w+: /, '') }
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
