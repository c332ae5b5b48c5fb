import { useState } from 'react'
import type { EventSubject } from '../domain/history/event.ts'
import type { EventFilter } from '../domain/history/event-filter.ts'
import { didNames, subjectNames } from '../domain/history/event-names.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { DayRange } from '../ui/day-range.tsx'
import { FormField } from '../ui/form-field.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Select } from '../ui/select.tsx'
import s from './event-filters.module.css'

interface Props {
  search: EventFilter
  people: readonly { id: string; name: string; email: string }[]
  onChange: (change: Partial<Record<keyof EventFilter, string | undefined>>) => void
  onClear: () => void
}

const subjects = Object.keys(subjectNames) as EventSubject[]

/** Filters of the history; on a narrow screen all but the search are behind a button. */
export function EventFilters({ search, people, onChange, onClear }: Props) {
  const { actor, subject, action, from, to } = search
  const count = [actor, subject, action, from, to].filter(Boolean).length
  const [open, setOpen] = useState(false)
  const actions = Object.entries(subject ? didNames[subject] : {})
  return (
    <div className={s.filters}>
      <div className={s.search}>
        <FormField label="Buscar">
          <SearchInput
            label="Buscar en el historial"
            placeholder="Número, nombre, motivo…"
            value={search.search ?? ''}
            onChange={(text) => onChange({ search: text.trim() || undefined })}
          />
        </FormField>
        <span className={s.toggle}>
          <Button icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
            {count ? `Filtros (${count})` : 'Filtros'}
          </Button>
        </span>
      </div>
      <div className={s.more} data-open={open || undefined}>
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
            options={subjects.map((value) => ({ value, label: subjectNames[value] }))}
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
        {Object.keys(search).length > 0 && (
          <Button variant="quiet" size="s" icon="close" onClick={onClear}>
            Quitar filtros
          </Button>
        )}
      </div>
    </div>
  )
}
