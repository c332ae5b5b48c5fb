import { useQueries } from '@tanstack/react-query'
import { requestStatuses } from '../../domain/request.ts'
import { numberOf } from '../../lib/count.ts'
import { SegmentedLink } from '../../ui/segmented-link.tsx'
import { SegmentedLinks } from '../../ui/segmented-links.tsx'
import { changed, type ListSearch } from '../list-search.ts'
import { requestCount } from '../queries.ts'

const names = {
  draft: 'Borradores',
  submitted: 'Enviadas',
  returned: 'Devueltas',
  approved: 'Aprobadas',
  rejected: 'Rechazadas',
  cancelled: 'Anuladas',
} as const

const all = [undefined, ...requestStatuses]

/** The list by status, each with how many there are under the other filters. */
export function StatusLinks({ search, total }: { search: ListSearch; total: number }) {
  const counts = useQueries({ queries: all.map((status) => requestCount({ ...search, status })) })
  return (
    <SegmentedLinks label="Estado">
      {all.map((status, index) => {
        const here = search.status === status
        // The list itself knows best about what it shows.
        const count = here ? total : counts[index]?.data
        return (
          <SegmentedLink
            key={status ?? 'all'}
            to="."
            search={changed(search, { status })}
            activeOptions={{ exact: true }}
            aria-current={here ? 'page' : undefined}
            count={count === undefined ? undefined : numberOf(count)}
          >
            {status ? names[status] : 'Todas'}
          </SegmentedLink>
        )
      })}
    </SegmentedLinks>
  )
}
