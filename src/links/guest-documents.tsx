import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTitleFocus } from '../documents/public-page.tsx'
import { formatLongDay } from '../documents/verification-results.ts'
import type { GuestDocument } from '../domain/links/link-output.ts'
import { isApiError } from '../lib/api-error.ts'
import { describeError } from '../lib/error-message.ts'
import { Button } from '../ui/actions/button.tsx'
import type { BadgeTone } from '../ui/data/badge.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { Notice } from '../ui/state/notice.tsx'
import type { GuestLink } from './guest-link.ts'
import { LinkProblem } from './link-problem.tsx'
import s from './link-screen.module.css'
import { getGuestDocumentUrl, guestDocumentsQuery } from './queries.ts'

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
  useEffect(() => {
    if (isOver) onSessionEnd()
  }, [isOver, onSessionEnd])
  if (!data) return <LinkProblem error={isFetching || isOver ? null : error} onRetry={() => void refetch()} />
  const [only] = data.items.length === 1 ? data.items : []
  return (
    <>
      <PageTitle>{only ? only.format : 'Sus documentos'}</PageTitle>
      {data.items.length === 0 && (
        <Notice action={<Button onClick={() => void refetch()}>Actualizar</Button>}>
          El documento se está generando. Vuelva en unos minutos.
        </Notice>
      )}
      {data.items.map((item) => (
        <DocumentCard
          key={item.id}
          item={item}
          session={link.session}
          isOnly={item === only}
          onSessionEnd={onSessionEnd}
        />
      ))}
      <p className="text-secondary">
        El enlace del correo sigue sirviendo. En un computador compartido, salga al terminar.
      </p>
      <div className={s.actions}>
        <Button onClick={onLeave}>Salir</Button>
      </div>
    </>
  )
}

interface CardProps {
  item: GuestDocument
  session: string
  isOnly: boolean
  onSessionEnd: () => void
}

function DocumentCard({ item, session, isOnly, onSessionEnd }: CardProps) {
  // Opens the PDF in this window, because browsers block new windows after waiting. The session remains for the way back.
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: async (isDownload: boolean) => location.assign(await getGuestDocumentUrl(session, item.id, isDownload)),
    meta: { quiet: true },
    onError: (error) => isSessionError(error) && onSessionEnd(),
  })
  const note = describeState(item)
  return (
    <article className={s.card} aria-label={`${item.format} ${item.number}`}>
      <div>
        {!isOnly && <h2>{item.format}</h2>}
        <p className="text-secondary">{[item.number, formatLongDay(item.date)].filter(Boolean).join(' · ')}</p>
      </div>
      {note && <Notice tone={note.tone}>{note.text}</Notice>}
      {error && (
        <Notice tone="danger" live>
          {describeError(error)}
        </Notice>
      )}
      {item.isReady && (
        <div className={s.actions}>
          <Button variant="primary" icon="eye" pending={isPending && variables === false} onClick={() => mutate(false)}>
            Ver documento
          </Button>
          <Button icon="download" pending={isPending && variables === true} onClick={() => mutate(true)}>
            Descargar PDF
          </Button>
        </div>
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
}: GuestDocument): { tone: BadgeTone; text: string } | null {
  if (state === 'annulled')
    return { tone: 'danger', text: `Se anuló el ${formatLongDay(annulledOn)}. Ya no es válido.` }
  if (state === 'withdrawn')
    return { tone: 'warning', text: 'Se retiró para corregirlo. Pida el nuevo a quien se lo envió.' }
  if (!isReady) return { tone: 'info', text: 'Se está generando de nuevo. Vuelva en unos minutos.' }
  if (replacedOn)
    return {
      tone: 'info',
      text: `Se generó de nuevo el ${formatLongDay(replacedOn)}. Use este y descarte el anterior.`,
    }
  if (state === 'preliminary')
    return { tone: 'info', text: 'Es preliminar: lleva la marca PRELIMINAR hasta que se emita el definitivo.' }
  return null
}
