import type { CallerCounts, PendingDecisions } from '../../domain/requests/counts.ts'
import { formatTimeAgo } from '../../lib/date-format.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import type { StatCard } from './stat-cards.tsx'

/** Returns one sentence about the most urgent pending work; `undefined` if nothing is pending. */
export function formatPendingWork({ decide, own, admin }: CallerCounts): string | undefined {
  if (decide?.total) {
    const late = decide.overdue ? `; ${formatCount(decide.overdue, 'vencida', 'vencidas')}` : ''
    return `${formatCount(decide.total, 'solicitud espera', 'solicitudes esperan')} revisión${late}.`
  }
  if (own.returned)
    return `${formatCount(own.returned, 'solicitud devuelta por corregir', 'solicitudes devueltas por corregir')}.`
  if (own.draft) return `Tiene ${formatCount(own.draft, 'borrador', 'borradores')} por terminar.`
  return admin || decide ? 'No hay nada por revisar.' : undefined
}

/** Search parameters of the requests that the user may decide, longest waiting first. */
export const decidableRequestsSearch = { mine: 'decide', status: 'submitted', sort: 'submittedAt' } as const

function getDecisionStats({ total, overdue, oldest }: PendingDecisions): StatCard[] {
  return [
    {
      label: 'Por revisar',
      value: formatNumber(total),
      to: '/app/request',
      search: decidableRequestsSearch,
      urgent: total > 0,
      detail: oldest ? `La más antigua, ${formatTimeAgo(oldest)}` : undefined,
    },
    // Hidden at zero, because many organisations set no time limits.
    ...(overdue
      ? [
          {
            label: 'Vencidas',
            value: formatNumber(overdue),
            to: '/app/request' as const,
            search: { mine: 'decide', due: 'overdue', sort: 'submittedAt' },
            urgent: true,
          },
        ]
      : []),
  ]
}

/** Returns the counters of pending decisions and, for administrators, of users and documents. Empty for all other users. */
export function getDecisionAndAdminStats({ decide, admin }: CallerCounts): StatCard[] {
  const own = decide ? getDecisionStats(decide) : []
  if (!admin) return own
  const { all, pendingUsers, failedDocuments } = admin
  const elsewhere = all.submitted - (decide?.total ?? 0)
  return [
    ...own,
    // Hidden at zero: no request waits for another approver.
    ...(elsewhere > 0
      ? [
          {
            label: 'En pasos de otros',
            value: formatNumber(elsewhere),
            to: '/app/request' as const,
            search: { status: 'submitted', sort: 'submittedAt' },
          },
        ]
      : []),
    {
      label: 'Usuarios por activar',
      value: formatNumber(pendingUsers),
      to: '/app/user-managment',
      search: { state: 'waiting' },
      urgent: pendingUsers > 0,
    },
    {
      label: 'Documentos con error',
      value: formatNumber(failedDocuments),
      ...(failedDocuments
        ? { to: '/app/dashboard', hash: 'documentos', urgent: true }
        : { to: '/app/request', search: { status: 'approved' } }),
    },
  ]
}

export function getOwnRequestStats(own: CallerCounts['own']): StatCard[] {
  return [
    { label: 'En revisión', value: formatNumber(own.submitted), to: '/app/request', search: { status: 'submitted' } },
    {
      label: 'Por corregir',
      value: formatNumber(own.returned),
      to: '/app/request',
      search: { status: 'returned' },
      urgent: own.returned > 0,
    },
    { label: 'Aprobadas', value: formatNumber(own.approved), to: '/app/request', search: { status: 'approved' } },
    { label: 'Borradores', value: formatNumber(own.draft), to: '/app/request', search: { status: 'draft' } },
  ]
}

export function isPendingWorkEmpty({ decide, own, admin }: CallerCounts): boolean {
  return !(decide?.total || own.returned || own.draft || admin?.failedDocuments || admin?.pendingUsers)
}
