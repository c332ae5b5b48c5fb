import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type DeliveryFilter, deliveryFilters, getDeliveryFilterLabel } from '../../domain/deliveries/delivery.ts'
import { type DocumentKind, documentKindLabels, documentKinds } from '../../domain/documents/document-kind.ts'
import type { Format } from '../../domain/formats/format.ts'
import { getSigningFilterLabel } from '../../domain/links/signing.ts'
import { type RequestPrivacy, requestPrivacyStates } from '../../domain/requests/request.ts'
import { formatShortDate } from '../../domain/time/date.ts'
import { FilterBar, type FilterChip, toFilterChips } from '../../ui/data/filter-bar.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { DayRangeInput } from '../../ui/form/day-input.tsx'
import { FormField, Select } from '../../ui/form/form-field.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { hasActiveFilter, type RequestListSearchParams } from '../list-search.ts'
import { requesterListQuery, seenFormatsQuery } from '../queries.ts'
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
  const { documentKind, format, owner, due, delivery, privacy, from, to, dates = 'created' } = search
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
          options={documentKinds.map((kind) => ({ value: kind, label: documentKindLabels[kind].plural }))}
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
        <>
          <FormField label="Datos personales">
            <Select
              value={privacy ?? ''}
              placeholder="Cualquiera"
              options={requestPrivacyStates.map((state) => ({ value: state, label: privacyNames[state] }))}
              onChange={(event) => onChange({ privacy: (event.target.value as RequestPrivacy) || undefined })}
            />
          </FormField>
          <FormField label="Solicitante">
            <Combobox
              placeholder="Cualquiera"
              value={owner ?? ''}
              options={people.map(({ id, name, email }) => ({ value: id, label: name, detail: email }))}
              onChange={(id) => onChange({ owner: id || undefined })}
            />
          </FormField>
        </>
      )}
      <DayRangeInput from={from} to={to} label={`${dateRangeLabels[dates]} desde`} onDay={onChange} />
    </>
  )
}

/** Names of the records that the filters refer to, as far as they are loaded. */
interface FilterRecordNames {
  formats: readonly { id: string; name: string }[]
  people: readonly { id: string; name: string }[]
  /** Format of the stage or field that the URL filters by. */
  format: Pick<Format, 'route' | 'fields'> | undefined
  batchNumber: string | undefined
}

const dateRangeLabels = { created: 'Creadas', submitted: 'Enviadas', decided: 'Decididas' } as const
const dateFieldNames = { submitted: 'Por fecha de envío', decided: 'Por fecha de decisión' } as const
const privacyNames = { held: 'Con la marca «No borrar»', anonymized: 'Anonimizadas' } as const
const decisionNames = { approve: 'Se aprobó', return: 'Se devolvió', reject: 'Se rechazó' } as const

const findName = (list: readonly { id: string; name: string }[], id: string) =>
  list.find((each) => each.id === id)?.name

/** Returns the label of the stage or field that the list is filtered by; a generic text if the format is not loaded or has no such stage or field. */
function formatFilterName(format: FilterRecordNames['format'], thing: string, name: string | undefined): string {
  if (name) return `«${name}»`
  return format ? `${thing} que ya no existe` : thing
}

/** Returns one chip for each filter of a list of requests, without search and status. */
function listRequestFilterChips(
  search: RequestListSearchParams,
  names: FilterRecordNames,
  onChange: (change: RequestListSearchParams) => void,
): FilterChip[] {
  const { documentKind, format, owner, batch, due, from, to, dates = 'created' } = search
  const { decision, reviewer, step, amount, delivery, signing, privacy } = search
  const stepName = names.format?.route?.find(({ key }) => key === step)?.name
  const amountName = names.format?.fields.find(({ key }) => key === amount)?.label
  const days = dateRangeLabels[dates]
  const labels = {
    format: format && (findName(names.formats, format) ?? 'Un formato'),
    documentKind: documentKind && `Documentos: ${documentKindLabels[documentKind].plural.toLowerCase()}`,
    due: due && 'Vencidas',
    delivery: delivery && `Entrega: ${getDeliveryFilterLabel(delivery).toLowerCase()}`,
    signing: signing && `Firmas: ${getSigningFilterLabel(signing).toLowerCase()}`,
    privacy: privacy && privacyNames[privacy],
    owner: owner && `De ${findName(names.people, owner) ?? 'una persona'}`,
    from: from && `${days} desde ${formatShortDate(from)}`,
    to: to && `${days} hasta ${formatShortDate(to)}`,
    dates: dates !== 'created' && dateFieldNames[dates],
    decision: decision && decisionNames[decision],
    reviewer: reviewer && `Por ${findName(names.people, reviewer) ?? 'una persona'}`,
    step: step && `Pasó por ${formatFilterName(names.format, 'un paso', stepName)}`,
    amount: amount && `Aprobadas con ${formatFilterName(names.format, 'un dato', amountName)}`,
    batch: batch && `Lote ${names.batchNumber ?? ''}`,
  }
  return toFilterChips(labels, onChange)
}
