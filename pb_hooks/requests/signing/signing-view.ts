import type { SignatureState } from '../../../src/domain/links/signing.ts'
import type { OutsideSignature } from '../../../src/domain/links/signing-output.ts'
import { queryRows } from '../../lib/sql.ts'
import { isManager } from '../delivery/delivery-view.ts'

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
  return found.map((one) => ({ ...one, error: one.error.replace(/^\w+: /, '') }))
}
