import { useQuery } from '@tanstack/react-query'
import { useLoaderDeps, useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { filterableFormatsQuery, formatQuery } from '../../../../formats/queries.ts'
import { isInitialLoadError } from '../../../../lib/query-client.ts'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { type ActionQuestion, setExpectedRequestCount } from '../../../../requests/action-question.ts'
import { BulkAction } from '../../../../requests/bulk-action.tsx'
import { DownloadDocumentsDialog } from '../../../../requests/download-documents-dialog.tsx'
import { BulkActionBar, useSelection } from '../../../../requests/list/bulk-action-bar.tsx'
import { DocumentProgress } from '../../../../requests/list/document-progress.tsx'
import { EmptyRequestList } from '../../../../requests/list/empty-request-list.tsx'
import { RequestFilters } from '../../../../requests/list/request-filters.tsx'
import { RequestListTabs } from '../../../../requests/list/request-list-tabs.tsx'
import { RequestTable } from '../../../../requests/list/request-table.tsx'
import { askAboutSelection, toDocumentSelection } from '../../../../requests/list/selection.ts'
import {
  applySearchChange,
  defaultSort,
  hasActiveFilter,
  parseRequestListSearchParams,
  type RequestListSearchParams,
  type RequestSort,
  requestPageSize,
} from '../../../../requests/list-search.ts'
import { type DocumentSelection, requestListQuery } from '../../../../requests/queries.ts'
import { userTaskCountsQuery } from '../../../../session/counts-query.ts'
import { Pagination } from '../../../../ui/data/pagination.tsx'
import { Stack } from '../../../../ui/page/layout.tsx'
import { SaveViewButtons } from '../../../../views/save-view-buttons.tsx'
import { SavedViews } from '../../../../views/saved-views.tsx'
import { RequestListHeader } from './request-list-header.tsx'

const from = '/app/request/'

export function RequestListPage() {
  const { user: me } = useRouteContext({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const found = useQuery({ ...requestListQuery(useLoaderDeps({ from })), throwOnError: isInitialLoadError })
  const { data, isPlaceholderData } = found
  const items = data?.items ?? []
  const total = data?.totalItems ?? 0
  const selection = useSelection(search, items, total)
  const [asking, setAsking] = useState<ActionQuestion | null>(null)
  const [downloading, setDownloading] = useState<DocumentSelection | null>(null)
  useRealtimeUpdates('requests')
  const isAdmin = me.role === '_admin'
  const { data: counts } = useQuery(userTaskCountsQuery)
  const decides = isAdmin || Boolean(counts?.decide)
  const isEmpty = data !== undefined && !isPlaceholderData && total === 0 && !search.mine && !hasActiveFilter(search)

  function go(change: RequestListSearchParams) {
    selection.prepareChange(change)
    return navigate({ search: (before) => applySearchChange(before, change) })
  }
  function askAgain(count: number) {
    void found.refetch()
    setAsking((now) => now && setExpectedRequestCount(now, count))
  }
  function clear() {
    selection.clear()
    void navigate({ search: ({ mine, sort }) => parseRequestListSearchParams({ mine, sort }) })
  }

  return (
    <Stack gap={3}>
      <RequestListHeader data={isPlaceholderData ? undefined : data} total={total} isEmpty={isEmpty} />
      <BulkAction asked={asking} onClose={() => setAsking(null)} onDone={selection.clear} onChanged={askAgain} />
      <DocumentProgress />
      {downloading && <DownloadDocumentsDialog wanted={downloading} onClose={() => setDownloading(null)} />}
      <SavedViews screen="requests" label="Cuáles" search={search} hasLists={decides}>
        <RequestListTabs search={search} isAdmin={isAdmin} decides={decides} />
      </SavedViews>
      {!isEmpty && <Filters total={total} batchNumber={items[0]?.batchNumber} onChange={go} onClear={clear} />}
      {data && total === 0 ? (
        <EmptyRequestList search={search} ofEverybody={isAdmin} onClear={clear} />
      ) : (
        <RequestTable
          caption="Solicitudes"
          items={items}
          withOwner={isAdmin || search.mine !== undefined}
          busy={isPlaceholderData}
          sort={search.sort ?? defaultSort}
          onSort={(sort) => go({ sort: sort as RequestSort })}
          selected={selection.marked}
          onSelect={selection.mark}
        />
      )}
      <BulkActionBar
        choice={selection.choice}
        me={me}
        total={total}
        onAll={selection.chooseAll}
        onClear={selection.clear}
        onAsk={(action) => setAsking(askAboutSelection(selection.choice, action, me))}
        onDocuments={() => setDownloading(toDocumentSelection(selection.choice))}
      />
      {total > requestPageSize && (
        <Pagination
          page={search.page ?? 1}
          perPage={requestPageSize}
          totalItems={total}
          onPage={(page) => go({ page })}
        />
      )}
    </Stack>
  )
}

interface FilterProps {
  total: number
  batchNumber: string | undefined
  onChange: (change: RequestListSearchParams) => void
  onClear: () => void
}

function Filters(props: FilterProps) {
  const { user: me } = useRouteContext({ from })
  const search = useSearch({ from })
  const { data: formats = [] } = useQuery(filterableFormatsQuery)
  const namesPart = Boolean(search.format && (search.step || search.amount))
  const { data: format } = useQuery({ ...formatQuery(search.format ?? ''), enabled: namesPart })
  return (
    <RequestFilters {...props} search={search} formats={formats} format={format} ofEverybody={me.role === '_admin'}>
      <SaveViewButtons screen="requests" search={search} />
    </RequestFilters>
  )
}
