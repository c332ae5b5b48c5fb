import type { KeptSearch, View } from '../domain/views/view.ts'

/** URL parameters of any list. */
export type Address = object & { page?: number; view?: string }

/** Returns the parameters that a view stores: all except page and view id. */
export function keptOf({ page: _page, view: _view, ...search }: Address): KeptSearch {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Whether the URL parameters equal those stored in the view. */
export function isAsKept(search: Address, view: View): boolean {
  const said = ({ ...kept }: KeptSearch) => JSON.stringify(Object.entries(kept).sort())
  return said(keptOf(search)) === said(view.search)
}
