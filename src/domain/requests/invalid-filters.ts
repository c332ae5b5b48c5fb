import { deliveryFilters } from '../deliveries/delivery.ts'
import { documentKinds } from '../documents/document-kind.ts'
import { fieldKeyPattern } from '../fields/key-from-label.ts'
import { signingFilters } from '../links/signing.ts'
import { isRecordId } from '../text/id.ts'
import { isIsoDate } from '../time/calendar.ts'
import { dateFilterKeys, decisionTypes, requestStatuses } from './request.ts'

// Filters and their checks. Separate from `request-filter.ts`, which is in the initial bundle of every page.

export type FilterTextKind = 'id' | 'key' | 'day' | 'text'

/**
 * Filters of the request list, with their options or the kind of their text. The checks of the server and the API description derive from
 * this table. `list-search.ts` parses the URL without it, to keep the first script small.
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

/** Checks of the texts that filters without options accept. */
const textChecks: Record<FilterTextKind, (text: string) => boolean> = {
  id: isRecordId,
  key: (text) => fieldKeyPattern.test(text),
  day: isIsoDate,
  text: (text) => text.length <= 200,
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
  const accepted: readonly string[] | FilterTextKind = requestFilters[name as keyof typeof requestFilters]
  return typeof accepted === 'string' ? textChecks[accepted](value) : accepted.includes(value)
}
