import { lazy, Suspense } from 'react'
import type { ActionDialogProps } from './action-dialog-content.tsx'

const Question = lazy(async () => ({ default: (await import('./action-dialog-content.tsx')).ActionDialogContent }))

/** Dialog that confirms an action and runs it. Its content is lazy-loaded when the dialog opens. */
export function ActionDialog(props: ActionDialogProps) {
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  )
}
