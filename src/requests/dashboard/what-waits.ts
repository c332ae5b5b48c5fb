import type { CallerCounts, PendingDecisions } from '../../domain/requests/counts.ts'
import { countOf, numberOf } from '../../lib/count.ts'
import { agoOf } from '../../lib/when.ts'
import type { Figure } from './figures.tsx'

/** Returns one sentence about the most urgent pending work; `undefined` if nothing is pending. */
export function waitingSentence({ decide, own, admin }: CallerCounts): string | undefined {
  if (decide?.total) {
    const late = decide.overdue ? `; ${countOf(decide.overdue, 'vencida', 'vencidas')}` : ''
    return `${countOf(decide.total, 'solicitud espera', 'solicitudes esperan')} revisión${late}.`
  }
  if (own.returned)
    return `${countOf(own.returned, 'solicitud devuelta por corregir', 'solicitudes devueltas por corregir')}.`
  if (own.draft) return `Tiene ${countOf(own.draft, 'borrador', 'borradores')} por terminar.`
  return admin || decide ? 'No hay nada por revisar.' : undefined
}

/** Search parameters of the requests that the user may decide, longest waiting first. */
export const toReview = { mine: 'decide', status: 'submitted', sort: 'submittedAt' } as const

function decideFigures({ total, overdue, oldest }: PendingDecisions): Figure[] {
  return [
    {
      label: 'Por revisar',
      value: numberOf(total),
      to: '/app/request',
      search: toReview,
      urgent: total > 0,
      detail: oldest ? `La más antigua, ${agoOf(oldest)}` : undefined,
    },
    // Hidden at zero, because overdue requests exist only if a format sets a time limit.
    ...(overdue
      ? [
          {
            label: 'Vencidas',
            value: numberOf(overdue),
            to: '/app/request' as const,
            search: { mine: 'decide', due: 'overdue', sort: 'submittedAt' },
            urgent: true,
          },
        ]
      : []),
  ]
}

/** Returns counters of the user's duties beyond their own requests; empty for users who decide nothing. */
export function dutyFigures({ decide, admin }: CallerCounts): Figure[] {
  const own = decide ? decideFigures(decide) : []
  if (!admin) return own
  const { all, pendingUsers, failedDocuments } = admin
  const elsewhere = all.submitted - (decide?.total ?? 0)
  return [
    ...own,
    // Hidden at zero, because the user may be the approver of all steps.
    ...(elsewhere > 0
      ? [
          {
            label: 'En pasos de otros',
            value: numberOf(elsewhere),
            to: '/app/request' as const,
            search: { status: 'submitted', sort: 'submittedAt' },
          },
        ]
      : []),
    {
      label: 'Usuarios por activar',
      value: numberOf(pendingUsers),
      to: '/app/user-managment',
      search: { state: 'waiting' },
      urgent: pendingUsers > 0,
    },
    {
      label: 'Documentos con error',
      value: numberOf(failedDocuments),
      ...(failedDocuments
        ? { to: '/app/dashboard', hash: 'documentos', urgent: true }
        : { to: '/app/request', search: { status: 'approved' } }),
    },
  ]
}

export function ownFigures(own: CallerCounts['own']): Figure[] {
  return [
    { label: 'En revisión', value: numberOf(own.submitted), to: '/app/request', search: { status: 'submitted' } },
    {
      label: 'Por corregir',
      value: numberOf(own.returned),
      to: '/app/request',
      search: { status: 'returned' },
      urgent: own.returned > 0,
    },
    { label: 'Aprobadas', value: numberOf(own.approved), to: '/app/request', search: { status: 'approved' } },
    { label: 'Borradores', value: numberOf(own.draft), to: '/app/request', search: { status: 'draft' } },
  ]
}

/** Returns whether the user has no pending work. */
export function isAllDone({ decide, own, admin }: CallerCounts): boolean {
  return !(decide?.total || own.returned || own.draft || admin?.failedDocuments || admin?.pendingUsers)
}
