import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { RequestPage } from '../../../domain/requests/request.ts'
import { mostLeftOut } from '../../../domain/requests/request-filter.ts'
import { mayChange, type View } from '../../../domain/views/view.ts'
import { formatById, knownFormats } from '../../../formats/queries.ts'
import { countOf, numberOf } from '../../../lib/count.ts'
import { notify } from '../../../lib/notify.ts'
import { hasNothing, queryClient } from '../../../lib/query-client.ts'
import { useLive } from '../../../lib/realtime.ts'
import { DocumentsDialog } from '../../../requests/documents-dialog.tsx'
import { BulkBar } from '../../../requests/list/bulk-bar.tsx'
import { DocumentsUnderway } from '../../../requests/list/documents-underway.tsx'
import { ExportButton } from '../../../requests/list/export-button.tsx'
import { ListDecision } from '../../../requests/list/list-decision.tsx'
import { MineLinks } from '../../../requests/list/mine-links.tsx'
import { NoRequests } from '../../../requests/list/no-requests.tsx'
import { RequestFilters } from '../../../requests/list/request-filters.tsx'
import { RequestTable } from '../../../requests/list/request-table.tsx'
import { type AskedStep, askedOf, type Selection, wantedOf } from '../../../requests/list/selection.ts'
import { StatusLinks } from '../../../requests/list/status-links.tsx'
import {
  changedSearch,
  chosenHash,
  defaultSort,
  filterOf,
  type ListSearch,
  pageSize,
  readListSearch,
  type Sort,
} from '../../../requests/list-search.ts'
import { recounted } from '../../../requests/pending-decision.ts'
import { requestList, type Wanted } from '../../../requests/queries.ts'
import { readQueueSearch } from '../../../requests/queue/queue-search.ts'
import { counts } from '../../../session/counts.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { KeepView } from '../../../views/keep-view.tsx'
import { viewList } from '../../../views/queries.ts'
import { ViewLinks } from '../../../views/view-links.tsx'
import { ViewMenu } from '../../../views/view-menu.tsx'
import { ViewNotice } from '../../../views/view-notice.tsx'

export const Route = createFileRoute('/app/request/')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    const views = queryClient.query(viewList('requests')).catch(() => [])
    const first = Promise.all([queryClient.query(requestList(deps)), queryClient.query(knownFormats), views])
    // While one stays, the list itself shows that it is being read: waiting for it here would take away what is being typed.
    if (cause === 'stay') return void first.catch(() => undefined)
    return Object.keys(deps).length ? first : views.then(openFirst).then(() => first)
  },
  component: Requests,
})

/** Whoever comes without saying what for has the view that he chose to open first. */
function openFirst(views: readonly View[]) {
  const view = views.find(({ first }) => first)
  if (view)
    throw redirect({ to: '/app/request', search: readListSearch({ ...view.search, view: view.id }), replace: true })
}

const toDecide = 'Solicitudes que esperan su decisión.'

/** Tells the requests that a person decided, which reports count, from those of which they approved only a step. */
function decidedSentence({ totalItems, passedOn = 0 }: Pick<RequestPage, 'totalItems' | 'passedOn'>): string {
  if (passedOn === 0) return 'Solicitudes que usted decidió.'
  const decided = countOf(totalItems - passedOn, 'decidida', 'decididas')
  return `${decided} por usted y ${numberOf(passedOn)} en que aprobó un paso y ${passedOn === 1 ? 'siguió' : 'siguieron'}. El informe cuenta las dos aparte.`
}

