import { describe, expect, it } from 'vitest'
import type { Event } from '../../src/domain/history/event.ts'
import { aCompletedBatch, cartaLaboral } from '../support/batch.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aRequest, pageOf, requests, take } from '../support/requests.ts'

const [ana, luis, admin] = await Promise.all([aUser(), aUser(), anAdmin()])

const listRevisions = (person: Person, id: string) =>
  person.pb.collection('request_revisions').getFullList({ batch: 30, filter: `request = "${id}"`, sort: 'revision' })
const change = (id: string, cargo: string) => requests(ana).update(id, { values: cartaLaboral({ cargo }) })
const history = (person: Person, id: string) =>
  person.pb.send<Event[]>(`/api/app/requests/${id}/history`, { method: 'GET' })

describe('earlier revision', () => {
  it('is stored at the first update after each return', async () => {
    const { id, submittedAt } = await aRequest(ana, admin, 'submitted')
    await take(admin, 'return', { ids: [id], reason: 'Falta el cargo.' })
    expect(await listRevisions(ana, id)).toEqual([])
    await change(id, 'Jefa de nómina')
    await change(id, 'Jefa de personal')
    const [first, ...more] = await listRevisions(ana, id)
    expect(more).toEqual([])
    expect(first).toMatchObject({ revision: 0, submittedAt, values: { cargo: 'Analista de nómina' } })
    await take(ana, 'submit', { ids: [id] })
    await take(admin, 'return', { ids: [id], reason: 'Otra vez.' })
    await change(id, 'Directora')
    expect((await listRevisions(admin, id)).map(({ revision, values }) => [revision, values.cargo])).toEqual([
      [0, 'Analista de nómina'],
      [1, 'Jefa de personal'],
    ])
  })

  it('is stored for a request of a batch only if it is updated', async () => {
    const batch = await aCompletedBatch(ana.pb, [cartaLaboral(), cartaLaboral({ cargo: 'Auxiliar' })])
    const filter = { batch: batch.id, status: 'submitted' } as const
    await take(admin, 'return', { filter, expected: 2, reason: 'Falta el cargo.' })
    const [first, second] = (await pageOf(ana, { batch: batch.id })).items.map((item) => item.id) as [string, string]
    await change(first, 'Jefa de nómina')
    await take(ana, 'submit', { ids: [first, second] })
    expect([(await listRevisions(ana, first)).length, (await listRevisions(ana, second)).length]).toEqual([1, 0])
  })
})

describe('notes', () => {
  it('are trimmed and shown to the owner after a return', async () => {
    const { id } = await aRequest(ana, admin, 'submitted')
    const notes = { cargo: '  Según el contrato. ', fecha_ingreso: 'Es otra.' }
    expect((await take(admin, 'return', { ids: [id], reason: 'Dos datos.', notes })).changed).toEqual([id])
    expect((await history(ana, id)).at(-1)).toMatchObject({
      action: 'return',
      reason: 'Dos datos.',
      details: { notes: { cargo: 'Según el contrato.', fecha_ingreso: 'Es otra.' } },
    })
    expect((await refusalOf(history(luis, id))).status).toBe(404)
  })

  it.each<[string, Record<string, string>, Record<string, string>]>([
    ['on an unknown field', { sueldo: 'x' }, { 'notes.sueldo': 'format.unknown' }],
    ['that are empty', { cargo: '  ' }, { 'notes.cargo': 'required' }],
    ['that are too long', { cargo: 'x'.repeat(501) }, { 'notes.cargo': 'length' }],
    ['with control characters', { cargo: 'x\u0000' }, { 'notes.cargo': 'characters' }],
    [
      'on more than 50 fields',
      Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'x'])),
      { notes: 'length' },
    ],
  ])('%s are rejected, and nothing is returned', async (_, notes, fields) => {
    const { id } = await aRequest(ana, admin, 'submitted')
    expect(await refusalOf(take(admin, 'return', { ids: [id], reason: 'x', notes }))).toMatchObject({
      status: 400,
      fields,
    })
    expect((await requests(ana).getOne(id)).status).toBe('submitted')
  })

  it('are accepted only for the return of one request', async () => {
    const [one, two] = await Promise.all([aRequest(ana, admin, 'submitted'), aRequest(ana, admin, 'submitted')])
    const notes = { cargo: 'x' }
    const refused = { status: 400, fields: { notes: 'invalid' } }
    const many = { ids: [one.id, two.id], reason: 'x', notes }
    expect(await refusalOf(take(admin, 'return', many))).toMatchObject(refused)
    expect(await refusalOf(take(admin, 'reject', { ids: [one.id], reason: 'x', notes }))).toMatchObject(refused)
    const filter = { owner: ana.id, status: 'submitted' } as const
    expect(await refusalOf(take(admin, 'return', { filter, expected: 2, reason: 'x', notes }))).toMatchObject(refused)
    // Field names are not revealed to users who cannot see the request.
    expect((await take(luis, 'return', { ids: [one.id], reason: 'x', notes: { sueldo: 'x' } })).skipped).toEqual([
      { id: one.id, code: 'request.notFound' },
    ])
  })
})
