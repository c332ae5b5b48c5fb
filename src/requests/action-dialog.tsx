import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { ActionDialogProps } from './action-dialog-content.tsx'

const Question = lazyPart(async () => (await import('./action-dialog-content.tsx')).ActionDialogContent)

/** Dialog that confirms an action and runs it. Its content is lazy-loaded when the dialog opens. */
export function ActionDialog(props: ActionDialogProps) {
  return (
    <Suspense>
      <Question {...props} />
    </Suspense>
  )
}
