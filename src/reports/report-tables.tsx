import type { UseQueryResult } from '@tanstack/react-query'
import { formatDecimal } from '../domain/money/decimal.ts'
import type { ReportAmountTotal, ReportPerson, StageReport } from '../domain/reports/report.ts'
import type { DecisionType } from '../domain/requests/request.ts'
import type { RequestFilter } from '../domain/requests/request-filter.ts'
import { describeError } from '../lib/api-error.ts'
import { formatNumber } from '../lib/number-format.ts'
import { Table, type TableColumn } from '../ui/data/table.tsx'
import { Panel } from '../ui/page/layout.tsx'
import { ErrorState, Skeleton } from '../ui/state/screen-states.tsx'
import { type ApproverRow, stageApprovalsHeader } from './approver-rows.ts'
import { CountLink } from './count-link.tsx'
import { ExpandableRows } from './expandable-rows.tsx'
import { formatApproverName } from './report-csv.ts'
import { formatWaitingTime } from './waiting-time.ts'

const countColumns = [
  ['decided', 'Decididas', undefined],
  ['approved', 'Aprobadas', 'approve'],
  ['returned', 'Devueltas', 'return'],
  ['rejected', 'Rechazadas', 'reject'],
] as const satisfies [keyof ReportPerson, string, DecisionType | undefined][]

const formatStepApprovals = ({ passedOn }: ApproverRow) => formatNumber(passedOn)

interface Props {
  people: readonly ApproverRow[]
  /** Filter of the requests decided in the period. */
  list: RequestFilter
}

/** Table of approvers: number of decided requests, decision times, and number of requests of which the approver only approved a stage. */
export function ApproverTable({ people, list }: Props) {
  const columns: TableColumn<ApproverRow>[] = [
    { id: 'name', header: 'Persona', cell: formatApproverName, card: 'title' },
    ...countColumns.map(
      ([key, header, decision]): TableColumn<ApproverRow> => ({
        id: key,
        header,
        align: 'end',
        // No link for automatic approvals, because these have no approver to filter by.
        cell: (user) =>
          user.id ? (
            <CountLink
              count={user[key]}
              of={`${header.toLowerCase()} por ${user.name}`}
              list={{ ...list, reviewer: user.id, ...(decision && { decision }) }}
            />
          ) : (
            formatNumber(user[key])
          ),
      }),
    ),
    ...(people.some(({ passedOn }) => passedOn > 0)
      ? [
          {
            id: 'passedOn',
            header: stageApprovalsHeader,
            align: 'end',
            cell: formatStepApprovals,
          } satisfies TableColumn<ApproverRow>,
        ]
      : []),
    { id: 'median', header: 'Habitual', align: 'end', cell: ({ median }) => formatWaitingTime(median) },
    { id: 'p90', header: '9 de cada 10', align: 'end', cell: ({ p90 }) => formatWaitingTime(p90) },
  ]
  return (
    <ExpandableRows count={people.length}>
      <Table caption="Decisiones por persona" columns={columns} rows={people} rowId={({ id }) => id} />
    </ExpandableRows>
  )
}

/** Totals of the numeric fields of approved requests. `list` filters the requests decided in the period. */
export function FieldTotalTable({ sums, list }: { sums: readonly ReportAmountTotal[]; list: RequestFilter }) {
  if (sums.length === 0) return null
  const columns: TableColumn<ReportAmountTotal>[] = [
    { id: 'label', header: 'Campo', cell: ({ label }) => label, card: 'title' },
    {
      id: 'count',
      header: 'Con ese dato',
      align: 'end',
      cell: ({ key, label, count }) => (
        <CountLink count={count} of={`con «${label}»`} list={{ ...list, amount: key }} />
      ),
    },
    {
      id: 'sum',
      header: 'Suma',
      align: 'end',
      cell: ({ sum, currency }) => `${formatDecimal(sum)}${currency && ` ${currency}`}`,
    },
  ]
  return (
    <Panel title="Sumas de las solicitudes aprobadas" flush>
      <Table caption="Sumas de las solicitudes aprobadas" columns={columns} rows={sums} rowId={({ key }) => key} />
    </Panel>
  )
}

interface StageTimeTableProps {
  found: UseQueryResult<StageReport>
  /** True if a format has route steps. Otherwise nothing is shown while loading. */
  isExpected: boolean
  withFormat: boolean
  /** Filter of the requests decided in the period. */
  list: RequestFilter
}

/** Table of the waiting times per route step and approver; hidden if no format has steps. */
export function StageTimeTable({ found, isExpected, withFormat, list }: StageTimeTableProps) {
  const { data, error, refetch, isPlaceholderData } = found
  if (data ? data.steps.length === 0 : !isExpected && !error) return null
  const rows = data?.steps.flatMap(({ people, ...step }) => [
    // With one person, the total would repeat the row of that person.
    ...(people.length === 1
      ? []
      : [{ ...step, id: `${step.format} ${step.step}`, person: 'Todas', reviewer: undefined }]),
    ...people.map(({ id, name, ...waits }) => ({
      ...step,
      ...waits,
      id: `${step.format} ${step.step} ${id}`,
      person: name,
      reviewer: id,
    })),
  ])
  return (
    <Panel
      title="Por paso"
      description="Cuánto tarda cada paso: lo habitual y el máximo en 9 de cada 10 casos. Si una solicitud repite el paso, cuenta dos veces."
      flush={rows !== undefined}
    >
      {!rows && !error && <Skeleton lines={4} />}
      {!rows && error && <ErrorState message={describeError(error)} onRetry={() => void refetch()} />}
      {rows && (
        <ExpandableRows count={rows.length}>
          <Table
            caption="Tiempos por paso"
            rows={rows}
            rowId={({ id }) => id}
            busy={isPlaceholderData}
            columns={[
              {
                id: 'step',
                header: 'Paso',
                card: 'title',
                cell: ({ name, formatName }) => (withFormat ? `${formatName} · ${name}` : name),
              },
              { id: 'person', header: 'Persona', cell: ({ person }) => person },
              {
                id: 'count',
                header: 'Decisiones',
                align: 'end',
                cell: ({ count, format, step, name, reviewer, person }) => (
                  <CountLink
                    count={count}
                    of={`en «${name}»${reviewer ? ` por ${person}` : ''}`}
                    list={{ ...list, format, step, ...(reviewer && { reviewer }) }}
                  />
                ),
              },
              { id: 'median', header: 'Habitual', align: 'end', cell: ({ median }) => formatWaitingTime(median) },
              { id: 'p90', header: '9 de cada 10', align: 'end', cell: ({ p90 }) => formatWaitingTime(p90) },
            ]}
          />
        </ExpandableRows>
      )}
    </Panel>
  )
}
