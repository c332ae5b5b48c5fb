import type { KeptSearch, View } from '../domain/views/view.ts'

/** What an address of a list says, whatever list it is. */
export type Address = object & { page?: number; view?: string }

/** What a view keeps of an address: all but the page, and which view it is. */
export function keptOf({ page: _page, view: _view, ...search }: Address): KeptSearch {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Whether an address still says what its view keeps. */
export function isAsKept(search: Address, view: View): boolean {
  const said = ({ ...kept }: KeptSearch) => JSON.stringify(Object.entries(kept).sort())
  return said(keptOf(search)) === said(view.search)
}
