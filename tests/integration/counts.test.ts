import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import type { NoticePage } from '../../src/domain/notices/notice-output.ts'
import type { CallerCounts } from '../../src/domain/requests/counts.ts'
import type { Dashboard } from '../../src/domain/requests/dashboard.ts'
import type { Request } from '../../src/domain/requests/request-output.ts'
import { getLocalDay } from '../../src/domain/time/local-time.ts'
import { type Server, startServer } from '../support/container.ts'
import { anAdmin, anInactiveUser, aUser, type Person, setActive } from '../support/people.ts'
import { aDraft, aPublishedFormat, pageOf, requests, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let superuser: PocketBase
/** `beto` and `dora` are the group of the first stage, `carla` substitutes `beto` today, `zoe` is the second stage, `eva` is a user. */
let people: Record<'amparo' | 'ana' | 'beto' | 'carla' | 'dora' | 'zoe' | 'eva', Person>
let compras = ''
const made: Record<string, Request> = {}

const countsOf = ({ pb }: Pick<Person, 'pb'>) => pb.send<CallerCounts>('/api/app/counts', { method: 'GET' })
const dashboardOf = ({ pb }: Pick<Person, 'pb'>) => pb.send<Dashboard>('/api/app/dashboard', { method: 'GET' })
const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })

async function sent(name: string, owner: Person, format: Format) {
  const { id } = await aDraft(owner, { nombre: name }, format.code)
  expect(await take(owner, 'submit', { ids: [id] })).toMatchObject({ changed: [id] })
  made[name] = await requests(owner).getOne(id)
}
const idOf = (name: string) => made[name]?.id ?? ''

beforeAll(async () => {
  server = await startServer(inject('image'))
  const at = server.url
  superuser = await aSuperuser(server)
  const names = ['ana', 'beto', 'carla', 'dora', 'zoe', 'eva'] as const
  const [amparo, gone] = await Promise.all([anAdmin({ at }), aUser({ at })])
  const others = await Promise.all(names.map(() => aUser({ at })))
  people = { amparo, ...Object.fromEntries(names.map((name, index) => [name, others[index]])) } as typeof people
  const { ana, beto, carla, dora, zoe } = people
  const group = async (name: string, members: Person[]) =>
    (await amparo.pb.collection('groups').create({ name, members: members.map(({ id }) => id) })).id
  compras = await group('Compras', [beto, dora])
  const [finanzas, nobody] = [await group('Finanzas', [zoe]), await group('Nadie', [gone])]
  await setActive(gone, false, { at })
  const today = getLocalDay('CO', Date.now())
  const inHisPlace = { person: beto.id, substitute: carla.id, from: today, to: today }
  await amparo.pb.collection('substitutions').create(inHisPlace)
  const routed = (route: object[]) => aPublishedFormat(amparo, { route } as Partial<Format>)
  const plain = await aPublishedFormat(amparo)
  const two = await routed([
    { key: 'compras', name: 'Compras', group: compras },
    { key: 'finanzas', name: 'Finanzas', group: finanzas },
  ])
  const vacant = await routed([{ key: 'nadie', name: 'Nadie', group: nobody }])
  for (const name of ['plain 1', 'plain 2', 'plain 3']) await sent(name, ana, plain)
  for (const name of ['routed 1', 'routed 2', 'routed 3']) await sent(name, ana, two)
  await sent('of dora', dora, two)
  await sent('vacant', ana, vacant)
  await take(amparo, 'return', { ids: [idOf('plain 3')], reason: 'Falta el cargo.' })
  await take(beto, 'approve', { ids: [idOf('routed 3')] })
  const late = [idOf('plain 2'), idOf('routed 2')].map((id) => `'${id}'`)
  await sql(`UPDATE requests SET dueAt = '2026-01-02 05:00:00.000Z' WHERE id IN (${late})`)
})
afterAll(() => server?.stop())

const of = (more: object) => ({ draft: 0, submitted: 0, returned: 0, approved: 0, rejected: 0, cancelled: 0, ...more })

describe('pending decisions of each approver', () => {
  /** Expected numbers: pending requests, overdue ones, and the first requests of the dashboard. */
  it.each([
    ['amparo', 3, 1, ['plain 2', 'plain 1', 'vacant']],
    ['beto', 3, 1, ['routed 2', 'routed 1', 'of dora']],
    ['carla', 3, 1, ['routed 2', 'routed 1', 'of dora']],
    ['dora', 2, 1, ['routed 2', 'routed 1']],
    ['zoe', 1, 0, ['routed 3']],
    ['ana', null, 0, []],
    ['eva', null, 0, []],
  ] as const)('of %s are %s', async (name, total, overdue, first) => {
    const person = people[name]
    const { decide } = await countsOf(person)
    const oldest = first.map((each) => made[each]?.submittedAt ?? '').sort()[0]
    expect(decide).toEqual(total === null ? null : { total, overdue, oldest })
    const { todo, admin } = await dashboardOf(person)
    expect(todo.decide.map(({ id }) => id)).toEqual(first.map(idOf))
    expect(todo.decide.every(({ decidable }) => decidable)).toBe(true)
    expect((await pageOf(person, { mine: 'decide' })).totalItems).toBe(total ?? 0)
    const late = await pageOf(person, { mine: 'decide', due: 'overdue' })
    expect(late.totalItems).toBe(overdue)
    if (name !== 'amparo') return
    expect(admin?.queue).toMatchObject({ total, oldest })
    expect(admin?.queue.items.map(({ id }) => id)).toEqual(first.map(idOf))
    expect(admin?.overdue).toBe(overdue)
  })
})

