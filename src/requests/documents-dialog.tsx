import { lazy, Suspense } from 'react'
import type { DocumentsProps } from './documents-question.tsx'

const Question = lazy(async () => ({ default: (await import('./documents-question.tsx')).DocumentsQuestion }))

/** Dialog for downloading documents. Its content is lazy-loaded when the dialog opens. */
export function DocumentsDialog(props: DocumentsProps) {
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  )
}
