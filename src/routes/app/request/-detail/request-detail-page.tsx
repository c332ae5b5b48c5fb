import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLoaderData, useParams, useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { User } from '../../../../domain/users/user.ts'
import { useLive } from '../../../../lib/realtime.ts'
import { ActionDialog } from '../../../../requests/action-dialog.tsx'
import { Facts } from '../../../../requests/detail/facts.tsx'
import { RequestHistory } from '../../../../requests/detail/request-history.tsx'
import { StepButtons } from '../../../../requests/detail/step-buttons.tsx'
import { requestQuery } from '../../../../requests/queries.ts'
import { RequestDocumentPreview } from '../../../../requests/request-document-preview.tsx'
import { hasWideTable } from '../../../../requests/wide-table.ts'
import { settingsRow } from '../../../../settings/queries.ts'
import { Columns } from '../../../../ui/columns.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { RequestData } from './request-data.tsx'
import { StandingNotices, type Taken, TakenNotice } from './request-notices.tsx'
import { useQuestion } from './use-question.ts'
import { type ShownRequest, useShownRequest } from './use-shown-request.ts'

const PresentOthers = lazy(async () => ({
  default: (await import('../../../../requests/queue/present-others.tsx')).PresentOthers,
}))

const from = '/app/request/$requestId'

export function RequestDetailPage() {
  const { user: me } = useRouteContext({ from })
  const { data: request } = useSuspenseQuery(requestQuery(useParams({ from }).requestId))
  const shown = useShownRequest(request, useLoaderData({ from }), me)
  const [taken, setTaken] = useState<Taken | null>(null)
  const { question, ask, close } = useQuestion(shown, me)
  useLive('requests', 'events')
  const { format, version, owner, isOfOthers, seen } = shown
  const data = <RequestData shown={shown} me={me} onAsk={ask} />
  const history = <RequestHistory request={request} fields={version.fields} me={me.id} />
  const paper = <Paper shown={shown} />

  return (
    <Stack gap={5}>
      <PageHeader
        title={request.number || `Borrador de ${format.name}`}
        eyebrow={<Link to="/app/request">Solicitudes</Link>}
        description={[format.name, isOfOthers && owner && `de ${owner}`].filter(Boolean).join(', ')}
        actions={<StepButtons request={seen} me={me} onAsk={ask} />}
      />
      <Facts request={request} />
      {mayDecide(shown, me) && request.status === 'submitted' && (
        <Suspense>
          <PresentOthers id={request.id} />
        </Suspense>
      )}
      <TakenNotice request={request} taken={taken} isDecider={me.role === '_admin' || isOfOthers} />
      <StandingNotices request={request} />
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

const mayDecide = ({ request, route }: ShownRequest, me: User) =>
  request.step > 0 ? route?.decidable === true : me.role === '_admin'

function Paper({ shown }: { shown: ShownRequest }) {
  const { request, format, version, owner, filled, routeError } = shown
  const { data: settings } = useQuery(settingsRow())
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
