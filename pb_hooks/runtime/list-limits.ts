import { createErrorResponse } from '../lib/error-response.ts'

/** Maximum number of `&&`, and of `||`, in a filter. */
const maxJoined = 40
/** The same maximum for filters on fields with JSON or long texts. */
const maxJoinedLarge = 4
/** Maximum page size with related records or with `values` (up to 64 KiB per record). */
const maxFullPage = 30

// Duplicates the limits of the collection rules (`pb_migrations/schema.ts`), which PocketBase applies before this hook.
// The hook only adds the reason to the error.
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
/** Relations that large pages may include, because their records are small. */
const smallRelations = /^(owner|reviewer|person|substitute|members|actor)$/

/**
 * Refuses list queries that need too much database time or memory, and omits `values` from large pages. Superusers are
 * not limited.
 */
export function enforceListLimits(e: core.RecordsListRequestEvent) {
  if (e.hasSuperuserAuth()) return
  const name = e.collection?.name ?? ''
  const { filter = '', expand = '', perPage = '' } = e.requestInfo().query
  const isAdmin = e.auth?.getString('role') === '_admin'
  if (!isLight(name, filter, isAdmin)) throw createErrorResponse('query.heavy')
  const size = Number(perPage) > 0 ? Number(perPage) : 30
  if (size <= maxFullPage) return
  if (pagedCollections.includes(name) && !/^(\d{1,2}|1\d\d|200)$/.test(perPage)) throw createErrorResponse('query.page')
  if (expand.split(',').some((relation: string) => relation && !smallRelations.test(relation.trim())))
    throw createErrorResponse('query.page')
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
