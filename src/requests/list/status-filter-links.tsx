import { useQuery } from '@tanstack/react-query'
import { requestStatuses, requestStatusPluralLabels } from '../../domain/requests/request.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { countsQuery as ofAll } from '../../session/counts-query.ts'
import { SegmentedLink } from '../../ui/segmented-link.tsx'
import { SegmentedLinks } from '../../ui/segmented-links.tsx'
import { applySearchChange, type RequestListSearch, toRequestFilter } from '../list-search.ts'
import { requestCountsQuery } from '../queries.ts'

const statusOptions = [undefined, ...requestStatuses]

/** Links that filter the list by status, each with its count under the other filters. */
export function StatusFilterLinks({ search, total }: { search: RequestListSearch; total: number }) {
  const { status: _, ...narrowed } = toRequestFilter(search)
  const isNarrowed = Object.keys(narrowed).length > 0
  const { data: known } = useQuery(ofAll)
  const { data: found } = useQuery({ ...requestCountsQuery(search), enabled: isNarrowed })
  const counts = isNarrowed ? found : (known?.admin?.all ?? known?.own)
  const everything = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <SegmentedLinks label="Estado">
      {statusOptions.map((status) => {
        const here = search.status === status
        // Uses the list's own total for the current status, because it is the most recent.
        const count = here ? total : status ? counts?.[status] : everything
        return (
          <SegmentedLink
            key={status ?? 'all'}
            to="."
            search={applySearchChange(search, { status })}
            activeOptions={{ exact: true }}
            aria-current={here ? 'page' : undefined}
            count={count === undefined ? undefined : formatNumber(count)}
          >
            {status ? requestStatusPluralLabels[status] : 'Todas'}
          </SegmentedLink>
        )
      })}
    </SegmentedLinks>
  )
}
