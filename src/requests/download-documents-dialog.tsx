import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { DownloadDocumentsProps } from './download-documents-form.tsx'

const Question = lazyPart(async () => (await import('./download-documents-form.tsx')).DownloadDocumentsForm)

export function DownloadDocumentsDialog(props: DownloadDocumentsProps) {
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  )
}
