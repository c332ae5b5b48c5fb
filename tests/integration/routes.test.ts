import { randomUUID } from 'node:crypto'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import type { Event } from '../../src/domain/history/event.ts'
import type { RequestRoute } from '../../src/domain/requests/request-route.ts'
import { addDays, getLocalDay } from '../../src/domain/time/local-time.ts'
import type { OpenWork } from '../../src/domain/users/open-work.ts'
import { type Server, startServer } from '../support/container.ts'
import { newKey, revoke } from '../support/keys.ts'
import { anAdmin, aUser, type Person, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aPublishedFormat, pageOf, requests, take } from '../support/requests.ts'
import {
  expectedAt,
  type RouteActor,
  type RouteState,
  routeActions,
  routeActors,
  routeStates,
} from '../support/steps.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let superuser: PocketBase
let admin: Person
let people: Record<RouteActor, Person>
let area: string
let formats: Record<'three' | 'ownAllowed' | 'empty' | 'alone' | 'each', Format>

const today = () => getLocalDay('CO', Date.now())
const aGroup = async (members: Person[]) => {
  const name = `Grupo ${randomUUID().slice(0, 8)}`
  return (await admin.pb.collection('groups').create({ name, members: members.map(({ id }) => id) })).id
}
const aSubstitution = (person: Person, substitute: Person, from: number, to: number) =>
  admin.pb.collection('substitutions').create({
    person: person.id,
    substitute: substitute.id,
    from: addDays(today(), from),
    to: addDays(today(), to),
  })
const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })
const valor = { key: 'valor', label: 'Valor', type: 'money' as const, currency: 'COP', required: true }
const total = { key: 'total', label: 'Total', type: 'computed' as const, formula: 'valor * 2', currency: 'COP' }
const aRouted = (route: object[]) =>
  aPublishedFormat(admin, {
    fields: [valor, total],
    body: '{{total}}',
    route: route as Format['route'],
  } as Partial<Format>)

beforeAll(async () => {
  server = await startServer(inject('image'))
  const place = { at: server.url }
  superuser = await aSuperuser(server)
  const made = await Promise.all(routeActors.map((actor) => (actor === 'admin' ? anAdmin(place) : aUser(place))))
  people = Object.fromEntries(routeActors.map((actor, index) => [actor, made[index]])) as typeof people
  admin = await anAdmin(place)
  const { member, decided, sub, early, late, manager, finance } = people
  const gone = await aUser(place)
  area = await aGroup([member, decided, people['ex-member']])
  const [money, nobody, alone] = [await aGroup([finance]), await aGroup([gone]), await aGroup([member])]
  await setActive(gone, false, place)
  await aSubstitution(member, late, 0, 0)
  await sql(`UPDATE substitutions SET "from" = '${addDays(today(), -9)}', "to" = '${addDays(today(), -1)}'`)
  await aSubstitution(member, early, 1, 9)
  await aSubstitution(member, sub, 0, 0)
  const large = { key: 'total', sign: '>=', than: '10000000' }
  formats = {
    three: await aRouted([
      { key: 'area', name: 'Área', group: area },
      { key: 'gerencia', name: 'Gerencia', people: [manager.id], when: large },
      { key: 'finanzas', name: 'Finanzas', group: money },
    ]),
    ownAllowed: await aRouted([{ key: 'area', name: 'Área', group: area, ownAllowed: true }]),
    empty: await aRouted([{ key: 'nadie', name: 'Nadie', group: nobody }]),
    alone: await aRouted([{ key: 'sola', name: 'Sola', group: alone }]),
    each: await aRouted([{ key: 'ambos', name: 'Ambos', people: [member.id, manager.id], all: true }]),
  }
  await admin.pb.collection('groups').update(area, { 'members-': people['ex-member'].id })
})
afterAll(() => server.stop())

const ownerAt = (state: RouteState) => (['own', 'own allowed', 'alone'].includes(state) ? people.member : people.owner)
const whoIs = (actor: RouteActor, state: RouteState) => (actor === 'owner' ? ownerAt(state) : people[actor])

