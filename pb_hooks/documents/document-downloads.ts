import type { DocumentPrintSummary } from '../../src/domain/requests/request-output.ts'
import { isRecordId } from '../../src/domain/text/id.ts'
import { getDocumentServiceUrl } from '../lib/environment.ts'
import { respondUnavailableOnStorageError } from '../lib/files/file-storage.ts'
import { createErrorResponse, getPathId, getQueryParams, setFileHeaders } from '../lib/http.ts'
import { type QueryParams, queryRow, queryRows } from '../lib/sql.ts'
import { authenticateByFileToken, isAdmin, requireUser } from '../lib/users.ts'
import { createRequestListQuery, parseRequestFilter } from '../requests/list/query.ts'
import { hasMergeablePdf, writeCombinedPdf } from './combined-pdf.ts'
import { writeDocumentsZip } from './documents-zip.ts'
import {
  buildGeneratedDocumentCondition,
  createDocumentFileReader,
  type DocumentFileReader,
  iterateDocuments,
} from './generated-documents.ts'

/** Maximum number of documents in one PDF, chosen so that printers accept it. */
const documentsPerPart = 1_000
/**
 * Maximum number of documents in a requested range. More than one part, because further documents may be generated
 * while the user prints.
 */
const maxDocuments = 3 * documentsPerPart
const maxIds = 200
/** Pattern of a document number, or an empty text. Example: `CL-2026-000147`. */
const documentNumberPattern = /^([A-Z]{2,4}-\d{4}-\d{6,9})?$/
/** File name of a bundle that is not limited to one batch. */
const defaultBundleName = 'documentos'

/** Selected requests. `ids` is an SQL query with one column, `position`: the `rowid` of each request. */
interface Selection {
  ids: string
  params: QueryParams
  name: string
}

/** `GET /api/app/requests/documents/parts`: counts the documents of a list and returns the parts in which they are printed. */
export function listDocumentParts(e: core.RequestEvent) {
  const { ids, params } = selectRequests(e, requireUser(e), getQueryParams(e))
  const states = queryRows(
    e.app,
    `SELECT documentStatus AS status, count(*) AS n FROM requests
     WHERE requests.serial IN (${ids}) AND documentStatus != 'none' GROUP BY documentStatus`,
    params,
    { status: '', n: 0 },
  )
  const count = (status: string) => states.find((each) => each.status === status)?.n ?? 0
  const parts = queryRows(
    e.app,
    `SELECT min(number) AS first, max(number) AS last, count(*) AS documents
     FROM (SELECT documentNumber AS number, row_number() OVER (ORDER BY documentNumber) - 1 AS place
       FROM requests WHERE ${buildGeneratedDocumentCondition(ids)}) GROUP BY place / ${documentsPerPart}`,
    params,
    { first: '', last: '', documents: 0 },
  )
  const sealed = `SELECT 1 AS n FROM requests WHERE ${buildGeneratedDocumentCondition(ids)} AND documentSeal != 'null' LIMIT 1`
  const answer: DocumentPrintSummary = {
    ready: count('ready'),
    pending: count('pending'),
    failed: count('failed'),
    hasSeals: queryRow(e.app, sealed, params, { n: 0 }) !== undefined,
    parts: getDocumentServiceUrl() ? [] : parts,
  }
  return e.json(200, answer)
}

/**
 * `GET /api/app/requests/documents`: sends the documents of a list as a ZIP, or as one PDF with `as=pdf`. `first` and `last` limit the
 * document numbers.
 */
