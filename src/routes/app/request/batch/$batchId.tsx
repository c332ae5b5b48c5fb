import { useMutation, useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { BatchProgressBar } from '../../../../batches/batch-progress.tsx'
import { BatchStatusBadge } from '../../../../batches/batch-status.tsx'
import { MendDialog } from '../../../../batches/mend-dialog.tsx'
import {
  batchById,
  batchRows,
  cancelBatch,
  confirmBatch,
  discardRows,
  documentsUrl,
  rowPageSize,
} from '../../../../batches/queries.ts'
import { RowTable } from '../../../../batches/row-table.tsx'
import { allowsBatchStep, type BatchRow } from '../../../../domain/batch.ts'
import { requestStatuses, requestStatusNames } from '../../../../domain/request.ts'
import { formatById, formatVersion } from '../../../../formats/queries.ts'
import { contextIn } from '../../../../lib/context.ts'
import { countOf, numberOf } from '../../../../lib/count.ts'
import { messageOf } from '../../../../lib/message.ts'
import { notify } from '../../../../lib/notify.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { useLive } from '../../../../lib/realtime.ts'
import { momentOf } from '../../../../lib/when.ts'
import { requestCount } from '../../../../requests/queries.ts'
import { settingsRow } from '../../../../settings/queries.ts'
import { Button } from '../../../../ui/button.tsx'
import { Cluster } from '../../../../ui/cluster.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { DescriptionList } from '../../../../ui/description-list.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Pagination } from '../../../../ui/pagination.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { SelectionBar } from '../../../../ui/selection-bar.tsx'
import { Stack } from '../../../../ui/stack.tsx'

export const Route = createFileRoute('/app/request/batch/$batchId')({
  context: ({ params }) => ({ one: batchById(params.batchId) }),
  loader: async ({ context }) => {
    const batch = await queryClient.query(context.one)
    await Promise.all([
      queryClient.query(formatById(batch.format)),
      queryClient.query(formatVersion(batch.formatVersion)),
      queryClient.query(settingsRow()),
    ])
  },
  component: BatchPage,
})

const rowsOf = (count: number) => countOf(count, 'fila', 'filas')

function BatchPage() {
  const { user, one } = Route.useRouteContext()
  const { data: batch } = useSuspenseQuery(one)
  const { data: format } = useSuspenseQuery(formatById(batch.format))
  const [asking, setAsking] = useState<'confirm' | 'cancel' | null>(null)
  useLive('batches', 'requests')

  const mine = batch.owner === user.id
  const running = batch.status === 'processing' || batch.status === 'interrupted'
  const waiting = useQuery(batchRows(batch.id, 'valid', 1)).data?.totalItems ?? 0
  const confirming = useMutation({ ...confirmBatch(), onSuccess: () => setAsking(null) })
  const cancelling = useMutation({ ...cancelBatch(), onSuccess: () => setAsking(null) })

  return (
    <Stack gap={5}>
      <PageHeader
        title={batch.number}
        eyebrow={<Link to="/app/request">Solicitudes</Link>}
        description={`${format.name} · ${batch.fileName}`}
        actions={
          <>
            {mine && waiting > 0 && allowsBatchStep(batch.status, 'confirm') && (
              <Button variant="primary" icon="send" onClick={() => setAsking('confirm')}>
                Enviar {rowsOf(waiting)}
              </Button>
            )}
            {batch.createdCount > 0 && !running && (
              <Button icon="download" onClick={() => void download(batch.id)}>
                Documentos (ZIP)
              </Button>
            )}
            {allowsBatchStep(batch.status, 'cancel') && (
              <Button variant="danger" onClick={() => setAsking('cancel')}>
                Cancelar el lote
              </Button>
            )}
          </>
        }
      />
      {running && (
        <Panel>
          <BatchProgressBar batch={batch} />
        </Panel>
      )}
      <Panel title="Resumen">
        <Stack>
          <DescriptionList
            items={[
              { term: 'Estado', value: <BatchStatusBadge status={batch.status} /> },
              { term: 'Filas', value: numberOf(batch.total) },
              { term: 'Solicitudes creadas', value: numberOf(batch.createdCount) },
              { term: 'Filas con errores', value: numberOf(batch.errorCount) },
              { term: 'Filas descartadas', value: numberOf(batch.discardedCount) },
              { term: 'Cargado', value: momentOf(batch.created) },
              { term: 'Terminado', value: momentOf(batch.finishedAt) },
            ]}
          />
          <RequestCounts batch={batch.id} />
        </Stack>
      </Panel>
      {batch.errorCount > 0 && (
        <RowsInError
          batch={batch.id}
          version={batch.formatVersion}
          editable={mine && allowsBatchStep(batch.status, 'rows')}
        />
      )}
      {asking === 'confirm' && (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          onConfirm={() => confirming.mutate(batch.id)}
          title={`¿Enviar ${rowsOf(waiting)}?`}
          confirmLabel={`Enviar ${rowsOf(waiting)}`}
          pending={confirming.isPending}
          error={confirming.error ? messageOf(confirming.error) : undefined}
        >
          <p>Cada fila se convierte en una solicitud. Las que tienen errores se quedan en el lote.</p>
        </ConfirmDialog>
      )}
      {asking === 'cancel' && (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          onConfirm={() => cancelling.mutate(batch.id)}
          title={`¿Cancelar el lote ${batch.number}?`}
          confirmLabel="Cancelar el lote"
          danger
          pending={cancelling.isPending}
          error={cancelling.error ? messageOf(cancelling.error) : undefined}
        >
          <p>
            {batch.createdCount > 0
              ? `Las ${countOf(batch.createdCount, 'solicitud ya creada', 'solicitudes ya creadas')} se conservan; lo demás no se envía.`
              : 'Ninguna fila se envía.'}
          </p>
        </ConfirmDialog>
      )}
    </Stack>
  )
}

