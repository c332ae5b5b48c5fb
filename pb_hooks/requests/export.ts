import { isAdmin, requireUser } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { json, propertiesOf, row, rows } from '../lib/sql.ts'
import { filterIn, saidIn } from './asked.ts'
import { type Condition, conditionOf } from './filter.ts'

/** Requests of one portion, and bytes of their values after which it ends: a request with a long table may hold a hundred kilobytes. */
const most = 500
const mostBytes = 1_000_000
const mostByWords = 2_000
/** To find any by a word of more than six letters all are passed that begin with it: so many are found at once, and kept for the next portions. */
const mostFound = 50_000
const kept = 'found to be exported'
/** Milliseconds for which they are kept. */
const patience = 60_000

const columns = propertiesOf([
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
])
/** As it is stored; what cannot be read keeps nobody from the others. */
const asJson = (column: string, otherwise: string) =>
  `'${column}', iif(json_valid("${column}"), json("${column}"), json('${otherwise}'))`

/** Whether whoever asks decides requests and sees what deciders fill: an administrator of all, others of what is not their own. */
const decides = '({:isAdmin} OR requests.owner != {:me})'
const object = (json: string) => `iif(json_valid(${json}), ${json}, '{}')`
const listed = (name: string) => `SELECT value FROM json_each(iif(json_valid(v.${name}), v.${name}, '[]'))`

/** `GET /api/app/requests/export`: an `ExportPortion` of one's own requests, to an administrator of everybody's. */
export function exportRequests(e: core.RequestEvent) {
  const asker = requireUser(e)
  const { after = '0', ...said } = saidIn(e)
  if (!/^\d{1,16}$/.test(after)) throw refuse('invalid', 400, { after: 'number' })
  const filter = filterIn(said)
  const condition = conditionOf(e.app, filter, asker)
  const whose = JSON.stringify([asker.id, asker.getString('role'), filter])
  const { positions, next } = portionAfter(e.app, condition, Number(after), whose)
  const isFirst = after === '0'
  const who = { me: asker.id, isAdmin: isAdmin(asker) ? 1 : 0 }
  const total = isFirst ? (row(e.app, condition.count, condition.params, { n: 0 })?.n ?? 0) : 0
  e.response.header().set('Content-Type', 'application/json')
  const pieces = [
    `{"total":${total},"next":${next},"versions":`,
    isFirst ? versionsOf(e.app, condition, who) : '[]',
    ',"rows":',
    rowsOf(e.app, positions, who),
    '}',
  ]
  for (const piece of pieces) e.response.write(piece)
}

interface Who {
  me: string
  isAdmin: number
}

/** Found by words they come owner by owner, as they stand there: in any other order each portion would have to find and sort them all. */
function portionAfter(app: CoreApp, condition: Condition, after: number, whose: string) {
  const found = condition.by === 'words' ? foundByWords(app, condition, after, whose) : undefined
  const [chosen, place, params, seen] = found
    ? [
        'SELECT value AS position FROM json_each({:found})',
        '((SELECT n FROM request_owners WHERE request_owners.owner = requests.owner) << 32) + position',
        { ...condition.params, found: `[${found}]` },
        condition.seen,
      ]
    : [
        `SELECT position FROM (${condition.chosen}) WHERE position > {:after} ORDER BY position LIMIT ${most}`,
        'position',
        { ...condition.params, after },
        'TRUE',
      ]
  const portion = rows(
    app,
    `SELECT position, ${place} AS place, octet_length(requests."values") AS bytes, ${seen} AS seen FROM (${chosen})
     JOIN requests ON requests.serial = position ORDER BY place`,
    params,
    { position: 0, place: 0, bytes: 0, seen: 0 },
  )
  let bytes = 0
  let passed = 0
  const positions: number[] = []
  for (const each of portion) {
    passed++
    // What was found and kept may be another's by now: it is passed over, and the next portion begins behind it.
    if (!each.seen) continue
    positions.push(each.position)
    bytes += each.bytes
    if (bytes >= mostBytes) break
  }
  const isLast = (found ? found.length < mostByWords : portion.length < most) && passed === portion.length
  return { positions, next: isLast ? 0 : (portion[passed - 1]?.place ?? 0) }
}

/** The positions of the next portion. One export at a time has what comes after it kept, as text: of more none would be found much faster. */
function foundByWords(app: CoreApp, { chosen, params }: Condition, after: number, whose: string): string[] {
  const [of, until, isAll, list = ''] = String(app.store().get(kept) ?? '').split('\n')
  const last = `,${after % 2 ** 32},`
  const at = after && of === whose && Number(until) > Date.now() ? list.indexOf(last) : -1
  const next = at < 0 ? [] : list.slice(at + last.length).split(',', mostByWords)
  if (next.length === mostByWords || (next.length && isAll)) return next
  const query = `SELECT ifnull(group_concat(position), '') AS list, count(*) AS n
    FROM (${chosen} AND request_search.rowid > {:after} ORDER BY request_search.rowid LIMIT ${mostFound})`
  const found = row(app, query, { ...params, after }, { list: '', n: 0 })
  if (!found?.n) return []
  app.store().set(kept, [whose, Date.now() + patience, found.n < mostFound ? 1 : '', `,${found.list}`].join('\n'))
  return found.list.split(',', mostByWords)
}

/** `ExportVersion[]` */
function versionsOf(app: CoreApp, { chosen, params }: Condition, who: Who): string {
  return json(
    app,
    `SELECT v.id, v.version, v.format, f.code, f.name, iif(v.deciderFields IS NULL OR NOT EXISTS (
         SELECT 1 FROM requests WHERE formatVersion = v.id AND serial IN (${chosen}) AND ${decides}), v.fields,
       (SELECT json_group_array(json(value)) FROM (${['fields', 'deciderFields', 'keptFields'].map(listed).join(' UNION ALL ')}))) AS fields
     FROM format_versions v JOIN formats f ON f.id = v.format
     WHERE v.id IN (SELECT DISTINCT formatVersion FROM requests WHERE requests.serial IN (${chosen}))
     ORDER BY f.name, f.id, v.version DESC`,
    { ...params, ...who },
    `${propertiesOf(['id', 'version', 'format', 'code', 'name'])}, ${asJson('fields', '[]')}`,
  )
}

/** `ExportedRequest[]` */
function rowsOf(app: CoreApp, positions: number[], who: Who): string {
  return json(
    app,
    `SELECT requests.number, requests.status, requests.format, formats.code AS formatCode, formats.name AS formatName,
       requests.formatVersion, requests.summary, users.name AS ownerName, ifnull(batches.number, '') AS batchNumber,
       requests.row, requests.created, requests.submittedAt, requests.decidedAt,
       iif({:isAdmin}, ifnull((SELECT name FROM users WHERE id = requests.reviewer), ''), '') AS reviewerName,
       requests.documentNumber, requests.finality, requests.annulledAt, requests.reason,
       iif(added.id IS NULL, requests."values", json_patch(${object('requests."values"')},
         json_patch(${object('added.filled')}, ${object('added.kept')}))) AS "values"
     FROM json_each({:positions}) AS wanted
     CROSS JOIN requests ON requests.serial = wanted.value
     JOIN formats ON formats.id = requests.format
     JOIN users ON users.id = requests.owner
     LEFT JOIN batches ON batches.id = requests.batch
     LEFT JOIN decider_values AS added ON added.request = requests.id AND ${decides}
     ORDER BY wanted.key`,
    { positions: JSON.stringify(positions), ...who },
    `${columns}, ${asJson('values', '{}')}`,
  )
}
