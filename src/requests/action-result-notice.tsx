import { type ReactNode, useState } from 'react'
import type { RequestAction } from '../domain/requests/request-transitions.ts'
import { Button } from '../ui/button.tsx'
import { Cluster } from '../ui/cluster.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { formatActionResult, getResultTone } from './action-result.ts'
import type { ActionResult } from './actions.ts'
import { useLastUndoneDecision } from './last-undone-decision.ts'

const SkippedRequestsDialog = lazyDialog(
  async () => (await import('./skipped-requests-dialog.tsx')).SkippedRequestsDialog,
)

interface Props {
  action: RequestAction
  outcome: ActionResult
  /** True if some requests may have further approval steps. */
  isAtStep?: boolean
  onClose: () => void
  children?: ReactNode
}

/** Moves focus to the notice's button, because the focused button of the selection bar disappeared. */
const focusButton = (button: HTMLButtonElement | null) => button?.focus()

/** Notice with the result of a bulk action. Opens a dialog of the requests that were skipped. */
export function ActionResultNotice({ action, outcome, isAtStep = false, onClose, children }: Props) {
  const [open, setOpen] = useState(false)
  const { skipped, undo } = outcome
  const undone = useLastUndoneDecision()
  if (undo && undo.id === undone) return null
  return (
    <>
      <Notice
        live
        tone={getResultTone(outcome)}
        action={
          <Cluster gap={1}>
            {skipped.length > 0 && (
              <Button size="s" icon="eye" onClick={() => setOpen(true)}>
                {skipped.length === 1 ? 'Ver cuál quedó' : 'Ver cuáles quedaron'}
              </Button>
            )}
            {children}
            <Button ref={focusButton} size="s" variant="quiet" onClick={onClose}>
              Entendido
            </Button>
          </Cluster>
        }
      >
        {formatActionResult(action, outcome, isAtStep)}
      </Notice>
      {open && <SkippedRequestsDialog skipped={skipped} onClose={() => setOpen(false)} />}
    </>
  )
}
