import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { LastBackup } from '../../backups/last-backup.tsx'
import type { Dashboard } from '../../domain/dashboard.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useLive } from '../../lib/realtime.ts'
import { BatchLines } from '../../requests/dashboard/batch-lines.tsx'
import { FailedDocuments } from '../../requests/dashboard/failed-documents.tsx'
import { Figures } from '../../requests/dashboard/figures.tsx'
import { RequestLines } from '../../requests/dashboard/request-lines.tsx'
import { ThirtyDays } from '../../requests/dashboard/thirty-days.tsx'
import { adminFigures, ownFigures, waitingSentence } from '../../requests/dashboard/what-waits.ts'
import { dashboard } from '../../requests/queries.ts'
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
  useLive('requests', ...(user.role === '_admin' ? (['users'] as const) : []))
  const { counts, todo, recent, batches, admin } = data
  const own = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const isNew = own === 0 && !admin?.queue.total
  return (
    <Stack gap={5}>
      <PageHeader
        title={`Hola, ${user.name.split(' ')[0]}`}
        description={waitingSentence(data)}
        actions={
          <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus">
            Nueva solicitud
          </LinkButton>
        }
      />
      {admin && <Figures label="Por atender" figures={adminFigures(admin)} />}
      {admin && <LastBackup state={admin.backup} />}
      {!admin && own > 0 && <Figures label="Mis solicitudes" figures={ownFigures(counts)} />}
      {isNew && <FirstUse admin={admin} />}
      <Columns min={26} gap={5}>
        {admin && admin.queue.items.length > 0 && (
          <Panel
            flush
            title="Por revisar"
            description="La que más espera, primero."
            actions={
              <>
                <Link to="/app/request" search={{ status: 'submitted', sort: 'submittedAt' }}>
                  Ver todas
                </Link>
                <LinkButton to="/app/request/queue" search={{}} size="s" icon="approve">
                  Revisar en orden
                </LinkButton>
              </>
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

function FirstUse({ admin }: Pick<Dashboard, 'admin'>) {
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
        {admin
          ? 'Los formatos ya están publicados. Haga una solicitud para verlos, o active a las personas que se registren.'
          : 'Elija un formato, llene sus datos viendo cómo queda el documento y envíela. Aquí verá en qué va.'}
        {admin?.signatories === 0 && (
          <>
            {' Por la organización firma quien aprueba, mientras no '}
            <Link to="/app/settings">anote a quien firme</Link>.
          </>
        )}
      </EmptyState>
    </Panel>
  )
}
