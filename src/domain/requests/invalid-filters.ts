import { deliveryFilters } from '../deliveries/delivery.ts'
import { documentKinds } from '../documents/document-kind.ts'
import { fieldKeyPattern } from '../fields/key-from-label.ts'
import { signingFilters } from '../links/signing.ts'
import { isRecordId } from '../text/id.ts'
import { isIsoDate } from '../time/calendar.ts'
import { dateFilterKeys, decisionTypes, requestPrivacyStates, requestStatuses } from './request.ts'
import type { RequestFilter } from './request-filter.ts'

// Filter checks, without a schema library, which every page would have to load.

const oneOf = (values: readonly string[]) => (text: string) => values.includes(text)
const isKey = (text: string) => fieldKeyPattern.test(text)

const valueChecks: Record<keyof RequestFilter, (text: string) => boolean> = {
  status: oneOf(requestStatuses),
  documentKind: oneOf(documentKinds),
  format: isRecordId,
  owner: isRecordId,
  batch: isRecordId,
  due: oneOf(['overdue']),
  delivery: oneOf(deliveryFilters),
  signing: oneOf(signingFilters),
  privacy: oneOf(requestPrivacyStates),
  dates: oneOf(dateFilterKeys),
  decision: oneOf(decisionTypes),
  reviewer: isRecordId,
  step: isKey,
  amount: isKey,
  from: isIsoDate,
  to: isIsoDate,
  search: (text) => text.length <= 200,
  mine: oneOf(['decide', 'decided']),
}

/**
 * Returns the names of invalid or unknown filters. Unknown filters are errors, because ignoring one would return too
 * many requests. Uses no schemas, because lists are the most frequent calls.
 */
export function findInvalidFilters(filter: Record<string, unknown>): string[] {
  return Object.keys(filter).filter((name) => {
    const value = filter[name]
    if (value === undefined) return false
    return (
      typeof value !== 'string' || !Object.hasOwn(valueChecks, name) || !valueChecks[name as keyof RequestFilter](value)
    )
  })
}
