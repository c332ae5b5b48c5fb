import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTitleFocus } from '../documents/public-page.tsx'
import { formatLongDay } from '../documents/verification-results.ts'
import { externalRequestStateLabels } from '../domain/external/answer.ts'
import type { GuestDocument, GuestRequest } from '../domain/links/link-output.ts'
import type { RequestStatus } from '../domain/requests/request.ts'
import { describeError, isApiError } from '../lib/api-error.ts'
import { appendPeriod, formatDateTime } from '../lib/date-format.ts'
import { Button } from '../ui/actions/button.tsx'
import type { BadgeTone } from '../ui/data/badge.tsx'
import { PageTitle } from '../ui/page/layout.tsx'
import { ErrorNotice, Notice } from '../ui/state/screen-states.tsx'
import type { GuestLink } from './guest-link.ts'
import s from './link-screen.module.css'
import { LinkLoadState } from './load-state.tsx'
import { getGuestDocumentUrl, guestDocumentsQuery } from './queries.ts'
import { SignatureForm } from './signature-form.tsx'
import { SigningStepper } from './signing-stepper.tsx'

/** Returns whether the session has ended, or is of another guest. */
const isSessionError = (error: unknown) => isApiError(error) && error.status === 401

interface Props {
  link: GuestLink
  onSessionEnd: () => void
  /** Removes session and link from the window. */
  onLeave: () => void
}

/** Documents of a link, once the guest has confirmed the code. */
export function GuestDocuments({ link, onSessionEnd, onLeave }: Props) {
  useTitleFocus()
  const { data, error, isFetching, refetch } = useQuery(guestDocumentsQuery(link))
  const isOver = isSessionError(error)
  // The browser shows this page as it was when its user returns from the PDF.
  useEffect(() => {
    const reload = () => void refetch()
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [refetch])
  useEffect(() => {
    if (isOver) onSessionEnd()
  }, [isOver, onSessionEnd])
  if (!data) return <LinkLoadState error={isFetching || isOver ? null : error} onRetry={() => void refetch()} />
  const { items, requests } = data
  const [only] = items.length === 1 ? items : []
  // The card of its document is enough for an approved request.
  const pending = requests.filter(({ id }) => !items.some((item) => item.id === id && item.state !== 'withdrawn'))
  return (
    <>
      <PageTitle>{only ? only.format : items.length ? 'Sus documentos' : 'Su solicitud'}</PageTitle>
      {pending.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
      {items.length === 0 && pending.every(({ status }) => status === 'approved') && (
        <Notice action={<Button onClick={() => void refetch()}>Actualizar</Button>}>
          El documento se está generando. Vuelva en unos minutos.
        </Notice>
      )}
      {items.map((item) => (
        <DocumentCard
          key={item.id}
          item={item}
          session={link.session}
          isOnly={item === only}
          onSessionEnd={onSessionEnd}
          onChange={() => void refetch()}
        />
      ))}
      <p className="text-secondary">
        El enlace del correo sigue sirviendo. En un computador compartido, salga al terminar.
      </p>
      <div className="wrap">
        <Button onClick={onLeave}>Salir</Button>
      </div>
    </>
  )
}

/** State of a request that a person made without an account. */
function RequestCard({ request: { id, format, number, status, reason } }: { request: GuestRequest }) {
  return (
    <article className={s.card} aria-label={`${format} ${number}`}>
      <div>
        <h2>{format}</h2>
        <p className="text-secondary">{number}</p>
      </div>
      <Notice tone={requestTones[status] ?? 'info'} title={externalRequestStateLabels[status]}>
        {reason}
      </Notice>
      {status === 'returned' && (
        <p>
          <Link to="/solicitar" search={{ correccion: id }}>
            Corregir y enviar de nuevo
          </Link>
        </p>
      )}
    </article>
  )
}

const requestTones: Partial<Record<RequestStatus, BadgeTone>> = {
  returned: 'warning',
  approved: 'success',
  rejected: 'danger',
  cancelled: 'danger',
}

interface CardProps {
  item: GuestDocument
  session: string
  isOnly: boolean
  onSessionEnd: () => void
  /** Called after the document was signed or refused, or changed meanwhile. */
  onChange: () => void
}

function DocumentCard({ item, session, isOnly, onSessionEnd, onChange }: CardProps) {
  // Opens the PDF in this window, because browsers block new windows after waiting. The session remains for the way back.
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: async (isDownload: boolean) => location.assign(await getGuestDocumentUrl(session, item.id, isDownload)),
    meta: { quiet: true },
    onError: (error) => isSessionError(error) && onSessionEnd(),
  })
  const note = describeState(item)
  const isAsked = item.signing?.state === 'open' && item.isReady
  return (
    <article className={s.card} aria-label={`${item.format} ${item.number}`}>
      <div>
        {!isOnly && <h2>{item.format}</h2>}
        <p className="text-secondary">{[item.number, formatLongDay(item.date)].filter(Boolean).join(' · ')}</p>
      </div>
      {isAsked && <SigningStepper current={item.signing?.isRead ? 2 : 1} />}
      {note && <Notice tone={note.tone}>{note.text}</Notice>}
      <ErrorNotice>{error && describeError(error)}</ErrorNotice>
      {item.isReady && (
        <div className="wrap">
          <Button
            variant={item.signing?.isRead ? 'secondary' : 'primary'}
            icon="eye"
            pending={isPending && variables === false}
            onClick={() => mutate(false)}
          >
            {isAsked ? 'Leer el documento' : 'Ver documento'}
          </Button>
          <Button icon="download" pending={isPending && variables === true} onClick={() => mutate(true)}>
            Descargar PDF
          </Button>
        </div>
      )}
      {isAsked && (
        <SignatureForm
          // Resets the form when the PDF changes: its signer must read and accept the new one.
          key={item.signing?.hash}
          item={item}
          session={session}
          onSessionEnd={onSessionEnd}
          onChange={onChange}
        />
      )}
    </article>
  )
}

