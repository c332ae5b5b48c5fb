import { createErrorResponse } from '../error-response.ts'

/** Matches quoted texts and comments of a filter, as PocketBase's own parser (fexpr 0.5) does. */
export const quotedTextPattern = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n]*/g
/**
 * Matches back-relations, other collections, and fields behind more than one relation. Each of them multiplies the rows
 * to read.
 */
const distantFieldPattern = /_via_|@collection|[\w:@]\.[\w:@]+\.[\w:@]/
/** Matches PocketBase's earlier name of a back-relation: `requests(format)`. */
const oldBackRelationPattern = /\w\s*\(/

type Query = Record<string, string | undefined>

function isExpensive({ filter = '', sort = '', expand = '', fields = '' }: Query): boolean {
  if (!(filter || sort || expand || fields)) return false
  return (
    distantFieldPattern.test(filter.replace(quotedTextPattern, "''")) ||
    distantFieldPattern.test(sort) ||
    distantFieldPattern.test(expand) ||
    oldBackRelationPattern.test(expand) ||
    fields.includes('_via_')
  )
}

/**
 * Refuses a record call whose query reads distant records. For lists, collection rules refuse the same queries, because
 * PocketBase 0.40 runs a list's query before this hook. Records of `expand` are read after the hook.
 */
export function refuseExpensiveQuery(e: Pick<core.RequestEvent, 'hasSuperuserAuth' | 'requestInfo'>) {
  if (!e.hasSuperuserAuth() && isExpensive(e.requestInfo().query)) throw createErrorResponse('query.depth')
}
