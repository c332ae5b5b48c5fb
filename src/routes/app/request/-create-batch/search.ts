/** What the address of a new batch says. */
export interface ImportSearch {
  format?: string
  /** Id of what this browser keeps of a file that was begun. */
  draft?: string
}

const id = /^[a-z0-9]{15}$/
const idIn = (raw: unknown) => (typeof raw === 'string' && id.test(raw) ? raw : undefined)

export function readImportSearch(raw: Record<string, unknown>): ImportSearch {
  const search = { format: idIn(raw.format), draft: idIn(raw.draft) }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as ImportSearch
}
