import { limitList } from './list-limits.ts'
import { refuse } from './refusal.ts'

/** Texts and remarks of a filter, as PocketBase's own reader (fexpr 0.5) takes them. */
export const quoted = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n]*/g
/** Back-relations, other collections, and what lies behind more than one relation: each multiplies what has to be read. */
const far = /_via_|@collection|[\w:@]\.[\w:@]+\.[\w:@]/
/** `requests(format)`: PocketBase's earlier name of a back-relation. */
const earlierVia = /\w\s*\(/

/** What of a format is no user's before it is published (`showPublished`): who may ask for it finds it out letter by letter. */
const unpublished = /\b(?:fields|body|edited|signatures|paper|route)\b/
/** The same of what points to a format; `format_versions` has fields and a body of its own, which are published. */
const unpublishedBehind = /\.\s*(?:fields|body|edited|signatures|paper|route)\b/

type Query = Record<string, string | undefined>

function reachesFar({ filter = '', sort = '', expand = '', fields = '' }: Query): boolean {
  if (!(filter || sort || expand || fields)) return false
  return (
    far.test(filter.replace(quoted, "''")) ||
    far.test(sort) ||
    far.test(expand) ||
    earlierVia.test(expand) ||
    fields.includes('_via_')
  )
}

/**
 * Says why a record call gives nothing whose query reaches far. The rules of the collections see to it that such a list is not even read
 * (PocketBase 0.40 asks the database before this hook); what is expanded is read after it.
 */
export function refuseFar(e: Pick<core.RequestEvent, 'hasSuperuserAuth' | 'requestInfo'>) {
  if (!e.hasSuperuserAuth() && reachesFar(e.requestInfo().query)) throw refuse('query.far')
}

function refuseUnpublished(e: core.RecordsListRequestEvent) {
  const { filter = '', sort = '' } = e.requestInfo().query
  const asked = e.collection?.name === 'format_versions' ? unpublishedBehind : unpublished
  if (!maySeeAll(e) && asked.test(`${filter.replace(quoted, "''")} ${sort}`)) throw refuse('query.unpublished')
}

function maySeeAll(e: Pick<core.RequestEvent, 'auth' | 'hasSuperuserAuth'>): boolean {
  return e.hasSuperuserAuth() || e.auth?.getString('role') === '_admin'
}

export function keepListNear(e: core.RecordsListRequestEvent) {
  refuseFar(e)
  refuseUnpublished(e)
  limitList(e)
  return e.next()
}

export function keepViewNear(e: core.RecordRequestEvent) {
  refuseFar(e)
  return e.next()
}
