import { useState } from 'react'
import type { ReportPeriodCounts } from '../domain/reports/report.ts'
import type { RequestFilter } from '../domain/requests/request-filter.ts'
import { formatLongDate, monthNames } from '../domain/time/date.ts'
import { formatNumber } from '../lib/number-format.ts'
import { SegmentedControl } from '../ui/actions/segmented-control.tsx'
import { BarChart } from '../ui/data/bar-chart.tsx'
import { Panel } from '../ui/page/layout.tsx'
import { CountLink } from './count-link.tsx'

const names = { received: 'Recibidas', decided: 'Decididas' } as const
const dated = { received: 'submitted', decided: 'decided' } as const

interface Props {
  periods: readonly ReportPeriodCounts[]
  format: string | undefined
}

/** Bar chart of received or decided requests per day, week or month of the period. */
export function RequestChart({ periods, format }: Props) {
  const [shown, setShown] = useState<keyof typeof names>('received')
  const each = Math.ceil(periods.length / 5)
  const list = ({ from, to }: ReportPeriodCounts): RequestFilter => ({
    ...(format && { format }),
    dates: dated[shown],
    from,
    to,
  })
  return (
    <Panel
      title={names[shown]}
      actions={
        <SegmentedControl
          label="Qué se cuenta"
          name="counted"
          value={shown}
          onChange={setShown}
          options={(['received', 'decided'] as const).map((value) => ({ value, label: names[value] }))}
        />
      }
    >
      <BarChart
        title={`Solicitudes ${names[shown].toLowerCase()} en el periodo`}
        format={formatNumber}
        bars={periods.map((stretch, index) => {
          const label = formatPeriod(stretch)
          return {
            label,
            short: index % each === 0 ? formatShortPeriod(stretch, periods.length) : '',
            value: stretch[shown],
            shown: (
              <CountLink count={stretch[shown]} of={`${names[shown].toLowerCase()}: ${label}`} list={list(stretch)} />
            ),
          }
        })}
      />
    </Panel>
  )
}

function formatPeriod({ from, to }: ReportPeriodCounts): string {
  return from === to ? formatLongDate(from) : `${formatLongDate(from)} a ${formatLongDate(to)}`
}

/** Returns the bar's short label: the month's name, else day and month of its first day, like «3/4». */
function formatShortPeriod({ from, to }: ReportPeriodCounts, count: number): string {
  const [, month = '1', day = ''] = from.split('-')
  const isMonth = day === '01' && from.slice(0, 7) === to.slice(0, 7) && from !== to && count < 60
  return isMonth ? (monthNames[Number(month) - 1]?.slice(0, 3) ?? '') : `${Number(day)}/${Number(month)}`
}
