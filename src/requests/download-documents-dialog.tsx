import { lazy, Suspense } from 'react'
import type { DownloadDocumentsProps } from './download-documents-form.tsx'

const Question = lazy(async () => ({ default: (await import('./download-documents-form.tsx')).DownloadDocumentsForm }))

/** Dialog for downloading documents. Its content is lazy-loaded when the dialog opens. */
export function DownloadDocumentsDialog(props: DownloadDocumentsProps) {
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  )
}
