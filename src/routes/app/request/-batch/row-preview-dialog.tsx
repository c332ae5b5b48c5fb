import { Suspense } from 'react'
import { lazyComponent } from '../../../../lib/loading/lazy-component.tsx'
import { Dialog } from '../../../../ui/overlay/dialog.tsx'
import { PagePending } from '../../../../ui/page/page-pending.tsx'
import type { RowDocumentProps } from './row-document-preview.tsx'

interface Props extends RowDocumentProps {
  onClose: () => void
}

/** Preview of a row's document. Lazy-loaded, because it includes the document renderer and few users open it. */
const RowDocumentPreview = lazyComponent(async () => (await import('./row-document-preview.tsx')).RowDocumentPreview)

export function RowPreviewDialog({ onClose, ...props }: Props) {
  return (
    <Dialog onClose={onClose} title={`Documento de la fila ${props.row.row}`} size="l">
      <Suspense fallback={<PagePending />}>
        <RowDocumentPreview {...props} />
      </Suspense>
    </Dialog>
  )
}
