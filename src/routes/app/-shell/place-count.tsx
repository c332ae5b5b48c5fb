import { useQuery } from '@tanstack/react-query'
import type { CallerCounts } from '../../../domain/requests/counts.ts'
import { countOf, numberOf } from '../../../lib/count.ts'
import { counts } from '../../../session/counts.ts'
import s from './place-count.module.css'

/** Counters of the navigation links, by path. */
const behind: Record<string, { count: (found: CallerCounts) => number; one: string; many: string }> = {
  '/app/dashboard': {
    count: ({ decide, own }) => (decide?.total ?? 0) + own.returned,
    one: 'pendiente',
    many: 'pendientes',
  },
  '/app/user-managment': { count: ({ admin }) => admin?.pendingUsers ?? 0, one: 'por activar', many: 'por activar' },
}

/** Returns a function with the counter and the accessible label of a navigation link. */
export function usePlaceCounts() {
  const { data } = useQuery(counts)
  return ({ to, name }: { to: string; name: string }) => {
    const place = behind[to]
    const count = place && data ? place.count(data) : 0
    return { count, label: place && count > 0 ? `${name}: ${countOf(count, place.one, place.many)}` : name }
  }
}

const most = 999

export function PlaceCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={s.count} aria-hidden="true">
      {count > most ? `${most}+` : numberOf(count)}
    </span>
  )
}
