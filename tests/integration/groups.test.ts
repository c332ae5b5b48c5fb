import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Group } from '../../src/domain/groups/group.ts'
import type { Substitution } from '../../src/domain/groups/substitution.ts'
import { addDays } from '../../src/domain/time/local-time.ts'
import { anAdmin, anInactiveUser, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aPublishedFormat, formatStep } from '../support/requests.ts'

const named = (name: string) => `${name} ${randomUUID().slice(0, 8)}`
const [ana, luis, rosa, admin] = await Promise.all([
  aUser({ name: named('Ana Ruiz Ñáñez') }),
  aUser({ name: 'Luis Mora' }),
  aUser(),
  anAdmin(),
])

const groups = ({ pb }: Person) => pb.collection<Group>('groups')
const historyOf = ({ pb }: Person, id: string) =>
  pb.collection('events').getFullList({ filter: `subjectId = "${id}"`, sort: '@rowid' })

describe('group', () => {
  it('is created, renamed and deleted by an administrator, with its history', async () => {
    const [first, second] = [named('Talento Humano'), named('Compras')]
    const group = await groups(admin).create({ name: `  ${first} `, members: [ana.id, luis.id, ana.id] })
    expect(group).toMatchObject({ name: first, members: [ana.id, luis.id] })
    await groups(admin).update(group.id, { name: second })
    await groups(admin).update(group.id, { 'members-': luis.id })
    await groups(admin).update(group.id, { name: second })
    await groups(admin).delete(group.id)
    expect(await historyOf(admin, group.id)).toMatchObject([
      { subject: 'groups', action: 'create', actor: admin.id, details: { name: first, added: [ana.name, luis.name] } },
      { action: 'update', details: { name: second, formerName: first, added: [], removed: [] } },
      { action: 'update', details: { name: second, added: [], removed: [luis.name] } },
      { action: 'delete', details: { name: second } },
    ])
  })

  it('has a unique name in any letter case', async () => {
    const name = named('Área Ñandú')
    await groups(admin).create({ name })
    const taken = { status: 400, fields: { name: 'group.taken' } }
    expect(await refusalOf(groups(admin).create({ name: name.toUpperCase() }))).toMatchObject(taken)
    const other = await groups(admin).create({ name: named('Otra') })
    expect(await refusalOf(groups(admin).update(other.id, { name: name.toLowerCase() }))).toMatchObject(taken)
    expect(await groups(admin).update(other.id, { name: other.name.toUpperCase() })).toMatchObject({ members: [] })
  })

  it.each([
    [{ name: ' ' }, 'name', 'required'],
    [{ name: 'x'.repeat(81) }, 'name', 'length'],
    [{ name: 'a\u0007b' }, 'name', 'characters'],
    [{ members: ['nadie'] }, 'members.0', 'invalid'],
  ])('rejects %o with an error at its field', async (change, field, code) => {
    const refusal = await refusalOf(groups(admin).create({ name: named('Compras'), ...change }))
    expect(refusal).toMatchObject({ status: 400, fields: { [field]: code } })
  })

  it('keeps all members that are added at the same time', async () => {
    const people = [ana, luis, rosa, admin].map(({ id }) => id)
    const { id } = await groups(admin).create({ name: named('Finanzas') })
    await Promise.all(people.map((person) => groups(admin).update(id, { 'members+': person })))
    expect(new Set((await groups(admin).getOne(id)).members)).toEqual(new Set(people))
  })

  it('cannot be deleted while a published format uses it, which the error names', async () => {
    const { id } = await groups(admin).create({ name: named('Tesorería') })
    const name = named('Orden de pago')
    const route = [{ key: 'paso_1', name: 'Tesorería', group: id }]
    const format = await aPublishedFormat(admin, { name, route })
    expect(await refusalOf(groups(admin).delete(id))).toMatchObject({
      status: 400,
      code: 'group.used',
      fields: { format: name },
    })
    await admin.pb.collection('formats').update(format.id, { route: [] })
    expect((await refusalOf(groups(admin).delete(id))).code).toBe('group.used')
    await formatStep(admin, format, 'publish')
    expect(await groups(admin).delete(id)).toBe(true)
  })
})

const substitutions = ({ pb }: Person) => pb.collection<Substitution>('substitutions')
/** Returns a day relative to the organisation's today, which is never after that of UTC. */
const day = (ahead: number) => addDays(new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10), ahead)
const instead = (person: Person, substitute: Person, from: number, to: number) => ({
  person: person.id,
  substitute: substitute.id,
  from: day(from),
  to: day(to),
})

