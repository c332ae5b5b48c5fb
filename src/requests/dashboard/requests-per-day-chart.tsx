import { useState } from 'react'
import type { DailyRequestCount } from '../../domain/requests/dashboard.ts'
import { formatLongDate } from '../../domain/time/date.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx'
import { BarChart } from '../../ui/data/bar-chart.tsx'
import { Panel } from '../../ui/page/layout.tsx'

const seriesNames = { submitted: 'Enviadas', decided: 'Decididas' } as const

export function RequestsPerDayChart({ days }: { days: readonly DailyRequestCount[] }) {
  const [shown, setShown] = useState<keyof typeof seriesNames>('submitted')
  const total = days.reduce((sum, day) => sum + day[shown], 0)
  return (
    <Panel
      title="Últimos 30 días"
      description={`${formatNumber(total)} ${seriesNames[shown].toLowerCase()}`}
      actions={
        <SegmentedControl
          label="Qué se cuenta"
          name="counted"
          value={shown}
          onChange={setShown}
          options={(['submitted', 'decided'] as const).map((value) => ({ value, label: seriesNames[value] }))}
        />
      }
    >
      <BarChart
        title={`Solicitudes ${seriesNames[shown].toLowerCase()} por día`}
        format={formatNumber}
        bars={days.map((day, index) => ({
          label: formatLongDate(day.day),
          short: index % 7 === days.length % 7 ? `${Number(day.day.slice(8))}/${Number(day.day.slice(5, 7))}` : '',
          value: day[shown],
        }))}
      />
    </Panel>
  )
}
