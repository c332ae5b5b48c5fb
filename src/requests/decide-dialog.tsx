import { lazy, Suspense } from 'react'
import type { DecideProps } from './decide-question.tsx'

const Question = lazy(async () => ({ default: (await import('./decide-question.tsx')).DecideQuestion }))

/** Dialog that confirms an action and runs it. Its content is lazy-loaded when the dialog opens. */
export function DecideDialog(props: DecideProps) {
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  )
}
