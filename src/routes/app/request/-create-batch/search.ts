export interface ImportSearch {
  format?: string
  /** Id of the import draft that this browser stores. */
  draft?: string
}

const id = /^[a-z0-9]{15}$/
const idIn = (raw: unknown) => (typeof raw === 'string' && id.test(raw) ? raw : undefined)

export function readImportSearch(raw: Record<string, unknown>): ImportSearch {
  const search = { format: idIn(raw.format), draft: idIn(raw.draft) }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as ImportSearch
}
