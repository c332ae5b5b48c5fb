import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useRouteContext } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { BatchRowCounts } from '../../../../batches/batch-row-counts.tsx'
import { BatchStatusPanel, BatchStepper } from '../../../../batches/batch-status-panel.tsx'
import {
  batchQuery,
  batchRequestCountsQuery,
  batchRowCountQuery,
  fieldListsQuery,
  readyDocumentCountQuery,
} from '../../../../batches/queries.ts'
import { BatchResultExport } from '../../../../batches/results/batch-result-export.tsx'
import type { Batch } from '../../../../domain/batches/batch-output.ts'
import { isBatchActionAllowed } from '../../../../domain/batches/batch-transitions.ts'
import { formatQuery, formatVersionQuery } from '../../../../formats/queries.ts'
import { HistoryPanel } from '../../../../history/history-panel.tsx'
import { formatDateTime } from '../../../../lib/date-format.ts'
import { lazyComponent } from '../../../../lib/loading/lazy-component.tsx'
import { formatCount, formatNumber } from '../../../../lib/number-format.ts'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { createValidationContext } from '../../../../lib/validation-context.ts'
import { DownloadDocumentsDialog } from '../../../../requests/download-documents-dialog.tsx'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { PageHeader, Stack } from '../../../../ui/page/layout.tsx'
import { Skeleton } from '../../../../ui/state/screen-states.tsx'
import { BatchDeliveries, BatchSignatures } from './batch-links.tsx'
import { BatchRequests } from './batch-requests.tsx'
import { RowPreviewDialog } from './row-preview-dialog.tsx'

const RowCorrectionPanel = lazyComponent(
  async () => (await import('../../../../batches/correction/row-correction-panel.tsx')).RowCorrectionPanel,
)

const from = '/app/request/batch/$batchId'

export function BatchPage() {
  const { user } = useRouteContext({ from })
  const { data: batch } = useSuspenseQuery(batchQuery(useParams({ from }).batchId))
  const { data: format } = useSuspenseQuery(formatQuery(batch.format))
  const { data: version } = useSuspenseQuery(formatVersionQuery(batch.formatVersion))
  const { data: lists } = useSuspenseQuery(fieldListsQuery(version.fields))
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const waiting = useQuery(batchRowCountQuery(batch.id, 'valid')).data
  const context = useMemo(() => createValidationContext(settings), [settings])
  useRealtimeUpdates('batches')

  const mine = batch.owner === user.id
  const running = batch.status === 'processing' || batch.status === 'interrupted'
  const editable = mine && isBatchActionAllowed(batch.status, 'rows')
  // Shows the rows even after the last error is corrected, so that the user can undo corrections.
  const [hadErrors, setHadErrors] = useState(batch.errorCount > 0)
  if (batch.errorCount > 0 && !hadErrors) setHadErrors(true)

  return (
    <Stack>
      <PageHeader
        title={batch.number}
        eyebrow={
          <>
            <Link to="/app/request/batch" search={{}}>
              Lotes
            </Link>
            <span>· {format.name}</span>
          </>
        }
        description={`${batch.fileName} · cargado el ${formatDateTime(batch.created)}`}
        actions={
          batch.createdCount > 0 &&
          !running && (
            <>
              <BatchDocuments batch={batch} expectsMore={!format.requiresReview} />
              <BatchResultExport batch={batch} fields={version.fields} context={context} owner={user.id} />
            </>
          )
        }
      />
      <BatchStepper batch={batch} />
      <BatchStatusPanel
        batch={batch}
        fields={version.fields}
        context={context}
        waiting={waiting}
        mine={mine}
        mayCancel={mine || user.role === '_admin'}
      />
      <BatchRowCounts batch={batch} waiting={waiting} />
      {batch.createdCount > 0 && <BatchRequests batch={batch.id} me={user} live={running} />}
      {batch.createdCount > 0 && version.delivery?.email && <BatchDeliveries batch={batch.id} />}
      {batch.createdCount > 0 && version.signing?.signers && <BatchSignatures batch={batch.id} />}
      {hadErrors && !running && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <RowCorrectionPanel
            // Remounts the component when requests were created, because their rows are no longer in error.
            key={batch.createdCount}
            batch={batch}
            fields={version.fields}
            context={context}
            lists={lists}
            readOnly={!editable}
            preview={(row, onClose) => (
              <RowPreviewDialog
                row={row}
                format={format.name}
                version={version}
                settings={settings}
                context={context}
                onClose={onClose}
              />
            )}
          />
        </Suspense>
      )}
      <HistoryPanel subject="batches" subjectId={batch.id} />
    </Stack>
  )
}

function BatchDocuments({ batch, expectsMore }: { batch: Batch; expectsMore: boolean }) {
  const approved = useQuery(batchRequestCountsQuery(batch.id)).data?.approved ?? 0
  const enabled = approved > 0
  const before = useQuery({ ...readyDocumentCountQuery(batch.id, expectsMore), enabled }).data ?? 0
  const { data: ready = 0 } = useQuery({ ...readyDocumentCountQuery(batch.id, before < approved), enabled })
  const [open, setOpen] = useState(false)
  if (approved === 0) return null
  return (
    <>
      <Button icon="download" disabled={ready === 0} onClick={() => setOpen(true)}>
        {ready < approved
          ? `Documentos: ${formatNumber(ready)} de ${formatNumber(approved)}`
          : `Descargar ${formatCount(ready, 'documento', 'documentos')}`}
      </Button>
      {open && <DownloadDocumentsDialog wanted={{ search: { batch: batch.id } }} onClose={() => setOpen(false)} />}
    </>
  )
}
