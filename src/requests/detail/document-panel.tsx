import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type DocumentKind, getDocumentKind } from '../../domain/documents/document-kind.ts'
import type { OutsideSignature } from '../../domain/links/signing-output.ts'
import type { RequestView } from '../../domain/requests/request-view.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { appendPeriod, formatDateTime } from '../../lib/date-format.ts'
import { openInNewTab } from '../../lib/pdf-files.ts'
import { useUser } from '../../session/use-user.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Countdown } from '../../ui/data/countdown.tsx'
import { Progress } from '../../ui/data/progress.tsx'
import { Cluster, Panel, Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { askForFinalMutation, prioritizeDocumentMutation } from '../actions.ts'
import { getDocumentUrl } from '../document-files.ts'
import { useUndoDeadline } from '../undo.tsx'
import { SealNote } from './seal-note.tsx'

interface Props {
  opened: RequestView
  /** Requests a new document; `undefined` if the user may not request one. */
  onRegenerate?: (() => void) | undefined
}

const kindDescriptions = {
  preliminary: 'Preliminar: lleva la marca PRELIMINAR. Un administrador puede emitir el definitivo.',
  final: 'Definitivo: no lleva marca.',
  annulled: 'Anulado: lleva la marca ANULADO y ya no es válido.',
} as const satisfies Record<DocumentKind, string>

/** Returns whether a signature is pending; an administrator cannot issue the document until then. */
const isSignaturePending = ({ state }: OutsideSignature) =>
  ['turn', 'waiting', 'sent', 'opened', 'undelivered'].includes(state)

/** Panel with the finished document, its progress, or the error of its generation. */
export function DocumentPanel({ opened, onRegenerate }: Props) {
  const { request } = opened
  const isBeingSigned =
    request.finality === 'preliminary' && !request.annulledAt && opened.outsideSignatures?.some(isSignaturePending)
  const { mutate: want } = useMutation(prioritizeDocumentMutation)
  const heldUntil = useUndoDeadline(request.id)
  const awaited = request.documentStatus === 'pending' && !heldUntil ? request.id : ''
  useEffect(() => {
    if (awaited) want(awaited)
  }, [awaited, want])
  const view = useMutation({ mutationFn: () => openInNewTab(() => getDocumentUrl(request, request.document)) })
  const download = useMutation({
    mutationFn: async () => {
      const link = document.createElement('a')
      link.href = await getDocumentUrl(request, request.document, true)
      link.click()
    },
  })
  const kind = getDocumentKind(request)
  return (
    <Panel
      title={request.documentNumber ? `Documento ${request.documentNumber}` : 'Documento'}
      description={request.document && request.checkCode ? <VerificationHint code={request.checkCode} /> : undefined}
    >
      <Stack gap={3}>
        {kind && <p>{isBeingSigned ? 'Preliminar: es definitivo cuando firmen todos.' : kindDescriptions[kind]}</p>}
        {request.documentSeal && request.documentStatus === 'ready' && (
          <SealNote seal={request.documentSeal} onRegenerate={onRegenerate} />
        )}
        {kind === 'preliminary' && !isBeingSigned && <FinalDocumentRequest opened={opened} />}
        {request.documentStatus === 'pending' && (
          <div role="status">
            {heldUntil ? (
              <p>
                <span className="visually-hidden">
                  El documento se generará cuando termine el tiempo para deshacer.
                </span>
                <span aria-hidden="true">
                  El documento se generará en <Countdown until={heldUntil} /> s.
                </span>
              </p>
            ) : (
              <Progress label="Generando el documento…" />
            )}
          </div>
        )}
        {request.documentStatus === 'failed' && (
          <>
            <Notice tone="danger" title="El documento no se pudo generar">
              {getErrorMessage(request.documentError, request.documentErrorDetails)}
              {!onRegenerate && ' Un administrador puede generarlo de nuevo.'}
            </Notice>
            {onRegenerate && (
              <Cluster>
                <Button icon="refresh" onClick={onRegenerate}>
                  Generar de nuevo
                </Button>
              </Cluster>
            )}
          </>
        )}
        {request.documentStatus === 'ready' && (
          <Cluster gap={2}>
            <Button variant="primary" icon="download" pending={download.isPending} onClick={() => download.mutate()}>
              Descargar PDF
            </Button>
            <Button icon="external" pending={view.isPending} onClick={() => view.mutate()}>
              Abrir
            </Button>
          </Cluster>
        )}
      </Stack>
    </Panel>
  )
}

/** Button with which the requester asks for the final document, once per approval; then the date of the call. */
function FinalDocumentRequest({ opened: { request, history } }: Pick<Props, 'opened'>) {
  const me = useUser()
  const { mutate, isPending } = useMutation(askForFinalMutation)
  const asked = history.findLast(({ action, created }) => action === 'askFinal' && created >= request.decidedAt)
  if (asked) return <p>{appendPeriod(`El definitivo se pidió el ${formatDateTime(asked.created)}`)}</p>
  if (request.owner !== me.id || me.role === '_admin' || request.documentStatus !== 'ready') return null
  return (
    <Cluster>
      <Button icon="send" pending={isPending} onClick={() => mutate(request.id)}>
        Pedir el definitivo
      </Button>
    </Cluster>
  )
}

function VerificationHint({ code }: { code: string }) {
  return (
    <>
      Quien lo reciba puede comprobarlo con el código{' '}
      <Link to="/verificar/$code" params={{ code }}>
        {code}
      </Link>
      .
    </>
  )
}
