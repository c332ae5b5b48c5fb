import { useState } from 'react'
import type { DayCount } from '../../domain/requests/dashboard.ts'
import { formatLongDate } from '../../domain/time/date.ts'
import { numberOf } from '../../lib/count.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

const names = { submitted: 'Enviadas', decided: 'Decididas' } as const

/** Chart of the requests submitted, or decided, on each of the last 30 days. */
export function ThirtyDays({ days }: { days: readonly DayCount[] }) {
  const [shown, setShown] = useState<keyof typeof names>('submitted')
  const total = days.reduce((sum, day) => sum + day[shown], 0)
  return (
    <Panel
      title="Últimos 30 días"
      description={`${numberOf(total)} ${names[shown].toLowerCase()}`}
      actions={
        <SegmentedControl
          label="Qué se cuenta"
          name="counted"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'submitted', label: names.submitted },
            { value: 'decided', label: names.decided },
          ]}
        />
      }
    >
      <BarChart
        title={`Solicitudes ${names[shown].toLowerCase()} por día`}
        format={numberOf}
        bars={days.map((day, index) => ({
          label: formatLongDate(day.day),
          short: index % 7 === days.length % 7 ? `${Number(day.day.slice(8))}/${Number(day.day.slice(5, 7))}` : '',
          value: day[shown],
        }))}
      />
    </Panel>
  )
}
