import { formatDecimal } from '../domain/money/decimal.ts'
import type { ReportAmountTotal } from '../domain/reports/report.ts'
import type { RequestFilter } from '../domain/requests/request-filter.ts'
import { Table } from '../ui/data/table.tsx'
import type { TableColumn } from '../ui/data/table-head.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { CountLink } from './count-link.tsx'

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
