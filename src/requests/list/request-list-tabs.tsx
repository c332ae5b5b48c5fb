import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../lib/number-format.ts'
import { userTaskCountsQuery } from '../../session/counts-query.ts'
import { SegmentedLink } from '../../ui/actions/segmented-links.tsx'
import { applySearchChange, type RequestListSearchParams } from '../list-search.ts'

interface Props {
  search: RequestListSearchParams
  isAdmin: boolean
  /** True if the user is an approver; otherwise only the first list is shown. */
  decides: boolean
}

/** Links to the user's lists: requests and, for approvers, pending and past decisions. */
export function RequestListTabs({ search, isAdmin, decides }: Props) {
  const waiting = useQuery(userTaskCountsQuery).data?.decide?.total
  const lists = [
    { mine: undefined, name: isAdmin ? 'De todas las personas' : 'Mis solicitudes' },
    { mine: 'decide', name: 'Pendientes de mi decisión' },
    { mine: 'decided', name: 'Decididas por mí' },
  ] as const
  return lists.slice(0, decides ? 3 : 1).map(({ mine, name }) => (
    <SegmentedLink
      key={name}
      to="."
      // Drops the current filters if a saved view is open, because they are the view's filters.
      search={search.view ? { mine } : applySearchChange(search, { mine, status: undefined })}
      activeOptions={{ exact: true }}
      aria-current={!search.view && search.mine === mine ? 'page' : undefined}
      count={mine === 'decide' && waiting !== undefined ? formatNumber(waiting) : undefined}
    >
      {name}
    </SegmentedLink>
  ))
}
