import { describe, expect, it } from 'vitest'
import type { RequestFilter } from '../../src/domain/requests/request-filter.ts'
import { startHookServer } from '../support/hook-server.ts'

// Runs the list query in PocketBase's VM and SQLite, with the product's schema and without its hooks.
const routes = `routerAdd('POST', '/list', (e) => {
  const { filter, caller, sort, isDescending, perPage } = JSON.parse(toString(e.request.body))
  const { createRequestListQuery } = require(__hooks + '/query.js')
  const query = createRequestListQuery($app, filter, $app.findRecordById('users', caller))
  const read = (sql, params) => {
    const found = new DynamicModel({ text: '' })
    $app.db().newQuery(sql).bind(params).one(found)
    return found.text
  }
  const idsOf = (sql, params) => read("SELECT ifnull(group_concat(id, ' ' ORDER BY place), '') AS text FROM (SELECT position, row_number() OVER () AS place FROM (" + sql + ")) JOIN requests ON serial = position", params)
  const total = Number(read('SELECT n AS text FROM (' + query.count + ')', query.params))
  const pages = []
  for (let offset = 0; offset < total; offset += perPage) {
    const page = query.page({ sort, isDescending, offset, limit: perPage, total })
    const ids = idsOf(page.ids, page.params).split(' ')
    pages.push((page.isReversed ? ids.reverse() : ids).join(' '))
  }
  const byStatus = query.countByStatus
    ? read("SELECT ifnull(group_concat(status || ' ' || n, ', ' ORDER BY status), '') AS text FROM (" + query.countByStatus + ') WHERE n > 0', query.params)
    : null
  const found = idsOf(query.ids + ' ORDER BY 1', query.params)
  const past = query.page({ sort, isDescending, offset: total, limit: perPage, total })
  return e.json(200, { ids: found, total, pages, byStatus, isPastEmpty: !past })
})
routerAdd('POST', '/page', (e) => {
  const { filter, caller, sort, isDescending, offset, limit } = JSON.parse(toString(e.request.body))
  const query = require(__hooks + '/query.js').createRequestListQuery($app, filter, $app.findRecordById('users', caller))
  const { total, found } = require(__hooks + '/find-page.js').findPage($app, query, { sort, isDescending, offset, limit })
  if (!found) return e.json(200, { total, ids: '' })
  const row = new DynamicModel({ ids: '' })
  const order = found.isReversed ? 'DESC' : 'ASC'
  $app.db().newQuery("SELECT group_concat(id, ' ' ORDER BY place " + order + ') AS ids FROM (SELECT position, row_number() OVER () AS place FROM (' + found.ids + ')) JOIN requests ON serial = position').bind(found.params).one(row)
  return e.json(200, { total, ids: row.ids })
})`

const insert = (table: string, row: Record<string, string | number>) =>
  `INSERT INTO ${table} (${Object.keys(row).map((name) => `"${name}"`)}) VALUES (${Object.values(row).map((value) => (typeof value === 'number' ? value : `'${value}'`))})`

const aUser = (id: string, role: string) => [
  insert('users', { id, name: id, email: `${id}@ejemplo.test`, tokenKey: id.repeat(20), role }),
  `UPDATE users SET isActive = TRUE WHERE id = '${id}'`,
]
const users = [
  ...aUser('ana', '_user'),
  ...aUser('luis', '_user'),
  ...aUser('rosa', '_user'),
  ...aUser('eva', '_admin'),
]

const route = '[{"key":"jefe","name":"Jefe","people":["rosa"],"all":false,"ownAllowed":false}]'
const formats = ['carta', 'cuenta'].flatMap((id) => [
  insert('formats', { id, name: id, code: id.slice(0, 4).toUpperCase(), status: 'published', version: 1 }),
  insert('format_versions', {
    id: `${id}1`,
    format: id,
    version: 1,
    fields: '[]',
    route: id === 'cuenta' ? route : '[]',
  }),
])

const batches = [insert('batches', { id: 'lote', owner: 'ana', format: 'carta', number: 'LOT-2026-000001' })]

/** SQL that inserts a request. Its id is the day of January 2026 on which it was created. */
function aRequest(day: number, owner: string, format: string, status: string, summary: string, more = {}): string {
  const created = `2026-01-${String(day).padStart(2, '0')} 12:00:00.000Z`
  const number = status === 'draft' ? '' : `SOL-2026-00000${day}`
  const submittedAt = status === 'draft' ? '' : created
  const id = `r${day}`
  const version = `${format}1`
  return insert('requests', {
    ...{ id, owner, format, formatVersion: version, status, summary, created, updated: created, number, submittedAt },
    ...more,
  })
}

