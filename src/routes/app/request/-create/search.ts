/** What the address of a new request says. */
export interface CreateSearch {
  format?: string
  /** Id of the draft, also before it is stored for the first time. */
  draft?: string
  /** Id of a request whose values are the beginning of a new one. */
  base?: string
}

const id = /^[a-z0-9]{15}$/
const idIn = (raw: unknown) => (typeof raw === 'string' && id.test(raw) ? raw : undefined)

export function readCreateSearch(raw: Record<string, unknown>): CreateSearch {
  const search = { format: idIn(raw.format), draft: idIn(raw.draft), base: idIn(raw.base) }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as CreateSearch
}
