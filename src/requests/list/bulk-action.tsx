import { useState } from 'react'
import type { RequestAction } from '../../domain/requests/request-transitions.ts'
import { formatCount } from '../../lib/number-format.ts'
import { Button } from '../../ui/button.tsx'
import type { ActionConfirmation } from '../action-confirmation.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { ActionResultNotice } from '../action-result-notice.tsx'
import type { ActionResult } from '../actions.ts'
import type { BulkConfirmation } from './selection.ts'

interface Props {
  /** Action to confirm; `null` closes the dialog. */
  asked: BulkConfirmation | null
  onClose: () => void
  onDone: () => void
  onChanged: (count: number) => void
}

/** Maximum ids that the server accepts in one call. */
const maxIds = 1000

/** Dialog that confirms a bulk action, and a notice that reports its result. */
export function BulkAction({ asked, onClose, onDone, onChanged }: Props) {
  const [result, setResult] = useState<{ action: RequestAction; outcome: ActionResult; isAtStep: boolean } | null>(null)
  const [undoing, setUndoing] = useState<ActionConfirmation | null>(null)
  const question = undoing ?? asked?.question
  const left = undoing ? 0 : (asked?.left ?? 0)
  const rejected = result?.action === 'reject' ? result.outcome.changed : []

  function done(outcome: ActionResult) {
    if (question) setResult({ action: question.action, outcome, isAtStep: question.isAtStep ?? false })
    setUndoing(null)
    onClose()
    onDone()
  }
  return (
    <>
      {result && (
        <ActionResultNotice {...result} onClose={() => setResult(null)}>
          {rejected.length > 0 && rejected.length <= maxIds && (
            <Button
              size="s"
              icon="refresh"
              onClick={() => setUndoing({ action: 'reopen', targets: { ids: rejected }, reason: 'required' })}
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
          onClose={() => {
            setUndoing(null)
            onClose()
          }}
          onDone={done}
          onChanged={onChanged}
        >
          {left > 0 && (
            <p>{`${formatCount(left, 'de las elegidas no está', 'de las elegidas no están')} en un estado que lo permita: ${left === 1 ? 'se deja como está' : 'se dejan como están'}.`}</p>
          )}
        </ActionDialog>
      )}
    </>
  )
}
