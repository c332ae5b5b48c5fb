import { createErrorResponse, getQueryParams, writeJsonResponse } from '../lib/http.ts'
import { formatJsonObjectArguments, queryJson, queryRow, queryRows } from '../lib/sql.ts'
import { isAdmin, requireUser } from '../lib/users.ts'
import { requesterNameSql } from '../links/requester-name.ts'
import { createRequestListQuery, parseRequestFilter, type RequestListQuery } from './list/query.ts'
import { unsignedPeople } from './signing/signing-state.ts'

/** Limits of a chunk: number of requests, and bytes of their values. A single long table may have 100 kB. */
const maxPerChunk = 500
const maxBytes = 1_000_000
const maxPerSearchChunk = 2_000
/**
 * Maximum number of search matches cached for later chunks. Searches for prefixes over six letters read all matches
 * each time.
 */
const maxCached = 50_000
const cacheKey = 'found to be exported'
const cacheMs = 60_000

const columns = formatJsonObjectArguments([
  'number',
  'status',
  'format',
  'formatCode',
  'formatName',
  'formatVersion',
  'summary',
  'ownerName',
  'batchNumber',
  'row',
  'created',
  'submittedAt',
  'decidedAt',
  'reviewerName',
  'documentNumber',
  'finality',
  'annulledAt',
  'reason',
  'unsigned',
])
/** Returns SQL of a column as JSON; `otherwise` if its text is invalid, so that the other rows can be exported. */
const asJson = (column: string, otherwise: string) =>
  `'${column}', iif(json_valid("${column}"), json("${column}"), json('${otherwise}'))`

/** SQL condition: the caller may see the approver fields. True for administrators, and for requests of other users. */
const seesApproverFields = '({:isAdmin} OR requests.owner != {:me})'
const object = (json: string) => `iif(json_valid(${json}), ${json}, '{}')`
const listed = (name: string) => `SELECT value FROM json_each(iif(json_valid(v.${name}), v.${name}, '[]'))`

/** `GET /api/app/requests/export` → `RequestExportChunk`: exports a chunk of the matching requests. Users get their own requests, administrators all. */
export function exportRequests(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { after = '0', ...others } = getQueryParams(e)
  if (!/^\d{1,16}$/.test(after)) throw createErrorResponse('invalid', 400, { after: 'number' })
  const filter = parseRequestFilter(others)
  const query = createRequestListQuery(e.app, filter, caller)
  const owner = JSON.stringify([caller.id, caller.getString('role'), filter])
  const { positions, next } = readChunk(e.app, query, Number(after), owner)
  const isFirst = after === '0'
  const who = { me: caller.id, isAdmin: isAdmin(caller) ? 1 : 0 }
  const total = isFirst ? (queryRow(e.app, query.count, query.params, { n: 0 })?.n ?? 0) : 0
  writeJsonResponse(
    e,
    `{"total":${total},"next":${next},"versions":`,
    isFirst ? exportedVersionsAsJson(e.app, query, who) : '[]',
    ',"rows":',
    exportedRowsAsJson(e.app, positions, who),
    '}',
  )
}

interface CallerParams {
  me: string
  isAdmin: number
}

/** Reads the chunk after row id `after`. Search matches are ordered by owner; other orders would find and sort all matches for each chunk. */
function readChunk(app: CoreApp, query: RequestListQuery, after: number, owner: string) {
  const found = query.isSearch ? readSearchChunk(app, query, after, owner) : undefined
  const [ids, place, params, visible] = found
    ? [
        'SELECT value AS position FROM json_each({:found})',
        '((SELECT n FROM request_owners WHERE request_owners.owner = requests.owner) << 32) + position',
        { ...query.params, found: `[${found}]` },
        query.visibleClause,
      ]
    : [
        `SELECT position FROM (${query.ids}) WHERE position > {:after} ORDER BY position LIMIT ${maxPerChunk}`,
        'position',
        { ...query.params, after },
        'TRUE',
      ]
  const chunk = queryRows(
    app,
    `SELECT position, ${place} AS place, octet_length(requests."values") AS bytes, ${visible} AS visible FROM (${ids})
     JOIN requests ON requests.serial = position ORDER BY place`,
    params,
    { position: 0, place: 0, bytes: 0, visible: 0 },
  )
  let bytes = 0
  let passed = 0
  const positions: number[] = []
  for (const each of chunk) {
    passed++
    // Skips cached matches that the caller no longer sees; the next chunk starts after them.
    if (!each.visible) continue
    positions.push(each.position)
    bytes += each.bytes
    if (bytes >= maxBytes) break
  }
  const isLast = (found ? found.length < maxPerSearchChunk : chunk.length < maxPerChunk) && passed === chunk.length
  return { positions, next: isLast ? 0 : (chunk[passed - 1]?.place ?? 0) }
}