describe('substitution', () => {
  it('is created and ended by the user, and read by both with their names', async () => {
    const made = await substitutions(ana).create(instead(ana, luis, 10, 12))
    expect(made).toMatchObject({
      personName: ana.name,
      substituteName: luis.name,
      from: day(10),
      to: day(12),
      state: 'next',
    })
    expect(await substitutions(luis).getOne(made.id)).toMatchObject({ personName: ana.name })
    expect((await refusalOf(substitutions(rosa).getOne(made.id))).status).toBe(404)
    expect((await refusalOf(substitutions(luis).delete(made.id))).status).toBe(404)
    await substitutions(ana).delete(made.id)
    const details = { substitute: luis.name, from: day(10), to: day(12) }
    expect((await historyOf(ana, ana.id)).slice(-2)).toMatchObject([
      { subject: 'users', action: 'substitute', actor: ana.id, details },
      { subject: 'users', action: 'substituteEnd', actor: ana.id, details },
    ])
  })

  it('is created for any user by an administrator only', async () => {
    const made = await substitutions(admin).create(instead(ana, luis, 20, 20))
    expect(await substitutions(ana).getOne(made.id)).toMatchObject({ substituteName: luis.name })
    expect((await refusalOf(substitutions(luis).create(instead(ana, luis, 30, 30)))).status).toBe(400)
    await substitutions(admin).delete(made.id)
  })

  it.each([
    ['the same user', () => instead(ana, ana, 1, 2), 'substitute', 'substitution.self'],
    ['no substitute', () => ({ ...instead(ana, luis, 1, 2), substitute: '' }), 'substitute', 'required'],
    ['an end before the start', () => instead(ana, luis, 2, 1), 'to', 'signatory.period'],
    ['past days', () => instead(ana, luis, -3, -1), 'to', 'substitution.days'],
    ['days too far ahead', () => instead(ana, luis, 300, 500), 'to', 'substitution.days'],
    ['an invalid date', () => ({ ...instead(ana, luis, 1, 2), from: '2026-02-30' }), 'from', 'date'],
  ])('is rejected: %s', async (_, body, field, code) => {
    expect(await refusalOf(substitutions(ana).create(body()))).toMatchObject({
      status: 400,
      fields: { [field]: code },
    })
  })

  it('may not overlap another substitution of the user, also if created at once', async () => {
    const overlap = { status: 400, fields: { from: 'substitution.overlap' } }
    const asked = await Promise.allSettled(
      [luis, admin, luis].map((who) => substitutions(rosa).create(instead(rosa, who, 5, 8))),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const [from, to] of [
      [8, 9],
      [1, 5],
      [6, 7],
      [1, 20],
    ] as const)
      expect(await refusalOf(substitutions(rosa).create(instead(rosa, luis, from, to)))).toMatchObject(overlap)
    expect(await substitutions(rosa).create(instead(rosa, luis, 9, 9))).toMatchObject({ from: day(9) })
    // Other users' substitutions do not conflict.
    expect(await substitutions(luis).create(instead(luis, rosa, 5, 8))).toMatchObject({ from: day(5) })
  })

  it('requires an active substitute', async () => {
    const gone = await anInactiveUser()
    expect(await refusalOf(substitutions(ana).create(instead(ana, gone, 1, 1)))).toMatchObject({
      fields: { substitute: 'substitution.inactive' },
    })
  })

  it('shows only the name of the other user', async () => {
    const made = await substitutions(ana).create(instead(ana, luis, 40, 40))
    const spied = (filter: string) => substitutions(ana).getFullList({ filter: `id = "${made.id}" && ${filter}` })
    expect(await spied(`substitute = "${luis.id}"`)).toHaveLength(1)
    expect(await spied(`substitute.email = "${luis.email}"`).catch(() => [])).toEqual([])
    const [expanded] = await substitutions(ana).getFullList({ filter: `id = "${made.id}"`, expand: 'substitute' })
    expect(expanded).not.toHaveProperty('expand.substitute')
    await substitutions(ana).delete(made.id)
  })
})

describe('search users', () => {
  const asked = ({ pb }: Person, search: string) =>
    pb.send<{ decides: boolean; items: object[] }>('/api/app/people', { method: 'GET', query: { search } })
  const found = async (person: Person, search: string) => (await asked(person, search)).items

  it('returns ids and names, in any case and with or without accents', async () => {
    const { name, id } = await aUser({ name: named('Íñigo Ábrego') })
    for (const search of [name, name.toUpperCase(), name.replace('Íñigo Á', 'inigo a')])
      expect(await found(admin, search)).toEqual([{ id, name }])
    expect(await found(admin, '%')).toEqual([])
  })

  it('returns all users to administrators, by words of name, address and telephone', async () => {
    const { id, name, email } = await anInactiveUser({ name: named('Ángela Ñuste Güell') })
    const all = ({ pb }: Person, search: string) =>
      pb.send<{ items: object[] }>('/api/app/people', { method: 'GET', query: { search, all: 'true' } })
    const [first = ''] = email.split('@')
    for (const search of [email, `nuste ${first}`, `GUELL ANG ${first}`, `3001112233 ${first}`])
      expect((await all(admin, search)).items).toEqual([{ id, name, email }])
    expect((await all(admin, `nuste ${first} x%`)).items).toEqual([])
    const member = await aUser()
    await groups(admin).create({ name: named('Nómina'), members: [member.id] })
    expect((await all(member, name)).items).toEqual([])
    expect((await all(member, ana.email)).items).toEqual([])
  })

  it('lists names that start with the search first', async () => {
    const word = `zo${randomUUID().replace(/\d|-/g, '').slice(0, 6)}`
    await aUser({ name: `Ana Pre${word} Ruiz` })
    await aUser({ name: `Zita ${word} Gil` })
    expect(await found(admin, word)).toMatchObject([{ name: `Zita ${word} Gil` }, { name: `Ana Pre${word} Ruiz` }])
  })

  it('returns active users to group members, and nothing to other users', async () => {
    const member = await aUser()
    expect(await asked(member, ana.name)).toEqual({ decides: false, items: [] })
    await groups(admin).create({ name: named('Compras'), members: [member.id] })
    const gone = await anInactiveUser({ name: named('Nadia Gil') })
    expect(await found(member, gone.name)).toEqual([])
    expect(await found(member, ana.name)).toEqual([{ id: ana.id, name: ana.name }])
  })
})
