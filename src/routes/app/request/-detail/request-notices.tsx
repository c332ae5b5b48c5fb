import type { Request } from '../../../../domain/requests/request.ts'
import type { RequestAction } from '../../../../domain/requests/request-transitions.ts'
import { formatSingleResult, getResultTone } from '../../../../requests/action-result.ts'
import type { ActionResult } from '../../../../requests/actions.ts'
import { NextRequestNotice } from '../../../../requests/detail/next-request-notice.tsx'
import { useLastUndoneDecision } from '../../../../requests/last-undone-decision.ts'
import { Notice } from '../../../../ui/notice.tsx'

/** Last action that the user ran on this page. */
export interface CompletedAction {
  request: Request
  action: RequestAction
  isAtStep: boolean
  outcome: ActionResult
}

interface DecidedProps {
  request: Request
  taken: CompletedAction | null
  /** True if the user is an approver; the notice then links to the next pending request. */
  isDecider: boolean
}

/** Notice with the result of the last action, unless it was undone. */
export function CompletedActionNotice({ request, taken, isDecider }: DecidedProps) {
  const undone = useLastUndoneDecision()
  if (taken?.request.id !== request.id || (taken.outcome.undo?.id ?? '') === undone) return null
  const text = formatCompletedAction(taken, request)
  const tone = getResultTone(taken.outcome)
  if (isDecider) return <NextRequestNotice id={request.id} message={text} tone={tone} />
  return (
    <Notice tone={tone} live>
      {text}
    </Notice>
  )
}

/** Formats the result of an action, with the state of the document that it creates. */
function formatCompletedAction({ request: before, action, isAtStep, outcome }: CompletedAction, now: Request): string {
  if (action === 'approve' && isAtStep && outcome.changed.length > 0) return 'Paso aprobado.'
  // Assumes that the new document is pending until the request is refetched.
  return formatSingleResult(action, outcome, now.updated === before.updated ? 'pending' : now.documentStatus)
}

interface StatusProps {
  request: Request
  isOwn: boolean
}

/** Notice with the next step of a submitted request, or the reason of a return, rejection or annulment. */
export function RequestStatusNotices({ request: { status, reason, annulledAt }, isOwn }: StatusProps) {
  return (
    <>
      {isOwn && status === 'submitted' && (
        <Notice tone="info" title="En revisión">
          Le avisaremos cuando la decidan. Si la aprueban, el documento quedará en esta página.
        </Notice>
      )}
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
