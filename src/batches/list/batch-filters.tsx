import { batchStatuses, batchStatusLabels } from '../../domain/batches/batch.ts'
import { formatShortDate } from '../../domain/time/date.ts'
import { FilterBar, toFilterChips } from '../../ui/data/filter-bar.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { DayRangeInput } from '../../ui/form/day-input.tsx'
import { FormField, Select } from '../../ui/form/form-field.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { type BatchListSearchParams, hasBatchFilters } from './batch-search.ts'

interface Props {
  search: BatchListSearchParams
  formats: readonly { id: string; name: string }[]
  /** Owners in the filter by owner; `undefined` for users who see only their own batches. */
  people: readonly { id: string; name: string; email: string }[] | undefined
  onChange: (change: Record<string, string | undefined>) => void
  onClear: () => void
}

export function BatchFilters({ search, formats, people, onChange, onClear }: Props) {
  const { status, format, owner, from, to } = search
  const labels = {
    format: format && (formats.find(({ id }) => id === format)?.name ?? 'Un formato'),
    owner: owner && `De ${people?.find(({ id }) => id === owner)?.name ?? 'una persona'}`,
    from: from && `Cargados desde ${formatShortDate(from)}`,
    to: to && `Cargados hasta ${formatShortDate(to)}`,
  }
  return (
    <FilterBar
      chips={toFilterChips(labels, onChange)}
      isFiltered={hasBatchFilters(search)}
      onClear={onClear}
      search={
        <SearchInput
          label="Buscar lotes"
          placeholder="Número o archivo"
          value={search.search ?? ''}
          onChange={(text) => onChange({ search: text || undefined })}
        />
      }
      choice={
        <FormField label="Estado" hideLabel>
          <Select
            value={status ?? ''}
            placeholder="Todos los estados"
            options={batchStatuses.map((value) => ({ value, label: batchStatusLabels[value].label }))}
            onChange={(event) => onChange({ status: event.target.value || undefined })}
          />
        </FormField>
      }
    >
      <FormField label="Formato">
        <Select
          value={format ?? ''}
          placeholder="Todos"
          options={formats.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => onChange({ format: event.target.value || undefined })}
        />
      </FormField>
      {people && (
        <FormField label="Solicitante">
          <Combobox
            placeholder="Cualquiera"
            value={owner ?? ''}
            options={people.map(({ id, name, email }) => ({ value: id, label: name, detail: email }))}
            onChange={(id) => onChange({ owner: id || undefined })}
          />
        </FormField>
      )}
      <DayRangeInput from={from} to={to} label="Cargados desde" onDay={onChange} />
    </FilterBar>
  )
}