/** Returns row ids of the next chunk of a search. Caches the following ids as text, for one export at a time. */
function readSearchChunk(app: CoreApp, { ids, params }: RequestListQuery, after: number, owner: string): string[] {
  const [of, until, isAll, list = ''] = String(app.store().get(cacheKey) ?? '').split('\n')
  const last = `,${after % 2 ** 32},`
  const at = after && of === owner && Number(until) > Date.now() ? list.indexOf(last) : -1
  const next = at < 0 ? [] : list.slice(at + last.length).split(',', maxPerSearchChunk)
  if (next.length === maxPerSearchChunk || (next.length && isAll)) return next
  const query = `SELECT ifnull(group_concat(position), '') AS list, count(*) AS n
    FROM (${ids} AND request_search.rowid > {:after} ORDER BY request_search.rowid LIMIT ${maxCached})`
  const found = queryRow(app, query, { ...params, after }, { list: '', n: 0 })
  if (!found?.n) return []
  app.store().set(cacheKey, [owner, Date.now() + cacheMs, found.n < maxCached ? 1 : '', `,${found.list}`].join('\n'))
  return found.list.split(',', maxPerSearchChunk)
}

function exportedVersionsAsJson(app: CoreApp, { ids, params }: RequestListQuery, who: CallerParams): string {
  return queryJson(
    app,
    `SELECT v.id, v.version, v.format, f.code, f.name, iif(v.signing -> 'signers' IS NULL, 'false', 'true') AS isSigned, iif(v.approverFields IS NULL OR NOT EXISTS (
         SELECT 1 FROM requests WHERE formatVersion = v.id AND serial IN (${ids}) AND ${seesApproverFields}), v.fields,
       (SELECT json_group_array(json(value)) FROM (${['fields', 'approverFields', 'internalFields'].map(listed).join(' UNION ALL ')}))) AS fields
     FROM format_versions v JOIN formats f ON f.id = v.format
     WHERE v.id IN (SELECT DISTINCT formatVersion FROM requests WHERE requests.serial IN (${ids}))
     ORDER BY f.name, f.id, v.version DESC`,
    { ...params, ...who },
    `${formatJsonObjectArguments(['id', 'version', 'format', 'code', 'name'])}, 'isSigned', json(isSigned), ${asJson('fields', '[]')}`,
  )
}

function exportedRowsAsJson(app: CoreApp, positions: number[], who: CallerParams): string {
  return queryJson(
    app,
    `SELECT requests.number, requests.status, requests.format, formats.code AS formatCode, formats.name AS formatName,
       requests.formatVersion, requests.summary, ${requesterNameSql} AS ownerName, ifnull(batches.number, '') AS batchNumber,
       requests.row, requests.created, requests.submittedAt, requests.decidedAt,
       iif({:isAdmin}, ifnull((SELECT name FROM users WHERE id = requests.reviewer), ''), '') AS reviewerName,
       requests.documentNumber, requests.finality, requests.annulledAt, requests.reason, ${unsignedPeople} AS unsigned,
       iif(added.id IS NULL, requests."values", json_patch(${object('requests."values"')},
         json_patch(${object('added.filled')}, ${object('added.internal')}))) AS "values"
     FROM json_each({:positions}) AS wanted
     CROSS JOIN requests ON requests.serial = wanted.value
     JOIN formats ON formats.id = requests.format
     JOIN format_versions AS version ON version.id = requests.formatVersion
     JOIN users ON users.id = requests.owner
     LEFT JOIN batches ON batches.id = requests.batch
     LEFT JOIN approver_values AS added ON added.request = requests.id AND ${seesApproverFields}
     ORDER BY wanted.key`,
    { positions: JSON.stringify(positions), ...who },
    `${columns}, ${asJson('values', '{}')}`,
  )
}
