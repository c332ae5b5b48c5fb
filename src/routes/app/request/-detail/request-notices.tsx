import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isDecision } from '../../../../domain/requests/actions.ts'
import type { Request } from '../../../../domain/requests/request-output.ts'
import { formatNumber } from '../../../../lib/number-format.ts'
import type { ActionQuestion } from '../../../../requests/action-question.ts'
import { formatSingleActionResult, getResultTone } from '../../../../requests/action-result.ts'
import type { ActionResult } from '../../../../requests/actions.ts'
import { requestListQuery } from '../../../../requests/queries.ts'
import { useLastUndoneDecision } from '../../../../requests/undo.tsx'
import { LinkButton } from '../../../../ui/actions/button.tsx'
import { Notice } from '../../../../ui/state/screen-states.tsx'

/** Last action that the user ran on this page. `request`: its state before. */
export interface CompletedAction {
  request: Request
  question: ActionQuestion
  result: ActionResult
}

interface CompletedProps {
  request: Request
  completed: CompletedAction | null
  /** True if the user is an approver; after a decision, the notice then links to the next pending request. */
  isApprover: boolean
}

/** Notice with the result of the last action, unless it was undone. */
export function CompletedActionNotice({ request, completed, isApprover }: CompletedProps) {
  const undone = useLastUndoneDecision()
  if (completed?.request.id !== request.id || (completed.result.undo?.id ?? '') === undone) return null
  const message = formatCompletedAction(completed, request)
  const tone = getResultTone(completed.result)
  if (isApprover && isDecision(completed.question.action))
    return <NextRequestNotice id={request.id} message={message} tone={tone} />
  return (
    <Notice tone={tone} live>
      {message}
    </Notice>
  )
}

/** Formats the result of an action, with the state of the document that it creates. */
function formatCompletedAction({ request: before, question, result }: CompletedAction, now: Request): string {
  if (question.action === 'approve' && question.isAtStep && result.changed.length > 0) return 'Paso aprobado.'
  // Assumes that the new document is pending until the request is refetched.
  return formatSingleActionResult(
    question.action,
    result,
    now.updated === before.updated ? 'pending' : now.documentStatus,
  )
}

/** Notice with the result of a decision, and a link to the request that has waited longest. Focuses the link, so that Enter opens the request. */
function NextRequestNotice({ id, message, tone }: { id: string; message: string; tone: 'success' | 'warning' }) {
  const { data } = useQuery(requestListQuery({ status: 'submitted', sort: 'submittedAt', mine: 'decide' }))
  const box = useRef<HTMLDivElement>(null)
  const next = data?.items.find((item) => item.id !== id)
  const isThere = next !== undefined
  useEffect(() => {
    if (isThere) box.current?.querySelector('a')?.focus()
  }, [isThere])
  const waiting = data?.items.some((item) => item.id === id) ? data.totalItems - 1 : (data?.totalItems ?? 0)
  return (
    <div ref={box}>
      <Notice
        live
        tone={tone}
        action={
          next && (
            <LinkButton
              to="/app/request/$requestId"
              params={{ requestId: next.id }}
              variant="primary"
              size="s"
              icon="arrowRight"
            >
              {`Siguiente por revisar (${formatNumber(waiting)})`}
            </LinkButton>
          )
        }
      >
        {message}
        {data && !next && ' No queda ninguna por revisar.'}
      </Notice>
    </div>
  )
}

interface StatusProps {
  request: Request
  isOwn: boolean
}

/** Notice with the next step of a submitted request, or the reason of a return, rejection or annulment. */
export function RequestStatusNotices({ request: { status, reason, annulledAt, privacy }, isOwn }: StatusProps) {
  return (
    <>
      {isOwn && status === 'submitted' && (
        <Notice tone="info" title="En revisión">
          Le avisaremos cuando la decidan. Si la aprueban, el documento quedará en esta página.
        </Notice>
      )}
      {privacy === 'anonymized' && (
        <Notice tone="info" title="Anonimizada">
          Se borraron sus datos, archivos, documentos y comentarios. Quedan el número, el estado y las fechas.
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
