import { getDeliveryFilterLabel } from '../../domain/deliveries/delivery.ts'
import { documentKindPluralLabels } from '../../domain/documents/document-kind.ts'
import type { Format } from '../../domain/formats/format.ts'
import { getSigningFilterLabel } from '../../domain/links/signing.ts'
import { formatShortDate } from '../../domain/time/date.ts'
import { type FilterChip, toFilterChips } from '../../ui/data/filter-bar.tsx'
import type { RequestListSearchParams } from '../list-search.ts'

/** Names of the records that the filters refer to, as far as they are loaded. */
export interface FilterRecordNames {
  formats: readonly { id: string; name: string }[]
  people: readonly { id: string; name: string }[]
  /** Format of the stage or field that the URL filters by. */
  format: Pick<Format, 'route' | 'fields'> | undefined
  batchNumber: string | undefined
}

export const dateRangeLabels = { created: 'Creadas', submitted: 'Enviadas', decided: 'Decididas' } as const
const dateFieldNames = { submitted: 'Por fecha de envío', decided: 'Por fecha de decisión' } as const
const decisionNames = { approve: 'Se aprobó', return: 'Se devolvió', reject: 'Se rechazó' } as const

const findName = (list: readonly { id: string; name: string }[], id: string) =>
  list.find((each) => each.id === id)?.name

/** Returns the label of the stage or field that the list is filtered by; a generic text if the format is not loaded or has no such stage or field. */
function formatFilterName(format: FilterRecordNames['format'], thing: string, name: string | undefined): string {
  if (name) return `«${name}»`
  return format ? `${thing} que ya no existe` : thing
}

/** Returns one chip for each filter of a list of requests, without search and status. */
export function listRequestFilterChips(
  search: RequestListSearchParams,
  names: FilterRecordNames,
  onChange: (change: RequestListSearchParams) => void,
): FilterChip[] {
  const { documentKind, format, owner, batch, due, from, to, dates = 'created' } = search
  const { decision, reviewer, step, amount, delivery, signing } = search
  const stepName = names.format?.route?.find(({ key }) => key === step)?.name
  const amountName = names.format?.fields.find(({ key }) => key === amount)?.label
  const days = dateRangeLabels[dates]
  const labels = {
    format: format && (findName(names.formats, format) ?? 'Un formato'),
    documentKind: documentKind && `Documentos: ${documentKindPluralLabels[documentKind].toLowerCase()}`,
    due: due && 'Vencidas',
    delivery: delivery && `Entrega: ${getDeliveryFilterLabel(delivery).toLowerCase()}`,
    signing: signing && `Firmas: ${getSigningFilterLabel(signing).toLowerCase()}`,
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