async function sent(owner: Person, format: Format, amount: string): Promise<string> {
  const { id } = await requests(owner).create({ format: format.id, values: { valor: amount } })
  expect(await take(owner, 'submit', { ids: [id] })).toEqual({ changed: [id], skipped: [] })
  return id
}

/** Decisions that lead to a state. */
const ways: Partial<Record<RouteState, [RouteActor, string][]>> = {
  middle: [['decided', 'approve']],
  last: [
    ['decided', 'approve'],
    ['manager', 'approve'],
  ],
  skipped: [['decided', 'approve']],
  half: [['member', 'approve']],
  returned: [['decided', 'return']],
  rejected: [['decided', 'reject']],
  approved: [
    ['decided', 'approve'],
    ['manager', 'approve'],
    ['finance', 'approve'],
  ],
}
const formatAt: Partial<Record<RouteState, keyof typeof formats>> = {
  'own allowed': 'ownAllowed',
  empty: 'empty',
  alone: 'alone',
  each: 'each',
  half: 'each',
}

async function aRequestAt(state: RouteState): Promise<string> {
  const isSmall = state === 'skipped' || state === 'own'
  const id = await sent(ownerAt(state), formats[formatAt[state] ?? 'three'], isSmall ? '4999999.99' : '5000000')
  for (const [actor, action] of ways[state] ?? [])
    expect(await take(people[actor], action, { ids: [id], reason: 'x' })).toMatchObject({ changed: [id] })
  return id
}

const skips: Record<string, string> = { no: 'request.forbidden', tra: 'request.transition', '-': 'request.notFound' }
const statuses: Record<string, object> = {
  app: { status: 'approved', step: 0 },
  ret: { status: 'returned', step: 0 },
  rej: { status: 'rejected', step: 0 },
  same: { status: 'submitted', step: 1 },
  2: { status: 'submitted', step: 2 },
  3: { status: 'submitted', step: 3 },
}

describe.each(routeStates)('request that is %s in its route', (state) => {
  it('accepts decisions as the table states, and stays unchanged otherwise', async () => {
    const shared = await aRequestAt(state)
    const before = await requests(admin).getOne(shared)
    for (const action of routeActions) {
      for (const actor of routeActors) {
        const expected = expectedAt(action, actor, state)
        if (!expected) continue
        const [person, said] = [whoIs(actor, state), `${action} by ${actor}`]
        const code = skips[expected]
        if (code) {
          const outcome = await take(person, action, { ids: [shared], reason: 'x' })
          expect(outcome, said).toEqual({ changed: [], skipped: [{ id: shared, code }] })
        } else {
          const id = await aRequestAt(state)
          if (action !== 'approve')
            expect(await refusalOf(take(person, action, { ids: [id] })), said).toMatchObject({ code: 'request.reason' })
          expect(await take(person, action, { ids: [id], reason: 'x' }), said).toEqual({ changed: [id], skipped: [] })
          expect(await requests(admin).getOne(id), said).toMatchObject(statuses[expected] ?? {})
        }
      }
    }
    expect(await requests(admin).getOne(shared)).toEqual(before)
  })

  it('is visible as the table states, and listed for its approvers', async () => {
    const id = await aRequestAt(state)
    for (const actor of routeActors) {
      const expected = expectedAt('approve', actor, state)
      if (!expected) continue
      const person = whoIs(actor, state)
      const isThere = expected !== '-'
      const decides = !skips[expected]
      const status = (asked: Promise<unknown>) =>
        asked.then(
          () => 200,
          (error: { status: number }) => error.status,
        )
      const call = (path: string) => status(person.pb.send(`/api/app/requests/${id}/${path}`, { method: 'GET' }))
      const answers = [
        status(requests(person).getOne(id)),
        ...['history', 'route', 'sent?revision=0', 'documents'].map(call),
      ]
      expect(await Promise.all(answers), actor).toEqual(answers.map(() => (isThere ? 200 : 404)))
      const waiting = await pageOf(person, { mine: 'decide', perPage: 200 })
      expect(
        waiting.items.some((item) => item.id === id),
        actor,
      ).toBe(decides)
      expect(waiting.totalItems).toBe(waiting.items.length)
      expect(waiting.items.every(({ decidable }) => decidable)).toBe(true)
      if (!isThere) continue
      const { decidable } = await person.pb.send<RequestRoute>(`/api/app/requests/${id}/route`, { method: 'GET' })
      expect(decidable, actor).toBe(decides)
    }
  })
})

