import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { BatchFilters } from '../../../../batches/list/batch-filters.tsx'
import { batchPageSize, hasBatchFilters, parseBatchListSearchParams } from '../../../../batches/list/batch-search.ts'
import { BatchTable } from '../../../../batches/list/batch-table.tsx'
import { batchListQuery } from '../../../../batches/queries.ts'
import { getTimeZone } from '../../../../domain/time/local-time.ts'
import { filterableFormatsQuery } from '../../../../formats/queries.ts'
import { isInitialLoadError } from '../../../../lib/query-client.ts'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { requesterListQuery } from '../../../../requests/queries.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Button, LinkButton } from '../../../../ui/actions/button.tsx'
import { Pagination } from '../../../../ui/data/pagination.tsx'
import { PageHeader, Panel, Stack } from '../../../../ui/page/layout.tsx'
import { EmptyState } from '../../../../ui/state/screen-states.tsx'

const from = '/app/request/batch/'

const none = { items: [], page: 1, totalItems: 0 }

export function BatchListPage() {
  const { user } = useRouteContext({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const { data: formats } = useSuspenseQuery(filterableFormatsQuery)
  const list = useQuery({
    ...batchListQuery(search, getTimeZone(settings)),
    throwOnError: isInitialLoadError,
  })
  const isAdmin = user.role === '_admin'
  const people = useQuery({ ...requesterListQuery, enabled: isAdmin }).data
  const { items, page, totalItems } = list.data ?? none
  useRealtimeUpdates('batches')
  const go = (change: Record<string, string | number | undefined>) =>
    void navigate({ search: (before) => parseBatchListSearchParams({ ...before, page: undefined, ...change }) })
  const clear = () => void navigate({ search: {} })

  return (
    <Stack>
      <PageHeader
        title="Lotes"
        description={isAdmin ? 'Archivos cargados para crear muchas solicitudes a la vez.' : undefined}
        actions={
          <LinkButton variant="primary" icon="upload" to="/app/request/create-batch" search={{}}>
            Nuevo lote
          </LinkButton>
        }
      />
      <BatchFilters
        search={search}
        formats={formats}
        people={isAdmin ? (people ?? []) : undefined}
        onChange={go}
        onClear={clear}
      />
      <Panel flush>
        {items.length === 0 && !list.isPending ? (
          <EmptyBatchList isFiltered={hasBatchFilters(search)} onClear={clear} />
        ) : (
          <BatchTable
            batches={items}
            formatName={(id) => formats.find((format) => format.id === id)?.name ?? '—'}
            withOwners={isAdmin}
            busy={list.isFetching}
          />
        )}
      </Panel>
      {totalItems > batchPageSize && (
        <Pagination page={page} perPage={batchPageSize} totalItems={totalItems} onPage={(page) => go({ page })} />
      )}
    </Stack>
  )
}

function EmptyBatchList({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        icon="search"
        title="Ningún lote coincide"
        action={<Button onClick={onClear}>Ver todos los lotes</Button>}
      >
        Pruebe con menos palabras o quite los filtros.
      </EmptyState>
    )
  return (
    <EmptyState
      icon="batch"
      title="Todavía no hay lotes"
      action={
        <LinkButton to="/app/request/create-batch" search={{}}>
          Cargar el primer archivo
        </LinkButton>
      }
    >
      Con un archivo de Excel o CSV se crean muchas solicitudes a la vez: una por fila.
    </EmptyState>
  )
}
