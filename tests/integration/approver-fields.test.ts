import { randomUUID } from 'node:crypto'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { apiCalls } from '../../pb_hooks/api-calls.ts'
import type { Field } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import type { Event } from '../../src/domain/history/event.ts'
import type { ApproverFields } from '../../src/domain/requests/approver-fields.ts'
import { type Server, startServer } from '../support/container.ts'
import { listen } from '../support/listening.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import {
  aFormat,
  aPublishedFormat,
  download,
  formatStep,
  pageOf,
  read,
  requests,
  settled,
  take,
} from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let superuser: PocketBase
let admin: Person
let chief: Person
let finance: Person
let owner: Person
let stranger: Person
let format: Format

const fields: Field[] = [
  { key: 'valor', label: 'Valor', type: 'money', currency: 'COP', required: true },
  {
    key: 'aprobado',
    label: 'Valor aprobado',
    type: 'money',
    currency: 'COP',
    required: true,
    max: '@valor',
    approvers: 'fill',
  },
  { key: 'riesgo', label: 'Concepto interno', type: 'text', approvers: 'keep' },
]
const body = 'Pide {{valor|moneda}}. Recibe {{aprobado|moneda}}.'

beforeAll(async () => {
  server = await startServer(inject('image'), { UNDO_SECONDS: '60' })
  const place = { at: server.url }
  superuser = await aSuperuser(server)
  admin = await anAdmin(place)
  ;[chief, finance, owner, stranger] = await Promise.all([aUser(place), aUser(place), aUser(place), aUser(place)])
  // The requester is an approver, who may not decide own requests.
  const members = [chief.id, owner.id]
  const { id: group } = await admin.pb
    .collection('groups')
    .create({ name: `Jefes ${randomUUID().slice(0, 8)}`, members })
  format = await aPublishedFormat(admin, {
    fields,
    body,
    route: [
      { key: 'jefe', name: 'Jefe', group },
      { key: 'finanzas', name: 'Finanzas', people: [finance.id] },
    ],
  })
})
afterAll(() => server?.stop())

async function sent(of = format, by = owner): Promise<string> {
  const { id } = await requests(by).create({ format: of.id, values: { valor: '1000' } })
  expect(await take(by, 'submit', { ids: [id] })).toEqual({ changed: [id], skipped: [] })
  return id
}
const filledOf = (person: { pb: PocketBase }, id: string) =>
  person.pb.send<ApproverFields>(`/api/app/requests/${id}/filled`, { method: 'GET' })
const fill = (person: { pb: PocketBase }, id: string, values: object, rest: object = {}) =>
  person.pb.send<ApproverFields>(`/api/app/requests/${id}/filled`, { method: 'PUT', body: { values, ...rest } })
const historyOf = (person: Person, id: string) =>
  person.pb.send<Event[]>(`/api/app/requests/${id}/history`, { method: 'GET' })
const keysOf = ({ fields }: { fields: Field[] }) => fields.map(({ key }) => key)

