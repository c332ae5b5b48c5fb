import type { DeliveryFilter } from '../../src/domain/deliveries/delivery.ts'

const isQueued = 'EXISTS (SELECT 1 FROM delivery_mails WHERE link = links.id)'

/** SQL expression of the `DeliveryState` of a link; empty if the link was cancelled. */
export const deliveryStateSql = `CASE WHEN ${isQueued} THEN 'waiting' WHEN links.state = 'cancelled' THEN ''
  WHEN links.state = 'failed' THEN substr(links.error, 1, instr(links.error, ':') - 1) ELSE links.state END`

const ofState = (state: string) => `links.state = '${state}' AND NOT ${isQueued}`

/** SQL conditions on `links` of the list filter. */
export const deliveryFilterConditions: Record<DeliveryFilter, string> = {
  waiting: `(links.state = 'waiting' OR links.id IN (SELECT link FROM delivery_mails))`,
  sent: ofState('sent'),
  opened: ofState('opened'),
  failed: ofState('failed'),
  refused: `${ofState('failed')} AND links.error LIKE 'refused:%'`,
  unknown: `${ofState('failed')} AND links.error LIKE 'unknown:%'`,
  address: `${ofState('failed')} AND links.error LIKE 'address:%'`,
}

/** SQL expression that is 1 if the mail of a link is being sent, so that its address can no longer change. `mail`: alias of `delivery_mails`. */
export const isMailClaimed = `ifnull(mail.claim, '') != '' AND (mail.attempts = 1 OR mail.endedAt != '')`

/** SQL of the link that delivers a request's document. `request`: SQL of its id. */
export const deliveryLinkOf = (request: string) => `links.request = ${request} AND links.purpose = 'deliver'`

/**
 * SQL condition of requests whose document can be delivered: it is of a delivered kind and not annulled, and someone approved the request.
 * `version`: alias of its format version.
 */
export const isDeliverable = `documentStatus != 'none' AND document != '' AND annulledAt = '' AND reviewer != ''
  AND (finality = 'final' OR version.delivery ->> 'preliminary') AND version.delivery ->> 'email' != ''`