/** Returns the note of a document that is not simply valid; `null` if it is. */
function describeState({
  state,
  annulledOn,
  replacedOn,
  isReady,
  signing,
}: GuestDocument): { tone: BadgeTone; text: string } | null {
  if (state === 'annulled')
    return { tone: 'danger', text: `Se anuló el ${formatLongDay(annulledOn)}. Ya no es válido.` }
  if (state === 'withdrawn')
    return { tone: 'warning', text: 'Se retiró para corregirlo. Pida el nuevo a quien se lo envió.' }
  if (signing && signing.state !== 'open') return describeSigning(signing, state)
  if (!isReady) return { tone: 'info', text: 'Se está generando de nuevo. Vuelva en unos minutos.' }
  if (replacedOn)
    return {
      tone: 'info',
      text: `Se generó de nuevo el ${formatLongDay(replacedOn)}. Use este y descarte el anterior.`,
    }
  if (state === 'preliminary' && !signing)
    return { tone: 'info', text: 'Es preliminar: lleva la marca PRELIMINAR hasta que se emita el definitivo.' }
  return null
}

function describeSigning(
  { state, signedAt }: NonNullable<GuestDocument['signing']>,
  document: GuestDocument['state'],
): { tone: BadgeTone; text: string } {
  const when = appendPeriod(formatDateTime(signedAt))
  switch (state) {
    case 'signed':
      return document === 'valid'
        ? { tone: 'success', text: `Usted lo firmó el ${when} Ya tiene todas las firmas.` }
        : { tone: 'success', text: `Usted lo firmó el ${when} Le escribiremos cuando firmen todos.` }
    case 'refused':
      return {
        tone: 'info',
        text: `Usted respondió que no lo firma, el ${when} Ya lo saben quien lo pidió y quienes firmaron.`,
      }
    case 'turn':
      return { tone: 'info', text: 'Todavía no es su turno. Le escribiremos cuando firme la persona anterior.' }
    case 'cancelled':
      return { tone: 'info', text: 'La firma se canceló. Usted no tiene que hacer nada.' }
    default:
      return { tone: 'info', text: 'Este documento ya no se firma. Usted no tiene que hacer nada.' }
  }
}
