import { type ReactNode, useState } from 'react'
import { Button } from '../ui/actions/button.tsx'
import { Cluster } from '../ui/page/cluster.tsx'
import { Notice } from '../ui/state/notice.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionQuestion } from './action-question.ts'
import { formatActionResult, getResultTone } from './action-result.ts'
import type { ActionResult } from './actions.ts'
import { SkippedRequestsDialog } from './skipped-requests-dialog.tsx'
import { useLastUndoneDecision } from './undo.tsx'

interface Props {
  /** Question about the action to confirm; `null` closes the dialog. */
  asked: ActionQuestion | null
  onClose: () => void
  onDone?: () => void
  onChanged: (count: number) => void
}

/** Maximum ids that the server accepts in one call. */
const maxIds = 1000

/** Dialog that confirms an action on many requests, and a notice that reports its result. */
export function BulkAction({ asked, onClose, onDone, onChanged }: Props) {
  const [done, setDone] = useState<{ question: ActionQuestion; result: ActionResult } | null>(null)
  const [reopening, setReopening] = useState<ActionQuestion | null>(null)
  const question = reopening ?? asked
  const rejected = done?.question.action === 'reject' ? done.result.changed : []

  function close() {
    setReopening(null)
    onClose()
  }
  return (
    <>
      {done && (
        <ActionResultNotice {...done} onClose={() => setDone(null)}>
          {rejected.length > 0 && rejected.length <= maxIds && (
            <Button
              size="s"
              icon="refresh"
              onClick={() => setReopening({ action: 'reopen', targets: { ids: rejected }, reason: 'required' })}
            >
              Reabrir
            </Button>
          )}
        </ActionResultNotice>
      )}
      {question && (
        <ActionDialog
          key={question.action}
          question={question}
          onClose={close}
          onDone={(result) => {
            setDone({ question, result })
            close()
            onDone?.()
          }}
          onChanged={onChanged}
        />
      )}
    </>
  )
}

interface NoticeProps {
  question: ActionQuestion
  result: ActionResult
  onClose: () => void
  children: ReactNode
}

/** Moves focus to the notice's button, because the focused button of the selection bar disappeared. */
const focusButton = (button: HTMLButtonElement | null) => button?.focus()

/** Notice with the result of a bulk action. Opens a dialog of the requests that were skipped. */
function ActionResultNotice({ question, result, onClose, children }: NoticeProps) {
  const [open, setOpen] = useState(false)
  const { skipped, undo } = result
  const undone = useLastUndoneDecision()
  if (undo && undo.id === undone) return null
  return (
    <>
      <Notice
        live
        tone={getResultTone(result)}
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
        {formatActionResult(question.action, result, question.isAtStep)}
      </Notice>
      {open && <SkippedRequestsDialog skipped={skipped} onClose={() => setOpen(false)} />}
    </>
  )
}
