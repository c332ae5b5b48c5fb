import { createErrorResponse } from '../lib/http.ts'
import { quotedTextPattern, refuseExpensiveQuery } from '../lib/limits.ts'

/**
 * Matches fields of a format whose unpublished content users may not read. A filter on them would disclose the content
 * letter by letter.
 */
const unpublished = /\b(?:fields|body|edited|signatures|paper|route)\b/
/** Matches the groups that may request a format. A filter on them would disclose their names and members. */
const formatGroups = /(?:^|[^.\w])groups\b/
/**
 * Matches the same fields when reached through a relation. Applies to `format_versions`, whose own fields of these
 * names are published.
 */
const unpublishedBehind = /\.\s*(?:fields|body|edited|signatures|paper|route|groups)\b/

/** Refuses list queries that use related records or unpublished fields, and limits their size. */
export function guardListQuery(e: core.RecordsListRequestEvent) {
  refuseExpensiveQuery(e)
  refuseUnpublished(e)
  enforceListLimits(e)
  return e.next()
}

export function guardViewQuery(e: core.RecordRequestEvent) {
  refuseExpensiveQuery(e)
  return e.next()
}

function refuseUnpublished(e: core.RecordsListRequestEvent) {
  const { filter = '', sort = '' } = e.requestInfo().query
  const fields = e.collection?.name === 'format_versions' ? unpublishedBehind : unpublished
  if (maySeeAll(e)) return
  const query = `${filter.replace(quotedTextPattern, "''")} ${sort}`
  const namesGroups = e.collection?.name === 'formats' && formatGroups.test(query)
  if (namesGroups || fields.test(query)) throw createErrorResponse('query.unpublished')
}

function maySeeAll(e: Pick<core.RequestEvent, 'auth' | 'hasSuperuserAuth'>): boolean {
  return e.hasSuperuserAuth() || e.auth?.getString('role') === '_admin'
}

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
function enforceListLimits(e: core.RecordsListRequestEvent) {
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
