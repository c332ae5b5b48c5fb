import { lazy, Suspense } from 'react'
import type { DownloadDocumentsProps } from './download-documents-form.tsx'

const Question = lazy(async () => ({ default: (await import('./download-documents-form.tsx')).DownloadDocumentsForm }))

export function DownloadDocumentsDialog(props: DownloadDocumentsProps) {
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  )
}
