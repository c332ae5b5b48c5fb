import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { getAllowedActions, type RequestAction } from '../../../../domain/requests/actions.ts'
import type { RequestView } from '../../../../domain/requests/request-view.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { markNoticesReadMutation } from '../../../../notices/queries.ts'
import { ActionDialog } from '../../../../requests/action-dialog.tsx'
import { type ActionQuestion, askAboutRequests } from '../../../../requests/action-question.ts'
import { ActionButtons } from '../../../../requests/detail/action-buttons.tsx'
import { DocumentPanel } from '../../../../requests/detail/document-panel.tsx'
import { RequestHistory } from '../../../../requests/detail/request-history.tsx'
import { RequestMetadata } from '../../../../requests/detail/request-metadata.tsx'
import { RequestOverview } from '../../../../requests/detail/request-overview.tsx'
import { FieldNote } from '../../../../requests/field-note.tsx'
import { DeliveryPanel } from '../../../../requests/links/delivery-panel.tsx'
import { SigningPanel } from '../../../../requests/links/signing-panel.tsx'
import { requestViewQuery } from '../../../../requests/queries.ts'
import { findLastRequestReturn } from '../../../../requests/request-return.ts'
import { StoredDocumentPreview } from '../../../../requests/stored-document-preview.tsx'
import { hasWideTable } from '../../../../requests/wide-table.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Columns, PageHeader, Stack } from '../../../../ui/page/layout.tsx'
import { type CompletedAction, CompletedActionNotice, RequestStatusNotices } from './request-notices.tsx'

const from = '/app/request/$requestId'

export function RequestDetailPage() {
  const { user: me } = useRouteContext({ from })
  const { data: opened } = useSuspenseQuery(requestViewQuery(useParams({ from }).requestId))
  const { data: settings } = useQuery(settingsQuery())
  const [completed, setCompleted] = useState<CompletedAction | null>(null)
  const [question, setQuestion] = useState<ActionQuestion | null>(null)
  useRealtimeUpdates('requests', 'events')
  useReadRequestNotices(opened)
  const { request, format, version, route } = opened
  const isOfOthers = request.owner !== me.id
  const ask = (action: RequestAction) => setQuestion(askAboutRequests(action, [request], me))
  const mayRegenerate = getAllowedActions(request, me, request.owner).includes('regenerate')
  const notes = request.status === 'returned' ? (findLastRequestReturn(opened.history)?.notes ?? {}) : {}
  const data = (
    <RequestOverview
      opened={opened}
      withChanges={request.status === 'submitted'}
      below={({ key }) => notes[key] && <FieldNote text={notes[key]} />}
    >
      {request.documentStatus !== 'none' && (
        <DocumentPanel opened={opened} onRegenerate={mayRegenerate ? () => ask('regenerate') : undefined} />
      )}
      {opened.outsideSignatures && <SigningPanel request={request} signatures={opened.outsideSignatures} />}
      {opened.delivery && <DeliveryPanel request={request} delivery={opened.delivery} format={format.name} />}
    </RequestOverview>
  )
  const history = <RequestHistory request={request} fields={version.fields} events={opened.history} me={me.id} />
  const isWide = hasWideTable(version.fields)
  const isErased = request.privacy === 'anonymized'
  const paper = <StoredDocumentPreview opened={opened} settings={settings} />

  return (
    <Stack gap={5}>
      <PageHeader
        title={request.number || `Borrador de ${format.name}`}
        eyebrow={<Link to="/app/request">Solicitudes</Link>}
        description={[format.name, isOfOthers && route.ownerName && `de ${route.ownerName}`].filter(Boolean).join(', ')}
        actions={<ActionButtons request={request} me={me} onAsk={ask} />}
      />
      <RequestMetadata request={request} settings={settings} />
      <CompletedActionNotice request={request} completed={completed} isApprover={me.role === '_admin' || isOfOthers} />
      <RequestStatusNotices request={request} isOwn={!isOfOthers} />
      {/* A stored document has its buttons before the data. */}
      {!isErased && (
        <Columns aside={32} gap={5} isAsideFirst={request.documentStatus === 'none'}>
          <Stack gap={5} isWide={isWide}>
            {data}
            {!isWide && history}
          </Stack>
          {paper}
        </Columns>
      )}
      {(isWide || isErased) && history}
      {question && (
        <ActionDialog
          question={question}
          opened={opened}
          settings={settings}
          onClose={() => setQuestion(null)}
          onDone={(result) => {
            setQuestion(null)
            setCompleted({ request, question, result })
          }}
        />
      )}
    </Stack>
  )
}

/** Notices that this page load marked as read. An answer that the server prepared before may still contain them. After an error, the next page load marks them. */
const marked = new Set<string>()

/** Marks the unread notices of a displayed request as read, once the page is visible. Without unread notices there is no call. */
function useReadRequestNotices({ request: { id }, unreadNotices }: RequestView) {
  const { mutate } = useMutation({ ...markNoticesReadMutation, meta: { ...markNoticesReadMutation.meta, quiet: true } })
  const unread = unreadNotices.filter((notice) => !marked.has(notice)).join(' ')
  useEffect(() => {
    if (!unread) return
    function markRead() {
      const ids = unread.split(' ')
      for (const notice of ids) marked.add(notice)
      mutate({ ids })
      queryClient.setQueryData(requestViewQuery(id).queryKey, (view) => view && { ...view, unreadNotices: [] })
    }
    if (!document.hidden) return markRead()
    document.addEventListener('visibilitychange', markRead, { once: true })
    return () => document.removeEventListener('visibilitychange', markRead)
  }, [id, unread, mutate])
}
