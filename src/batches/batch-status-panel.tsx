import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { type BatchStatus, batchStatusLabels } from '../domain/batches/batch.ts'
import type { Batch } from '../domain/batches/batch-output.ts'
import { isBatchActionAllowed } from '../domain/batches/batch-transitions.ts'
import { errorMessages } from '../domain/errors.ts'
import type { Field, ValidationContext } from '../domain/fields/field.ts'
import { lazyComponent } from '../lib/loading/lazy-component.tsx'
import { formatCount } from '../lib/number-format.ts'
import { queryClient } from '../lib/query-client.ts'
import { Button } from '../ui/actions/button.tsx'
import { Progress } from '../ui/data/progress.tsx'
import { StateBadge } from '../ui/data/state-badge.tsx'
import { MutationDialog } from '../ui/overlay/mutation-dialog.tsx'
import { Cluster, Panel, Stack } from '../ui/page/layout.tsx'
import { Stepper } from '../ui/page/stepper.tsx'
import { Notice } from '../ui/state/screen-states.tsx'
import { formatBatchStatus, formatRemainingErrors, importStepLabels } from './batch-messages.ts'
import s from './batch-status-panel.module.css'
import { findBatchDraft } from './import-drafts.ts'
import { formatProgress, useProgressRate } from './progress-rate.ts'
import { batchProgressQuery, cancelBatchMutation, confirmBatchMutation } from './queries.ts'

const ExampleRowsNotice = lazyComponent(async () => (await import('./example-rows-notice.tsx')).ExampleRowsNotice)

interface Props {
  batch: Batch
  fields: readonly Field[]
  context: ValidationContext
  /** Number of rows that can be sent; `undefined` while loading. */
  waiting: number | undefined
  mine: boolean
  mayCancel: boolean
}

const formatRowCount = (count: number) => formatCount(count, 'fila', 'filas')

function useBatchQuestion(batch: Batch) {
  const [question, setQuestion] = useState<{ action: 'confirm' | 'cancel'; created: number } | null>(null)
  // Closes the confirmation once its batch is sent, because the response to the call may have been lost.
  const isSent =
    question?.action === 'confirm' && (batch.status === 'processing' || batch.createdCount > question.created)
  useEffect(() => {
    if (isSent) setQuestion(null)
  }, [isSent])
  const ask = (action: 'confirm' | 'cancel') => setQuestion({ action, created: batch.createdCount })
  return { asking: question?.action, ask, close: () => setQuestion(null) }
}

