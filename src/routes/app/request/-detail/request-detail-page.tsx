import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLoaderData, useParams, useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { User } from '../../../../domain/users/user.ts'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { ActionDialog } from '../../../../requests/action-dialog.tsx'
import { ActionButtons } from '../../../../requests/detail/action-buttons.tsx'
import { RequestHistory } from '../../../../requests/detail/request-history.tsx'
import { RequestMetadata } from '../../../../requests/detail/request-metadata.tsx'
import { requestQuery } from '../../../../requests/queries.ts'
import { RequestDocumentPreview } from '../../../../requests/request-document-preview.tsx'
import { hasWideTable } from '../../../../requests/wide-table.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Columns } from '../../../../ui/columns.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { RequestData } from './request-data.tsx'
import { type CompletedAction, CompletedActionNotice, RequestStatusNotices } from './request-notices.tsx'
import { useActionConfirmation } from './use-action-confirmation.ts'
import { type RequestPageData, useRequestPageData } from './use-request-page-data.ts'

const OtherViewers = lazy(async () => ({
  default: (await import('../../../../requests/queue/other-viewers.tsx')).OtherViewers,
}))

const from = '/app/request/$requestId'

export function RequestDetailPage() {
  const { user: me } = useRouteContext({ from })
  const { data: request } = useSuspenseQuery(requestQuery(useParams({ from }).requestId))
  const shown = useRequestPageData(request, useLoaderData({ from }), me)
  const [taken, setTaken] = useState<CompletedAction | null>(null)
  const { question, ask, close } = useActionConfirmation(shown, me)
  useRealtimeUpdates('requests', 'events')
  const { format, version, owner, isOfOthers, seen } = shown
  const data = <RequestData shown={shown} me={me} onAsk={ask} />
  const history = <RequestHistory request={request} fields={version.fields} me={me.id} />
  const paper = <DocumentSection shown={shown} />

  return (
    <Stack gap={5}>
      <PageHeader
        title={request.number || `Borrador de ${format.name}`}
        eyebrow={<Link to="/app/request">Solicitudes</Link>}
        description={[format.name, isOfOthers && owner && `de ${owner}`].filter(Boolean).join(', ')}
        actions={<ActionButtons request={seen} me={me} onAsk={ask} />}
      />
      <RequestMetadata request={request} />
      {mayDecide(shown, me) && request.status === 'submitted' && (
        <Suspense>
          <OtherViewers id={request.id} />
        </Suspense>
      )}
      <CompletedActionNotice request={request} taken={taken} isDecider={me.role === '_admin' || isOfOthers} />
      <RequestStatusNotices request={request} />
      {hasWideTable(version.fields) ? (
        <>
          {data}
          {paper}
          {history}
        </>
      ) : (
        <Columns aside={32} gap={5}>
          <Stack gap={5}>
            {data}
            {history}
          </Stack>
          {paper}
        </Columns>
      )}
      {question && (
        <ActionDialog
          question={question}
          onClose={close}
          onDone={(outcome) => {
            close()
            setTaken({ request, action: question.action, isAtStep: question.isAtStep === true, outcome })
          }}
        />
      )}
    </Stack>
  )
}

const mayDecide = ({ request, route }: RequestPageData, me: User) =>
  request.step > 0 ? route?.decidable === true : me.role === '_admin'

function DocumentSection({ shown }: { shown: RequestPageData }) {
  const { request, format, version, owner, filled, routeError } = shown
  const { data: settings } = useQuery(settingsQuery())
  if (owner === undefined) return !routeError && <Skeleton height="20rem" />
  return (
    <RequestDocumentPreview
      request={request}
      format={format}
      version={version}
      settings={settings}
      owner={owner}
      filled={filled?.values}
    />
  )
}
