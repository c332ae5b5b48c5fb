import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { RequestAction } from '../domain/requests/request.ts'
import { Button } from '../ui/button.tsx'
import { Cluster } from '../ui/cluster.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Outcome } from './actions.ts'
import { useLastUndone } from './last-undone.ts'
import { outcomeSentence, outcomeTone } from './outcome.ts'

const SkippedDialog = lazy(async () => ({ default: (await import('./skipped-dialog.tsx')).SkippedDialog }))

interface Props {
  action: RequestAction
  outcome: Outcome
  /** True if some requests may have further approval steps. */
  isAtStep?: boolean
  onClose: () => void
  children?: ReactNode
}

/** Moves focus to the notice, because the buttons of the selection disappeared. */
const focusIt = (button: HTMLButtonElement | null) => button?.focus()

/** Notice with the result of a bulk action. Opens a dialog of the requests that were skipped. */
export function OutcomeNotice({ action, outcome, isAtStep = false, onClose, children }: Props) {
  const [open, setOpen] = useState(false)
  const { skipped, undo } = outcome
  const undone = useLastUndone()
  if (undo && undo.id === undone) return null
  return (
    <>
      <Notice
        live
        tone={outcomeTone(outcome)}
        action={
          <Cluster gap={1}>
            {skipped.length > 0 && (
              <Button size="s" icon="eye" onClick={() => setOpen(true)}>
                {skipped.length === 1 ? 'Ver cuál quedó' : 'Ver cuáles quedaron'}
              </Button>
            )}
            {children}
            <Button ref={focusIt} size="s" variant="quiet" onClick={onClose}>
              Entendido
            </Button>
          </Cluster>
        }
      >
        {outcomeSentence(action, outcome, isAtStep)}
      </Notice>
      {open && (
        <Suspense>
          <SkippedDialog skipped={skipped} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
