import { queryRows } from '../lib/sql.ts'

const signatureColumns = {
  link: '',
  /** Signer of the format, from 0. */
  position: 0,
  action: '' as 'sign' | 'refuse',
  role: '',
  /** Name that the signer typed; empty if the signer refused. */
  name: '',
  /** Text that the signer accepted, word by word. */
  consent: '',
  /** Id of the drawn signature in `signature_copies`; empty if there is none. */
  drawing: '',
  /** SHA-256 of the PDF that the signer opened. */
  documentHash: '',
  /** Masked address that received the code: `a***@acme.co`. */
  address: '',
  network: '',
  /** Short name of the device: `Firefox en Windows`. */
  device: '',
  /** Reason of a refusal. */
  reason: '',
  signedAt: '',
}
export type StoredSignature = typeof signatureColumns

/** Returns the valid signatures and refusals of a request, oldest first. An earlier row of a link whose signature was requested again is omitted. */
export function listSignatures(app: CoreApp, request: string): StoredSignature[] {
  return queryRows(
    app,
    `SELECT link, links.position, action, role, name, consent, drawing, documentHash, address, network, device, reason, signedAt
     FROM signatures JOIN links ON links.id = link
     WHERE signatures.request = {:request} AND links.state = iif(action = 'sign', 'signed', 'refused')
       AND NOT EXISTS (SELECT 1 FROM signatures AS later WHERE later.request = signatures.request AND later.link = links.id AND later.id > signatures.id)
     ORDER BY signatures.id`,
    { request },
    signatureColumns,
  )
}
