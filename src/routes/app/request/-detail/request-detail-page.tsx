import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { getAllowedActions } from '../../../../domain/requests/request-transitions.ts'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { ActionDialog } from '../../../../requests/action-dialog.tsx'
import { ActionButtons } from '../../../../requests/detail/action-buttons.tsx'
import { RequestHistory } from '../../../../requests/detail/request-history.tsx'
import { RequestMetadata } from '../../../../requests/detail/request-metadata.tsx'
import { LazyDocumentPreview } from '../../../../requests/lazy-document-preview.tsx'
import { requestViewQuery } from '../../../../requests/queries.ts'
import { toDecidableRequest } from '../../../../requests/viewed-request.ts'
import { hasWideTable } from '../../../../requests/wide-table.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Columns } from '../../../../ui/columns.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { RequestData } from './request-data.tsx'
import { type CompletedAction, CompletedActionNotice, RequestStatusNotices } from './request-notices.tsx'
import { useActionConfirmation } from './use-action-confirmation.ts'
import { useReadRequestNotices } from './use-read-request-notices.ts'

const from = '/app/request/$requestId'

export function RequestDetailPage() {
  const { user: me } = useRouteContext({ from })
  const { data: opened } = useSuspenseQuery(requestViewQuery(useParams({ from }).requestId))
  const { data: settings } = useQuery(settingsQuery())
  const [taken, setTaken] = useState<CompletedAction | null>(null)
  const { question, ask, close } = useActionConfirmation(opened, me)
  useRealtimeUpdates('requests', 'events')
  useReadRequestNotices(opened)
  const { request, format, version, route } = opened
  const isOfOthers = request.owner !== me.id
  const seen = toDecidableRequest(opened)
  const mayRegenerate = getAllowedActions(seen, me, request.owner).includes('regenerate')
  const data = <RequestData opened={opened} onRegenerate={mayRegenerate ? () => ask('regenerate') : undefined} />
  const history = <RequestHistory request={request} fields={version.fields} events={opened.history} me={me.id} />
  const isWide = hasWideTable(version.fields)
  const paper = <LazyDocumentPreview opened={opened} settings={settings} />

  return (
    <Stack gap={5}>
      <PageHeader
        title={request.number || `Borrador de ${format.name}`}
        eyebrow={<Link to="/app/request">Solicitudes</Link>}
        description={[format.name, isOfOthers && route.ownerName && `de ${route.ownerName}`].filter(Boolean).join(', ')}
        actions={<ActionButtons request={seen} me={me} onAsk={ask} />}
      />
      <RequestMetadata request={request} settings={settings} />
      <CompletedActionNotice request={request} taken={taken} isDecider={me.role === '_admin' || isOfOthers} />
      <RequestStatusNotices request={request} isOwn={!isOfOthers} />
      {/* A stored document has its buttons before the data. */}
      <Columns aside={32} gap={5} isAsideFirst={request.documentStatus === 'none'}>
        <Stack gap={5} isWide={isWide}>
          {data}
          {!isWide && history}
        </Stack>
        {paper}
      </Columns>
      {isWide && history}
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
