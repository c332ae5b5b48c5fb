import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import type { Field } from '../../../../domain/fields/field.ts'
import type { RequestView } from '../../../../domain/requests/request-view.ts'
import type { User } from '../../../../domain/users/user.ts'
import { formatTimeAgo } from '../../../../lib/date-format.ts'
import { formatCurrentStage, RouteProgress } from '../../../../requests/detail/route-progress.tsx'
import { ValueList } from '../../../../requests/detail/value-list.tsx'
import { LazyDocumentPreview } from '../../../../requests/lazy-document-preview.tsx'
import { getSubmittedValues } from '../../../../requests/queries.ts'
import { RequestDecidedNotice, StageDecidedNotice } from '../../../../requests/queue/decided-notice.tsx'
import type { DecidableRequest } from '../../../../requests/viewed-request.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Columns } from '../../../../ui/columns.tsx'
import { lazyPart } from '../../../../ui/lazy-part.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import s from './queue-detail.module.css'

const RequestChanges = lazyPart(
  async () => (await import('../../../../requests/detail/request-changes.tsx')).RequestChanges,
)

const ApproverFieldsPanel = lazyPart(
  async () => (await import('../../../../requests/detail/approver-fields-panel.tsx')).ApproverFieldsPanel,
)

interface Props {
  opened: RequestView
  request: DecidableRequest
  me: User
  form: ReactNode
  below?: ((field: Field) => ReactNode) | undefined
  /** True if a key press or a decision opened the request; focus then moves to its title, because the focused element disappeared. */
  isCalled: boolean
}

const titleId = 'queue-title'

export function focusRequestTitle() {
  document.getElementById(titleId)?.focus()
}

/** Content of a request in the queue: values, changes, and the document beside them. */
export function QueueDetail({ opened, request, me, form, below, isCalled }: Props) {
  const { format, version, route, filled, history, sent } = opened
  const { data: settings } = useQuery(settingsQuery())
  useEffect(() => {
    if (isCalled) focusRequestTitle()
  }, [isCalled])
  const data = (
    <Stack gap={4}>
      {request.status === 'submitted' && request.decidable === false && (
        <StageDecidedNotice now={formatCurrentStage(route)} />
      )}
      {request.status !== 'submitted' && <RequestDecidedNotice request={request} me={me.id} />}
      {form}
      {route.steps.length > 0 && <RouteProgress steps={route.steps} />}
      {/* One boundary, so that parts that load later do not move the data. */}
      <Suspense fallback={<Skeleton lines={12} />}>
        {sent && (
          <RequestChanges
            request={request}
            fields={version.fields}
            history={history}
            before={getSubmittedValues(sent)}
          />
        )}
        <Panel title="Datos">
          <ValueList fields={version.fields} values={request.values} below={below} />
        </Panel>
        {Object.keys(filled.values).length > 0 && <ApproverFieldsPanel filled={filled} />}
      </Suspense>
    </Stack>
  )
  return (
    <article className={s.detail} aria-labelledby={titleId}>
      <header>
        <h2 id={titleId} tabIndex={-1} className={s.title}>
          {request.number || 'Sin número'}
        </h2>
        <p className={s.facts}>
          {`${format.name}, de ${route.ownerName}. Enviada ${formatTimeAgo(request.submittedAt)}. ${formatCurrentStage(route)}`}
          <Link to="/app/request/$requestId" params={{ requestId: request.id }}>
            Ver historial y comentarios
          </Link>
        </p>
      </header>
      <Columns aside={28} gap={4} isAsideFirst>
        {data}
        <div className={s.paper} data-above-toasts="">
          <LazyDocumentPreview opened={opened} settings={settings} />
        </div>
      </Columns>
    </article>
  )
}