const requests = [
  aRequest(1, 'ana', 'carta', 'submitted', 'Zoé Ñandú'),
  aRequest(2, 'ana', 'carta', 'submitted', 'Álvaro Güell'),
  aRequest(3, 'luis', 'carta', 'submitted', 'Beatriz Peña', { dueAt: '2026-01-10 12:00:00.000Z' }),
  aRequest(4, 'luis', 'cuenta', 'submitted', 'María Güell', { step: 1 }),
  aRequest(5, 'ana', 'cuenta', 'submitted', 'Carlos Ruiz', { step: 1, dueAt: '2999-01-10 12:00:00.000Z' }),
  aRequest(6, 'ana', 'carta', 'draft', 'Ana María'),
  aRequest(7, 'luis', 'carta', 'submitted', 'Diana Paz'),
  aRequest(8, 'rosa', 'cuenta', 'submitted', 'Elsa Roa', { step: 1 }),
  aRequest(9, 'ana', 'carta', 'submitted', 'Fabio Güell', { batch: 'lote', row: 1 }),
]

const decide = (id: string, status: string, day: number, more = '') =>
  `UPDATE requests SET status = '${status}', reviewer = 'eva', decidedAt = '2026-02-0${day} 12:00:00.000Z' ${more} WHERE id = '${id}'`
const decisions = [
  decide('r1', 'approved', 1, ", finality = 'preliminary', documentNumber = 'CART-2026-000001'"),
  decide('r7', 'rejected', 2),
  insert('request_decisions', { request: 'r7', person: 'rosa', position: 1, action: 'approve' }),
]

const delivered = [
  insert('guests', { id: 'zoe', email: 'zoe@errado.test', tokenKey: 'zoe'.repeat(20) }),
  insert('links', {
    ...{
      id: 'enlace',
      guest: 'zoe',
      request: 'r1',
      purpose: 'deliver',
      state: 'failed',
      error: 'address: 550 unknown',
    },
  }),
]

interface Found {
  ids: string
  total: number
  pages: string[]
  byStatus: string | null
  isPastEmpty: boolean
}

const modules = ['requests/list/query', 'requests/list/find-page']
const { post, runSql } = await startHookServer(modules, [routes], { hasSchema: true })
await runSql([...users, ...formats, ...batches, ...requests, ...decisions, ...delivered])

const list = (caller: string, filter: RequestFilter, sort = 'created', isDescending = false, perPage = 100) =>
  post<Found>('/list', { caller, filter, sort, isDescending, perPage })

describe('visibility', () => {
  it.each<[string, RequestFilter, string]>([
    ['ana', {}, 'r1 r2 r5 r6 r9'],
    ['luis', {}, 'r3 r4 r7'],
    ['rosa', {}, 'r8'],
    ['eva', {}, 'r1 r2 r3 r4 r5 r6 r7 r8 r9'],
    ['luis', { owner: 'ana' }, ''],
    ['luis', { batch: 'lote' }, ''],
    ['luis', { search: 'guell' }, 'r4'],
    ['luis', { search: 'SOL-2026-00000' }, 'r3 r4 r7'],
    ['luis', { reviewer: 'eva' }, ''],
    ['rosa', { mine: 'decide' }, 'r4 r5'],
    ['rosa', { mine: 'decided' }, 'r7'],
    ['ana', { mine: 'decide' }, ''],
    ['eva', { mine: 'decide' }, 'r2 r3 r8 r9'],
    ['eva', { mine: 'decided' }, 'r1 r7'],
  ])('shows %s with %o: %s', async (caller, filter, ids) => {
    const found = await list(caller, filter)
    expect(found.ids).toBe(ids)
    expect(found.total).toBe(ids ? ids.split(' ').length : 0)
  })
})

describe('filters', () => {
  it.each<[RequestFilter, string, string | null]>([
    [{ format: 'cuenta' }, 'r4 r5 r8', 'sub 3'],
    [{ owner: 'ana', format: 'carta' }, 'r1 r2 r6 r9', 'app 1, dra 1, sub 2'],
    [{ batch: 'lote' }, 'r9', 'sub 1'],
    [{ status: 'submitted', owner: 'luis' }, 'r3 r4', 'sub 2'],
    [{ documentKind: 'preliminary' }, 'r1', 'app 1'],
    [{ documentKind: 'preliminary', owner: 'ana', format: 'carta', status: 'approved' }, 'r1', 'app 1'],
    [{ from: '2026-01-03', to: '2026-01-05' }, 'r3 r4 r5', null],
    [{ dates: 'submitted', from: '2026-01-08' }, 'r8 r9', null],
    [{ dates: 'decided', from: '2026-02-02' }, 'r7', null],
    [{ decision: 'approve' }, 'r1', null],
    [{ reviewer: 'eva', owner: 'luis' }, 'r7', null],
    [{ due: 'overdue' }, 'r3', null],
    [{ due: 'overdue', owner: 'ana' }, '', null],
    [{ due: 'overdue', mine: 'decide' }, 'r3', 'sub 1'],
    [{ due: 'overdue', search: 'peña' }, 'r3', 'sub 1'],
    [{ delivery: 'failed' }, 'r1', null],
    [{ delivery: 'address', owner: 'ana' }, 'r1', null],
    [{ delivery: 'refused' }, '', null],
    [{ mine: 'decide', format: 'carta' }, 'r2 r3 r9', 'sub 3'],
    [{ mine: 'decide', status: 'approved' }, '', null],
    [{ search: 'güell' }, 'r2 r4 r9', 'sub 3'],
    [{ search: 'maria guell' }, 'r4', 'sub 1'],
    [{ search: 'sub' }, '', ''],
    [{ search: '\ue000sub' }, '', ''],
    [{ search: 'guell', format: 'carta', owner: 'ana' }, 'r2 r9', 'sub 2'],
    [{ search: 'guell', batch: 'lote' }, 'r9', 'sub 1'],
    [{ search: 'guell', mine: 'decide' }, 'r2 r9', 'sub 2'],
    [{ search: 'sol2026000007' }, 'r7', null],
    [{ search: 'CART-2026' }, 'r1', null],
    [{ search: 'SOL-2026-00000', status: 'submitted' }, 'r2 r3 r4 r5 r8 r9', null],
  ])('%o finds %s', async (filter, ids, byStatus) => {
    const found = await list('eva', filter)
    expect(found.ids).toBe(ids)
    expect(found.total).toBe(ids ? ids.split(' ').length : 0)
    expect(found.byStatus).toBe(byStatus)
  })
})