describe('approver fields', () => {
  it('are no part of the owner’s values, and internal fields are hidden from the owner', async () => {
    const version = (person: Person) =>
      person.pb.collection('format_versions').getFirstListItem(`format = "${format.id}"`)
    expect(keysOf((await version(owner)) as unknown as ApproverFields)).toEqual(['valor'])
    expect(await version(owner)).toMatchObject({ approverFields: [{ key: 'aprobado' }] })
    expect(JSON.stringify(await version(owner))).not.toContain('riesgo')
    expect(await version(admin)).toMatchObject({ internalFields: [{ key: 'riesgo' }] })
    const shown = await owner.pb.collection('formats').getOne<Format>(format.id)
    expect(keysOf(shown)).toEqual(['valor'])
    // Values of the requester for approver fields are dropped at submission.
    const { id } = await requests(owner).create({
      format: format.id,
      values: { valor: '5', aprobado: '4', riesgo: 'x' },
    })
    await take(owner, 'submit', { ids: [id] })
    expect((await requests(owner).getOne(id)).values).toEqual({ valor: '5.00' })
    expect((await filledOf(admin, id)).values).toEqual({})
  })

  it('are filled by the step’s approver, changed by the next, and shown to the owner after approval', async () => {
    const id = await sent()
    for (const [person, status] of [
      [owner, 403],
      [finance, 404],
      [stranger, 404],
      [admin, 403],
    ] as const)
      expect(await refusalOf(fill(person, id, { aprobado: '1' })), person.name).toMatchObject({ status })
    expect(await filledOf(chief, id)).toMatchObject({ values: {}, updated: '', open: true })
    expect(await filledOf(owner, id)).toEqual({ fields: [fields[1]], values: {}, updated: '', open: false })

    const first = await fill(chief, id, { riesgo: 'Bajo' })
    expect(first).toMatchObject({ values: { riesgo: 'Bajo' }, open: true })
    // Approval with incomplete fields is possible; wrong values are not stored.
    expect(await take(chief, 'approve', { ids: [id] })).toEqual({ changed: [id], skipped: [] })
    expect(await filledOf(chief, id)).toMatchObject({ values: { riesgo: 'Bajo' }, open: false })
    expect(await refusalOf(fill(chief, id, {}))).toMatchObject({ status: 403, code: 'request.forbidden' })
    expect(await refusalOf(fill(finance, id, { aprobado: '1000.01' }))).toMatchObject({
      status: 400,
      code: 'request.filled',
      fields: { aprobado: 'max' },
    })
    expect(await refusalOf(fill(finance, id, { aprobado: '900' }, { updated: '' }))).toMatchObject({
      status: 409,
      code: 'request.changed',
    })
    expect(await take(finance, 'approve', { ids: [id] })).toEqual({
      changed: [],
      skipped: [{ id, code: 'request.filled', errors: { aprobado: 'required' } }],
    })
    await fill(finance, id, { aprobado: '900', riesgo: 'Medio', valor: '1' }, { updated: first.updated })
    expect((await filledOf(owner, id)).values).toEqual({})
    expect(await take(finance, 'approve', { ids: [id] })).toEqual({ changed: [id], skipped: [] })

    expect((await filledOf(owner, id)).values).toEqual({ aprobado: '900.00' })
    expect((await filledOf(admin, id)).values).toEqual({ aprobado: '900.00', riesgo: 'Medio' })
    const lines = (await historyOf(finance, id)).filter(({ action }) => action === 'fill')
    expect(lines.map(({ actor, details }) => [actor, details?.changes])).toEqual([
      [chief.id, { 'Concepto interno': { from: '', to: 'Bajo' } }],
      [
        finance.id,
        {
          'Valor aprobado': { from: '', to: expect.stringMatching(/^\$\s900,00$/) },
          'Concepto interno': { from: 'Bajo', to: 'Medio' },
        },
      ],
    ])
    expect((await historyOf(owner, id)).map(({ action }) => action)).not.toContain('fill')
    const made = await settled(owner, id)
    expect(read(await (await download(owner, made)).arrayBuffer())).toMatch(/Pide \$\s1\.000,00\. Recibe \$\s900,00\./)
  })

  it('are saved with the decision or not at all, and restored by undo', async () => {
    const id = await sent()
    const undo = (way?: { id: string }) => chief.pb.send(`/api/app/decisions/${way?.id}/undo`, { method: 'POST' })
    const approve = (person: Person, filled: object, rest: object = {}) =>
      take(person, 'approve', { ids: [id], undoable: true, filled, ...rest })
    const linesOf = async (person: Person) =>
      (await historyOf(person, id)).map(({ action, details }) => details?.changes ?? action)
    // Wrong or outdated values prevent the decision, and nothing is stored.
    expect(await approve(chief, { values: { riesgo: 'Alto' } }, { revision: 9 })).toEqual({
      changed: [],
      skipped: [{ id, code: 'request.changed' }],
    })
    expect(await filledOf(chief, id)).toMatchObject({ values: {}, updated: '' })
    for (const [filled, status, code] of [
      [{ values: { aprobado: '1000.01' } }, 400, 'request.filled'],
      [{ values: { riesgo: 'Alto' }, updated: 'x' }, 409, 'request.changed'],
    ] as const)
      expect(await refusalOf(approve(chief, filled))).toMatchObject({ status, code })
    for (const person of [owner, finance])
      expect((await refusalOf(approve(person, { values: { riesgo: 'Alto' } }))).status).toBeGreaterThan(400)
    expect((await refusalOf(take(chief, 'comment', { ids: [id], filled: { values: {} } }))).status).toBe(404)
    expect(await refusalOf(take(chief, 'approve', { ids: [id, await sent()], filled: { values: {} } }))).toMatchObject({
      fields: { filled: 'invalid' },
    })
    expect((await requests(owner).getOne(id)).step).toBe(1)

    // Undo restores empty fields.
    const first = await approve(chief, { values: { riesgo: 'Alto' }, updated: '' })
    expect(await filledOf(chief, id)).toMatchObject({ values: { riesgo: 'Alto' }, open: false })
    await undo(first.undo)
    expect(await filledOf(chief, id)).toMatchObject({ values: {}, updated: '', open: true })

    // Undo restores the earlier value.
    const before = await fill(chief, id, { riesgo: 'Bajo', aprobado: '300' })
    const second = await approve(chief, { values: { riesgo: 'Alto' }, updated: before.updated })
    expect((await filledOf(chief, id)).values).toEqual({ riesgo: 'Alto' })
    await undo(second.undo)
    expect(await filledOf(chief, id)).toEqual(before)
    expect((await linesOf(chief)).slice(2)).toEqual([
      { 'Concepto interno': { from: '', to: 'Alto' } },
      'approve',
      { 'Concepto interno': { from: 'Alto', to: '' } },
      'undo',
      {
        'Valor aprobado': { from: '', to: expect.stringMatching(/^\$\s300,00$/) },
        'Concepto interno': { from: '', to: 'Bajo' },
      },
      {
        'Valor aprobado': { from: expect.stringMatching(/^\$\s300,00$/), to: '' },
        'Concepto interno': { from: 'Bajo', to: 'Alto' },
      },
      'approve',
      {
        'Valor aprobado': { from: '', to: expect.stringMatching(/^\$\s300,00$/) },
        'Concepto interno': { from: 'Alto', to: 'Bajo' },
      },
      'undo',
    ])
    expect(JSON.stringify(await historyOf(owner, id))).not.toContain('Concepto interno')

    // The values of the next approver are kept.
    const third = await approve(chief, { values: { riesgo: 'Medio' } })
    const next = await fill(finance, id, { riesgo: 'Ninguno' })
    await undo(third.undo)
    expect((await filledOf(chief, id)).values).toEqual({ riesgo: 'Ninguno' })
    expect((await filledOf(chief, id)).updated).toBe(next.updated)
  })

  it('are kept after a return, and validated against the new values', async () => {
    const plain = await aPublishedFormat(admin, { fields, body })
    const id = await sent(plain)
    await fill(admin, id, { aprobado: '700', riesgo: 'Alto' })
    await take(admin, 'return', { ids: [id], reason: 'Falta algo.' })
    expect((await filledOf(owner, id)).values).toEqual({})
    await requests(owner).update(id, { values: { valor: '600' } })
    await take(owner, 'submit', { ids: [id] })
    expect((await filledOf(admin, id)).values).toEqual({ aprobado: '700.00', riesgo: 'Alto' })
    // The server validates the values together with the request's current values.
    expect(await take(admin, 'approve', { ids: [id] })).toMatchObject({ skipped: [{ errors: { aprobado: 'max' } }] })
    const other = await sent(plain)
    await fill(admin, other, { aprobado: '1' })
    expect(await take(admin, 'approve', { ids: [id, other] })).toEqual({
      changed: [other],
      skipped: [{ id, code: 'request.filled', errors: { aprobado: 'max' } }],
    })
  })

  it('are exported to approvers, and internal fields never to the owner', async () => {
    const id = await sent()
    const secret = `Reservado ${randomUUID()}`
    await fill(chief, id, { aprobado: '500', riesgo: secret })
    const exported = (person: Person, query: object) =>
      person.pb.send('/api/app/requests/export', { method: 'GET', query: { format: format.id, ...query } })
    const byChief = await exported(chief, { mine: 'decide' })
    expect(byChief.rows).toContainEqual(
      expect.objectContaining({ values: { valor: '1000.00', aprobado: '500.00', riesgo: secret } }),
    )
    expect(keysOf(byChief.versions[0])).toEqual(['valor', 'aprobado', 'riesgo'])
    expect(JSON.stringify(await exported(admin, {}))).toContain(secret)
    const own = await exported(owner, {})
    expect(JSON.stringify(own)).not.toContain(secret)
    expect(keysOf(own.versions[0])).toEqual(['valor'])
  })

  it('refuse a format that uses them where the owner needs or sees them', async () => {
    const [valor, aprobado, riesgo] = fields as [Field, Field, Field]
    const faultsOf = async (change: Partial<Format>) =>
      refusalOf(formatStep(admin, await aFormat(admin, { fields, body, ...change }), 'publish'))
    expect(await faultsOf({ body: `${body} {{riesgo}}` })).toMatchObject({
      fields: { body: 'template.internal', 'fields.2.approvers': 'template.internal' },
    })
    expect(await faultsOf({ requiresReview: false })).toMatchObject({
      fields: { 'fields.1.approvers': 'format.approversReview' },
    })
    expect(await faultsOf({ fields: [{ ...valor, max: '@aprobado' }, aprobado, riesgo] })).toMatchObject({
      fields: { 'fields.0.max': 'format.later' },
    })
    const hidden = { ...aprobado, visibleIf: { key: 'riesgo', equals: 'x' } }
    expect(await faultsOf({ fields: [valor, hidden, riesgo] })).toMatchObject({
      fields: { 'fields.1.visibleIf': 'format.later' },
    })
    expect(await faultsOf({ fields: [valor, aprobado, { ...riesgo, unique: true }] })).toMatchObject({
      fields: { 'fields.2.approvers': 'format.approvers' },
    })
  })

  it('clear the edited mark when they match the published version again', async () => {
    const one = await aPublishedFormat(admin, { fields, body })
    const update = (change: Partial<Format>) => admin.pb.collection<Format>('formats').update(one.id, change)
    expect((await update({ fields: fields.slice(0, 2) })).edited).toBe(true)
    expect((await update({ fields })).edited).toBe(false)
  })
})

