import { refuse } from '../lib/refusal.ts'

/** Maximum conditions of a filter joined by `&&`, and joined by `||`. */
const maxJoined = 40
/** Maximum conditions of a filter that names permitted fields with JSON or long texts. */
const maxJoinedLarge = 4
/** Maximum records in a page with `values` (up to 64 KiB each) or related records. */
const maxFullPage = 30

// Collection rules enforce the same limits (`pb_migrations/schema.ts`), because PocketBase runs the query before this hook. This hook only returns an
// error with the reason.
const ofVersions = ['format.', 'formatVersion.']
const forbiddenWords: Record<string, string[]> = {
  requests: ['values', ...ofVersions],
  batches: ofVersions,
  batch_rows: ['values', 'errors', 'wrong', 'request.', 'batch.'],
  request_revisions: ['values', 'request.'],
  request_documents: ['request.'],
  attachments: ['request.', 'batch.'],
}
const limitedWords: Record<string, string[]> = { batch_rows: ['warnings'], events: ['details', 'reason'] }
const adminOnlyWords: Record<string, string[]> = { events: ['details', 'reason'] }
const largeCollections = ['formats', 'format_versions']
const pagedCollections = ['requests', 'batch_rows', 'request_revisions', 'format_versions']

/** Collections whose `values` are omitted from large pages. */
const valueCollections = ['requests', 'batch_rows', 'request_revisions']
/** Relations to small records. */
const smallRelations = /^(owner|reviewer|person|substitute|members|actor)$/

/** Refuses lists that would need too much database time or memory, and omits `values` from large pages. Superusers are not limited. */
export function enforceListLimits(e: core.RecordsListRequestEvent) {
  if (e.hasSuperuserAuth()) return
  const name = e.collection?.name ?? ''
  const { filter = '', expand = '', perPage = '' } = e.requestInfo().query
  const isAdmin = e.auth?.getString('role') === '_admin'
  if (!isLight(name, filter, isAdmin)) throw refuse('query.heavy')
  const size = Number(perPage) > 0 ? Number(perPage) : 30
  if (size <= maxFullPage) return
  if (pagedCollections.includes(name) && !/^(\d{1,2}|1\d\d|200)$/.test(perPage)) throw refuse('query.page')
  if (expand.split(',').some((relation: string) => relation && !smallRelations.test(relation.trim())))
    throw refuse('query.page')
  if (valueCollections.includes(name)) for (const record of e.records) record?.hide('values')
}

function isLight(name: string, filter: string, isAdmin: boolean): boolean {
  // Compares in lower case, because SQLite's LIKE in the collection rules ignores the case of ASCII letters.
  const text = filter.toLowerCase()
  const names = (words: readonly string[] = []) => words.some((word) => text.includes(word.toLowerCase()))
  const isJoinedAtMost = (count: number) => ['&&', '||'].every((sign) => text.split(sign).length - 1 <= count)
  if (names(forbiddenWords[name]) || (!isAdmin && names(adminOnlyWords[name]))) return false
  const isFew = names(limitedWords[name]) || largeCollections.includes(name)
  return isJoinedAtMost(isFew ? maxJoinedLarge : maxJoined)
}
