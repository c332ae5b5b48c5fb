import { type Page, type RequestFilter, type RequestItem, requestFilter, requestSorts } from '../src/domain/request.ts'
import { signedIn } from './actor.ts'
import { refuse } from './refusal.ts'
import { conditionOf } from './request-filter.ts'
import { row, rows } from './sql.ts'

const item = {
  id: '',
  number: '',
  format: '',
  formatCode: '',
  formatName: '',
  owner: '',
  ownerName: '',
  batch: '',
  batchNumber: '',
  row: 0,
  status: '',
  summary: '',
  revision: 0,
  reason: '',
  documentStatus: '',
  documentNumber: '',
  document: '',
  created: '',
  updated: '',
  submittedAt: '',
  decidedAt: '',
}

const columns = `requests.id, requests.number, requests.format, formats.code AS formatCode, formats.name AS formatName,
  requests.owner, users.name AS ownerName, requests.batch, ifnull(batches.number, '') AS batchNumber, requests.row,
  requests.status, requests.summary, requests.revision, requests.reason, requests.documentStatus, requests.documentNumber,
  requests.document, requests.created, requests.updated, requests.submittedAt, requests.decidedAt`

/** `GET /api/app/requests`: a page of one's own requests, to an administrator of everybody's. */
export function listRequests(e: core.RequestEvent) {
  const asker = signedIn(e)
  const { page, perPage, sort, filter } = asked(e)
  const { where, params } = conditionOf(e.app, filter, asker)
  const totalItems = row(e.app, `SELECT count(*) AS n FROM requests WHERE ${where}`, params, { n: 0 })?.n ?? 0
  const items = rows(
    e.app,
    `SELECT ${columns} FROM (
       SELECT requests.id AS found FROM requests WHERE ${where}
       ORDER BY ${orderOf(sort)} LIMIT {:limit} OFFSET {:offset}
     ) JOIN requests ON requests.id = found
     JOIN formats ON formats.id = requests.format
     JOIN users ON users.id = requests.owner
     LEFT JOIN batches ON batches.id = requests.batch
     ORDER BY ${orderOf(sort)}`,
    { ...params, limit: perPage, offset: (page - 1) * perPage },
    item,
  ) as unknown as RequestItem[]
  const answer: Page<RequestItem> = { page, perPage, totalItems, totalPages: Math.ceil(totalItems / perPage), items }
  return e.json(200, answer)
}

function orderOf(sort: string): string {
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC'
  return `requests.${sort.replace('-', '')} ${direction}, requests.id ${direction}`
}

interface Asked {
  page: number
  perPage: number
  sort: string
  filter: RequestFilter
}

function asked(e: core.RequestEvent): Asked {
  const { page, perPage, sort, ...rest } = e.requestInfo().query as Record<string, string>
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  const filter = requestFilter.safeParse(given)
  if (!filter.success)
    throw refuse(
      'invalid',
      400,
      Object.fromEntries(filter.error.issues.map(({ path }) => [path.join('.') || 'filter', 'invalid'])),
    )
  const order = sort || '-created'
  if (!requestSorts.some((name) => name === order.replace(/^-/, ''))) throw refuse('invalid', 400, { sort: 'choice' })
  return {
    page: whole('page', page, 1, 1_000_000),
    perPage: whole('perPage', perPage, 30, 200),
    sort: order,
    filter: filter.data,
  }
}

function whole(name: string, text: string | undefined, usual: number, most: number): number {
  if (!text) return usual
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most) throw refuse('invalid', 400, { [name]: 'number' })
  return value
}
