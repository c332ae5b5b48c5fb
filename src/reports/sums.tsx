import { printDecimal } from '../domain/decimal.ts'
import type { ReportSum } from '../domain/report.ts'
import { numberOf } from '../lib/count.ts'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/table.tsx'
import type { TableColumn } from '../ui/table-head.tsx'

/** What the approved requests of a format add up to, field by field. */
export function Sums({ sums }: { sums: readonly ReportSum[] }) {
  if (sums.length === 0) return null
  const columns: TableColumn<ReportSum>[] = [
    { id: 'label', header: 'Campo', cell: ({ label }) => label, card: 'title' },
    { id: 'count', header: 'Con ese dato', align: 'end', cell: ({ count }) => numberOf(count) },
    {
      id: 'sum',
      header: 'Suma',
      align: 'end',
      cell: ({ sum, currency }) => `${printDecimal(sum)}${currency && ` ${currency}`}`,
    },
  ]
  return (
    <Panel title="Sumas de lo aprobado" flush>
      <Table caption="Sumas de lo aprobado" columns={columns} rows={sums} rowId={({ key }) => key} />
    </Panel>
  )
}
