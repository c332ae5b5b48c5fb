export interface CreateSearch {
  format?: string
  /** Id of the draft, set before the draft is first stored. */
  draft?: string
  /** Id of a request whose values prefill the new request. */
  base?: string
}

const id = /^[a-z0-9]{15}$/
const idIn = (raw: unknown) => (typeof raw === 'string' && id.test(raw) ? raw : undefined)

export function readCreateSearch(raw: Record<string, unknown>): CreateSearch {
  const search = { format: idIn(raw.format), draft: idIn(raw.draft), base: idIn(raw.base) }
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as CreateSearch
}
