import type { Request, RequestAction } from '../../../../domain/requests/request.ts'
import type { Outcome } from '../../../../requests/actions.ts'
import { NextInQueue } from '../../../../requests/detail/next-in-queue.tsx'
import { useLastUndone } from '../../../../requests/last-undone.ts'
import { outcomeOfOne, outcomeTone } from '../../../../requests/outcome.ts'
import { Notice } from '../../../../ui/notice.tsx'

/** Last step that the user took on this page. */
export interface Taken {
  request: Request
  action: RequestAction
  isAtStep: boolean
  outcome: Outcome
}

interface DecidedProps {
  request: Request
  taken: Taken | null
  /** Whether the user decides requests of others, and is offered the next one. */
  isDecider: boolean
}

/** Result of the last step, unless it was undone. */
export function TakenNotice({ request, taken, isDecider }: DecidedProps) {
  const undone = useLastUndone()
  if (taken?.request.id !== request.id || (taken.outcome.undo?.id ?? '') === undone) return null
  const text = takenSentence(taken, request)
  const tone = outcomeTone(taken.outcome)
  if (isDecider) return <NextInQueue id={request.id} told={text} tone={tone} />
  return (
    <Notice tone={tone} live>
      {text}
    </Notice>
  )
}

/** Result of a step, with the state of the document that it makes. */
function takenSentence({ request: before, action, isAtStep, outcome }: Taken, now: Request): string {
  if (action === 'approve' && isAtStep && outcome.changed.length > 0) return 'Paso aprobado.'
  // Until the request is read again, it has the state of its earlier document.
  return outcomeOfOne(action, outcome, now.updated === before.updated ? 'pending' : now.documentStatus)
}

/** Reason of a return, rejection or annulment. */
export function StandingNotices({ request: { status, reason, annulledAt } }: { request: Request }) {
  return (
    <>
      {reason && status === 'returned' && (
        <Notice tone="warning" title="Devuelta para corregir">
          {reason}
        </Notice>
      )}
      {reason && status === 'rejected' && (
        <Notice tone="danger" title="Rechazada">
          {reason}
        </Notice>
      )}
      {annulledAt && (
        <Notice tone="danger" title="El documento está anulado">
          {reason}
        </Notice>
      )}
    </>
  )
}
