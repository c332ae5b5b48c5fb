import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { Dashboard } from '../../domain/dashboard.ts'
import { countOf, numberOf } from '../../lib/count.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useLive } from '../../lib/realtime.ts'
import { agoOf } from '../../lib/when.ts'
import { BatchLines } from '../../requests/dashboard/batch-lines.tsx'
import { FailedDocuments } from '../../requests/dashboard/failed-documents.tsx'
import { type Figure, Figures } from '../../requests/dashboard/figures.tsx'
import { dashboard } from '../../requests/dashboard/queries.ts'
import { RequestLines } from '../../requests/dashboard/request-lines.tsx'
import { ThirtyDays } from '../../requests/dashboard/thirty-days.tsx'
import { Columns } from '../../ui/columns.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'

export const Route = createFileRoute('/app/dashboard')({
  loader: () => queryClient.query(dashboard),
  component: Panorama,
})

function Panorama() {
  const { user } = Route.useRouteContext()
  const { data } = useSuspenseQuery(dashboard)
  useLive('requests')
  const { counts, todo, recent, batches, admin } = data
  const own = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const isNew = own === 0 && !admin?.queue.total
  return (
    <Stack gap={5}>
      <PageHeader
        title={`Hola, ${user.name.split(' ')[0]}`}
        description={sentenceOf(data)}
        actions={
          <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus">
            Nueva solicitud
          </LinkButton>
        }
      />
      {admin && <Figures label="Por atender" figures={adminFigures(admin)} />}
      {!admin && own > 0 && <Figures label="Mis solicitudes" figures={ownFigures(counts)} />}
      {isNew && <FirstUse isAdmin={admin !== null} />}
      <Columns min={26} gap={5}>
        {admin && admin.queue.items.length > 0 && (
          <Panel
            flush
            title="Por revisar"
            description="La que más espera, primero."
            actions={
              <Link to="/app/request" search={{ status: 'submitted', sort: 'submittedAt' }}>
                Ver todas
              </Link>
            }
          >
            <RequestLines items={admin.queue.items} withOwner since="submittedAt" />
          </Panel>
        )}
        {admin?.days.some((day) => day.submitted || day.decided) && <ThirtyDays days={admin.days} />}
        {admin && admin.failedDocuments > 0 && <FailedDocuments />}
        {todo.returned.length > 0 && (
          <Panel flush title="Devueltas para corregir">
            <RequestLines items={todo.returned} toForm />
          </Panel>
        )}
        {todo.drafts.length > 0 && (
          <Panel flush title="Borradores">
            <RequestLines items={todo.drafts} toForm />
          </Panel>
        )}
        {batches.length > 0 && (
          <Panel title="Lotes en curso">
            <BatchLines batches={batches} />
          </Panel>
        )}
        {recent.length > 0 && (
          <Panel flush title="Mis últimas solicitudes" actions={<Link to="/app/request">Ver todas</Link>}>
            <RequestLines items={recent} withStatus />
          </Panel>
        )}
      </Columns>
    </Stack>
  )
}

function sentenceOf({ admin, todo, counts }: Dashboard): string | undefined {
  if (admin?.queue.total) return `${countOf(admin.queue.total, 'solicitud espera', 'solicitudes esperan')} su revisión.`
  if (counts.returned)
    return `${countOf(counts.returned, 'solicitud volvió para que la corrija', 'solicitudes volvieron para que las corrija')}.`
  if (todo.drafts.length) return `Tiene ${countOf(counts.draft, 'borrador', 'borradores')} por terminar.`
  return admin ? 'No hay nada por revisar.' : undefined
}

function adminFigures(admin: NonNullable<Dashboard['admin']>): Figure[] {
  const { queue, pendingUsers, failedDocuments } = admin
  return [
    {
      label: 'Por revisar',
      value: numberOf(queue.total),
      to: '/app/request',
      search: { status: 'submitted', sort: 'submittedAt' },
      urgent: queue.total > 0,
      detail: queue.oldest ? `La más antigua, ${agoOf(queue.oldest)}` : undefined,
    },
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

function ownFigures(counts: Dashboard['counts']): Figure[] {
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

function FirstUse({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Panel>
      <EmptyState
        icon="format"
        title="Aún no hay solicitudes"
        action={
          <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus">
            Hacer la primera solicitud
          </LinkButton>
        }
      >
        {isAdmin
          ? 'Los formatos ya están publicados. Haga una solicitud para verlos, o active a las personas que se registren.'
          : 'Elija un formato, llene sus datos viendo cómo queda el documento y envíela. Aquí verá en qué va.'}
      </EmptyState>
    </Panel>
  )
}
