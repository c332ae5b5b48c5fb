import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProfileField } from '../../src/domain/users/profile.ts'
import { anAdmin, anonymous, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aFormat, formatStep } from '../support/requests.ts'

const fields: ProfileField[] = [
  { key: 'cedula', label: 'Cédula', type: 'idDocument', own: true },
  { key: 'cargo', label: 'Cargo', type: 'text', own: false },
  { key: 'ingreso', label: 'Ingreso', type: 'date', own: true },
]
let ana: Person
let luis: Person
let admin: Person
let settings: string
beforeAll(async () => {
  ;[ana, luis, admin] = await Promise.all([aUser(), aUser(), anAdmin()])
  settings = (await admin.pb.collection('settings').getFirstListItem('')).id
  await define(admin, fields)
})
afterAll(() => define(admin, null))

const define = ({ pb }: Person, profileFields: unknown) => pb.collection('settings').update(settings, { profileFields })
const users = ({ pb }: Pick<Person, 'pb'>) => pb.collection('users')
const write = (by: Person, whom: Person, profile: unknown) => users(by).update(whom.id, { profile })

describe('profile fields', () => {
  it('are defined by administrators, with unique keys, and read by active users', async () => {
    expect(await ana.pb.collection('settings').getOne(settings)).toMatchObject({ profileFields: fields })
    expect((await refusalOf(define(ana, []))).status).toBe(404)
    const [first] = fields
    for (const [wrong, path] of [
      [[first, first], 'profileFields'],
      [[{ ...first, key: 'email' }], 'profileFields.0.key'],
      [[{ ...first, type: 'table' }], 'profileFields.0.type'],
      [[{ ...first, label: ' ' }], 'profileFields.0.label'],
      [Array.from({ length: 21 }, (_, i) => ({ ...first, key: `k${i}` })), 'profileFields'],
    ] as const)
      expect((await refusalOf(define(admin, wrong))).fields).toHaveProperty([path])
    expect(await ana.pb.collection('settings').getOne(settings)).toMatchObject({ profileFields: fields })
  })

  it('are not overwritten by an administrator who read an earlier version', async () => {
    const { updated } = await admin.pb.collection('settings').getOne(settings)
    const save = (profileFields: unknown) =>
      admin.pb.collection('settings').update(settings, { profileFields }, { query: { updated } })
    await save(fields.toReversed())
    expect(await refusalOf(save([]))).toMatchObject({ status: 409, code: 'record.changed' })
    expect(await admin.pb.collection('settings').getOne(settings)).toMatchObject({ profileFields: fields.toReversed() })
    await define(admin, fields)
  })

  it('stay unchanged if the settings are saved without them', async () => {
    const saved = await admin.pb.collection('settings').update(settings, { web: '' })
    expect(saved).toMatchObject({ profileFields: fields })
  })
})

it('records both names after a change, but no telephone number', async () => {
  const eva = await aUser({ name: 'Eva Ruiz' })
  await users(eva).update(eva.id, { name: 'Eva Peña', phone: '+573009998877' })
  const { items } = await admin.pb.send('/api/app/events', {
    method: 'GET',
    query: { subject: 'users', subjectId: eva.id },
  })
  expect(items[0]).toMatchObject({
    action: 'update',
    details: { fields: ['name', 'phone'], changes: { name: { from: 'Eva Ruiz', to: 'Eva Peña' } } },
  })
  expect(JSON.stringify(items)).not.toContain('3009998877')
})

