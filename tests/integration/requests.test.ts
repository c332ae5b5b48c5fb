import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Request } from '../../src/domain/requests/request-output.ts'
import { cartaLaboral, formatOf } from '../support/batch.ts'
import { anAdmin, anInactiveUser, anonymous, aUser, type Person, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, requests, take } from '../support/requests.ts'
import { testServer } from '../support/test-server.ts'

const [ana, luis, admin] = await Promise.all([aUser(), aUser(), anAdmin()])
const format = await formatOf(ana.pb, 'CL')

const anId = () => randomUUID().replaceAll('-', '').slice(0, 15)

/** Creates a draft with raw JSON values. */
function raw(person: Person, values: string) {
  return fetch(`${testServer().url}/api/collections/requests/records`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: person.pb.authStore.token },
    body: `{"format":"${format}","values":${values}}`,
  })
}

describe('draft', () => {
  it('belongs to its creator, with the server’s fields', async () => {
    const draft = await aDraft(ana)
    expect(draft).toMatchObject({ owner: ana.id, status: 'draft', number: '', revision: 0, documentStatus: 'none' })
    expect(draft.summary).toContain('María José Güell Peña')
    expect(draft.values).toEqual(cartaLaboral())
  })

  it('may be incomplete and invalid', async () => {
    const draft = await aDraft(ana, { fecha_ingreso: '31/02/2020' })
    expect(draft.values).toEqual({ fecha_ingreso: '31/02/2020' })
    expect((await requests(ana).create({ format })).values).toEqual({})
  })

  it('replaces other empty drafts of its format and owner if it has no values', async () => {
    const [eva, luz] = await Promise.all([aUser(), aUser()])
    const [mine, foreign] = [requests(eva), requests(luz)]
    const other = await formatOf(eva.pb, 'OC')
    const drafts = [
      await mine.create({ format, values: { cargo: 'Conductora' } }),
      await mine.create({ format: other, values: {} }),
      await foreign.create({ format, values: {} }),
    ]
    await mine.create({ format, values: {} })
    const second = await mine.create({ id: anId(), format, values: {} })
    expect((await mine.getList(1, 30)).items.map(({ id }) => id).sort()).toEqual(
      [drafts[0]?.id, drafts[1]?.id, second.id].sort(),
    )
    // A draft without values becomes the empty draft.
    const third = await mine.create({ format, values: { cargo: 'Auxiliar' } })
    await mine.update(third.id, { values: {} })
    expect((await mine.getList(1, 30)).items.map(({ id }) => id).sort()).toEqual(
      [drafts[0]?.id, drafts[1]?.id, third.id].sort(),
    )
    expect((await foreign.getList(1, 30)).items.map(({ id }) => id)).toEqual([drafts[2]?.id])
    const lines = await admin.pb
      .collection('events')
      .getFullList({ filter: `subjectId = "${second.id}"`, sort: 'created' })
    expect(lines.map(({ action, actor }) => [action, actor])).toEqual([
      ['create', eva.id],
      ['delete', eva.id],
    ])
  })

  it('is summarized by up to three fields that the format selects', async () => {
    const fields = ['nombre', 'cargo', 'sede', 'ciudad'].map((key) => ({ key, label: key, type: 'text' as const }))
    const choose = (...keys: string[]) => fields.map((field) => ({ ...field, summary: keys.includes(field.key) }))
    const body = '{{nombre}} {{cargo}} {{sede}} {{ciudad}}'
    const chosen = await aPublishedFormat(admin, { fields: choose('sede', 'cargo'), body })
    const values = { nombre: 'Ana', cargo: 'Auxiliar', sede: 'Norte', ciudad: 'Cali' }
    const { id, summary } = await requests(ana).create({ format: chosen.id, values })
    expect(summary).toBe('Auxiliar · Norte')
    expect((await requests(ana).update(id, { values: { ...values, sede: 'Sur' } })).summary).toBe('Auxiliar · Sur')
    const many = aPublishedFormat(admin, { fields: choose('nombre', 'cargo', 'sede', 'ciudad'), body })
    expect((await refusalOf(many)).fields).toEqual({ 'fields.3.summary': 'format.summary' })
  })

  it('is rejected from anonymous and inactive users, and without a published format', async () => {
    const gone = await aUser()
    await setActive(gone, false)
    for (const person of [{ pb: anonymous() }, await anInactiveUser(), gone])
      expect((await refusalOf(requests(person).create({ format, values: {} }))).status).toBe(400)
    expect((await refusalOf(requests(ana).create({ format: anId(), values: {} }))).status).toBe(400)
  })

  it.each([
    ['owner, even the caller', () => ({ owner: ana.id })],
    ['status', () => ({ status: 'approved' })],
    ['number', () => ({ number: 'SOL-2026-000001' })],
    ['summary', () => ({ summary: 'Otro' })],
    ['idDocument', () => ({ idDocument: '1' })],
    ['amount', () => ({ amount: '1' })],
    ['reviewer', () => ({ reviewer: ana.id })],
    ['documentStatus', () => ({ documentStatus: 'ready' })],
    ['batch', () => ({ batch: anId() })],
    ['checkCode', () => ({ checkCode: '0000-0000-0000' })],
    ['dueAt', () => ({ dueAt: '2099-01-01 00:00:00.000Z' })],
    ['finality', () => ({ finality: 'final' })],
    ['annulledAt', () => ({ annulledAt: '2026-01-01 00:00:00.000Z' })],
    ['documentHash', () => ({ documentHash: 'x' })],
    ['documentSeal', () => ({ documentSeal: { holder: 'x' } })],
  ])('rejects %s on creation', async (_, extra) => {
    const before = (await requests(ana).getList(1, 1)).totalItems
    expect((await refusalOf(requests(ana).create({ format, values: {}, ...extra() }))).status).toBe(400)
    expect((await requests(ana).getList(1, 1)).totalItems).toBe(before)
  })

  it('is rejected with the id of a draft of another user, or a malformed id', async () => {
    const { id } = await aDraft(ana)
    const refused = await Promise.all(
      [id, 'no es una clave', id.toUpperCase()].map((taken) =>
        refusalOf(requests(luis).create({ id: taken, format, values: {} })),
      ),
    )
    expect(refused).toEqual(Array(3).fill({ status: 403, code: 'request.forbidden', fields: {} }))
  })

  it.each([
    ['status', () => ({ status: 'approved' })],
    ['owner', () => ({ owner: luis.id })],
    ['format', () => ({ format })],
    ['number+', () => ({ 'number+': 'X' })],
    ['checkCode', () => ({ checkCode: '0000-0000-0000' })],
    ['dueAt', () => ({ dueAt: '2099-01-01 00:00:00.000Z' })],
    ['finality', () => ({ finality: 'final' })],
    ['annulledAt', () => ({ annulledAt: '2026-01-01 00:00:00.000Z' })],
    ['documentKind', () => ({ documentKind: 'final' })],
    ['documentHash', () => ({ documentHash: 'x' })],
    ['documentSeal', () => ({ documentSeal: { holder: 'x' } })],
    ['revision+', () => ({ 'revision+': 1 })],
  ])('rejects %s in an update', async (_, change) => {
    const draft = await aDraft(ana)
    expect([400, 404]).toContain((await refusalOf(requests(ana).update(draft.id, change()))).status)
    expect(await requests(ana).getOne(draft.id)).toEqual(draft)
  })

  it('rejects a stale update', async () => {
    const draft = await aDraft(ana)
    const seen = { query: { updated: draft.updated } }
    const changes = ['uno', 'dos', 'tres'].map((cargo) => requests(ana).update(draft.id, { values: { cargo } }, seen))
    const settled = await Promise.allSettled(changes)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('rejects a stale deletion', async () => {
    const draft = await aDraft(ana)
    const { updated } = await requests(ana).update(draft.id, { values: { cargo: 'Jefa' } })
    const late = requests(ana).delete(draft.id, { query: { updated: draft.updated } })
    expect(await refusalOf(late)).toMatchObject({ status: 409, code: 'request.changed' })
    await requests(ana).delete(draft.id, { query: { updated } })
    expect((await refusalOf(requests(ana).getOne(draft.id))).status).toBe(404)
  })
})

describe('limits of a draft', () => {
  it.each([
    ['a list', '[]'],
    ['a text', '"x"'],
    ['301 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 301 }, (_, key) => [`k${key}`, 1])))],
    ['five levels', '{"a":[{"b":[[1]]}]}'],
    ['a private-use character', '{"cargo":"\ue000oabc"}'],
    ['an escaped private-use character in a table', '{"items":[{"a":"\\ue000oabc"}]}'],
    ['a private-use character of the last planes', '{"cargo":"\\udb80\\udc00"}'],
    ['a direction override', '{"cargo":"\\u202eabc"}'],
    ['a control character in a key', '{"a\\u0007":"b"}'],
    ['a duplicate key', '{"cargo":"a","cargo":"b"}'],
  ])('rejects %s', async (_, values) => {
    expect((await raw(ana, values)).status).toBe(400)
  })
})

describe('submitted request', () => {
  it.each(['submitted', 'approved', 'rejected', 'cancelled'] as const)('is read-only once %s', async (status) => {
    const request = await aRequest(ana, admin, status)
    expect((await refusalOf(requests(ana).update(request.id, { values: {} }))).status).toBe(404)
    expect((await refusalOf(requests(ana).delete(request.id))).status).toBe(404)
    expect(await requests(ana).getOne(request.id)).toEqual(request)
  })

  it('can be updated by its owner after a return, but not deleted', async () => {
    const { id } = await aRequest(ana, admin, 'returned')
    const values = cartaLaboral({ cargo: 'Jefa de nómina' })
    expect((await requests(ana).update(id, { values })).values).toEqual(expect.objectContaining(values))
    expect((await refusalOf(requests(ana).delete(id))).status).toBe(404)
  })

  it('is not changed by a draft saved at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await aDraft(ana)
      const [, sent] = await Promise.allSettled([
        requests(ana).update(id, { values: {} }),
        take(ana, 'submit', { ids: [id] }),
      ])
      const { status, values } = (await requests(ana).getOne(id)) as Request
      const changed = sent.status === 'fulfilled' && sent.value.changed.includes(id)
      expect(status).toBe(changed ? 'submitted' : 'draft')
      expect(values).toEqual(changed ? expect.objectContaining(cartaLaboral()) : {})
    }
  })
})
