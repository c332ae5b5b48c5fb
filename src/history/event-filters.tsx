import type { EventSubject } from '../domain/history/event.ts'
import type { EventFilter } from '../domain/history/event-filter.ts'
import { eventActionLabels, eventSubjectLabels } from '../domain/history/event-labels.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { DayRange } from '../ui/day-range.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { FormField } from '../ui/form-field.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Select } from '../ui/select.tsx'

interface Props {
  search: EventFilter
  people: readonly { id: string; name: string; email: string }[]
  onChange: (change: Partial<Record<keyof EventFilter, string | undefined>>) => void
  onClear: () => void
}

const subjects = Object.keys(eventSubjectLabels) as EventSubject[]

export function EventFilters({ search, people, onChange, onClear }: Props) {
  const { actor, subject, action, from, to } = search
  const actions = Object.entries(subject ? eventActionLabels[subject] : {})
  return (
    <FilterBar
      count={[actor, subject, action, from, to].filter(Boolean).length}
      search={
        <FormField label="Buscar">
          <SearchInput
            label="Buscar en el historial"
            placeholder="Número, nombre, motivo…"
            value={search.search ?? ''}
            onChange={(text) => onChange({ search: text.trim() || undefined })}
          />
        </FormField>
      }
      end={
        Object.keys(search).length > 0 && (
          <Button variant="quiet" size="s" icon="close" onClick={onClear}>
            Quitar filtros
          </Button>
        )
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
          onChange={(event) => onChange({ subject: event.target.value || undefined, action: undefined })}
        />
      </FormField>
      <FormField label="Acción">
        <Select
          value={action ?? ''}
          placeholder={subject ? 'Cualquiera' : 'Elija sobre qué'}
          disabled={!subject}
          options={actions.map(([value, label]) => ({ value, label: label[0]?.toUpperCase() + label.slice(1) }))}
          onChange={(event) => onChange({ action: event.target.value || undefined })}
        />
      </FormField>
      <DayRange from={from} to={to} onDay={onChange} />
    </FilterBar>
  )
}