describe('profile of a user', () => {
  it('is validated, and only named values change', async () => {
    expect(await write(admin, ana, { cargo: ' Analista  de nómina ', cedula: '1020304050', otro: 'x' })).toMatchObject({
      profile: { cargo: 'Analista de nómina', cedula: '1020304050' },
    })
    expect((await write(ana, ana, { ingreso: '2020-02-03' })).profile).toEqual({
      cargo: 'Analista de nómina',
      cedula: '1020304050',
      ingreso: '2020-02-03',
    })
    expect((await write(ana, ana, { ingreso: null })).profile).not.toHaveProperty('ingreso')
    expect(await refusalOf(write(ana, ana, { ingreso: '2020-02-31' }))).toMatchObject({
      status: 400,
      fields: { 'profile.ingreso': 'date' },
    })
    for (const wrong of ['x', [1], { cargo: { a: 1 } }])
      expect((await refusalOf(write(admin, ana, wrong))).status).toBe(400)
  })

  it('loses the values of a deleted field for good', async () => {
    await write(admin, ana, { cargo: 'Analista', cedula: '1020304050' })
    await write(admin, luis, { cargo: 'Jefe' })
    await define(
      admin,
      fields.filter(({ key }) => key !== 'cargo'),
    )
    const profileOf = async ({ id }: Person) => (await users(admin).getOne(id)).profile
    expect(await profileOf(ana)).toEqual({ cedula: '1020304050' })
    expect((await write(admin, ana, { cargo: 'Analista' })).profile).toEqual({ cedula: '1020304050' })
    await define(admin, fields)
    expect(await profileOf(ana)).toEqual({ cedula: '1020304050' })
    expect(await profileOf(luis)).toEqual({})
    expect(await profileOf(await aUser())).toBeNull()
  })

  it('allows the user to change own fields only', async () => {
    await write(admin, ana, { cargo: 'Analista' })
    expect(await refusalOf(write(ana, ana, { cargo: 'Gerente' }))).toMatchObject({
      fields: { 'profile.cargo': 'user.forbidden' },
    })
    expect((await refusalOf(write(ana, ana, { cargo: '' }))).fields).toEqual({ 'profile.cargo': 'user.forbidden' })
    expect((await write(ana, ana, { cargo: 'Analista', cedula: '79000111' })).profile).toMatchObject({
      cargo: 'Analista',
      cedula: '79000111',
    })
    expect((await write(ana, ana, null)).profile).toMatchObject({ cargo: 'Analista', cedula: '79000111' })
    const raw = { 'profile+': { cargo: 'Gerente' } }
    await users(ana)
      .update(ana.id, raw)
      .catch(() => null)
    expect((await users(admin).getOne(ana.id)).profile).toMatchObject({ cargo: 'Analista' })
  })

  it('is ignored in a registration', async () => {
    const guest = anonymous()
    const password = 'clave-larga'
    const input = { name: 'Zoé', email: `zoe-${luis.id}@ejemplo.test`, phone: '', role: '_user', isActive: false }
    const { id } = await users({ pb: guest }).create({
      ...input,
      password,
      passwordConfirm: password,
      profile: { cargo: 'Gerente' },
    })
    expect((await users(admin).getOne(id)).profile).toBeNull()
  })

  it('is recorded in the history by field name, without values', async () => {
    await write(admin, ana, { cargo: 'Secreto-74' })
    const filter = `subject = "users" && subjectId = "${ana.id}" && action = "update"`
    const events = await admin.pb.collection('events').getList(1, 1, { filter, sort: '-created' })
    expect(events.items).toMatchObject([{ details: { fields: ['profile'] } }])
  })
})

it('rejects a format whose field starts from an unknown profile field', async () => {
  const begin = (from: string) =>
    aFormat(admin, { fields: [{ key: 'cargo', label: 'Cargo', type: 'text', from }], body: 'Texto {{cargo}}' })
  expect(await refusalOf(formatStep(admin, await begin('profile.puesto'), 'publish'))).toMatchObject({
    fields: { 'fields.0.from': 'format.source' },
  })
  expect(await formatStep(admin, await begin('profile.cargo'), 'publish')).toMatchObject({ status: 'published' })
  expect(await formatStep(admin, await begin('organisation.city'), 'publish')).toMatchObject({ status: 'published' })
})
