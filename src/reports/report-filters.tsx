import type { DateRange } from '../domain/reports/periods.ts'
import { DayRangeInput } from '../ui/form/day-input.tsx'
import { FormField, Select } from '../ui/form/form-field.tsx'
import s from './report-filters.module.css'
import type { ReportPeriod, ReportSearchParams } from './report-search.ts'

const periodNames: Record<ReportPeriod, string> = {
  month: 'Este mes',
  lastMonth: 'El mes pasado',
  quarter: 'Este trimestre',
  year: 'Este año',
  dates: 'Entre dos fechas',
}

interface Props {
  search: ReportSearchParams
  /** First and last day of the chosen period. */
  period: DateRange
  formats: readonly { id: string; name: string }[]
  onChange: (search: ReportSearchParams) => void
}

export function ReportFilters({ search, period, formats, onChange }: Props) {
  function changePeriod(chosen: ReportPeriod) {
    const { period: _period, from: _from, to: _to, ...others } = search
    if (chosen === 'month') onChange(others)
    else onChange({ ...others, period: chosen, ...(chosen === 'dates' && period) })
  }
  // Shows both days in the order typed by the user, although the query sorts them.
  const typed = { from: search.from ?? period.from, to: search.to ?? period.to }
  return (
    <div className={s.filters}>
      <FormField label="Formato">
        <Select
          value={search.format ?? ''}
          placeholder="Todos"
          options={formats.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target: { value } }) => {
            const { format: _, ...others } = search
            onChange(value ? { ...others, format: value } : others)
          }}
        />
      </FormField>
      <FormField label="Periodo">
        <Select
          value={search.period ?? 'month'}
          options={Object.entries(periodNames).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => changePeriod(target.value as ReportPeriod)}
        />
      </FormField>
      {search.period === 'dates' && (
        <DayRangeInput
          {...typed}
          anyOrder
          // Ignores the change if the user cleared a day, because a report needs both days.
          onDay={(change) => (change.from ?? change.to) && onChange({ ...search, ...typed, ...change })}
        />
      )}
    </div>
  )
}
