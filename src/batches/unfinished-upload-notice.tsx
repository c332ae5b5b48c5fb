import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Batch } from '../domain/batches/batch.ts'
import { formatCount } from '../lib/number-format.ts'
import { Notice } from '../ui/notice.tsx'
import { findBatchDraft } from './import-drafts.ts'

/** Notice that rows of the batch were not sent, because the upload was interrupted. Links to the import draft if this browser stores it. */
export function UnfinishedUploadNotice({ batch, missing }: { batch: Batch; missing: number }) {
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