export function downloadDocuments(e: core.RequestEvent) {
  const { as = 'zip', first = '', last = '', sides, token: _, ...others } = getQueryParams(e)
  const caller = requireUser(authenticateByFileToken(e))
  if (as !== 'zip' && as !== 'pdf') throw createErrorResponse('invalid', 400, { as: 'choice' })
  // Validates the numbers, because they become part of the file name.
  for (const number of [first, last])
    if (!documentNumberPattern.test(number)) throw createErrorResponse('invalid', 400, { first: 'invalid' })
  const { ids, params, name } = selectRequests(e, caller, others)
  const stretch = { first, last }
  const range = `${buildGeneratedDocumentCondition(ids)} AND documentNumber >= {:first} AND (documentNumber <= {:last} OR {:last} = '')`
  const count =
    queryRow(e.app, `SELECT count(*) AS n FROM requests WHERE ${range}`, { ...params, ...stretch }, { n: 0 })?.n ?? 0
  if (!count) throw createErrorResponse('request.noDocuments', 404)
  const documents = () => iterateDocuments(e.app, ids, params, stretch)
  if (as === 'zip') return sendBundle(e, `${name}.zip`, (files, write) => writeDocumentsZip(documents(), files, write))
  if (count > maxDocuments) throw createErrorResponse('request.manyDocuments')
  const files = createDocumentFileReader(e.app)
  if (!respondUnavailableOnStorageError(() => hasMergeablePdf(documents(), files)))
    throw createErrorResponse('request.foreignDocuments', 409)
  const part = first && last ? ` ${first} a ${last}` : ''
  const title = `Documentos${name === defaultBundleName ? '' : ` de ${name}`}${part && ` ·${part}`}`
  return sendBundle(e, `${name}${part}.pdf`, (files, write) =>
    writeCombinedPdf(e.app, documents(), files, { title, twoSided: sides === '2' }, write),
  )
}

/** `GET /api/app/batches/{id}/documents`: sends the documents of a batch as a ZIP. */
export function downloadBatchDocuments(e: core.RequestEvent) {
  const caller = requireUser(authenticateByFileToken(e))
  const batch = getPathId(e)
  const { ids, params, name } = selectRequests(e, caller, { batch })
  if (!batch || name === defaultBundleName) throw createErrorResponse('batch.notFound', 404)
  const documents = iterateDocuments(e.app, ids, params)
  const begun = documents.next()
  if (begun.done) throw createErrorResponse('batch.noDocuments', 404)
  return sendBundle(e, `${name}.zip`, (files, write) =>
    writeDocumentsZip(prependItem(begun.value, documents), files, write),
  )
}

function* prependItem<Item>(first: Item, others: Iterable<Item>) {
  yield first
  yield* others
}

/** Selects the requests of `ids`, or all matches of a list's filter. Only requests that the caller sees are included. */
function selectRequests(e: core.RequestEvent, caller: core.Record, query: Record<string, string>): Selection {
  const { ids: named, ...others } = query
  const filter = parseRequestFilter(others)
  const { ids, params } = createRequestListQuery(e.app, filter, caller)
  if (!named) return { ids, params, name: getBundleName(e.app, filter.batch, caller) }
  const list = named.split(',')
  if (list.length > maxIds || !list.every(isRecordId)) throw createErrorResponse('invalid', 400, { ids: 'invalid' })
  const selected = `SELECT serial AS position FROM requests WHERE id IN (SELECT value FROM json_each({:ids})) AND serial IN (${ids})`
  return { ids: selected, params: { ...params, ids: JSON.stringify(list) }, name: defaultBundleName }
}

/** Returns the number of the batch as file name, or `documentos` if the caller may not see the batch. */
function getBundleName(app: CoreApp, batch: string | undefined, caller: core.Record): string {
  if (!batch) return defaultBundleName
  const query = 'SELECT number FROM batches WHERE id = {:batch} AND (owner = {:caller} OR {:admin})'
  const params = { batch, caller: caller.id, admin: isAdmin(caller) ? 1 : 0 }
  return queryRow(app, query, params, { number: '' })?.number ?? defaultBundleName
}

type Work = (files: DocumentFileReader, write: (bytes: unknown) => void) => void

function sendBundle(e: core.RequestEvent, name: string, work: Work) {
  let begun = false
  // Sets the headers only before the first bytes, because the call can be refused until then.
  const begin = () => {
    const type = name.endsWith('.pdf') ? 'application/pdf' : 'application/zip'
    setFileHeaders(e, `attachment; filename="${name}"`, type)
    e.response.writeHeader(200)
    begun = true
  }
  const write = (bytes: unknown) => {
    if (!begun) begin()
    e.response.write(bytes as number[])
  }
  try {
    respondUnavailableOnStorageError(() => work(createDocumentFileReader(e.app), write))
  } catch (error) {
    // Ignores the error if the client closed the connection.
    if (!e.request?.context().err()) throw error
  }
}
