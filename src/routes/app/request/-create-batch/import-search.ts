export interface ImportSearch {
  format?: string
  /** Id of the import draft that this browser stores. */
  draft?: string
}

const id = /^[a-z0-9]{15}$/
const parseId = (raw: unknown) => (typeof raw === 'string' && id.test(raw) ? raw : undefined)

export function parseImportSearch(raw: Record<string, unknown>): ImportSearch {
  const search = { format: parseId(raw.format), draft: parseId(raw.draft) }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as ImportSearch
}