describe('counts of each caller', () => {
  it('contain the caller’s requests, and everyone’s for an administrator only', async () => {
    expect((await countsOf(people.ana)).own).toEqual(of({ submitted: 6, returned: 1 }))
    expect((await countsOf(people.dora)).own).toEqual(of({ submitted: 1 }))
    for (const name of ['ana', 'beto', 'carla', 'dora', 'zoe', 'eva'] as const)
      expect((await countsOf(people[name])).admin).toBeNull()
    const { own, admin } = await countsOf(people.amparo)
    expect(own).toEqual(of({}))
    expect(admin).toEqual({
      ...{ all: of({ submitted: 7, returned: 1 }), pendingUsers: 0, failedDocuments: 0 },
      mailEnabled: false,
    })
  })

  it('contain registrations whose address nobody can confirm, because there is no mail server', async () => {
    const nora = await anInactiveUser({ at: server.url })
    const pending = async () => {
      const [counts, dashboard] = await Promise.all([countsOf(people.amparo), dashboardOf(people.amparo)])
      return [counts.admin?.pendingUsers, dashboard.admin?.pendingUsers]
    }
    expect(await pending()).toEqual([1, 1])
    await people.amparo.pb.send('/api/app/users/reject', { method: 'POST', body: { ids: [nora.id], reason: 'No.' } })
    expect(await pending()).toEqual([0, 0])
  })

  it('contain the unread notices', async () => {
    const unread = async () => (await countsOf(people.ana)).unread
    expect(await unread()).toBe(1)
    await people.ana.pb.send('/api/app/notices/read', { method: 'POST', body: { until: '2099-01-01 00:00:00.000Z' } })
    expect(await unread()).toBe(0)
  })

  it('return the requests to correct with their reason and date', async () => {
    const [returned] = (await dashboardOf(people.ana)).todo.returned
    expect(returned).toMatchObject({ id: idOf('plain 3'), reason: 'Falta el cargo.' })
    expect(returned?.decidedAt).toBe((await requests(people.ana).getOne(idOf('plain 3'))).decidedAt)
  })
})

describe('counts after changes', () => {
  /** Returns the unread counts of the bell and the notices page, and whether pending work was read. */
  const newsOf = async (person: Person) => {
    const { items, unread } = await person.pb.send<NoticePage>('/api/app/notices', { method: 'GET' })
    return [(await countsOf(person)).unread, unread, items.find(({ kind }) => kind === 'waiting')?.readAt !== '']
  }
  const totals = async (...names: (keyof typeof people)[]) =>
    Promise.all(names.map(async (name) => (await countsOf(people[name])).decide?.total ?? null))

  it('follow decisions, new submissions, group changes and deactivated approvers', async () => {
    const { amparo, ana, beto, carla, dora } = people
    await take(dora, 'approve', { ids: [idOf('routed 1')] })
    expect(await totals('beto', 'carla', 'dora', 'zoe', 'amparo')).toEqual([2, 2, 1, 2, 3])
    await take(carla, 'return', { ids: [idOf('routed 2')], reason: 'Falta.' })
    expect(await totals('beto', 'dora', 'amparo')).toEqual([1, 0, 3])
    expect((await countsOf(beto)).decide).toMatchObject({ overdue: 0 })
    await take(ana, 'submit', { ids: [idOf('routed 2')] })
    expect(await totals('beto', 'dora')).toEqual([2, 1])
    await amparo.pb.collection('groups').update(compras, { 'members-': beto.id })
    expect(await totals('beto', 'carla', 'dora')).toEqual([null, null, 1])
    // Requests of a stage's only approver are decided by administrators.
    expect(await totals('amparo')).toEqual([4])
    const { decide } = (await dashboardOf(amparo)).todo
    expect(decide.map(({ id }) => id)).toEqual(['plain 2', 'plain 1', 'of dora', 'vacant'].map(idOf))
    expect((await pageOf(amparo, { mine: 'decide' })).items.map(({ id }) => id)).toContain(idOf('of dora'))
    await setActive(dora, false, { at: server.url })
    // The stage has no approvers left, so administrators decide.
    expect(await totals('amparo', 'zoe')).toEqual([5, 2])
    await take(amparo, 'approve', { filter: { mine: 'decide' }, expected: 5 })
    expect(await totals('amparo', 'zoe')).toEqual([0, 4])
    // Pending work is unread only while there is some.
    expect(await newsOf(amparo)).toEqual([0, 0, true])
    await take(ana, 'submit', { ids: [idOf('plain 3')] })
    expect(await newsOf(amparo)).toEqual([1, 1, false])
  })
})
