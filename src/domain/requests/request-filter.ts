import { deliveryFilters } from '../deliveries/delivery.ts'
import { documentKinds } from '../documents/document-kind.ts'
import { fieldKeyPattern } from '../fields/key-from-label.ts'
import { signingFilters } from '../links/signing.ts'
import { isRecordId } from '../text/id.ts'
import { isIsoDate } from '../time/calendar.ts'
import { dateFilterKeys, decisionTypes, requestStatuses } from './request.ts'

/** Maximum number of ids that a call can exclude from a filter. */
export const maxExcludedIds = 1000

/** Checks of the texts that filters without options accept. */
const textChecks = {
  id: isRecordId,
  key: (text: string) => fieldKeyPattern.test(text),
  day: isIsoDate,
  text: (text: string) => text.length <= 200,
}
export type FilterTextKind = keyof typeof textChecks

/**
 * Filters of the request list, with their options or the kind of their text. The checks of the server, the URL of the list and the API description
 * derive from this table.
 */
export const requestFilters = {
  status: requestStatuses,
  /** Kind of the request's document. Only approved requests have a document. */
  documentKind: documentKinds,
  format: 'id',
  owner: 'id',
  batch: 'id',
  /** `overdue`: submitted requests whose decision deadline has passed. */
  due: ['overdue'],
  /** State of the delivery of the document; `failed` for all that the mail server did not accept. */
  delivery: deliveryFilters,
  /** State of the signatures of people without an account; `missing` for all that can still be signed. */
  signing: signingFilters,
  /** Event to which `from` and `to` refer; default `created`. */
  dates: dateFilterKeys,
  /** Type of a decision on the request, even if later decisions followed. */
  decision: decisionTypes,
  /** User who took that decision or, with `step`, decided that stage. Only for administrators. */
  reviewer: 'id',
  /** Key of a route stage. `reviewer` and the days of `decided` then refer to this stage. */
  step: 'key',
  /** Key of an amount field. Selects approved requests with a value in the field. */
  amount: 'key',
  /** First day, in the installation's time zone. */
  from: 'day',
  /** Last day, included. */
  to: 'day',
  search: 'text',
  /** Requests of all users that the caller may decide now (`decide`) or has decided at any stage (`decided`). */
  mine: ['decide', 'decided'],
} as const satisfies Record<string, readonly string[] | FilterTextKind>

type RequestFilters = typeof requestFilters
export type RequestFilter = {
  [Name in keyof RequestFilters]?: RequestFilters[Name] extends readonly (infer Option)[] ? Option : string
}

/**
 * Returns the names of invalid or unknown filters. Unknown filters are errors, because ignoring one would return too
 * many requests. Uses no schemas, because lists are the most frequent calls.
 */
export function findInvalidFilters(filter: Record<string, unknown>): string[] {
  return Object.keys(filter).filter((name) => filter[name] !== undefined && !isValidFilter(name, filter[name]))
}

function isValidFilter(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || !Object.hasOwn(requestFilters, name)) return false
  const accepted: readonly string[] | FilterTextKind = requestFilters[name as keyof RequestFilters]
  return typeof accepted === 'string' ? textChecks[accepted](value) : accepted.includes(value)
}
