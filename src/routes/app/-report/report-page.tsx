import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Report } from '../../../domain/reports/report.ts'
import type { RequestFilter } from '../../../domain/requests/request-filter.ts'
import { getLocalDay, getTimeZone } from '../../../domain/time/local-time.ts'
import { filterableFormatsQuery } from '../../../formats/queries.ts'
import { downloadFile } from '../../../lib/download-file.ts'
import { formatNumber } from '../../../lib/number-format.ts'
import { isInitialLoadError } from '../../../lib/query-client.ts'
import { type ApproverRow, createApproverRows } from '../../../reports/approver-rows.ts'
import { getReportPeriod, requestReportQuery, stageReportQuery } from '../../../reports/queries.ts'
import { createReportCsv } from '../../../reports/report-csv.ts'
import { ReportFilters } from '../../../reports/report-filters.tsx'
import type { ReportSearchParams } from '../../../reports/report-search.ts'
import { ApproverTable, FieldTotalTable, StageTimeTable } from '../../../reports/report-tables.tsx'
import { RequestChart } from '../../../reports/request-chart.tsx'
import { formatWaitingTime } from '../../../reports/waiting-time.ts'
import { StatCards } from '../../../requests/dashboard/stat-cards.tsx'
import { userTaskCountsQuery } from '../../../session/counts-query.ts'
import { settingsQuery } from '../../../settings/queries.ts'
import { Button, LinkButton } from '../../../ui/actions/button.tsx'
import { PageHeader, Panel, Stack } from '../../../ui/page/layout.tsx'
import { EmptyState, Skeleton } from '../../../ui/state/screen-states.tsx'

const from = '/app/report'

export function ReportPage() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const { data: formats } = useSuspenseQuery(filterableFormatsQuery)
  const { format } = search
  const period = getReportPeriod(search, getLocalDay(getTimeZone(settings), Date.now()))
  const { data: report, isPlaceholderData } = useQuery({
    ...requestReportQuery({ ...period, format }),
    throwOnError: isInitialLoadError,
  })
  const steps = useQuery(stageReportQuery({ ...period, format }))
  const passedOn = steps.data?.passedOn ?? []
  const people = report ? createApproverRows(report, { passedOn }) : []
  const isWhole = report && steps.data && !isPlaceholderData && !steps.isPlaceholderData
  const sent: RequestFilter = { ...(format && { format }), dates: 'submitted', ...period }
  const decided = toDecided(sent)
  const go = (change: ReportSearchParams) => navigate({ search: change, replace: true })
  const name = formats.find(({ id }) => id === format)?.name ?? 'Todos'

  return (
    <Stack>
      <PageHeader
        title="Informe"
        description="Solicitudes recibidas y decididas. Cada solicitud cuenta una sola vez en cada número, aunque se devuelva y se decida de nuevo."
        actions={
          <Button
            icon="download"
            disabled={!isWhole}
            onClick={() =>
              isWhole &&
              downloadFile(createReportCsv(report, steps.data, period, name), `informe-${period.from}-${period.to}.csv`)
            }
          >
            Exportar CSV
          </Button>
        }
      />
      <ReportFilters search={search} period={period} formats={formats} onChange={go} />
      {!report ? (
        <Skeleton lines={6} />
      ) : (
        <div aria-busy={isPlaceholderData || undefined}>
          <Stack>
            {report.received || report.decided ? (
              <>
                <ReportTotals report={report} sent={sent} />
                <RequestChart periods={report.periods} format={format} />
                <ApproverPanel
                  people={people}
                  hasPassedOn={passedOn.length > 0}
                  isComplete={!report.hasSteps || steps.data !== undefined}
                  list={decided}
                />
              </>
            ) : (
              <EmptyReport search={search} onChange={go} />
            )}
            <FieldTotalTable sums={report.sums} list={decided} />
            <StageTimeTable found={steps} isExpected={report.hasSteps} withFormat={!format} list={decided} />
          </Stack>
        </div>
      )}
    </Stack>
  )
}

