import { invalidFilters } from '../requests/invalid-filters.ts'
import { requestSorts } from '../requests/request.ts'
import { roles } from '../users/role.ts'
import type { ViewPlace } from './view.ts'

const sortsOf = (keys: readonly string[]) => keys.flatMap((key) => [key, `-${key}`])
const ordersOfRequests = sortsOf(requestSorts)

const userStateNames = ['waiting', 'active', 'inactive']
const ofUsers: Record<string, (text: string) => boolean> = {
  search: (text) => text.length <= 200,
  state: (text) => userStateNames.includes(text),
  role: (text) => roles.some((role) => role === text),
  sort: (text) => sortsOf(['name', 'email', 'created']).includes(text),
}

/**
 * Returns the names of invalid parameters of a saved view. Runs on saving and on each load, with the rules of the
 * list's URL.
 */
export function faultsOfView(place: ViewPlace, { sort, ...filter }: Record<string, unknown>): string[] {
  const wrongOrder = sort === undefined || ordersOfRequests.some((order) => order === sort) ? [] : ['sort']
  if (place === 'requests') return [...invalidFilters(filter), ...wrongOrder]
  return Object.entries({ ...filter, ...(sort !== undefined && { sort }) })
    .filter(([name, value]) => typeof value !== 'string' || !Object.hasOwn(ofUsers, name) || !ofUsers[name]?.(value))
    .map(([name]) => name)
}
