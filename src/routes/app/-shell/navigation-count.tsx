import { useQuery } from '@tanstack/react-query'
import type { CallerCounts } from '../../../domain/requests/counts.ts'
import { formatCount, formatNumber } from '../../../lib/number-format.ts'
import { userTaskCountsQuery } from '../../../session/counts-query.ts'
import s from './navigation-count.module.css'

const countersByPath: Record<string, { count: (found: CallerCounts) => number; one: string; many: string }> = {
  '/app/dashboard': {
    count: ({ decide, own }) => (decide?.total ?? 0) + own.returned,
    one: 'pendiente',
    many: 'pendientes',
  },
  '/app/user-managment': { count: ({ admin }) => admin?.pendingUsers ?? 0, one: 'por activar', many: 'por activar' },
}

/** Returns a function that returns the count and the accessible label of a navigation link. */
export function useNavigationCounts() {
  const { data } = useQuery(userTaskCountsQuery)
  return ({ to, name }: { to: string; name: string }) => {
    const place = countersByPath[to]
    const count = place && data ? place.count(data) : 0
    return { count, label: place && count > 0 ? `${name}: ${formatCount(count, place.one, place.many)}` : name }
  }
}

const maxShown = 999

export function NavigationCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={s.count} aria-hidden="true">
      {count > maxShown ? `${maxShown}+` : formatNumber(count)}
    </span>
  )
}