it('hides internal approver fields from the owner and other users in every call and message', {
  timeout: 60_000,
}, async () => {
  const secret = `reservado${randomUUID().replaceAll('-', '')}`
  const isThere = (text: string) => text.toLowerCase().includes(secret)
  const topics = ['requests', 'events', 'notices']
  for (const topic of ['approver_values', 'request_revisions', 'format_versions'])
    expect((await refusalOf(listen(owner.pb, `${topic}/*`))).code).toBe('realtime.topic')
  const lines = await Promise.all(
    [owner, stranger, chief].flatMap(({ pb }) => topics.map((topic) => listen(pb, `${topic}/*`))),
  )
  const id = await sent()
  await fill(chief, id, { riesgo: secret })
  await take(chief, 'approve', { ids: [id] })
  await fill(finance, id, { aprobado: '900', riesgo: `${secret} otra vez` })
  await take(finance, 'return', { ids: [id], reason: 'Falta algo.' })
  await requests(owner).update(id, { values: { valor: '2000' } })
  await take(owner, 'submit', { ids: [id] })
  await take(chief, 'approve', { ids: [id] })
  await take(finance, 'approve', { ids: [id] })
  const made = await settled(owner, id)
  expect((await filledOf(finance, id)).values.riesgo).toBe(`${secret} otra vez`)

  const collections = (await superuser.collections.getFullList()).map(({ name }) => name)
  const [events, stored, versions] = await Promise.all([
    superuser.collection('events').getFullList({ filter: `subjectId = "${id}"` }),
    superuser.collection('approver_values').getFullList({ filter: `request = "${id}"` }),
    superuser.collection('format_versions').getFullList({ filter: `format = "${format.id}"` }),
  ])
  expect(events.some((event) => isThere(JSON.stringify(event)))).toBe(true)
  const idsOf: Record<string, string[]> = {
    events: events.map((event) => event.id),
    approver_values: stored.map((one) => one.id),
    format_versions: versions.map((one) => one.id),
    formats: [format.id],
  }
  const query = `search=${secret}&q=${secret}&format=${format.id}&ids=${id}&revision=0&from=2026-01-01&to=2099-01-01&subjectId=${id}`
  const paths = [
    ...Object.keys(apiCalls).flatMap((name) => {
      const [method, path = ''] = name.split(' ')
      const given = path.replace('{code}', made.checkCode).replace('{file}', made.document).replace('{id}', id)
      return method === 'GET' ? [given, `${given}?${query}`, `${given}?format=${format.id}&ids=${id}&as=zip`] : []
    }),
    ...collections.flatMap((name) => [
      `/api/collections/${name}/records?perPage=200`,
      `/api/collections/${name}/records?perPage=30`,
      ...(idsOf[name] ?? [id]).map(
        (one) => `/api/collections/${name}/records/${one}?expand=request,approver_values_via_request`,
      ),
    ]),
  ]
  for (const { pb } of [owner, stranger]) {
    for (const path of paths) {
      const answer = await fetch(pb.buildURL(path), { headers: { Authorization: pb.authStore.token } })
      expect(isThere(await answer.text()), path).toBe(false)
      // No server error.
      expect(answer.status, path).not.toBe(500)
    }
    const preview = { format: format.id, values: { valor: '1', riesgo: '' } }
    const { headers } = { headers: { Authorization: pb.authStore.token, 'Content-Type': 'application/json' } }
    const drawn = await fetch(pb.buildURL('/api/app/requests/preview'), {
      method: 'POST',
      headers,
      body: JSON.stringify(preview),
    })
    expect(isThere(read(await drawn.arrayBuffer()))).toBe(false)
    // A search reveals nothing.
    expect((await pageOf({ pb }, { search: secret })).totalItems).toBe(0)
    for (const filter of [
      `approver_values_via_request.internal ~ "${secret}"`,
      `@collection.approver_values.internal ~ "${secret}"`,
      `formatVersion.internalFields ~ "riesgo"`,
    ])
      expect(
        (await refusalOf(pb.collection('requests').getList(1, 1, { filter }))).status,
        filter,
      ).toBeGreaterThanOrEqual(400)
    const hidden = pb.collection('format_versions').getList(1, 1, { filter: 'internalFields ~ "riesgo"' })
    expect((await refusalOf(hidden)).status).toBeGreaterThanOrEqual(400)
  }
  expect(read(await (await download(owner, made)).arrayBuffer())).not.toContain(secret)
  expect(lines.flatMap(({ messages }) => messages).filter((message) => isThere(JSON.stringify(message)))).toEqual([])
  // Mails, notices and search index do not contain it.
  const sql = queryOf(superuser)
  const tables =
    await sql(`SELECT t.name, group_concat('instr(hex("' || c.name || '"), ''${Buffer.from(secret).toString('hex').toUpperCase()}'') > 0', ' OR ')
    FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' GROUP BY t.name`)
  const queries = tables.map(([name, there]) => `SELECT '${name}' AS name FROM "${name}" WHERE ${there}`)
  const holding: string[] = []
  for (const query of queries) holding.push(...(await sql(query)).flat())
  expect([...new Set(holding)].toSorted()).toEqual(['approver_values', 'events'])
  for (const { close } of lines) close()
})
