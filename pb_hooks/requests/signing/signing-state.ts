import { missingSigningStates, type SigningFilter, type SigningState } from '../../../src/domain/links/signing.ts'

/** States of the links of which a request of each state has at least one. The first state that applies to a request is its state. */
const linkStates: Record<SigningState, string> = {
  refused: "'refused'",
  undelivered: "'failed'",
  expired: "'expired'",
  pending: "'waiting', 'sent', 'opened'",
  cancelled: "'cancelled'",
  signed: "'signed'",
}

/** Returns an SQL expression of the `SigningState` of a request; its value is empty if the request has no links to sign. `request`: SQL of the request's id. */
export const buildSigningState = (request: string) =>
  `(SELECT CASE ${Object.entries(linkStates)
    .map(([state, links]) => `WHEN total(state IN (${links})) THEN '${state}'`)
    .join(' ')} ELSE '' END FROM links WHERE request = ${request} AND purpose = 'sign')`

/** Returns an SQL condition on `requests AS matching` of the list filter; with `isNarrow`, without a search by the states of links. */
export function buildSigningFilter(filter: SigningFilter, isNarrow: boolean): string {
  const states = filter === 'missing' ? missingSigningStates : [filter]
  const matches = `${buildSigningState('matching.id')} IN (${states.map((state) => `'${state}'`)})`
  const among = states.map((state) => linkStates[state])
  return isNarrow
    ? matches
    : `matching.id IN (SELECT request FROM links WHERE state IN (${among}) AND purpose = 'sign') AND ${matches}`
}

/** SQL of the people who have not signed a request: «Zoé Güell (zoe@acme.co), Luis Gil (luis@acme.co)». `version`: alias of its format version. */
export const unsignedPeople = `ifnull((SELECT group_concat(requests."values" ->> (version.signing ->> ('$.signers[' || position || '].name')) || ' (' || email || ')', ', ' ORDER BY position)
  FROM links JOIN guests ON guests.id = links.guest WHERE request = requests.id AND purpose = 'sign' AND state != 'signed'), '')`
