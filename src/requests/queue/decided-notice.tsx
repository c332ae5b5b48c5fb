import type { Request, RequestStatus } from '../../domain/requests/request.ts'
import { Notice } from '../../ui/notice.tsx'
import type { ViewedRequest } from '../queries.ts'

const decisionVerbs: Partial<Record<RequestStatus, string>> = {
  approved: 'la aprobó',
  returned: 'la devolvió',
  rejected: 'la rechazó',
}

const noticeId = 'decided-notice'

/** Moves focus to the notice, because the focused element disappeared with the decision. */
export function focusDecidedNotice() {
  document.getElementById(noticeId)?.focus()
}

/** Notice that another approver decided the step while the user was viewing it. */
export function StageDecidedNotice({ now }: { now: string }) {
  return (
    <div id={noticeId} tabIndex={-1}>
      <Notice live tone="warning" title="Este paso ya está decidido, o es de otra persona.">
        {now}
      </Notice>
    </div>
  )
}

/** Notice that the request was decided or changed while the user was viewing it. */
export function RequestDecidedNotice({ request, me }: { request: ViewedRequest; me: string }) {
  return (
    <div id={noticeId} tabIndex={-1}>
      <Notice live tone="warning" title={formatOutcome(request, me)}>
        {request.reason}
      </Notice>
    </div>
  )
}

function formatOutcome(
  { status, reviewer, expand }: Pick<Request, 'status' | 'reviewer'> & Pick<ViewedRequest, 'expand'>,
  me: string,
) {
  const did = decisionVerbs[status]
  if (status === 'cancelled') return 'Esta solicitud ya no espera una decisión: la anularon.'
  if (!did) return 'Esta solicitud no espera una decisión.'
  const who = reviewer === me ? 'Usted' : expand?.reviewer?.name || 'Otra persona'
  return `Esta solicitud ya está decidida: ${who} ${did}.`
}
