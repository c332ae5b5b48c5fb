import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LastBackup } from '../../../backups/last-backup.tsx'
import type { CallerCounts } from '../../../domain/requests/counts.ts'
import { numberOf } from '../../../lib/count.ts'
import { useLive } from '../../../lib/realtime.ts'
import { BatchLines } from '../../../requests/dashboard/batch-lines.tsx'
import { FailedDocuments } from '../../../requests/dashboard/failed-documents.tsx'
import { Figures } from '../../../requests/dashboard/figures.tsx'
import { FirstUse, NothingToDo } from '../../../requests/dashboard/nothing-to-do.tsx'
import { RequestLines } from '../../../requests/dashboard/request-lines.tsx'
import { ThirtyDays } from '../../../requests/dashboard/thirty-days.tsx'
import {
  dutyFigures,
  isAllDone,
  ownFigures,
  toReview,
  waitingSentence,
} from '../../../requests/dashboard/what-waits.ts'
import { dashboardQuery } from '../../../requests/queries.ts'
import { counts } from '../../../session/counts.ts'
import { useUser } from '../../../session/use-user.ts'
import { Columns } from '../../../ui/columns.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Stack } from '../../../ui/stack.tsx'

const sumOf = (byStatus: CallerCounts['own']) => Object.values(byStatus).reduce((sum, count) => sum + count, 0)

export function DashboardPage() {
  const user = useUser()
  const { todo, recent, batches, batchesToCorrect, admin } = useSuspenseQuery(dashboardQuery).data
  const { data: found } = useSuspenseQuery(counts)
  useLive('requests', 'batches', ...(user.role === '_admin' ? (['users'] as const) : []))
  const own = sumOf(found.own)
  const duties = dutyFigures(found)
  const isNew = found.admin ? sumOf(found.admin.all) === 0 : own === 0 && !found.decide
  const hasBroken = batchesToCorrect.length > 0 || batches.some(({ errorCount }) => errorCount > 0)
  return (
    <Stack gap={5}>
      <PageHeader
        title={`Hola, ${user.name.split(' ')[0]}`}
        description={waitingSentence(found)}
        actions={
          <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus">
            Nueva solicitud
          </LinkButton>
        }
      />
      {duties.length > 0 && <Figures label="Por atender" figures={duties} />}
      {admin && <LastBackup state={admin.backup} />}
      {!admin && own > 0 && <Figures label="Mis solicitudes" figures={ownFigures(found.own)} />}
      {isNew ? (
        <FirstUse signatories={admin?.signatories} />
      ) : (
        isAllDone(found) && !hasBroken && <NothingToDo counts={found} />
      )}
      <Columns min={26} gap={5}>
        {todo.returned.length > 0 && (
          <Panel
            flush
            title="Devueltas para corregir"
            description="Primero las más antiguas."
            actions={
              found.own.returned > todo.returned.length && (
                <Link to="/app/request" search={{ status: 'returned' }}>
                  Ver las {numberOf(found.own.returned)}
                </Link>
              )
            }
          >
            <RequestLines items={todo.returned} to="correct" />
          </Panel>
        )}
        {todo.decide.length > 0 && (
          <Panel
            flush
            title="Por revisar"
            description={found.decide?.overdue ? 'Primero las vencidas.' : 'Primero las más antiguas.'}
            actions={
              <>
                <Link to="/app/request" search={toReview}>
                  Ver todas
                </Link>
                <LinkButton to="/app/request/queue" search={{}} size="s" icon="approve">
                  Revisar en orden
                </LinkButton>
              </>
            }
          >
            <RequestLines items={todo.decide} to="decide" />
          </Panel>
        )}
        {batches.length > 0 && (
          <Panel title="Lotes en curso">
            <BatchLines batches={batches} />
          </Panel>
        )}
        {batchesToCorrect.length > 0 && (
          <Panel title="Lotes con filas por corregir" description="Ya se enviaron; faltan las filas con errores.">
            <BatchLines batches={batchesToCorrect} />
          </Panel>
        )}
        {admin && admin.failedDocuments > 0 && <FailedDocuments />}
        {todo.drafts.length > 0 && (
          <Panel flush title="Borradores">
            <RequestLines items={todo.drafts} to="finish" />
          </Panel>
        )}
        {admin?.days.some((day) => day.submitted || day.decided) && <ThirtyDays days={admin.days} />}
        {recent.length > 0 && (
          <Panel flush title="Mis últimas solicitudes" actions={<Link to="/app/request">Ver todas</Link>}>
            <RequestLines items={recent} to="see" />
          </Panel>
        )}
      </Columns>
    </Stack>
  )
}
