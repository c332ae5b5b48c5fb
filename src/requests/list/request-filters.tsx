import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type DocumentKind, documentKindPluralLabels, documentKinds } from '../../domain/documents/document-kind.ts'
import type { Format } from '../../domain/formats/format.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DayRange } from '../../ui/day-range.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { FormField } from '../../ui/form-field.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { hasActiveFilter, type RequestListSearch } from '../list-search.ts'
import { requesterListQuery } from '../queries.ts'

interface Props {
  search: RequestListSearch
  formats: readonly { id: string; name: string }[]
  /** Format whose step or field the URL refers to. */
  named: Pick<Format, 'route' | 'fields'> | undefined
  batchNumber: string | undefined
  /** True if the user may search the requests of all users. */
  ofEverybody: boolean
  onChange: (change: RequestListSearch) => void
  onClear: () => void
  children?: ReactNode
}

interface OtherProps extends Pick<Props, 'search' | 'named' | 'batchNumber' | 'onChange'> {
  people: readonly { id: string; name: string }[]
}

/**
 * Returns the filter change for a document kind. Resets the status unless it is approved, because only approved
 * requests have documents.
 */
function filterByDocumentKind({ status }: RequestListSearch, kind: DocumentKind | ''): RequestListSearch {
  return kind ? { documentKind: kind, status: status === 'approved' ? status : undefined } : { documentKind: undefined }
}

const dateRangeLabels = { created: 'Creadas desde', submitted: 'Enviadas desde', decided: 'Decididas desde' } as const
const dateFieldNames = { submitted: 'Por fecha de envío', decided: 'Por fecha de decisión' } as const
const decisionNames = { approve: 'Se aprobó', return: 'Se devolvió', reject: 'Se rechazó' } as const

/** Returns the label of a filtered step or field. If the format is not loaded or lacks it, returns a generic text. */
function formatFilterName(format: Props['named'], thing: string, name: string | undefined): string {
  if (name) return `«${name}»`
  return format ? `${thing} que ya no existe` : thing
}

/** Button that removes a filter without a control of its own. */
function RemovableFilter({ icon, onRemove, children }: { icon?: IconName; onRemove: () => void; children: string }) {
  return (
    <Button size="s" icon={icon ?? 'filter'} onClick={onRemove}>
      {`${children} ×`}
      <span className="visually-hidden"> (quitar este filtro)</span>
    </Button>
  )
}

/** Buttons that remove the filters without a control of their own. */
function OtherFilters({ search, named, batchNumber, people, onChange }: OtherProps) {
  const { batch, dates = 'created', decision, reviewer, step, amount } = search
  return (
    <>
      {dates !== 'created' && (
        <RemovableFilter onRemove={() => onChange({ dates: undefined })}>{dateFieldNames[dates]}</RemovableFilter>
      )}
      {decision && (
        <RemovableFilter onRemove={() => onChange({ decision: undefined })}>{decisionNames[decision]}</RemovableFilter>
      )}
      {reviewer && (
        <RemovableFilter onRemove={() => onChange({ reviewer: undefined })}>
          {`Por ${people.find(({ id }) => id === reviewer)?.name ?? 'una persona'}`}
        </RemovableFilter>
      )}
      {step && (
        <RemovableFilter onRemove={() => onChange({ step: undefined })}>
          {`Pasó por ${formatFilterName(named, 'un paso', named?.route?.find(({ key }) => key === step)?.name)}`}
        </RemovableFilter>
      )}
      {amount && (
        <RemovableFilter onRemove={() => onChange({ amount: undefined })}>
          {`Aprobadas con ${formatFilterName(named, 'un dato', named?.fields.find(({ key }) => key === amount)?.label)}`}
        </RemovableFilter>
      )}
      {batch && (
        <RemovableFilter icon="batch" onRemove={() => onChange({ batch: undefined })}>
          {`Lote ${batchNumber ?? ''}`}
        </RemovableFilter>
      )}
    </>
  )
}

/** Filters of the list; on narrow screens all but the search are behind a button. */
export function RequestFilters(props: Props) {
  const { search, formats, ofEverybody, onChange, onClear, children } = props
  const { documentKind, format, owner, batch, due, from, to, dates = 'created' } = search
  const { decision, reviewer, step, amount } = search
  const set = [documentKind, due, format, owner, batch, from, to, decision, reviewer, step, amount].filter(Boolean)
  const { data: people = [] } = useQuery({ ...requesterListQuery, enabled: ofEverybody })
  return (
    <FilterBar
      count={set.length}
      search={
        <FormField label="Buscar">
          <SearchInput
            label="Buscar solicitudes"
            placeholder="Número, nombre, documento…"
            value={search.search ?? ''}
            onChange={(text) => onChange({ search: text || undefined })}
          />
        </FormField>
      }
      end={
        <>
          <OtherFilters {...props} people={people} />
          {hasActiveFilter(search) && (
            <Button variant="quiet" size="s" icon="close" onClick={onClear}>
              Quitar filtros
            </Button>
          )}
          {children}
        </>
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
      <DayRange from={from} to={to} label={dateRangeLabels[dates]} onDay={onChange} />
    </FilterBar>
  )
}