function Requests() {
  const { user: me } = Route.useRouteContext()
  const list = requestList(Route.useLoaderDeps())
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data, isPlaceholderData, refetch } = useQuery({ ...list, throwOnError: hasNothing })
  const { data: formats } = useSuspenseQuery(knownFormats)
  const namesPart = Boolean(search.format && (search.step || search.amount))
  const { data: named } = useQuery({ ...formatById(search.format ?? ''), enabled: namesPart })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const hash = useLocation({ select: (location) => location.hash })
  const [all, setAll] = useState(hash === chosenHash)
  /** Of all that are chosen, what was taken out of them. */
  const [except, setExcept] = useState<ReadonlySet<string>>(new Set())
  const narrowed = JSON.stringify(filterOf(search))
  const [chosenOf, setChosenOf] = useState(narrowed)
  const [asking, setAsking] = useState<AskedStep | null>(null)
  const [downloading, setDownloading] = useState<Wanted | null>(null)
  const { data: known } = useQuery(counts)
  const { data: views } = useQuery(viewList('requests'))
  useLive('requests')
  // What was chosen was chosen of one list: a link, or the way back, may lead to another.
  if (chosenOf !== narrowed) {
    setChosenOf(narrowed)
    choose(new Set())
  }
  // It asks once, and not of each list that is looked at afterwards.
  useEffect(() => {
    if (hash === chosenHash) void navigate({ search: (before) => before, replace: true, resetScroll: false })
  }, [hash, navigate])

  const items = data?.items ?? []
  const total = data?.totalItems ?? 0
  const isAdmin = me.role === '_admin'
  const decides = isAdmin || Boolean(known?.decide)
  const view = views?.find(({ id }) => id === search.view)
  const ofView = { place: 'requests', isAdmin, isMine: view !== undefined && mayChange(view, me) } as const
  const choice: Selection = all
    ? { all: true, search, total, except: [...except] }
    : { all: false, items: items.filter((item) => selected.has(item.id)) }

  function choose(ids: ReadonlySet<string>) {
    setSelected(ids)
    setAll(false)
    setExcept(new Set())
  }
  /** While all are chosen, what is unmarked is left out of them, as many as one call may name. */
  function mark(ids: ReadonlySet<string>) {
    if (!all) return choose(ids)
    const next = new Set(except)
    for (const { id } of items) {
      if (ids.has(id)) next.delete(id)
      else next.add(id)
    }
    if (next.size <= mostLeftOut) setExcept(next)
    else notify.info('No se pueden quitar más de 1.000: filtre la lista, o decida una parte primero.')
  }
  function go(change: ListSearch) {
    // From one page to another all that is chosen stays so.
    if (!all || !('page' in change)) choose(new Set())
    return navigate({ search: (before) => changedSearch(before, change) })
  }
  function askAgain(count: number) {
    void refetch()
    setAsking((now) => now && { ...now, question: recounted(now.question, count) })
  }
  const clear = () =>
    go({
      status: undefined,
      documentKind: undefined,
      format: undefined,
      owner: undefined,
      batch: undefined,
      due: undefined,
      dates: undefined,
      decision: undefined,
      reviewer: undefined,
      step: undefined,
      amount: undefined,
      from: undefined,
      to: undefined,
      search: undefined,
      view: undefined,
    })

  return (
    <Stack>
      <PageHeader
        title="Solicitudes"
        description={
          search.mine === 'decide'
            ? toDecide
            : search.mine === 'decided'
              ? decidedSentence((!isPlaceholderData && data) || { totalItems: 0 })
              : isAdmin
                ? 'Solicitudes de todas las personas.'
                : 'Solicitudes que usted ha hecho.'
        }
        actions={
          <>
            {(search.mine ? search.mine === 'decide' : isAdmin) &&
              (!search.status || search.status === 'submitted') && (
                <LinkButton
                  to="/app/request/queue"
                  search={readQueueSearch({ ...search, page: undefined, mine: undefined, view: undefined })}
                  icon="approve"
                >
                  Revisar en orden
                </LinkButton>
              )}
            <ExportButton search={search} total={total} ofEverybody={isAdmin} />
            <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus">
              Nueva solicitud
            </LinkButton>
          </>
        }
      />
      <ListDecision
        asked={asking}
        onClose={() => setAsking(null)}
        onDone={() => choose(new Set())}
        onChanged={askAgain}
      />
      <DocumentsUnderway />
      {downloading && <DocumentsDialog wanted={downloading} onClose={() => setDownloading(null)} />}
      {views && search.view && <ViewNotice view={view} isMine={ofView.isMine} />}
      {(decides || (views ?? []).length > 0) && (
        <ViewLinks
          label="Cuáles"
          views={views ?? []}
          search={search}
          menu={view && <ViewMenu {...ofView} view={view} onDeleted={() => void navigate({ search: {} })} />}
        >
          <MineLinks search={search} isAdmin={isAdmin} decides={decides} />
        </ViewLinks>
      )}
      <StatusLinks search={search} total={total} />
      <RequestFilters
        search={search}
        formats={formats}
        named={named}
        batchNumber={items[0]?.batchNumber}
        ofEverybody={isAdmin}
        onChange={go}
        onClear={clear}
      >
        <KeepView
          {...ofView}
          view={view}
          search={search}
          onSaved={(id) => void navigate({ search: (before) => readListSearch({ ...before, view: id }) })}
        />
      </RequestFilters>
      {data && total === 0 ? (
        <NoRequests search={search} ofEverybody={isAdmin} onClear={clear} />
      ) : (
        <RequestTable
          caption="Solicitudes"
          items={items}
          withOwner={isAdmin || search.mine !== undefined}
          busy={isPlaceholderData}
          sort={search.sort ?? defaultSort}
          onSort={(sort) => go({ sort: sort as Sort })}
          selected={all ? new Set(items.filter(({ id }) => !except.has(id)).map(({ id }) => id)) : selected}
          onSelect={mark}
        />
      )}
      <BulkBar
        choice={choice}
        me={me}
        total={total}
        onAll={() => setAll(true)}
        onClear={() => choose(new Set())}
        onAsk={(action) => setAsking(askedOf(choice, action, me))}
        onDocuments={() => setDownloading(wantedOf(choice))}
      />
      {total > pageSize && (
        <Pagination page={search.page ?? 1} perPage={pageSize} totalItems={total} onPage={(page) => go({ page })} />
      )}
    </Stack>
  )
}
