import { type ApprovalEvidence, findValidApprovals, formatOrigin } from '../../src/domain/documents/evidence.ts'
import type { EvidenceRow } from '../../src/domain/documents/signer-output.ts'
import { formatActionAtStep } from '../../src/domain/history/event-action.ts'
import { requestActions } from '../../src/domain/requests/actions.ts'
import { capitalize } from '../../src/domain/text/text.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { queryRows } from '../lib/sql.ts'
import { listSignatures } from '../links/signatures.ts'
import { toPrintableText } from './signers.ts'

const eventColumns = { action: '', to: '', actorName: '', details: '', created: '' }

/** Details of an approval's event that the evidence page shows. */
interface ApprovalDetails {
  step?: string
  /** Name of the API key that approved. */
  key?: string
  identity?: 'password'
  evidence?: ApprovalEvidence
}

/** Returns the rows of a request's evidence page: its valid approvals, and then the signatures of people without an account. */
export function findEvidence(app: CoreApp, request: string): EvidenceRow[] {
  const events = queryRows(
    app,
    `SELECT action, "to", actorName, iif(action = 'approve', details, '{}') AS details, created FROM events
     WHERE subjectId = {:request} AND subject = 'requests' ORDER BY rowid`,
    { request },
    eventColumns,
  )
  const approvals = findValidApprovals(events).flatMap(({ actorName, created, ...event }) => {
    const details = parseStoredJson<ApprovalDetails>(event.details, {})
    const { key, identity, evidence } = details
    if (!evidence) return []
    const role = formatActionAtStep({ ...event, details: { ...details } }, requestActions.approve.texts.history)
    const confirmed = identity === 'password' ? 'Confirmó su contraseña' : 'Había iniciado sesión'
    return {
      name: toPrintableText(actorName),
      role: toPrintableText(capitalize(role)),
      at: created,
      confirmation: key ? toPrintableText(`Por medio de la clave «${key}»`) : confirmed,
      origin: formatOrigin(evidence),
      hash: evidence.hash,
    }
  })
  const signatures = listSignatures(app, request).filter(({ action }) => action === 'sign')
  return approvals.concat(
    signatures.map(({ name, role, signedAt, address, network, device, documentHash }) => ({
      name: toPrintableText(name),
      role: toPrintableText(`Firmó como ${role}`),
      at: signedAt,
      confirmation: toPrintableText(`Código enviado a ${address}`),
      origin: formatOrigin({ device, address: network }),
      hash: documentHash,
    })),
  )
}
