import { findInvalidFilters } from '../requests/invalid-filters.ts'
import { requestSortFields } from '../requests/request.ts'
import { roles } from '../users/role.ts'
import { userSortFields, userStates } from '../users/user-state.ts'
import type { ListWithViews } from './view.ts'

const withDescending = (keys: readonly string[]) => keys.flatMap((key) => [key, `-${key}`])
const requestSortOrders = withDescending(requestSortFields)

const userParameterChecks: Record<string, (text: string) => boolean> = {
  search: (text) => text.length <= 200,
  state: (text) => userStates.some((state) => state === text),
  role: (text) => roles.some((role) => role === text),
  sort: (text) => withDescending(userSortFields).includes(text),
}

/**
 * Returns the names of invalid parameters of a saved view, by the rules of the list's URL. Called when a view is saved and each time it is loaded.
 */
export function findInvalidViewParameters(
  screen: ListWithViews,
  { sort, ...filter }: Record<string, unknown>,
): string[] {
  const wrongOrder = sort === undefined || requestSortOrders.some((order) => order === sort) ? [] : ['sort']
  if (screen === 'requests') return [...findInvalidFilters(filter), ...wrongOrder]
  return Object.entries({ ...filter, ...(sort !== undefined && { sort }) })
    .filter(
      ([name, value]) =>
        typeof value !== 'string' || !Object.hasOwn(userParameterChecks, name) || !userParameterChecks[name]?.(value),
    )
    .map(([name]) => name)
}