describe('search by status', () => {
  it.each<[RequestFilter, string]>([
    [{ search: 'guell', status: 'submitted' }, 'r2 r4 r9'],
    [{ search: 'guell', status: 'submitted', owner: 'ana' }, 'r2 r9'],
    [{ search: 'guell', status: 'submitted', mine: 'decide' }, 'r2 r9'],
    [{ search: 'nandu', status: 'submitted' }, ''],
    [{ search: 'nandu', status: 'approved', documentKind: 'preliminary' }, 'r1'],
    [{ search: 'diana', status: 'rejected' }, 'r7'],
    [{ search: 'maria', status: 'draft' }, 'r6'],
  ])('%o finds %s', async (filter, ids) => {
    expect((await list('eva', filter)).ids).toBe(ids)
  })
})

describe('pages', () => {
  it.each<[RequestFilter, string, string]>([
    [{}, 'created', 'r1 r2 r3 r4 r5 r6 r7 r8 r9'],
    [{}, 'summary', 'r6 r3 r5 r7 r8 r9 r4 r1 r2'],
    [{}, 'number', 'r6 r1 r2 r3 r4 r5 r7 r8 r9'],
    [{}, 'status', 'r1 r6 r7 r2 r3 r4 r5 r8 r9'],
    [{}, 'submittedAt', 'r6 r1 r2 r3 r4 r5 r7 r8 r9'],
    [{}, 'decidedAt', 'r2 r3 r4 r5 r6 r8 r9 r1 r7'],
    [{ owner: 'ana' }, 'summary', 'r6 r5 r9 r1 r2'],
    [{ status: 'submitted' }, 'submittedAt', 'r2 r3 r4 r5 r8 r9'],
    [{ search: 'guell' }, 'created', 'r2 r4 r9'],
    [{ search: 'guell' }, 'summary', 'r9 r4 r2'],
    [{ search: 'guell', status: 'submitted' }, 'created', 'r2 r4 r9'],
    [{ search: 'guell', status: 'submitted' }, 'summary', 'r9 r4 r2'],
    [{ search: 'guell', owner: 'ana' }, 'created', 'r2 r9'],
    [{ search: 'SOL-2026' }, 'decidedAt', 'r2 r3 r4 r5 r8 r9 r1 r7'],
    [{ mine: 'decide' }, 'summary', 'r3 r8 r9 r2'],
    [{ due: 'overdue' }, 'number', 'r3'],
  ])('%o by %s: %s, in both directions and in pages of two', async (filter, sort, ids) => {
    const order = ids.split(' ')
    const pagesOf = (items: string[]) =>
      Array.from({ length: Math.ceil(items.length / 2) }, (_, page) => items.slice(2 * page, 2 * page + 2).join(' '))
    const ascending = await list('eva', filter, sort, false, 2)
    expect(ascending.pages).toEqual(pagesOf(order))
    expect((await list('eva', filter, sort, true, 2)).pages).toEqual(pagesOf(order.toReversed()))
    expect(ascending.isPastEmpty).toBe(true)
  })
})

describe('pages of a search, latest first', () => {
  const findPage = (sort: string, isDescending: boolean, offset: number) =>
    post('/page', { caller: 'eva', filter: { search: 'guell' }, sort, isDescending, offset, limit: 2 })

  it.each([
    ['created', true, 0, 'r9 r4'],
    ['created', true, 2, 'r2'],
    ['created', true, 4, ''],
    ['created', false, 0, 'r2 r4'],
    ['summary', true, 0, 'r2 r4'],
  ])('by %s (descending: %s) from %d: %s', async (sort, isDescending, offset, ids) => {
    expect(await findPage(sort, isDescending, offset)).toEqual({ total: 3, ids })
  })

  it('also finds matches older than the latest requests', async () => {
    await runSql([aRequest(10, 'ana', 'carta', 'submitted', 'Gloria Güell', { serial: 755 })])
    expect(await findPage('created', true, 0)).toEqual({ total: 4, ids: 'r10 r9' })
    expect(await findPage('created', true, 2)).toEqual({ total: 4, ids: 'r4 r2' })
  })
})
