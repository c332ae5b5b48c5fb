import { lazy, Suspense } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'
import { PagePending } from '../../../../ui/page-pending.tsx'
import type { RowDocumentProps } from './row-document.tsx'

interface Props extends RowDocumentProps {
  onClose: () => void
}

/** Fetched with what draws documents, once somebody looks at one. */
const RowDocument = lazy(() => import('./row-document.tsx').then((module) => ({ default: module.RowDocument })))

/** The document that one row of a sheet would become. */
export function RowPreview({ onClose, ...props }: Props) {
  return (
    <Dialog open onClose={onClose} title={`Documento de la fila ${props.row.row}`} size="l">
      <Suspense fallback={<PagePending />}>
        <RowDocument {...props} />
      </Suspense>
    </Dialog>
  )
}
