import { lazy, Suspense } from 'react'
import type { DocumentsProps } from './documents-question.tsx'

const Question = lazy(async () => ({ default: (await import('./documents-question.tsx')).DocumentsQuestion }))

/** How documents are downloaded; what that is made of comes when somebody asks. */
export function DocumentsDialog(props: DocumentsProps) {
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  )
}
