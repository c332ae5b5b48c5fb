import { lazy, Suspense } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'
import { PagePending } from '../../../../ui/page-pending.tsx'
import type { RowDocumentProps } from './row-document.tsx'

interface Props extends RowDocumentProps {
  onClose: () => void
}

/** Lazy-loaded with the document renderer, because few users open it. */
const RowDocument = lazy(() => import('./row-document.tsx').then((module) => ({ default: module.RowDocument })))

/** Dialog with the document preview for one row of a spreadsheet. */
export function RowPreview({ onClose, ...props }: Props) {
  return (
    <Dialog open onClose={onClose} title={`Documento de la fila ${props.row.row}`} size="l">
      <Suspense fallback={<PagePending />}>
        <RowDocument {...props} />
      </Suspense>
    </Dialog>
  )
}
