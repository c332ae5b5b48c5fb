import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatBackupStatus } from '../../../backups/backup-status.ts'
import type { BackupState } from '../../../domain/backups/backup-output.ts'
import type { CallerCounts } from '../../../domain/requests/counts.ts'
import { useRealtimeUpdates } from '../../../lib/realtime.ts'
import { GettingStarted, NextActs } from '../../../requests/dashboard/empty-dashboard.tsx'
import { FailedDocuments } from '../../../requests/dashboard/failed-documents.tsx'
import { RecentBatches } from '../../../requests/dashboard/recent-batches.tsx'
import { RecentRequests } from '../../../requests/dashboard/recent-requests.tsx'
import { RequestsPerDayChart } from '../../../requests/dashboard/requests-per-day-chart.tsx'
import {
  decidableRequestsSearch,
  getDecisionAndAdminStats,
  getOwnRequestStats,
  isPendingWorkEmpty,
  StatCards,
} from '../../../requests/dashboard/stat-cards.tsx'
import { dashboardQuery } from '../../../requests/queries.ts'
import { userTaskCountsQuery } from '../../../session/counts-query.ts'
import { useUser } from '../../../session/use-user.ts'
import { SetupPanel } from '../../../settings/setup-panel.tsx'
import { LinkButton } from '../../../ui/actions/button.tsx'
import { Columns, PageHeader, Panel, Stack } from '../../../ui/page/layout.tsx'
import { Notice } from '../../../ui/state/screen-states.tsx'
import { ExampleDocumentLink } from '../-setup/example-document-link.tsx'

const sumOf = (byStatus: CallerCounts['own']) => Object.values(byStatus).reduce((sum, count) => sum + count, 0)

export function DashboardPage() {
  const user = useUser()
  const { todo, recent, batches, batchesToCorrect, admin } = useSuspenseQuery(dashboardQuery).data
  const { data: found } = useSuspenseQuery(userTaskCountsQuery)
  useRealtimeUpdates('requests', 'batches', ...(user.role === '_admin' ? (['users'] as const) : []))
  const own = sumOf(found.own)
  const duties = getDecisionAndAdminStats(found)
  const isNew = found.admin ? sumOf(found.admin.all) === 0 : own === 0 && !found.decide
  const hasBroken = batchesToCorrect.length > 0 || batches.some(({ errorCount }) => errorCount > 0)
  const isIdle = !isNew && isPendingWorkEmpty(found) && !hasBroken
  const ownStats = admin ? [] : getOwnRequestStats(found.own)
  return (
    <Stack gap={5}>
      <PageHeader
        title={`Hola, ${user.name.split(' ')[0]}`}
        actions={
          !(isNew || isIdle) && (
            <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus">
              Nueva solicitud
            </LinkButton>
          )
        }
      />
      {admin && <SetupPanel steps={admin.setup.steps} />}
      {admin && <LastBackupStatus state={admin.backup} />}
      {isNew ? <GettingStarted example={admin && <ExampleDocumentLink />} /> : isIdle && <NextActs counts={found} />}
      <Columns min={26} gap={5}>
        {todo.decide.length > 0 && (
          <Panel
            flush
            title="Por revisar"
            description={found.decide?.overdue ? 'Primero las vencidas.' : 'Primero las más antiguas.'}
            actions={
              <>
                <Link to="/app/request" search={decidableRequestsSearch}>
                  Ver todas
                </Link>
                <LinkButton to="/app/request/queue" search={{}} size="s" icon="approve">
                  Revisar en orden
                </LinkButton>
              </>
            }
          >
            <RecentRequests items={todo.decide} to="decide" />
          </Panel>
        )}
        {todo.returned.length > 0 && (
          <Panel
            flush
            title="Devueltas para corregir"
            description="Primero las más antiguas."
            actions={
              found.own.returned > todo.returned.length && (
                <Link to="/app/request" search={{ status: 'returned' }}>
                  Ver todas
                </Link>
              )
            }
          >
            <RecentRequests items={todo.returned} to="correct" />
          </Panel>
        )}
        {batches.length > 0 && (
          <Panel title="Lotes en curso">
            <RecentBatches batches={batches} />
          </Panel>
        )}
        {batchesToCorrect.length > 0 && (
          <Panel title="Lotes con filas por corregir" description="Ya se enviaron; faltan las filas con errores.">
            <RecentBatches batches={batchesToCorrect} />
          </Panel>
        )}
        {admin && admin.failedDocuments > 0 && <FailedDocuments />}
        {todo.drafts.length > 0 && (
          <Panel flush title="Borradores">
            <RecentRequests items={todo.drafts} to="finish" />
          </Panel>
        )}
      </Columns>
      {duties.length > 0 && <StatCards label="Por atender" figures={duties} />}
      {ownStats.length > 0 && <StatCards label="Mis solicitudes" figures={ownStats} />}
      <Columns min={26} gap={5}>
        {admin?.days.some((day) => day.submitted || day.decided) && <RequestsPerDayChart days={admin.days} />}
        {recent.length > 0 && (
          <Panel flush title="Mis últimas solicitudes" actions={<Link to="/app/request">Ver todas</Link>}>
            <RecentRequests items={recent} to="see" />
          </Panel>
        )}
      </Columns>
    </Stack>
  )
}

/** Status of the last backup: plain text if valid, otherwise a warning. */
function LastBackupStatus({ state }: { state: BackupState }) {
  const { tone, text } = formatBackupStatus(state)
  const link = <Link to="/app/settings/backups">Copias de seguridad</Link>
  if (tone === 'success' || tone === 'neutral')
    return (
      <p className="text-secondary">
        {text} {link}
      </p>
    )
  return (
    <Notice tone={tone} action={link}>
      {text}
    </Notice>
  )
}
