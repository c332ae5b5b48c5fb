import { lazy, Suspense } from 'react'
import type { DecideProps } from './decide-question.tsx'

const Question = lazy(async () => ({ default: (await import('./decide-question.tsx')).DecideQuestion }))

/** Asks before a step and takes it; what that is made of comes when somebody decides. */
export function DecideDialog(props: DecideProps) {
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  )
}
