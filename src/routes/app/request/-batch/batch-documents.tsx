import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { batchRequestCountsQuery, readyDocumentCountQuery } from '../../../../batches/queries.ts'
import type { Batch } from '../../../../domain/batches/batch-output.ts'
import { formatCount, formatNumber } from '../../../../lib/number-format.ts'
import { DownloadDocumentsDialog } from '../../../../requests/download-documents-dialog.tsx'
import { Button } from '../../../../ui/actions/button.tsx'

export function BatchDocuments({ batch, expectsMore }: { batch: Batch; expectsMore: boolean }) {
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
