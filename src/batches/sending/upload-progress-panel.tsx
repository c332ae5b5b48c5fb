import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { PreviousBatch } from '../../domain/batches/batch-output.ts'
import { describeError, getErrorCode } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Progress } from '../../ui/data/progress.tsx'
import { Cluster, Panel, Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { formatProgress, useProgressRate } from '../progress-rate.ts'
import { cancelBatchMutation } from '../queries.ts'
import { FileUploadProgressBar } from './file-upload-progress-bar.tsx'
import type { FileUploader } from './file-uploader.ts'
import type { RowUpload } from './row-upload.ts'

interface Props {
  upload: RowUpload
  files?: FileUploader | undefined
  total: number
  onDone: (batch: string) => void
  onBack: () => void
}

export function UploadProgressPanel({ upload, files, total, onDone, onBack }: Props) {
  const sending = useStore(upload.store)
  const cancelling = useMutation({
    ...cancelBatchMutation,
    onSuccess: onBack,
    onError: (error) => {
      // Ignores these errors: the batch was already cancelled or finished in another tab.
      const code = getErrorCode(error)
      if (code === 'batch.transition' || code === 'batch.notFound') onBack()
    },
  })
  const [ending, setEnding] = useState(false)
  const failed = sending.at === 'failed'
  const finished = sending.at === 'done' ? sending.batch : null
  const done = 'done' in sending ? sending.done : finished ? total : 0
  const pace = useProgressRate(done)
  useEffect(() => {
    upload.start()
    return upload.stop
  }, [upload])
  useEffect(() => {
    if (finished) onDone(finished)
  }, [finished, onDone])

  // Waits for a pending creation of the batch, because a batch created now must be cancelled too.
  async function cancel() {
    upload.stop()
    setEnding(true)
    const batch = await upload.made()
    setEnding(false)
    if (batch) cancelling.mutate(batch)
    else onBack()
  }
  if (sending.at === 'duplicate')
    return <DuplicateBatchPanel earlier={sending.earlier} onAgain={upload.startAgain} onBack={onBack} />
  return (
    <Panel title="Guardar las filas en el servidor">
      <Stack>
        <Progress
          label={sending.at === 'waiting' ? 'Esperando al servidor' : 'Guardando filas'}
          {...(sending.at === 'creating' ? {} : { value: done, max: Math.max(1, total) })}
          detail={formatProgress(done, total, sending.at === 'waiting' ? 0 : pace)}
          tone={sending.at === 'waiting' ? 'amber' : failed ? 'stamp' : 'seal'}
        />
        {files && <FileUploadProgressBar files={files} waits={sending.at === 'waiting'} />}
        {(sending.at === 'waiting' || sending.at === 'failed') && (
          <Notice
            tone={failed ? 'danger' : 'warning'}
            live
            title={failed && 'No se pudieron guardar las filas'}
            action={
              <Button size="s" icon="refresh" onClick={upload.retry}>
                {failed ? 'Intentar de nuevo' : 'Intentar ahora'}
              </Button>
            }
          >
            {sending.message}{' '}
            {failed
              ? 'Las filas ya guardadas no se pierden.'
              : 'Se intenta de nuevo automáticamente; las filas guardadas no se pierden.'}
          </Notice>
        )}
        <p>Guardar no envía nada: en el paso siguiente usted revisa los totales y confirma el envío.</p>
        <Cluster>
          <Button pending={ending || cancelling.isPending} onClick={() => void cancel()}>
            Cancelar y volver a las filas
          </Button>
        </Cluster>
        {cancelling.error && (
          <Notice tone="danger" live>
            {describeError(cancelling.error)}
          </Notice>
        )}
      </Stack>
    </Panel>
  )
}

function DuplicateBatchPanel({
  earlier,
  onAgain,
  onBack,
}: {
  earlier: PreviousBatch
  onAgain: () => void
  onBack: () => void
}) {
  return (
    <Panel title="Este archivo ya se cargó para este formato">
      <Stack>
        <Notice tone="warning" live>
          {`${earlier.ownerName} lo cargó el ${formatDateTime(earlier.created)} en el lote `}
          {earlier.id ? (
            <Link to="/app/request/batch/$batchId" params={{ batchId: earlier.id }}>
              {earlier.number}
            </Link>
          ) : (
            <strong>{earlier.number}</strong>
          )}
          . Si lo crea otra vez, cada fila tendrá dos solicitudes.
        </Notice>
        <Cluster>
          <Button variant="primary" onClick={onBack}>
            Volver a las filas
          </Button>
          <Button variant="danger" onClick={onAgain}>
            Crear de todas formas
          </Button>
        </Cluster>
      </Stack>
    </Panel>
  )
}
