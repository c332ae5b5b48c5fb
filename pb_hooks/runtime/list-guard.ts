import { createErrorResponse } from '../lib/error-response.ts'
import { quotedTextPattern, refuseExpensiveQuery } from '../lib/limits/expensive-query.ts'
import { enforceListLimits } from './list-limits.ts'

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