it('shows each step with its approver and substitute in history and route', async () => {
  const { sub, member, manager, finance, owner } = people
  const id = await sent(owner, formats.three, '5000000')
  await take(sub, 'approve', { ids: [id] })
  await take(manager, 'approve', { ids: [id] })
  await take(finance, 'return', { ids: [id], reason: 'Falta.' })
  await requests(owner).update(id, { values: { valor: '10' } })
  await take(owner, 'submit', { ids: [id] })
  const history = await owner.pb.send<Event[]>(`/api/app/requests/${id}/history`, { method: 'GET' })
  expect(history.map(({ action, from, to, details }) => ({ action, from, to, details }))).toMatchObject([
    { action: 'create' },
    { action: 'submit', to: 'submitted', details: { next: 'Área' } },
    {
      action: 'approve',
      from: 'submitted',
      to: 'submitted',
      details: { step: 'Área', inPlaceOf: [member.name], next: 'Gerencia' },
    },
    { action: 'approve', from: 'submitted', to: 'submitted', details: { step: 'Gerencia', next: 'Finanzas' } },
    { action: 'return', from: 'submitted', to: 'returned', details: { step: 'Finanzas' } },
    { action: 'submit', to: 'submitted', details: { next: 'Área' } },
  ])
  const { steps, ownerName } = await owner.pb.send<RequestRoute>(`/api/app/requests/${id}/route`, { method: 'GET' })
  expect(ownerName).toBe(owner.name)
  expect(steps.map(({ name, state, decisions }) => [name, state, decisions.length])).toEqual([
    ['Área', 'current', 0],
    ['Gerencia', 'skipped', 0],
    ['Finanzas', 'waiting', 0],
  ])
})

it('allows an approver of an earlier step to read, but not to comment', async () => {
  const id = await aRequestAt('middle')
  const comment = (person: Person) =>
    person.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text: 'Nota.' } })
  expect(await refusalOf(comment(people.decided))).toMatchObject({ status: 403 })
  await comment(people.manager)
  expect((await pageOf(people.decided, { mine: 'decided', perPage: 200 })).items.map((item) => item.id)).toContain(id)
})

it('accepts one of two simultaneous decisions on a step, and reports the other', async () => {
  const id = await sent(people.owner, formats.three, '5000000')
  const both = await Promise.all(
    [people.member, people.decided].map((person) => take(person, 'approve', { ids: [id], step: 1 })),
  )
  expect(both.flatMap(({ changed }) => changed)).toEqual([id])
  expect(both.flatMap(({ skipped }) => skipped)).toEqual([{ id, code: 'request.changed' }])
  expect(await take(people.stranger, 'approve', { ids: [id], step: 1 })).toMatchObject({
    skipped: [{ id, code: 'request.notFound' }],
  })
  expect(await requests(admin).getOne(id)).toMatchObject({ step: 2 })
})

