import { Link, type LinkProps } from '@tanstack/react-router'
import type { CallerCounts } from '../../domain/requests/counts.ts'
import { formatTimeAgo } from '../../lib/date-format.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { cx } from '../../ui/cx.ts'
import s from './stat-cards.module.css'

interface StatCard {
  label: string
  value: string
  to: LinkProps['to']
  search?: object
  hash?: string
  /** True if the user has to act; the counter is then highlighted. */
  urgent?: boolean
  detail?: string | undefined
}

/** Row of counters; each links to the list it counts. */
export function StatCards({ label, figures }: { label: string; figures: readonly StatCard[] }) {
  return (
    <ul className={s.figures} aria-label={label}>
      {figures.map((figure) => (
        <li key={figure.label}>
          <Link
            to={figure.to}
            search={figure.search as never}
            hash={figure.hash}
            className={cx(s.figure, figure.urgent && s.urgent)}
          >
            <span className="text-secondary">{figure.label}</span>
            <span className={s.value}>{figure.value}</span>
            {figure.detail && <span className="text-caption">{figure.detail}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Search parameters of the requests that the user may decide, longest waiting first. */
export const decidableRequestsSearch = { mine: 'decide', status: 'submitted', sort: 'submittedAt' } as const

/** Returns the counters above zero. */
const listPositive = (cards: readonly (Omit<StatCard, 'value'> & { value: number })[]): StatCard[] =>
  cards.filter(({ value }) => value > 0).map((card) => ({ ...card, value: formatNumber(card.value) }))

/** Returns the counters of pending decisions and, for administrators, of users and documents. Empty for all other users. */
export function getDecisionAndAdminStats({ decide, admin }: CallerCounts): StatCard[] {
  const { total, overdue, oldest } = decide ?? { total: 0, overdue: 0, oldest: '' }
  return listPositive([
    {
      label: 'Por revisar',
      value: total,
      to: '/app/request',
      search: decidableRequestsSearch,
      urgent: true,
      detail: oldest ? `La más antigua, ${formatTimeAgo(oldest)}` : undefined,
    },
    {
      label: 'Vencidas',
      value: overdue,
      to: '/app/request',
      search: { mine: 'decide', due: 'overdue', sort: 'submittedAt' },
      urgent: true,
    },
    {
      label: 'En pasos de otros',
      value: admin ? admin.all.submitted - total : 0,
      to: '/app/request',
      search: { status: 'submitted', sort: 'submittedAt' },
    },
    {
      label: 'Usuarios por activar',
      value: admin?.pendingUsers ?? 0,
      to: '/app/user-managment',
      search: { state: 'waiting' },
      urgent: true,
    },
    {
      label: 'Documentos con error',
      value: admin?.failedDocuments ?? 0,
      to: '/app/dashboard',
      hash: 'documentos',
      urgent: true,
    },
  ])
}

export const getOwnRequestStats = (own: CallerCounts['own']): StatCard[] =>
  listPositive([
    { label: 'En revisión', value: own.submitted, to: '/app/request', search: { status: 'submitted' } },
    { label: 'Por corregir', value: own.returned, to: '/app/request', search: { status: 'returned' }, urgent: true },
    { label: 'Aprobadas', value: own.approved, to: '/app/request', search: { status: 'approved' } },
    { label: 'Borradores', value: own.draft, to: '/app/request', search: { status: 'draft' } },
  ])

export function isPendingWorkEmpty({ decide, own, admin }: CallerCounts): boolean {
  return !(decide?.total || own.returned || own.draft || admin?.failedDocuments || admin?.pendingUsers)
}
