import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Dashboard } from '../../src/domain/requests/dashboard.ts'
import { aCompletedBatch, cartaLaboral, cuentaDeCobro } from '../support/batch.ts'
import { type Server, startServer } from '../support/container.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aDraft, aRequest, pageOf } from '../support/requests.ts'

// Separate server with few requests, because lists of many requests use another query plan.
let server: Server
let admin: Person
let ana: Person
beforeAll(async () => {
  server = await startServer(inject('image'))
  admin = await anAdmin({ at: server.url })
  ana = await aUser({ at: server.url })
  const luis = await aUser({ at: server.url })
  for (const nombre_completo of ['Zoé Ñandú', 'Álvaro Güell', 'beatriz peña'])
    await aDraft(ana, cartaLaboral({ nombre_completo }))
  for (const status of ['approved', 'submitted', 'rejected', 'submitted', 'approved', 'returned'] as const)
    await aRequest(ana, admin, status)
  for (const status of ['submitted', 'cancelled'] as const) await aRequest(luis, admin, status)
})
afterAll(async () => {
  await server?.stop()
})

const year = new Date().getFullYear()
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

it.each<[number, Record<string, string>]>([
  [11, {}],
  [3, { status: 'submitted' }],
  [2, { status: 'submitted', owner: 'ana' }],
  [11, { from: '2020-01-01' }],
  [0, { to: '2020-01-01' }],
  [9, { search: 'guell' }],
  [3, { search: 'guell', status: 'submitted' }],
  [2, { search: 'guell', status: 'approved', from: '2020-01-01', owner: 'ana' }],
  [2, { search: `CL-${year}` }],
  [7, { search: `SOL-${year}` }],
  [3, { search: `sol-${year}-0`, status: 'submitted', from: '2020-01-01' }],
])('returns %i requests for %o in every order', async (total, { owner, ...filter }) => {
  const query = owner ? { ...filter, owner: ana.id } : filter
  const { items: found, totalItems } = await pageOf(admin, query)
  expect(totalItems).toBe(total)
  const ids = found.map(({ id }) => id).toSorted()
  expect(ids).toHaveLength(total)
  for (const sort of ['created', 'number', 'status', 'summary', 'submittedAt', 'decidedAt'] as const) {
    const { items } = await pageOf(admin, { ...query, sort })
    expect(items.map(({ id }) => id).toSorted()).toEqual(ids)
    const keys = items.map((item) => item[sort])
    expect(keys).toEqual(keys.toSorted(byBytes))
    const turned = await pageOf(admin, { ...query, sort: `-${sort}` })
    expect(turned.items).toEqual(items.toReversed())
    for (const page of [1, 2, 3, 4, 5, 6]) {
      const part = await pageOf(admin, { ...query, sort, page, perPage: 2 })
      expect(part.items).toEqual(items.slice(2 * page - 2, 2 * page))
    }
  }
})

it.each([
  ['CL', cartaLaboral(), 'submitted', 0],
  ['CC', cuentaDeCobro(), 'approved', 3],
] as const)('counts a batch of %s like single requests', async (code, values, status, decided) => {
  const today = async () => (await admin.pb.send<Dashboard>('/api/app/dashboard', { method: 'GET' })).admin?.days.at(-1)
  const before = await today()
  const { totalItems } = await pageOf(admin, { owner: ana.id, status })
  const batch = await aCompletedBatch(ana.pb, [values, values, values], { code })
  const after = await today()
  expect(after?.submitted).toBe((before?.submitted ?? 0) + 3)
  expect(after?.decided).toBe((before?.decided ?? 0) + decided)
  expect((await pageOf(admin, { owner: ana.id, status })).totalItems).toBe(totalItems + 3)
  for (const query of [{}, { status }, { search: values.numero_documento as string, status }])
    expect((await pageOf(admin, { batch: batch.id, ...query })).totalItems).toBe(3)
})
