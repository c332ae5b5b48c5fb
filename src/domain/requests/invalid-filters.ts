import { documentKinds } from '../documents/document-kind.ts'
import { keyShape } from '../fields/key-from.ts'
import { isId } from '../text/id.ts'
import { isDate } from '../time/calendar.ts'
import { decisions, requestStatuses } from './request.ts'
import { datedBy, type RequestFilter } from './request-filter.ts'

// Separate from the filter's type, because the initial bundle of every page loads that module.

const oneOf = (values: readonly string[]) => (text: string) => values.includes(text)
const isKey = (text: string) => keyShape.test(text)

const checks: Record<keyof RequestFilter, (text: string) => boolean> = {
  status: oneOf(requestStatuses),
  documentKind: oneOf(documentKinds),
  format: isId,
  owner: isId,
  batch: isId,
  due: oneOf(['overdue']),
  dates: oneOf(datedBy),
  decision: oneOf(decisions),
  reviewer: isId,
  step: isKey,
  amount: isKey,
  from: isDate,
  to: isDate,
  search: (text) => text.length <= 200,
  mine: oneOf(['decide', 'decided']),
}

/**
 * Returns the names of invalid or unknown filters. Ignoring an unknown filter would select more than the caller meant.
 * Checks by hand, because lists are the most frequent calls and need no schemas otherwise.
 */
export function invalidFilters(filter: Record<string, unknown>): string[] {
  return Object.keys(filter).filter((name) => {
    const value = filter[name]
    if (value === undefined) return false
    return typeof value !== 'string' || !Object.hasOwn(checks, name) || !checks[name as keyof RequestFilter](value)
  })
}