it('ends the rights of former members, deactivated users and substitutes at once', async () => {
  const place = { at: server.url }
  const [first, second, third] = await Promise.all([aUser(place), aUser(place), aUser(place)])
  const group = await aGroup([first, second])
  const format = await aRouted([{ key: 'a', name: 'A', group }])
  const substitution = await aSubstitution(first, third, 0, 3)
  const id = await sent(people.owner, format, '1')
  const sees = (person: Person) => pageOf(person, { mine: 'decide' }).then(({ totalItems }) => totalItems)
  const isTold = (person: Person) => told(person, 'waiting').then(([notice]) => notice?.count)
  expect(await Promise.all([first, second, third].map(sees))).toEqual([1, 1, 1])
  expect(await Promise.all([first, second, third].map(isTold))).toEqual([1, 1, 1])
  await admin.pb.collection('substitutions').delete(substitution.id)
  expect(await Promise.all([first, second, third].map(sees))).toEqual([1, 1, 0])
  await admin.pb.collection('groups').update(group, { 'members-': second.id })
  expect(await Promise.all([first, second].map(sees))).toEqual([1, 0])
  expect(await Promise.all([first, second, third].map(isTold))).toEqual([1, 0, 0])
  expect(await sees(admin)).toBe((await pageOf(admin, { mine: 'decide' })).totalItems)
  await setActive(first, false, place)
  expect((await pageOf(admin, { mine: 'decide', format: format.id })).items.map((item) => item.id)).toEqual([id])
  expect(await take(admin, 'approve', { ids: [id] })).toMatchObject({ changed: [id] })
  const history = await admin.pb.send<Event[]>(`/api/app/requests/${id}/history`, { method: 'GET' })
  expect(history.find(({ action }) => action === 'approve')).toMatchObject({ details: { step: 'A', vacant: true } })
})

it('keeps the stage of a deactivated approver with their substitute, and says who decides', async () => {
  const place = { at: server.url }
  const named = (name: string) => aUser({ ...place, name })
  const [gone, other, deputy] = await Promise.all([named('Rosa Gil'), named('Luis Mora'), named('Eva Ruiz')])
  const format = await aRouted([{ key: 'a', name: 'A', people: [gone.id] }])
  const both = await aRouted([{ key: 'b', name: 'B', people: [gone.id, other.id], all: true }])
  const ids = [await sent(people.owner, format, '1'), await sent(people.owner, both, '1')]
  const decides = (person: Person) => pageOf(person, { mine: 'decide' }).then(({ items }) => items.map(({ id }) => id))
  const stageOf = async (id: string) => {
    const { steps } = await people.owner.pb.send<RequestRoute>(`/api/app/requests/${id}/route`, { method: 'GET' })
    return steps[0]
  }
  expect(await stageOf(ids[0] ?? '')).toMatchObject({ people: [gone.name], absent: [], vacant: false })
  await setActive(gone, false, place)
  const alone = { absent: [{ name: gone.name, substitute: '' }] }
  expect(await stageOf(ids[0] ?? '')).toMatchObject({ ...alone, vacant: true })
  expect(await stageOf(ids[1] ?? '')).toMatchObject({ ...alone, vacant: false })
  expect(await decides(admin)).toEqual(expect.arrayContaining(ids))

  await aSubstitution(gone, deputy, 0, 3)
  expect((await decides(deputy)).sort()).toEqual([...ids].sort())
  expect(await decides(admin)).not.toEqual(expect.arrayContaining([ids[0]]))
  const represented = { absent: [{ name: gone.name, substitute: deputy.name }], vacant: false }
  for (const id of ids) expect(await stageOf(id)).toMatchObject(represented)
  expect(await take(deputy, 'approve', { ids })).toMatchObject({ changed: ids })
  expect((await stageOf(ids[0] ?? ''))?.decisions).toMatchObject([{ personName: deputy.name, inPlaceOf: gone.name }])
  await setActive(deputy, false, place)
  const last = await sent(people.owner, format, '1')
  expect(await stageOf(last)).toMatchObject({ ...alone, vacant: true })
})

