import { type ApprovalEvidence, formatOrigin } from '../domain/documents/evidence.ts'
import type { Event } from '../domain/history/event.ts'

/** Evidence of an approval or a signature, as the evidence page of the document shows it. */
export function EventEvidence({ details }: Pick<Event, 'details'>) {
  const evidence = details?.evidence as (ApprovalEvidence & { sentTo?: string }) | undefined
  if (!evidence) return null
  return (
    <p className="text-secondary wrap-anywhere">
      {evidence.sentTo && `Código enviado a ${evidence.sentTo} · `}
      {formatOrigin(evidence)}
      <br />
      SHA-256 {evidence.hash}
    </p>
  )
}
