import type { Dashboard } from '../../domain/dashboard.ts'
import { countOf, numberOf } from '../../lib/count.ts'
import { agoOf } from '../../lib/when.ts'
import type { Figure } from './figures.tsx'

/** The one thing that waits most, in a sentence. */
export function waitingSentence({ admin, todo, counts }: Dashboard): string | undefined {
  if (admin?.queue.total) return `${countOf(admin.queue.total, 'solicitud espera', 'solicitudes esperan')} revisión.`
  if (counts.returned)
    return `${countOf(counts.returned, 'solicitud volvió para que la corrija', 'solicitudes volvieron para que las corrija')}.`
  if (todo.drafts.length) return `Tiene ${countOf(counts.draft, 'borrador', 'borradores')} por terminar.`
  return admin ? 'No hay nada por revisar.' : undefined
}

export function adminFigures(admin: NonNullable<Dashboard['admin']>): Figure[] {
  const { queue, overdue, pendingUsers, failedDocuments } = admin
  return [
    {
      label: 'Por revisar',
      value: numberOf(queue.total),
      to: '/app/request',
      search: { status: 'submitted', sort: 'submittedAt' },
      urgent: queue.total > 0,
      detail: queue.oldest ? `La más antigua, ${agoOf(queue.oldest)}` : undefined,
    },
    // Where no format has a time nothing is said of it.
    ...(overdue
      ? [
          {
            label: 'Vencidas',
            value: numberOf(overdue),
            to: '/app/request' as const,
            search: { due: 'overdue', sort: 'submittedAt' },
            urgent: true,
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
      label: 'Documentos sin hacer',
      value: numberOf(failedDocuments),
      ...(failedDocuments
        ? { to: '/app/dashboard', hash: 'documentos', urgent: true }
        : { to: '/app/request', search: { status: 'approved' } }),
    },
  ]
}

export function ownFigures(counts: Dashboard['counts']): Figure[] {
  return [
    { label: 'En revisión', value: numberOf(counts.submitted), to: '/app/request', search: { status: 'submitted' } },
    {
      label: 'Por corregir',
      value: numberOf(counts.returned),
      to: '/app/request',
      search: { status: 'returned' },
      urgent: counts.returned > 0,
    },
    { label: 'Aprobadas', value: numberOf(counts.approved), to: '/app/request', search: { status: 'approved' } },
    { label: 'Borradores', value: numberOf(counts.draft), to: '/app/request', search: { status: 'draft' } },
  ]
}