it('gives administrators the own requests of a substitute for whom nobody else decides', async () => {
  const place = { at: server.url }
  const [gone, deputy, other] = await Promise.all([aUser(place), aUser(place), aUser(place)])
  const route = [
    { key: 'a', name: 'A', people: [gone.id] },
    { key: 'b', name: 'B', group: await aGroup([gone]) },
    { key: 'c', name: 'C', people: [gone.id, other.id], all: true },
  ]
  const made = []
  for (const step of route) made.push(await aRouted([step]))
  await setActive(gone, false, place)
  await aSubstitution(gone, deputy, 0, 3)
  const chief = await anAdmin(place)
  const decides = async (format: Format) =>
    (await pageOf(chief, { mine: 'decide', format: format.id })).items.map(({ id }) => id)
  for (const [index, format] of made.entries()) {
    const foreign = await sent(people.owner, format, '1')
    const own = await sent(deputy, format, '1')
    const { totalItems } = await pageOf(chief, { mine: 'decide' })
    expect(await told(chief, 'waiting')).toMatchObject([{ count: totalItems }])
    expect(await decides(format)).toEqual([own])
    const { steps } = await deputy.pb.send<RequestRoute>(`/api/app/requests/${own}/route`, { method: 'GET' })
    expect(steps[0]?.vacant).toBe([true, true, false][index])
    expect((await take(deputy, 'approve', { ids: [own] })).changed).toEqual([])
    expect((await take(chief, 'approve', { ids: [foreign] })).changed).toEqual([])
    expect((await take(deputy, 'approve', { ids: [foreign] })).changed).toEqual([foreign])
  }
  const ownFree = await aRouted([{ key: 'd', name: 'D', people: [gone.id], ownAllowed: true }])
  const free = await sent(deputy, ownFree, '1')
  expect(await decides(ownFree)).toEqual([])
  expect((await take(deputy, 'approve', { ids: [free] })).changed).toEqual([free])
  const [first = ''] = await decides(made[0] as Format)
  expect((await take(chief, 'approve', { ids: [first] })).changed).toEqual([first])
  expect(await requests(deputy).getOne(first)).toMatchObject({ status: 'approved' })
})

it('reports what a user leaves open, without the rights of others', async () => {
  const place = { at: server.url }
  const named = (name: string) => aUser({ ...place, name })
  const [gone, deputy, absent] = await Promise.all([named('Rosa Gil'), named('Eva Ruiz'), named('Luz Peña')])
  const openWorkOf = ({ id }: Person) => admin.pb.send<OpenWork>(`/api/app/users/${id}/open`, { method: 'GET' })
  expect(await openWorkOf(gone)).toEqual({
    decisions: 0,
    formats: [],
    requests: 0,
    keys: 0,
    managed: 0,
    substitute: '',
  })
  const [byName, byGroup, other] = [
    await aRouted([{ key: 'a', name: 'A', people: [gone.id] }]),
    await aRouted([{ key: 'b', name: 'B', group: await aGroup([gone, deputy]) }]),
    await aRouted([{ key: 'c', name: 'C', people: [absent.id] }]),
  ]
  await aSubstitution(absent, gone, 0, 3)
  for (const format of [byName, byName, byGroup, other]) await sent(people.owner, format, '1')
  const own = await sent(gone, byGroup, '1')
  await requests(gone).create({ format: byName.id, values: {} })
  await newKey(gone, { account: gone.email })
  await revoke(gone, await newKey(gone, { account: gone.email }))
  expect(await openWorkOf(gone)).toEqual({
    decisions: 3,
    formats: [byName.name, byGroup.name].sort(),
    requests: 1,
    keys: 1,
    managed: 0,
    substitute: '',
  })
  await aSubstitution(gone, deputy, 0, 3)
  await take(deputy, 'return', { ids: [own], reason: 'Falta un dato.' })
  expect(await openWorkOf(gone)).toMatchObject({ decisions: 3, requests: 1, substitute: 'Eva Ruiz' })
  expect(await refusalOf(admin.pb.send('/api/app/users/aaaaaaaaaaaaaaa/open', {}))).toMatchObject({ status: 404 })
})

