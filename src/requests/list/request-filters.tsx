import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type DeliveryFilter, deliveryFilters, getDeliveryFilterLabel } from '../../domain/deliveries/delivery.ts'
import { type DocumentKind, documentKindPluralLabels, documentKinds } from '../../domain/documents/document-kind.ts'
import { FilterBar } from '../../ui/data/filter-bar.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { DayRangeInput } from '../../ui/form/day-range.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { hasActiveFilter, type RequestListSearchParams } from '../list-search.ts'
import { requesterListQuery, seenFormatsQuery } from '../queries.ts'
import { dateRangeLabels, type FilterRecordNames, listRequestFilterChips } from './request-filter-chips.ts'
import { StatusFilter } from './status-filter.tsx'

interface Props extends Omit<FilterRecordNames, 'people'> {
  search: RequestListSearchParams
  total: number
  /** True if the user may search the requests of all users. */
  ofEverybody: boolean
  onChange: (change: RequestListSearchParams) => void
  onClear: () => void
  children?: ReactNode
}

/**
 * Returns the filter change for a document kind. Resets the status unless it is approved, because only approved
 * requests have documents.
 */
function filterByDocumentKind({ status }: RequestListSearchParams, kind: DocumentKind | ''): RequestListSearchParams {
  return kind ? { documentKind: kind, status: status === 'approved' ? status : undefined } : { documentKind: undefined }
}

/** Returns the formats to choose from, with those of the listed requests if `isNeeded`. */
function useFormatChoice({ formats, ofEverybody }: Props, isNeeded: boolean): Props['formats'] {
  const { data: seen = [] } = useQuery({ ...seenFormatsQuery, enabled: isNeeded && !ofEverybody })
  const others = seen.filter(({ id }) => !formats.some((each) => each.id === id))
  return others.length ? [...formats, ...others].sort((a, b) => a.name.localeCompare(b.name, 'es')) : formats
}

/** Search, status and filters of a list of requests. */
export function RequestFilters({ children, ...props }: Props) {
  const { search, total, ofEverybody, onChange, onClear } = props
  const isUnknown = Boolean(search.format) && !props.formats.some(({ id }) => id === search.format)
  const formats = useFormatChoice(props, isUnknown)
  const { status: _, ...withoutStatus } = search
  const namesPeople = ofEverybody && Boolean(search.owner || search.reviewer)
  const { data: people = [] } = useQuery({ ...requesterListQuery, enabled: namesPeople })
  return (
    <FilterBar
      chips={listRequestFilterChips(search, { ...props, formats, people }, onChange)}
      // Ignores the status in the list of pending decisions, because all its requests have the same status.
      isFiltered={hasActiveFilter(search.mine === 'decide' ? withoutStatus : search)}
      onClear={onClear}
      end={children}
      search={
        <SearchInput
          label="Buscar solicitudes"
          placeholder="Número, nombre, documento…"
          value={search.search ?? ''}
          onChange={(text) => onChange({ search: text || undefined })}
        />
      }
      choice={search.mine !== 'decide' && <StatusFilter search={search} total={total} onChange={onChange} />}
    >
      <FilterFields {...props} />
    </FilterBar>
  )
}

function FilterFields(props: Props) {
  const { search, ofEverybody, onChange } = props
  const formats = useFormatChoice(props, true)
  const { documentKind, format, owner, due, delivery, from, to, dates = 'created' } = search
  const { data: people = [] } = useQuery({ ...requesterListQuery, enabled: ofEverybody })
  return (
    <>
      <FormField label="Formato">
        <Select
          value={format ?? ''}
          placeholder="Todos"
          options={formats.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => onChange({ format: event.target.value || undefined })}
        />
      </FormField>
      <FormField label="Documentos">
        <Select
          value={documentKind ?? ''}
          placeholder="Todos"
          options={documentKinds.map((kind) => ({ value: kind, label: documentKindPluralLabels[kind] }))}
          onChange={(event) => onChange(filterByDocumentKind(search, event.target.value as DocumentKind | ''))}
        />
      </FormField>
      <FormField label="Plazo">
        <Select
          value={due ?? ''}
          placeholder="Cualquiera"
          options={[{ value: 'overdue', label: 'Vencidas' }]}
          onChange={(event) => onChange({ due: event.target.value ? 'overdue' : undefined })}
        />
      </FormField>
      <FormField label="Entrega">
        <Select
          value={delivery ?? ''}
          placeholder="Cualquiera"
          options={deliveryFilters.map((filter) => ({ value: filter, label: getDeliveryFilterLabel(filter) }))}
          onChange={(event) => onChange({ delivery: (event.target.value as DeliveryFilter) || undefined })}
        />
      </FormField>
      {ofEverybody && (
        <FormField label="Solicitante">
          <Combobox
            placeholder="Cualquiera"
            value={owner ?? ''}
            options={people.map(({ id, name, email }) => ({ value: id, label: name, detail: email }))}
            onChange={(id) => onChange({ owner: id || undefined })}
          />
        </FormField>
      )}
      <DayRangeInput from={from} to={to} label={`${dateRangeLabels[dates]} desde`} onDay={onChange} />
    </>
  )
}
