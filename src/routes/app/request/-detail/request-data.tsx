import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { getAllowedActions, type RequestAction } from '../../../../domain/requests/request.ts'
import type { User } from '../../../../domain/users/user.ts'
import { describeError } from '../../../../lib/error-message.ts'
import { DocumentPanel } from '../../../../requests/detail/document-panel.tsx'
import { ValueList } from '../../../../requests/detail/value-list.tsx'
import { FieldNote } from '../../../../requests/field-note.tsx'
import { requestHistoryQuery } from '../../../../requests/queries.ts'
import { findLastReturn } from '../../../../requests/request-return.ts'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { RequestPageData } from './use-request-page-data.ts'

const RequestChanges = lazy(async () => ({
  default: (await import('../../../../requests/detail/request-changes.tsx')).RequestChanges,
}))

const ApproverFieldsPanel = lazy(async () => ({
  default: (await import('../../../../requests/detail/approver-fields-panel.tsx')).ApproverFieldsPanel,
}))

const RouteProgress = lazy(async () => ({
  default: (await import('../../../../requests/detail/route-progress.tsx')).RouteProgress,
}))

interface Props {
  shown: RequestPageData
  me: User
  onAsk: (action: RequestAction) => void
}

export function RequestData({ shown, me, onAsk }: Props) {
  const { request, version, route, routeError, readRoute, filled, seen } = shown
  const isReturned = request.status === 'returned'
  const { data: events } = useQuery({ ...requestHistoryQuery(request.id), enabled: isReturned })
  const notes = isReturned ? (findLastReturn(events ?? [])?.notes ?? {}) : {}
  const mayRegenerate = getAllowedActions(seen, me, request.owner).includes('regenerate')
  return (
    <>
      {!route && routeError && <ErrorState message={describeError(routeError)} onRetry={() => void readRoute()} />}
      {route && route.steps.length > 0 && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <RouteProgress steps={route.steps} />
        </Suspense>
      )}
      {request.status === 'submitted' && request.revision > 0 && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <RequestChanges request={request} fields={version.fields} />
        </Suspense>
      )}
      {request.documentStatus !== 'none' && (
        <DocumentPanel request={request} onRegenerate={mayRegenerate ? () => onAsk('regenerate') : undefined} />
      )}
      <Panel title="Datos">
        <ValueList
          fields={version.fields}
          values={shown.values}
          below={({ key }) => notes[key] && <FieldNote text={notes[key]} />}
        />
      </Panel>
      {filled && Object.keys(filled.values).length > 0 && (
        <Suspense fallback={<Skeleton lines={2} />}>
          <ApproverFieldsPanel filled={filled} />
        </Suspense>
      )}
    </>
  )
}