it('routes each request of a batch by its own values', async () => {
  const { owner, member, manager } = people
  const format = await aRouted([
    { key: 'gerencia', name: 'Gerencia', people: [manager.id], when: { key: 'total', sign: '>=', than: '100' } },
    { key: 'area', name: 'Área', group: area },
  ])
  const body = { format: format.id, fileName: 'filas.csv', fileHash: 'a'.repeat(64), total: 3 }
  const batch = await owner.pb.send('/api/app/batches', { method: 'POST', body })
  const rows = ['10', '60', '70'].map((valor, index) => ({ row: index + 2, values: { valor } }))
  await owner.pb.send(`/api/app/batches/${batch.id}/rows`, { method: 'POST', body: { rows } })
  await owner.pb.send(`/api/app/batches/${batch.id}/confirm`, { method: 'POST' })
  const waiting = (person: Person) => pageOf(person, { mine: 'decide', batch: batch.id })
  await expect.poll(() => waiting(manager).then(({ totalItems }) => totalItems)).toBe(2)
  expect((await waiting(member)).totalItems).toBe(1)
  const counts = await manager.pb.send('/api/app/requests/counts', { query: { mine: 'decide', batch: batch.id } })
  expect(counts).toMatchObject({ submitted: 2, approved: 0 })
  const filter = { mine: 'decide', batch: batch.id }
  expect(await refusalOf(take(manager, 'approve', { filter, expected: 3 }))).toMatchObject({ code: 'request.expected' })
  expect(await take(manager, 'approve', { filter, expected: 2 })).toMatchObject({ skipped: [] })
  expect((await waiting(member)).totalItems).toBe(3)
  expect(await refusalOf(member.pb.collection('batches').getOne(batch.id))).toMatchObject({ status: 404 })
})

it('evaluates conditions of several tests at submission, and refuses invalid tests', async () => {
  const { owner, member, manager } = people
  const fields: Field[] = [
    valor,
    total,
    {
      key: 'nota',
      label: 'Nota',
      type: 'text',
      visibleIf: {
        joint: 'and',
        tests: [
          { key: 'valor', sign: '>', than: '50' },
          { key: 'valor', sign: '!=', than: '60' },
        ],
      },
    },
  ]
  const when = (than: string) => ({
    joint: 'or' as const,
    tests: [
      { key: 'total', sign: '>=' as const, than },
      { key: 'nota', empty: false },
    ],
  })
  const route = (than: string) => [
    { key: 'gerencia', name: 'Gerencia', people: [manager.id], when: when(than) },
    { key: 'area', name: 'Área', group: area },
  ]
  const body = '{{total}} {{nota}}'
  expect(await refusalOf(aPublishedFormat(admin, { fields, body, route: route('mucho') }))).toMatchObject({
    status: 400,
  })
  const format = await aPublishedFormat(admin, { fields, body, route: route('1000') })
  const send = async (amount: string) => {
    const { id } = await requests(owner).create({ format: format.id, values: { valor: amount, nota: 'x' } })
    expect(await take(owner, 'submit', { ids: [id] })).toEqual({ changed: [id], skipped: [] })
    return id
  }
  const [hidden, shown] = [await send('60'), await send('70')]
  const waiting = async (person: Person) =>
    (await pageOf(person, { mine: 'decide', format: format.id })).items.map(({ id }) => id)
  expect(await waiting(manager)).toEqual([shown])
  expect(await waiting(member)).toEqual([hidden])
  expect((await requests(owner).getOne(hidden)).values).not.toHaveProperty('nota')
  expect((await requests(owner).getOne(shown)).values).toMatchObject({ nota: 'x' })
})

/** Returns a user's pending requests and notices of a kind. */
async function told({ pb }: Person, kind: string) {
  const { items } = await pb.send<{ items: Notice[] }>('/api/app/notices', { method: 'GET' })
  return items.filter((item) => item.kind === kind)
}
type Notice = { kind: string; subjectId: string; count: number; details: { oldest?: string } }

it('reports a late decision on the last step as changed', async () => {
  const { owner, member, decided, stranger } = people
  const group = await aGroup([member, decided])
  const format = await aRouted([{ key: 'a', name: 'A', group }])
  const id = await sent(owner, format, '1')
  expect(await take(member, 'approve', { ids: [id], step: 1 })).toMatchObject({ changed: [id] })
  const late = (person: Person) => take(person, 'approve', { ids: [id], step: 1 })
  expect((await late(decided)).skipped).toEqual([{ id, code: 'request.changed' }])
  expect((await late(stranger)).skipped).toEqual([{ id, code: 'request.notFound' }])
})

it('notifies the step’s approvers of an owner’s comment, and no administrator', async () => {
  const { owner, manager, stranger } = people
  const id = await aRequestAt('middle')
  await owner.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text: 'Es urgente.' } })
  const wasNotified = async (person: Person) =>
    (await told(person, 'comment')).some(({ subjectId }) => subjectId === id)
  expect(await Promise.all([manager, admin, stranger, owner].map(wasNotified))).toEqual([true, false, false, false])
})