/** How many requests of the batch stand where, each a way to them. */
function RequestCounts({ batch }: { batch: string }) {
  const counts = useQueries({ queries: requestStatuses.map((status) => requestCount({ batch, status })) })
  return (
    <Cluster>
      {requestStatuses.map((status, index) => {
        const count = counts[index]?.data ?? 0
        return (
          count > 0 && (
            <LinkButton key={status} size="s" to="/app/request" search={{ batch, status }}>
              {requestStatusNames[status]}: {numberOf(count)}
            </LinkButton>
          )
        )
      })}
      <LinkButton size="s" variant="quiet" to="/app/request" search={{ batch }}>
        Ver todas
      </LinkButton>
    </Cluster>
  )
}

function RowsInError({ batch, version, editable }: { batch: string; version: string; editable: boolean }) {
  const [page, setPage] = useState(1)
  const [selected, setSelected] = useState(new Set<string>())
  const [mending, setMending] = useState<BatchRow | null>(null)
  const { data: settings } = useSuspenseQuery(settingsRow())
  const { data: definition } = useSuspenseQuery(formatVersion(version))
  const { data } = useQuery(batchRows(batch, 'error', page))
  const discarding = useMutation({
    ...discardRows(),
    onSuccess: () => setSelected(new Set()),
    onError: (error) => notify.error(messageOf(error)),
  })
  const rows = [...selected].map(Number)
  if (!data) return null
  return (
    <Panel title={`${rowsOf(data.totalItems)} con errores`} flush>
      <SelectionBar
        label={editable && rows.length ? `${rowsOf(rows.length)} en la selección` : null}
        onClear={() => setSelected(new Set())}
      >
        <Button
          size="s"
          variant="danger"
          pending={discarding.isPending}
          onClick={() => discarding.mutate({ id: batch, rows })}
        >
          Descartar {rowsOf(rows.length)}
        </Button>
      </SelectionBar>
      <RowTable
        rows={data.items}
        fields={definition.fields}
        selected={selected}
        onSelect={setSelected}
        onMend={editable ? setMending : undefined}
      />
      {data.totalItems > rowPageSize && (
        <Pagination page={page} perPage={rowPageSize} totalItems={data.totalItems} onPage={setPage} />
      )}
      {mending && (
        <MendDialog
          row={mending}
          fields={definition.fields}
          context={contextIn(settings.country)}
          onClose={() => setMending(null)}
        />
      )}
    </Panel>
  )
}

async function download(id: string) {
  try {
    location.assign(await documentsUrl(id))
  } catch (error) {
    notify.error(messageOf(error))
  }
}
