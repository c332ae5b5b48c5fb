import { documentKinds } from '../documents/document-kind.ts'
import { keyShape } from '../fields/key-from.ts'
import { isId } from '../text/id.ts'
import { isDate } from '../time/calendar.ts'
import { decisions, requestStatuses } from './request.ts'
import { datedBy, type RequestFilter } from './request-filter.ts'

const isKey = (text: string) => keyShape.test(text)

const holds: Record<keyof RequestFilter, (text: string) => boolean> = {
  status: (text) => requestStatuses.some((status) => status === text),
  documentKind: (text) => documentKinds.some((kind) => kind === text),
  format: isId,
  owner: isId,
  batch: isId,
  due: (text) => text === 'overdue',
  dates: (text) => datedBy.some((each) => each === text),
  decision: (text) => decisions.some((each) => each === text),
  reviewer: isId,
  step: isKey,
  amount: isKey,
  from: isDate,
  to: isDate,
  search: (text) => text.length <= 200,
  mine: (text) => text === 'decide' || text === 'decided',
}

/**
 * The names of what a filter says wrongly, or says and should not: what is not known is refused, lest more be meant than said.
 * By hand, because a list is asked more often than all else and needs no schemas for it.
 */
export function faultsOfFilter(given: Record<string, unknown>): string[] {
  return Object.keys(given).filter((name) => {
    const value = given[name]
    if (value === undefined) return false
    return typeof value !== 'string' || !Object.hasOwn(holds, name) || !holds[name as keyof RequestFilter](value)
  })
}
