import type { View, ViewSearch } from '../domain/views/view.ts'

/** URL parameters of any list. */
export type ListSearchParams = object & { page?: number; view?: string }

/** Returns the parameters that a view stores: all except page and view id. */
export function toViewSearch({ page: _page, view: _view, ...search }: ListSearchParams): ViewSearch {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Whether the URL parameters equal those stored in the view. */
export function isSearchOfView(search: ListSearchParams, view: View): boolean {
  const serialize = ({ ...parameters }: ViewSearch) => JSON.stringify(Object.entries(parameters).sort())
  return serialize(toViewSearch(search)) === serialize(view.search)
}
