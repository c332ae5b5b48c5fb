import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useLoaderDeps, useNavigate, useSearch } from '@tanstack/react-router'
import type { EventEntry } from '../../../domain/history/event.ts'
import { eventSubjectLabels } from '../../../domain/history/event-labels.ts'
import { EventFilters } from '../../../history/event-filters.tsx'
import { EventTable } from '../../../history/event-table.tsx'
import {
  auditPageSize,
  eventListQuery,
  getEventExportUrl,
  parseEventListSearchParams,
} from '../../../history/queries.ts'
import { isInitialLoadError } from '../../../lib/query-client.ts'
import { requesterListQuery } from '../../../requests/queries.ts'
import { SettingsHeader } from '../../../settings/settings-header.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Panel, Stack } from '../../../ui/page/layout.tsx'
import { EmptyState } from '../../../ui/state/screen-states.tsx'

const from = '/app/audit'

export function AuditPage() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const lines = useInfiniteQuery({
    ...eventListQuery(useLoaderDeps({ from }), auditPageSize),
    placeholderData: keepPreviousData,
    throwOnError: isInitialLoadError,
  })
  const { data: people = [] } = useQuery(requesterListQuery)
  const exporting = useMutation({
    mutationFn: async () => window.location.assign(await getEventExportUrl(search)),
  })
  const items = lines.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Stack>
      <SettingsHeader
        title="Historial"
        description="Lo que hizo cada persona. Nadie puede cambiarlo, y el sistema puede comprobar que nada se cambió."
        actions={
          <Button icon="download" pending={exporting.isPending} onClick={() => exporting.mutate()}>
            Exportar
          </Button>
        }
      />
      <EventFilters
        search={search}
        people={people}
        onChange={(change) =>
          void navigate({ search: (before) => parseEventListSearchParams({ ...before, ...change }) })
        }
        onClear={() => void navigate({ search: {} })}
      />
      <Panel flush>
        {items.length === 0 && lines.data ? (
          <EmptyState
            icon="history"
            title="Nada coincide con la búsqueda"
            action={<Button onClick={() => void navigate({ search: {} })}>Ver todo el historial</Button>}
          >
            Pruebe con otras fechas o quite los filtros.
          </EmptyState>
        ) : (
          <EventTable lines={items} busy={lines.isPlaceholderData} aboutOf={renderSubject} />
        )}
      </Panel>
      {lines.hasNextPage && (
        <div>
          <Button pending={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
            Ver más antiguas
          </Button>
        </div>
      )}
    </Stack>
  )
}

/** Returns a link to the subject of an audit entry, or only its name if the subject was deleted. */
function renderSubject({ subject, subjectId, about }: EventEntry) {
  const text = about || eventSubjectLabels[subject]
  if (subject === 'settings') return <Link to="/app/settings">{text}</Link>
  if (!about) return text
  switch (subject) {
    case 'requests':
      return (
        <Link to="/app/request/$requestId" params={{ requestId: subjectId }}>
          {text}
        </Link>
      )
    case 'batches':
      return (
        <Link to="/app/request/batch/$batchId" params={{ batchId: subjectId }}>
          {text}
        </Link>
      )
    case 'users':
      return (
        <Link to="/app/user-managment/$userId/request" params={{ userId: subjectId }}>
          {text}
        </Link>
      )
    case 'formats':
      return (
        <Link to="/app/format/$formatId" params={{ formatId: subjectId }}>
          {text}
        </Link>
      )
    default:
      return text
  }
}
