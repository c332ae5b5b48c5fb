import type { requestSortFields } from '../../../src/domain/requests/request.ts'
import type { RequestItem } from '../../../src/domain/requests/request-output.ts'
import { deliveryLinkOf, deliveryStateSql } from '../../deliveries/delivery-state.ts'
import { requesterNameSql } from '../../links/requester-name.ts'
import { decidableCondition } from '../decision-rights.ts'
import { buildSigningState } from '../signing/signing-state.ts'

// Columns of the request list: shown, sorted and filtered. To add a column, add it to this file, to the type in the domain and to the page.

/** SQL expression of the name of the current stage; empty if the request is at no stage. */
const stepName = `iif(requests.step = 0, '', (SELECT iif(json_valid(route), json_extract(route, '$[' || (requests.step - 1) || '].name'), '')
  FROM format_versions WHERE id = requests.formatVersion))`

/** SQL expressions of the properties of an item. */
export const requestItemColumns: Record<keyof RequestItem, string> = {
  id: 'requests.id',
  number: 'requests.number',
  format: 'requests.format',
  formatCode: 'formats.code',
  formatName: 'formats.name',
  owner: 'requests.owner',
  ownerName: requesterNameSql,
  batch: 'requests.batch',
  batchNumber: "ifnull(batches.number, '')",
  row: 'requests.row',
  status: 'requests.status',
  summary: 'requests.summary',
  idDocument: 'requests.idDocument',
  amount: 'requests.amount',
  revision: 'requests.revision',
  reason: 'requests.reason',
  documentStatus: 'requests.documentStatus',
  documentNumber: 'requests.documentNumber',
  document: 'requests.document',
  created: 'requests.created',
  updated: 'requests.updated',
  submittedAt: 'requests.submittedAt',
  decidedAt: 'requests.decidedAt',
  dueAt: 'requests.dueAt',
  finality: 'requests.finality',
  annulledAt: 'requests.annulledAt',
  privacy: 'requests.privacy',
  step: 'requests.step',
  stepName,
  delivery: `ifnull((SELECT ${deliveryStateSql} FROM links WHERE ${deliveryLinkOf('requests.id')}), '')`,
  recipient: `ifnull((SELECT email FROM links JOIN guests ON guests.id = guest WHERE ${deliveryLinkOf('requests.id')}), '')`,
  signing: buildSigningState('requests.id'),
  decidable: `iif(${decidableCondition}, 'true', 'false')`,
}

type BooleanProperty = {
  [Name in keyof RequestItem]: RequestItem[Name] extends boolean ? Name : never
}[keyof RequestItem]

/** Boolean properties of an item. Their SQL returns `'true'` or `'false'`, because SQLite has no boolean type. */
export const booleanRequestColumns: Readonly<Record<BooleanProperty, true>> = { decidable: true }

interface SortOrder {
  /** Sort columns. The last column is unique, so the order is total. */
  keys: string[]
  index: string
}

export type RequestSortField = (typeof requestSortFields)[number]

export const requestSortOrders: Record<RequestSortField, SortOrder> = {
  created: { keys: ['requests.created', 'requests.serial'], index: 'idx_requests_created' },
  number: { keys: ['requests.number', "iif(requests.number = '', requests.id, '')"], index: 'idx_requests_number' },
  status: { keys: ['requests.status', 'requests.created', 'requests.serial'], index: 'idx_requests_status' },
  summary: {
    keys: ['requests.summary', 'requests.owner', 'requests.format', 'requests.serial'],
    index: 'idx_requests_summary',
  },
  submittedAt: { keys: ['requests.submittedAt', 'requests.serial'], index: 'idx_requests_submittedAt' },
  decidedAt: { keys: ['requests.decidedAt', 'requests.serial'], index: 'idx_requests_decidedAt' },
}

export type SortDirection = 'ASC' | 'DESC'

export function buildOrderBy(sort: RequestSortField, direction: SortDirection): string {
  return requestSortOrders[sort].keys.map((key) => `${key} ${direction}`).join(', ')
}

interface FilterColumn {
  /** Condition on `requests` in the same words as the condition of its partial index, so that SQLite uses the index. */
  row: string
  /** Condition on `request_states` or `request_places`; both are joined as `state`. */
  state: string
  /** Condition on `request_counts` and `request_totals`; omitted if it equals `row`. */
  count?: string
}

/** Filters on columns that `request_places` has and `request_states` lacks. */
export const sharedColumnFilters = {
  owner: { row: 'requests.owner = {:owner}', state: '' },
  format: { row: 'requests.format = {:format}', state: 'state.format = {:format}' },
  batch: { row: 'requests.batch = {:batch}', state: 'state.batch = {:batch}' },
} satisfies Record<string, FilterColumn>

/** Filters on columns that both `request_places` and `request_states` have. */
export const stateColumnFilters = {
  // `+`, because SQLite compares a bare parameter with the conditions of partial indexes and therefore prepares the statement again for each call.
  status: { row: 'requests.status = +{:status}', state: 'state.status = substr({:status}, 1, 3)' },
  documentKind: {
    row: "requests.finality != '' AND iif(requests.annulledAt = '', requests.finality, 'annulled') = {:documentKind}",
    state: 'state.kind = substr({:documentKind}, 1, 3)',
    count: 'requests.kind = {:documentKind}',
  },
  from: { row: 'requests.created >= {:from}', state: 'state.created >= unixepoch({:from})' },
  to: { row: 'requests.created < {:to}', state: 'state.created < unixepoch({:to})' },
} satisfies Record<string, FilterColumn>

export type FilterValues = Partial<Record<keyof typeof sharedColumnFilters | keyof typeof stateColumnFilters, string>>

export function buildConditions<Name extends keyof FilterValues>(
  filters: Record<Name, FilterColumn>,
  values: FilterValues,
  table: keyof FilterColumn,
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {}
  for (const name in filters) {
    const condition = filters[name][table] ?? filters[name].row
    if (values[name] && condition) found[name] = condition
  }
  return found
}

export function omitEmptyValues(values: Record<string, string | undefined>): Record<string, string> {
  const filled = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(filled)
}

export const combineConditions = (conditions: string[]) => conditions.join(' AND ') || 'TRUE'
