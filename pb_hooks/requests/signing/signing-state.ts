import { missingSigningStates, type SigningFilter, type SigningState } from '../../../src/domain/links/signing.ts'

/** Returns an SQL expression of the `SigningState` of a request; its value is empty if the request has no links to sign. `request`: SQL of the request's id. */
export const buildSigningState = (
  request: string,
) => `(SELECT CASE WHEN count(*) = 0 THEN '' WHEN total(state = 'refused') THEN 'refused'
  WHEN total(state = 'failed') THEN 'undelivered' WHEN total(state = 'expired') THEN 'expired'
  WHEN total(state IN ('waiting', 'sent', 'opened')) THEN 'pending' WHEN total(state = 'cancelled') THEN 'cancelled' ELSE 'signed' END
  FROM links WHERE request = ${request} AND purpose = 'sign')`

/** States of the links that requests of each state have at least one of. */
const linkStates: Record<SigningState, string> = {
  pending: "'waiting', 'sent', 'opened'",
  undelivered: "'failed'",
  expired: "'expired'",
  refused: "'refused'",
  cancelled: "'cancelled'",
  signed: "'signed'",
}

/** Returns an SQL condition on `requests AS signed` of the list filter; with `isNarrow`, without a search by the states of links. */
export function buildSigningFilter(filter: SigningFilter, isNarrow: boolean): string {
  const states = filter === 'missing' ? missingSigningStates : [filter]
  const matches = `${buildSigningState('signed.id')} IN (${states.map((state) => `'${state}'`)})`
  const among = states.map((state) => linkStates[state])
  return isNarrow
    ? matches
    : `signed.id IN (SELECT request FROM links WHERE state IN (${among}) AND purpose = 'sign') AND ${matches}`
}

/** SQL of the people who have not signed a request: «Zoé Güell (zoe@acme.co), Luis Gil (luis@acme.co)». `version`: alias of its format version. */
export const unsignedPeople = `ifnull((SELECT group_concat(requests."values" ->> (version.signing ->> ('$.signers[' || position || '].name')) || ' (' || email || ')', ', ' ORDER BY position)
  FROM links JOIN guests ON guests.id = links.guest WHERE request = requests.id AND purpose = 'sign' AND state != 'signed'), '')`
