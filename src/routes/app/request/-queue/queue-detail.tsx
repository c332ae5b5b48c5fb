import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { Field } from '../../../../domain/fields/field.ts'
import type { RequestView } from '../../../../domain/requests/request-view.ts'
import type { User } from '../../../../domain/users/user.ts'
import { agoOf } from '../../../../lib/when.ts'
import { FilledList } from '../../../../requests/detail/filled-list.tsx'
import { RouteProgress, standsAt } from '../../../../requests/detail/route-progress.tsx'
import { ValueList } from '../../../../requests/detail/value-list.tsx'
import { addComputedValues } from '../../../../requests/form-conversion.ts'
import { getSubmittedValues } from '../../../../requests/queries.ts'
import { DecidedNotice, PassedNotice } from '../../../../requests/queue/decided-notice.tsx'
import { PresentOthers } from '../../../../requests/queue/present-others.tsx'
import { SignedDocumentPreview } from '../../../../requests/request-document-preview.tsx'
import { settingsRow } from '../../../../settings/queries.ts'
import { Columns } from '../../../../ui/columns.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import s from './queue-detail.module.css'

const ChangesPanel = lazy(async () => ({
  default: (await import('../../../../requests/detail/changes.tsx')).ChangesPanel,
}))

export type DecidableRequest = RequestView['request'] & { decidable?: boolean }

interface Props {
  opened: RequestView
  request: DecidableRequest
  me: User
  /** Decision form, if open. */
  form: ReactNode
  below?: ((field: Field) => ReactNode) | undefined
  /** Moves focus to the title after a key or a decision opened the request, because the focused element disappeared. */
  isCalled: boolean
}

const titleId = 'queue-title'

export function focusRequest() {
  document.getElementById(titleId)?.focus()
}

/** Content of a request in the queue: values, changes, and the document beside them. */
export function QueueDetail({ opened, request, me, form, below, isCalled }: Props) {
  const { format, version, route, filled, history, sent } = opened
  const { data: settings } = useQuery(settingsRow())
  const owner = request.expand?.owner?.name ?? (request.owner === me.id ? me.name : route.ownerName)
  useEffect(() => {
    if (isCalled) focusRequest()
  }, [isCalled])
  const data = (
    <Stack gap={4}>
      {request.status === 'submitted' && request.decidable === false && <PassedNotice now={standsAt(route)} />}
      {request.status !== 'submitted' && <DecidedNotice request={request} me={me.id} />}
      {form}
      {route.steps.length > 0 && <RouteProgress steps={route.steps} />}
      {history && sent && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <ChangesPanel request={request} fields={version.fields} history={history} before={getSubmittedValues(sent)} />
        </Suspense>
      )}
      <Panel title="Datos">
        <ValueList fields={version.fields} values={addComputedValues(version.fields, request.values)} below={below} />
      </Panel>
      <FilledList filled={filled} />
    </Stack>
  )
  return (
    <article className={s.detail} aria-labelledby={titleId}>
      <header className={s.header}>
        <div>
          <h2 id={titleId} tabIndex={-1} className={s.title}>
            {request.number || 'Sin número'}
          </h2>
          <p className={s.facts}>
            {`${format.name}, de ${owner}. Enviada ${agoOf(request.submittedAt)}. ${standsAt(route)}`}
            <Link to="/app/request/$requestId" params={{ requestId: request.id }}>
              Ver historial y comentarios
            </Link>
          </p>
        </div>
        <PresentOthers id={request.id} />
      </header>
      <Columns aside={28} gap={4}>
        {data}
        <div className={s.paper} data-above-toasts="">
          <SignedDocumentPreview
            request={request}
            format={format}
            version={version}
            settings={settings}
            owner={owner}
            filled={filled.values}
            pictures={opened.signatures}
          />
        </div>
      </Columns>
    </article>
  )
}