it('shows no earlier decisions after a new submission that skips all steps', async () => {
  const { owner, member } = people
  const when = { key: 'total', sign: '>=', than: '100' }
  const format = await aRouted([
    { key: 'a', name: 'A', group: area, when },
    { key: 'b', name: 'B', group: area, when },
  ])
  const id = await sent(owner, format, '60')
  await take(member, 'approve', { ids: [id] })
  await take(member, 'return', { ids: [id], reason: 'Es menos.' })
  await requests(owner).update(id, { values: { valor: '10' } })
  await take(owner, 'submit', { ids: [id] })
  const { steps } = await owner.pb.send<RequestRoute>(`/api/app/requests/${id}/route`, { method: 'GET' })
  expect(steps.map(({ state, decisions }) => [state, decisions])).toEqual([
    ['skipped', []],
    ['skipped', []],
  ])
})

it('notifies administrators only of batch requests without step or without approver', async () => {
  const { owner, manager } = people
  const alone = await anAdmin({ at: server.url })
  const nobody = await aGroup([])
  const when = (than: string) => ({ key: 'total', sign: '>=', than })
  const format = await aRouted([
    { key: 'nadie', name: 'Nadie', group: nobody, when: when('1000') },
    { key: 'gerencia', name: 'Gerencia', people: [manager.id], when: when('100') },
  ])
  const decidable = async () => (await pageOf(alone, { mine: 'decide' })).totalItems
  const others = await decidable()
  const body = { format: format.id, fileName: 'filas.csv', fileHash: 'b'.repeat(64), total: 6 }
  const batch = await owner.pb.send('/api/app/batches', { method: 'POST', body })
  const rows = ['10', '11', '60', '70', '80', '600'].map((valor, index) => ({ row: index + 2, values: { valor } }))
  await owner.pb.send(`/api/app/batches/${batch.id}/rows`, { method: 'POST', body: { rows } })
  await owner.pb.send(`/api/app/batches/${batch.id}/confirm`, { method: 'POST' })
  await expect.poll(() => told(alone, 'waiting').then((notices) => notices.length)).toBe(1)
  // Two without stage and one whose stage has no approver; the manager's three are not included.
  expect(await decidable()).toBe(others + 3)
  const [notice] = await told(alone, 'waiting')
  expect(notice?.count).toBe(others + 3)
  const { items } = await pageOf(alone, { mine: 'decide', perPage: 200 })
  expect(notice?.details.oldest).toBe(items.map(({ submittedAt }) => submittedAt).sort()[0])
  expect((await told(manager, 'waiting'))[0]?.count).toBe((await pageOf(manager, { mine: 'decide' })).totalItems)
  const stored = `SELECT count AS n FROM notices WHERE kind = 'waiting' AND "to" = '${alone.id}'`
  expect((await sql(stored)).rows).toEqual([['3']])
})

it('hides no other request if a route or group is unreadable', async () => {
  const { owner, manager, stranger } = people
  const spoilt = await aRouted([{ key: 'a', name: 'A', people: [manager.id] }])
  const group = await aGroup([stranger])
  const id = await sent(owner, spoilt, '1')
  const other = await sent(owner, formats.three, '5000000')
  const ids = async (person: Person) =>
    (await pageOf(person, { mine: 'decide', perPage: 200 })).items.map((item) => item.id)
  expect(await ids(manager)).toContain(id)
  await sql(`UPDATE format_versions SET route = '[{"roto' WHERE format = '${spoilt.id}'`)
  await sql(`UPDATE groups SET members = '["roto' WHERE id = '${group}'`)
  expect(await ids(manager)).not.toContain(id)
  expect(await ids(people.member)).toContain(other)
  expect((await pageOf(owner)).items.map((item) => item.id)).toContain(id)
  await sql(`UPDATE format_versions SET route = '[]' WHERE format = '${spoilt.id}'`)
  await sql(`UPDATE groups SET members = '[]' WHERE id = '${group}'`)
})
