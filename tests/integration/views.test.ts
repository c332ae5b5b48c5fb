import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { View } from '../../src/domain/views/view-output.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aFormat } from '../support/requests.ts'

/** Shared views to delete, because all tests would see them. */
const shared: string[] = []
const [ana, luis, boss, other] = await Promise.all([aUser({ name: 'Ana Ruiz' }), aUser(), anAdmin(), anAdmin()])
afterAll(() => Promise.all(shared.map((id) => views(boss).delete(id))))

const views = ({ pb }: Person) => pb.collection<{ id: string; name: string; sharedWith: string }>('views')
const named = (name: string) => `${name} ${randomUUID().slice(0, 8)}`
const keep = (person: Person, said: object) =>
  views(person).create({
    owner: person.id,
    screen: 'requests',
    name: named('Vencidas'),
    search: { due: 'overdue' },
    ...said,
  })
const seen = ({ pb }: Person, screen = 'requests') =>
  pb.send<View[]>('/api/app/views', { method: 'GET', query: { screen } })
const found = async (person: Person, id: string) => (await seen(person)).find((view) => view.id === id)

describe('view', () => {
  it('is created, changed and deleted by its owner, and hidden from others', async () => {
    const name = named('Mis vencidas')
    const { id } = await keep(ana, { name: `  ${name} `, search: { due: 'overdue', sort: '-number', search: 'güell' } })
    const expectedView = { id, name, sharedWith: '', owner: ana.id, ownerName: 'Ana Ruiz', missing: [] }
    expect(await found(ana, id)).toEqual({
      ...expectedView,
      search: { due: 'overdue', sort: '-number', search: 'güell' },
    })
    for (const stranger of [luis, boss]) {
      expect(await found(stranger, id)).toBeUndefined()
      for (const call of [() => views(stranger).update(id, { name: 'Mía' }), () => views(stranger).delete(id)])
        expect((await refusalOf(call())).status).toBe(404)
    }
    await views(ana).update(id, { search: { status: 'draft' } })
    await views(ana).update(id, { name: `${name} 2` })
    expect(await found(ana, id)).toEqual({ ...expectedView, name: `${name} 2`, search: { status: 'draft' } })
    await views(ana).delete(id)
    expect(await found(ana, id)).toBeUndefined()
  })

  it('is shared and then changed by administrators only', async () => {
    expect((await refusalOf(keep(ana, { sharedWith: 'everybody' }))).status).toBe(400)
    const own = await keep(ana, {})
    expect(await refusalOf(views(ana).update(own.id, { sharedWith: 'admins' }))).toMatchObject({
      code: 'user.forbidden',
    })
    const all = await keep(boss, { sharedWith: 'everybody' })
    shared.push(all.id)
    const few = await keep(boss, { sharedWith: 'admins' })
    expect([await found(ana, all.id), await found(ana, few.id)]).toMatchObject([{ ownerName: boss.name }, undefined])
    expect((await refusalOf(views(ana).update(all.id, { name: 'Otra' }))).status).toBe(404)
    expect((await refusalOf(views(ana).delete(all.id))).status).toBe(404)
    expect(await views(other).update(all.id, { search: { status: 'approved' } })).toMatchObject({ id: all.id })
    expect(await found(luis, all.id)).toMatchObject({ search: { status: 'approved' } })
    await views(other).delete(few.id)
  })

  it('keeps its owner and its list', async () => {
    expect((await refusalOf(keep(ana, { owner: luis.id }))).status).toBe(400)
    const { id } = await keep(boss, { sharedWith: 'admins' })
    for (const change of [{ owner: other.id }, { screen: 'users' }])
      expect((await refusalOf(views(boss).update(id, change))).status).toBe(404)
    await views(boss).delete(id)
  })

  it.each([
    [{ name: ' ' }, 'name', 'required'],
    [{ name: 'x'.repeat(61) }, 'name', 'length'],
    [{ search: { status: 'nada' } }, 'search', 'invalid'],
    [{ search: { status: ['draft'] } }, 'search.status', 'invalid'],
    [{ search: { "1=1) OR (owner != '": 'x' } }, 'search', 'invalid'],
    [{ search: { format: "x' OR '1'='1" } }, 'search', 'invalid'],
    [{ search: { search: 'x'.repeat(201) } }, 'search', 'invalid'],
    [{ search: { sort: 'values' } }, 'search', 'invalid'],
    [{ search: { page: '2' } }, 'search', 'invalid'],
    [{ screen: 'users', search: { due: 'overdue' } }, 'search', 'invalid'],
    [{ screen: 'users', search: { sort: 'password' } }, 'search', 'invalid'],
    [{ sharedWith: 'everybody', search: { owner: 'a'.repeat(15) } }, 'sharedWith', 'view.people'],
    [{ sharedWith: 'everybody', search: { reviewer: 'a'.repeat(15) } }, 'sharedWith', 'view.people'],
    [{ sharedWith: 'everybody', screen: 'users', search: { state: 'active' } }, 'sharedWith', 'view.people'],
  ])('rejects %o at its field', async (said, field, code) => {
    expect(await refusalOf(keep(boss, said))).toMatchObject({ status: 400, fields: { [field]: code } })
  })

  it('has a unique name per owner and list, in any letter case', async () => {
    const name = named('Área Ñandú')
    await keep(ana, { name })
    expect(await refusalOf(keep(ana, { name: name.toUpperCase() }))).toMatchObject({ fields: { name: 'view.taken' } })
    await keep(ana, { name, screen: 'users', search: {} })
    await keep(luis, { name })
  })

  it('is limited to forty per user, also if created at once', async () => {
    const many = await aUser()
    const asked = await Promise.allSettled(Array.from({ length: 44 }, (_, n) => keep(many, { name: `Vista ${n}` })))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
    expect((await refusalOf(keep(many, {}))).code).toBe('view.many')
    expect(await seen(many)).toHaveLength(40 + shared.length)
  })

  it('is listed for the lists that have views only', async () => {
    expect(await refusalOf(seen(ana, 'batches'))).toMatchObject({ status: 400, fields: { screen: 'choice' } })
  })

  it('names a filter whose format was deleted', async () => {
    const format = await aFormat(boss)
    const { id } = await keep(boss, { search: { format: format.id, owner: ana.id } })
    expect(await found(boss, id)).toMatchObject({ missing: [] })
    await boss.pb.collection('formats').delete(format.id)
    expect(await found(boss, id)).toMatchObject({ missing: ['format'], search: { format: format.id, owner: ana.id } })
  })
})
