import type { EventFilter } from '../domain/history/event-filter.ts'
import { eventActionLabels, eventSubjectLabels } from '../domain/history/event-labels.ts'
import type { EventSubject } from '../domain/history/event-subject.ts'
import { capitalize } from '../domain/text/text.ts'
import { formatShortDate } from '../domain/time/date.ts'
import { FilterBar, toFilterChips } from '../ui/data/filter-bar.tsx'
import { Combobox } from '../ui/form/combobox.tsx'
import { DayRangeInput } from '../ui/form/day-input.tsx'
import { FormField, Select } from '../ui/form/form-field.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'

type FilterChange = Partial<Record<keyof EventFilter, string | undefined>>

interface Props {
  search: EventFilter
  people: readonly { id: string; name: string; email: string }[]
  onChange: (change: FilterChange) => void
  onClear: () => void
}

const subjects = Object.keys(eventSubjectLabels) as EventSubject[]

export function EventFilters({ search, people, onChange, onClear }: Props) {
  const { actor, subject, action, from, to } = search
  const actions = Object.entries(subject ? eventActionLabels[subject] : {}).map(([value, label]) => ({
    value,
    label: capitalize(label),
  }))
  const labels = {
    actor: actor && (people.find(({ id }) => id === actor)?.name ?? 'Una persona'),
    subject: subject && eventSubjectLabels[subject],
    action: action && (actions.find(({ value }) => value === action)?.label ?? 'Una acción'),
    from: from && `Desde ${formatShortDate(from)}`,
    to: to && `Hasta ${formatShortDate(to)}`,
  }
  // Clears the action if the subject changes, because each subject has its own actions.
  const change = (next: FilterChange) => onChange('subject' in next ? { ...next, action: undefined } : next)
  return (
    <FilterBar
      chips={toFilterChips(labels, change)}
      isFiltered={Object.keys(search).length > 0}
      onClear={onClear}
      search={
        <SearchInput
          label="Buscar en el historial"
          placeholder="Número, nombre, motivo…"
          value={search.search ?? ''}
          onChange={(text) => onChange({ search: text.trim() || undefined })}
        />
      }
    >
      <FormField label="Quién">
        <Combobox
          placeholder="Cualquiera"
          value={actor ?? ''}
          options={people.map(({ id, name, email }) => ({ value: id, label: name, detail: email }))}
          onChange={(id) => onChange({ actor: id || undefined })}
        />
      </FormField>
      <FormField label="Sobre qué">
        <Select
          value={subject ?? ''}
          placeholder="Todo"
          options={subjects.map((value) => ({ value, label: eventSubjectLabels[value] }))}
          onChange={(event) => change({ subject: event.target.value || undefined })}
        />
      </FormField>
      <FormField label="Acción">
        <Select
          value={action ?? ''}
          placeholder={subject ? 'Cualquiera' : 'Elija sobre qué'}
          disabled={!subject}
          options={actions}
          onChange={(event) => onChange({ action: event.target.value || undefined })}
        />
      </FormField>
      <DayRangeInput from={from} to={to} onDay={onChange} />
    </FilterBar>
  )
}
