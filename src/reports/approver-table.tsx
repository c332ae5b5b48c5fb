import type { ReportPerson } from '../domain/reports/report.ts'
import type { DecisionType } from '../domain/requests/request.ts'
import type { RequestFilter } from '../domain/requests/request-filter.ts'
import { formatNumber } from '../lib/number-format.ts'
import { Table } from '../ui/data/table.tsx'
import type { TableColumn } from '../ui/data/table-head.tsx'
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
