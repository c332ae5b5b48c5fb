import { useMutation } from '@tanstack/react-query'
import { documentKindLabels } from '../../domain/documents/document-kind.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { Event } from '../../domain/history/event.ts'
import { formatEventAction } from '../../domain/history/event-action.ts'
import { requestEvents } from '../../domain/history/request-events.ts'
import type { RequestDocument } from '../../domain/requests/request-output.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { EventEvidence } from '../../history/event-evidence.tsx'
import { formatDateTime } from '../../lib/date-format.ts'
import { pb } from '../../lib/pb.ts'
import { openInNewTab } from '../../lib/pdf-files.ts'
import { useUser } from '../../session/use-user.ts'
import { Button } from '../../ui/actions/button.tsx'
import type { TimelineItem } from '../../ui/data/timeline.tsx'
import { getDocumentUrl } from '../document-files.ts'
import { getRequestReturnNotes } from '../request-return.ts'

/** Sentences of events that the server creates, not a user. */
const systemEventLabels: Record<string, string> = {
  document: 'Documento generado',
  documentFailed: 'El documento no se pudo generar',
}

interface TimelineContext {
  me: string
  fields: readonly Field[]
  documents: ReadonlyMap<string, RequestDocument> | undefined
  /** Opens the submitted values; `undefined` if the page already shows the same values. */
  onShowSent: (() => void) | undefined
  /** True for the last block of the document, if no administrator has ended it. */
  isBlocked: boolean
}

export function toTimelineItem(
  event: Event,
  { me, fields, documents, onShowSent, isBlocked }: TimelineContext,
): TimelineItem {
  const own = systemEventLabels[event.action]
  const { history, icon, tone = 'neutral' } = requestEvents[event.action] ?? { history: event.action, icon: 'history' }
  // The entry above shows the decision.
  const phrase = event.action === 'undo' ? 'deshizo esa decisión' : history
  const who = event.actor === me ? 'Usted' : event.actorName || 'El sistema'
  const number = own ? undefined : (event.details?.documentNumber ?? event.details?.number ?? formatSigner(event))
  const reason = own && event.reason ? getErrorMessage(event.reason, event.details) : event.reason
  const earlier = documents?.get(String(event.details?.previous))
  const isProven = event.details?.evidence !== undefined
  const notes = Object.entries(getRequestReturnNotes(event))
  const fills = event.action === 'fill' ? Object.entries(event.details?.changes ?? {}) : []
  return {
    id: event.id,
    icon,
    tone,
    title: own ? (
      getDocumentLabel(event.details?.kind, own)
    ) : (
      <EventTitle who={who} did={formatEventAction(event, phrase)} />
    ),
    at: event.created,
    when: formatDateTime(event.created),
    detail: (reason ||
      earlier ||
      notes.length > 0 ||
      fills.length > 0 ||
      isProven ||
      onShowSent ||
      typeof number === 'string') && (
      <>
        {typeof number === 'string' && <span className="text-secondary">{number}</span>}
        {reason && <p className="pre-line">{reason}</p>}
        {notes.map(([key, text]) => (
          <p key={key} className="pre-line">
            <strong>{fields.find((field) => field.key === key)?.label ?? key}:</strong> {text}
          </p>
        ))}
        {fills.map(([label, { from, to }]) => (
          <p key={label} className="pre-line">
            <strong>{label}:</strong> {from ? `${from} → ` : ''}
            {to || 'nada'}
          </p>
        ))}
        <EventEvidence details={event.details} />
        {earlier && <ReplacedDocumentButton earlier={earlier} />}
        {isBlocked && <UnblockButton request={event.subjectId} />}
        {onShowSent && (
          <div>
            <Button size="s" icon="eye" onClick={onShowSent}>
              Ver lo enviado
            </Button>
          </div>
        )}
      </>
    ),
  }
}

/** Returns the name and role of an outside signer: «Ana Ruiz, Contratista»; `undefined` for other events. */
const formatSigner = ({ details }: Event) =>
  typeof details?.role === 'string' ? [details.name, details.role].filter(Boolean).join(', ') : undefined

const documentLabels: Record<string, string> = {
  final: 'Documento definitivo generado, sin la marca',
  annulled: 'Documento generado con la marca ANULADO',
}

/** Returns the sentence for a generated document of `kind`; `fallback` if the kind is unknown. */
const getDocumentLabel = (kind: unknown, fallback: string) => documentLabels[String(kind)] ?? fallback

function EventTitle({ who, did }: { who: string; did: string }) {
  return (
    <>
      <strong>{who}</strong> {did}
    </>
  )
}

function ReplacedDocumentButton({ earlier }: { earlier: RequestDocument }) {
  const view = useMutation({ mutationFn: () => openInNewTab(() => getDocumentUrl(earlier, earlier.file)) })
  return (
    <Button size="s" icon="external" pending={view.isPending} onClick={() => view.mutate()}>
      {`Abrir el documento anterior (${documentKindLabels[earlier.kind].label.toLowerCase()})`}
    </Button>
  )
}

function UnblockButton({ request }: { request: string }) {
  const unblock = useMutation({
    mutationKey: ['requests', 'digits'],
    mutationFn: () => pb.send(`/api/app/requests/${request}/digits`, { method: 'DELETE' }),
  })
  if (useUser().role !== '_admin') return null
  return (
    <Button size="s" icon="refresh" pending={unblock.isPending} onClick={() => unblock.mutate()}>
      Permitir otra vez
    </Button>
  )
}