export function BatchStatusPanel({ batch, fields, context, waiting = 0, mine, mayCancel }: Props) {
  const { asking, ask, close } = useBatchQuestion(batch)
  const running = batch.status === 'processing' || batch.status === 'interrupted'
  const missing = batch.total - batch.createdCount - batch.errorCount - batch.discardedCount - waiting
  const unfinished = !running && missing > 0 && isBatchActionAllowed(batch.status, 'rows') && batch.createdCount === 0
  const { data: progress } = useQuery({ ...batchProgressQuery(batch.id, running), enabled: running || waiting > 0 })
  const isLeft = !mine && progress?.code === 'batch.ownerInactive'
  const maySend =
    waiting > 0 && (mine || isLeft) && isBatchActionAllowed(progress?.status ?? batch.status, 'confirm', isLeft)
  const send =
    batch.status === 'interrupted' ? `Seguir con ${formatRowCount(waiting)}` : `Enviar ${formatRowCount(waiting)}`

  const mayCancelNow = mayCancel && isBatchActionAllowed(batch.status, 'cancel')
  const buttons = (maySend || mayCancelNow) && (
    <Cluster gap={2}>
      {mayCancelNow && (
        <Button variant="quiet" icon="reject" onClick={() => ask('cancel')}>
          Cancelar el lote
        </Button>
      )}
      {maySend && (
        <Button variant="primary" icon="send" onClick={() => ask('confirm')}>
          {send}
        </Button>
      )}
    </Cluster>
  )

  return (
    <Panel>
      <Stack>
        {running ? (
          <BatchProgressBar batch={batch} />
        ) : (
          <Cluster gap={3}>
            <StateBadge {...batchStatusLabels[batch.status]} />
            <p className={s.sentence}>{formatBatchStatus(batch, waiting, mine)}</p>
            {buttons}
          </Cluster>
        )}
        {isLeft && <Notice tone="warning">{errorMessages['batch.ownerInactive']}</Notice>}
        {running && !isLeft && <p className="text-tertiary">Puede cerrar esta página: el envío continúa.</p>}
        {unfinished && mine && <UnfinishedUploadNotice batch={batch} missing={missing} />}
        {running && buttons}
      </Stack>
      {asking === 'confirm' && (
        <MutationDialog
          mutation={confirmBatchMutation}
          variables={batch.id}
          onClose={close}
          title={`¿${send}?`}
          confirmLabel={send}
        >
          <p>
            {`${waiting === 1 ? 'Se convierte' : 'Cada una se convierte'} en una solicitud con su número. `}
            {formatRemainingErrors(batch.errorCount, mine)}
            {missing > 0 && ` Faltan ${formatRowCount(missing)} por guardar: no se envían.`}
          </p>
          {mine && (
            <Suspense>
              <ExampleRowsNotice batch={batch.id} fields={fields} context={context} />
            </Suspense>
          )}
        </MutationDialog>
      )}
      {asking === 'cancel' && (
        <MutationDialog
          mutation={cancelBatchMutation}
          variables={batch.id}
          onClose={close}
          title={`¿Cancelar el lote ${batch.number}?`}
          confirmLabel="Cancelar el lote"
          danger
        >
          <p>
            {batch.createdCount > 0
              ? `Las ${formatCount(batch.createdCount, 'solicitud ya creada', 'solicitudes ya creadas')} se conservan; las demás filas no se envían.`
              : 'Ninguna fila se envía. No se puede deshacer.'}
          </p>
        </MutationDialog>
      )}
    </Panel>
  )
}

/** Notice that rows of the batch were not sent, because the upload was interrupted. Links to the import draft if this browser stores it. */
function UnfinishedUploadNotice({ batch, missing }: { batch: Batch; missing: number }) {
  const [draft, setDraft] = useState<string>()
  useEffect(() => {
    findBatchDraft(batch.id, batch.owner).then(
      (draft) => setDraft(draft && !draft.sent ? draft.id : undefined),
      () => undefined,
    )
  }, [batch.id, batch.owner])
  return (
    <Notice tone="warning" title={`Faltan ${formatCount(missing, 'fila', 'filas')} por guardar`}>
      {draft ? (
        <Link to="/app/request/create-batch" search={{ format: batch.format, draft }}>
          Continuar donde quedó
        </Link>
      ) : (
        'La carga se interrumpió en otro navegador: continúela allí, o cancele este lote y cargue el archivo de nuevo.'
      )}
    </Notice>
  )
}

const unfinishedStatuses: readonly BatchStatus[] = ['loaded', 'fixing', 'ready', 'processing', 'interrupted']

export function BatchStepper({ batch }: { batch: Batch }) {
  if (!unfinishedStatuses.includes(batch.status)) return null
  return <Stepper label="Pasos de un lote" steps={importStepLabels} current={3} />
}

/** Progress bar of a batch that the server is processing. Refetches the batch lists when processing ends. */
function BatchProgressBar({ batch }: { batch: Batch }) {
  const { data } = useQuery(batchProgressQuery(batch.id, true))
  const { status, createdCount, errorCount, discardedCount } = { ...batch, ...data }
  const sendable = batch.total - errorCount - discardedCount
  const pace = useProgressRate(createdCount)
  const isOver = status !== 'processing' && status !== 'interrupted'
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: ['batches'] })
  }, [isOver])
  return (
    <Progress
      label={getProgressLabel(status, data?.code !== undefined)}
      value={createdCount}
      max={Math.max(1, sendable)}
      detail={formatProgress(createdCount, sendable, pace)}
      tone={status === 'interrupted' ? 'amber' : 'seal'}
    />
  )
}

function getProgressLabel(status: BatchStatus, isHeld: boolean): string {
  if (status !== 'interrupted') return 'Creando solicitudes'
  return isHeld ? 'Interrumpido' : 'Interrumpido: se retoma solo en menos de un minuto'
}
