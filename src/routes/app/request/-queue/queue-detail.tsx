import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { externalOwnerId } from '../../../../domain/external/external-owner.ts'
import type { Field } from '../../../../domain/fields/field.ts'
import { requestActions } from '../../../../domain/requests/actions.ts'
import { decisionTypes } from '../../../../domain/requests/request.ts'
import type { User } from '../../../../domain/users/user.ts'
import { formatTimeAgo } from '../../../../lib/date-format.ts'
import { RequestOverview } from '../../../../requests/detail/request-overview.tsx'
import { formatCurrentStage } from '../../../../requests/detail/route-progress.tsx'
import type { OpenedRequest, ViewedRequest } from '../../../../requests/queries.ts'
import { StoredDocumentPreview } from '../../../../requests/stored-document-preview.tsx'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Columns, Stack } from '../../../../ui/page/layout.tsx'
import { Notice } from '../../../../ui/state/screen-states.tsx'
import s from './queue.module.css'

interface Props {
  opened: OpenedRequest
  me: User
  form: ReactNode
  below: (field: Field) => ReactNode
  /** True if a key press or a decision opened the request; focus then moves to its title, because the focused element disappeared. */
  isCalled: boolean
}

const titleId = 'queue-title'

export function focusRequestTitle() {
  document.getElementById(titleId)?.focus()
}

/** Content of a request in the queue: values, changes, and the document beside them. */
export function QueueDetail({ opened, me, form, below, isCalled }: Props) {
  const { request, format, route } = opened
  const { data: settings } = useQuery(settingsQuery())
  useEffect(() => {
    if (isCalled) focusRequestTitle()
  }, [isCalled])
  const data = (
    <Stack gap={4}>
      <DecidedNotice opened={opened} me={me.id} />
      {form}
      <RequestOverview opened={opened} withChanges below={below} />
    </Stack>
  )
  return (
    <article className="stack-4 shrinkable" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId} tabIndex={-1} className={s.title}>
          {request.number || 'Sin número'}
        </h2>
        <p className="muted">
          {`${format.name}, de ${route.ownerName}${request.owner === externalOwnerId ? ' (externa)' : ''}. Enviada ${formatTimeAgo(request.submittedAt)}. ${formatCurrentStage(route)}`}
          <Link to="/app/request/$requestId" params={{ requestId: request.id }}>
            Ver historial y comentarios
          </Link>
        </p>
      </header>
      <Columns aside={28} gap={4} isAsideFirst>
        {data}
        <div className={s.paper} data-above-toasts="">
          <StoredDocumentPreview opened={opened} settings={settings} />
        </div>
      </Columns>
    </article>
  )
}

const noticeId = 'decided-notice'

/** Moves focus to the notice, because the focused element disappeared with the decision. */
export function focusDecidedNotice() {
  document.getElementById(noticeId)?.focus()
}

/** Notice that the request or its step was decided while the user was viewing it. */
function DecidedNotice({ opened: { request, route }, me }: { opened: OpenedRequest; me: string }) {
  const isSubmitted = request.status === 'submitted'
  if (isSubmitted && request.decidable !== false) return null
  return (
    <div id={noticeId} tabIndex={-1}>
      <Notice
        live
        tone="warning"
        title={isSubmitted ? 'Este paso ya está decidido, o es de otra persona.' : formatDecision(request, me)}
      >
        {isSubmitted ? formatCurrentStage(route) : request.reason}
      </Notice>
    </div>
  )
}

function formatDecision({ status, reviewer, expand }: ViewedRequest, me: string): string {
  if (status === 'cancelled') return 'Esta solicitud ya no espera una decisión: la anularon.'
  const decision = decisionTypes.find((action) => requestActions[action].to === status)
  if (!decision) return 'Esta solicitud no espera una decisión.'
  const who = reviewer === me ? 'Usted' : expand?.reviewer?.name || 'Otra persona'
  return `Esta solicitud ya está decidida: ${who} la ${requestActions[decision].texts.past}.`
}
