import type { View, ViewSearchParams } from '../domain/views/view-output.ts'

/** URL parameters of any list. */
export type ListSearchParams = object & { page?: number; view?: string }

/** Returns the parameters that a view stores: all except page and view id. */
export function toViewSearchParams({ page: _page, view: _view, ...search }: ListSearchParams): ViewSearchParams {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Whether the URL parameters equal those stored in the view. */
export function matchesViewSearchParams(search: ListSearchParams, view: View): boolean {
  const serialize = ({ ...parameters }: ViewSearchParams) => JSON.stringify(Object.entries(parameters).sort())
  return serialize(toViewSearchParams(search)) === serialize(view.search)
}