const toDecided = (sent: RequestFilter): RequestFilter => ({ ...sent, dates: 'decided' })

/** Replaces spaces between a number and its unit, so that they stay in one line: `6 h 35 min`. */
const joinUnits = (text: string) => text.replace(/(\d) /g, '$1\u00a0')

function ReportTotals({ report, sent }: { report: Report; sent: RequestFilter }) {
  const decided = toDecided(sent)
  const outcomes = [
    ['Aprobadas', 'approved', 'approve'],
    ['Devueltas', 'returned', 'return'],
    ['Rechazadas', 'rejected', 'reject'],
  ] as const
  return (
    <StatCards
      label="En el periodo"
      figures={[
        { label: 'Recibidas', value: formatNumber(report.received), to: '/app/request', search: sent },
        {
          label: 'Decididas',
          value: formatNumber(report.decided),
          to: '/app/request',
          search: decided,
          detail: report.decided
            ? `Habitual: ${joinUnits(formatWaitingTime(report.median))}; 9 de cada 10: hasta ${joinUnits(formatWaitingTime(report.p90))}`
            : undefined,
        },
        ...outcomes.map(([label, key, decision]) => ({
          label,
          value: formatNumber(report[key]),
          to: '/app/request' as const,
          search: { ...decided, decision },
        })),
      ]}
    />
  )
}

interface ApproverPanelProps {
  people: readonly ApproverRow[]
  hasPassedOn: boolean
  /** Whether approvals of stages are loaded too. */
  isComplete: boolean
  list: RequestFilter
}

function ApproverPanel(props: ApproverPanelProps) {
  const { people, hasPassedOn, isComplete, list } = props
  const [only] = people.length === 1 && isComplete && !hasPassedOn ? people : []
  // The table would repeat the totals above.
  if (only)
    return (
      <Panel title="Por persona">
        <p>
          {only.id ? `Todas las decisiones son de ${only.name}.` : 'Todas las solicitudes se aprobaron sin revisión.'}
        </p>
      </Panel>
    )
  return (
    <Panel
      title="Por persona"
      description={`Tiempo desde el envío o la reapertura hasta cada decisión: el habitual y el máximo en 9 de cada 10 casos.${hasPassedOn ? ' La aprobación de un paso intermedio se cuenta aparte.' : ''}`}
      flush
    >
      {people.length ? (
        <ApproverTable people={people} list={list} />
      ) : (
        <EmptyState icon="chart" title="No hubo decisiones en este periodo">
          Aquí aparece cuánto tarda cada persona en decidir. Elija arriba otro periodo u otro formato.
        </EmptyState>
      )}
    </Panel>
  )
}

/** Empty state of a period without requests. Offers the first request if there is none at all, else a longer period. */
function EmptyReport({ search, onChange }: { search: ReportSearchParams; onChange: (to: ReportSearchParams) => void }) {
  const { data: counts } = useQuery(userTaskCountsQuery)
  const isNew = counts?.admin && Object.values(counts.admin.all).every((count) => count === 0)
  const isWholeYear = search.period === 'year' && !search.format
  return (
    <Panel>
      {isNew ? (
        <EmptyState
          icon="chart"
          title="Aún no hay solicitudes"
          action={
            <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus">
              Crear una solicitud
            </LinkButton>
          }
        >
          Aquí aparece cuántas se reciben y cuánto tarda cada persona en decidir.
        </EmptyState>
      ) : (
        <EmptyState
          icon="chart"
          title="No hubo solicitudes en este periodo"
          action={!isWholeYear && <Button onClick={() => onChange({ period: 'year' })}>Ver todo el año</Button>}
        >
          Aquí aparece cuántas se reciben y cuánto tarda cada persona en decidir. Elija otro periodo u otro formato.
        </EmptyState>
      )}
    </Panel>
  )
}
