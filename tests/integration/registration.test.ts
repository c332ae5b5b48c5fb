import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { anInactiveUser, anonymous, aUser, setActive, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'

const form = (over: object = {}) => ({
  name: 'Íñigo Ñandú',
  email: `${randomUUID()}@ejemplo.test`,
  phone: '+573001112233',
  password: 'abc123',
  passwordConfirm: 'abc123',
  role: '_user',
  ...over,
})
const register = (over: object = {}, who = anonymous()) => who.collection('users').create(form(over))

/** Returns the user with an email address, as an administrator. */
async function stored(email: string) {
  const { pb } = await theFirstAdmin()
  return pb
    .collection('users')
    .getFullList({ filter: pb.filter('email:lower = {:email}', { email: email.toLowerCase() }) })
}

describe('registration', () => {
  it.each([
    [{ isActive: 'true' }],
    [{ isActive: 1 }],
    [{ isActive: [true] }],
    [{ emailVisibility: false }],
    [{ role: ['_user'] }],
    [{ role: '' }],
    [{ tokenKey: 'x'.repeat(40) }],
  ])('%j is stored as an inactive user', async (over) => {
    const { email } = await register(over)
    expect(await stored(email)).toMatchObject([
      { isActive: false, verified: false, role: '_user', emailVisibility: true },
    ])
  })

  it.each([[{ role: ['_admin'] }], [{ role: 'jefe' }]])('%j is rejected', async (over) => {
    const email = `${randomUUID()}@ejemplo.test`
    expect((await refusalOf(register({ ...over, email }))).status).toBe(400)
    expect(await stored(email)).toEqual([])
  })

  it.each([[{ 'role+': '_admin' }], [{ '+role': '_admin', role: undefined }], [{ 'isActive+': 1 }]])(
    '%j grants no rights',
    async (over) => {
      const email = `${randomUUID()}@ejemplo.test`
      await register({ ...over, email }).catch(({ status }) => expect(status).toBe(400))
      for (const person of await stored(email)) expect(person).toMatchObject({ role: '_user', isActive: false })
    },
  )
})

describe('registration form', () => {
  it.each([
    [{ password: undefined }, 'password', 'invalid'],
    [{ name: 'x'.repeat(121) }, 'name', 'length'],
    [{ name: 'a\u0000b' }, 'name', 'characters'],
    [{ name: 'Ana \ue000o' }, 'name', 'characters'],
    [{ name: 'Ana \u202eaifoS' }, 'name', 'characters'],
    [{ phone: '123456789' }, 'phone', 'phone'],
    [{ email: 'sin arroba' }, 'email', 'email'],
    [{ email: '' }, 'email', 'required'],
  ])('rejects %j at its field', async (over, field, code) => {
    expect(await refusalOf(register(over))).toMatchObject({ status: 400, fields: { [field]: code } })
  })

  it.each([
    [{ password: 'abc123' }, {}],
    [{ phone: '' }, { phone: '' }],
    [{ phone: '300 111 22 33' }, { phone: '+573001112233' }],
    [{ name: '  Ana   <img src=x onerror=alert(1)> ' }, { name: 'Ana <img src=x onerror=alert(1)>' }],
    [{ name: 'x'.repeat(120) }, { name: 'x'.repeat(120) }],
  ])('accepts %j', async (over, kept) => {
    expect(await register(over)).toMatchObject(kept)
  })

  it('stores an address once if it is registered twice at once, in any letter case', async () => {
    const both = `${randomUUID()}@ejemplo.test`
    await Promise.allSettled([register({ email: both }), register({ email: both.toUpperCase() })])
    expect(await stored(both)).toHaveLength(1)
  })
})

describe('registration settings', () => {
  const set = async (change: object) => {
    const { pb } = await theFirstAdmin()
    const { id } = await pb.collection('settings').getFirstListItem('')
    await pb.collection('settings').update(id, change)
  }
  afterAll(() => set({ registration: 'open', allowedDomains: '' }))

  it('reject everyone if closed', async () => {
    await set({ registration: 'closed' })
    expect(await refusalOf(register())).toMatchObject({ status: 400, code: 'registration.closed' })
    expect(await anonymous().send('/api/app/status', { method: 'GET' })).toMatchObject({ registration: 'closed' })
    await set({ registration: 'open' })
  })

  it('accept an address with ñ in its domain, stored as mail servers read it', async () => {
    const email = `${randomUUID()}@peña.test`
    await register({ email })
    expect(await stored(email.replace('peña', 'xn--pea-8ma'))).toHaveLength(1)
    const again = refusalOf(register({ email }))
    expect(await again).toMatchObject({ status: 400, fields: { email: 'user.email' } })
  })

  it('restrict addresses to the allowed domains', async () => {
    await set({ allowedDomains: 'empresa.test, @Otra.test' })
    expect(await refusalOf(register())).toMatchObject({ status: 400, fields: { email: 'registration.domain' } })
    expect(await refusalOf(register({ email: 'a@mala-empresa.test' }))).toMatchObject({ status: 400 })
    expect(await refusalOf(register({ email: 'a@empresa.test.evil.test' }))).toMatchObject({ status: 400 })
    await register({ email: `${randomUUID()}@EMPRESA.test` })
    await register({ email: `${randomUUID()}@otra.test` })
    await set({ allowedDomains: '' })
  })
})

it('records registration, activation and deactivation in the history', async () => {
  const ana = await aUser()
  await setActive(ana, false)
  const { pb } = await theFirstAdmin()
  const events = await pb.collection('events').getFullList({ filter: `subjectId = "${ana.id}"`, sort: 'created' })
  expect(events.map(({ subject, action }) => `${subject} ${action}`)).toEqual([
    'users register',
    'users activate',
    'users deactivate',
  ])
  expect(events[0]).toMatchObject({ actor: ana.id, owner: ana.id })
})

it.each(['Gane en www.premios.test', 'premios.com', 'http://a', 'Ana ana@premios.test', 'Entre a premios.com/x'])(
  'rejects %s as a name at registration and in a profile',
  async (name) => {
    expect(await refusalOf(anInactiveUser({ name }))).toMatchObject({ status: 400, fields: { name: 'name.address' } })
    const ana = await aUser()
    const renamed = ana.pb.collection('users').update(ana.id, { name })
    expect(await refusalOf(renamed)).toMatchObject({ status: 400, fields: { name: 'name.address' } })
  },
)

it.each(['J. R. Núñez', 'J.R. Núñez', 'María de los Á. Peña, Jr.', "Niamh O'Brien-Ñ."])(
  'accepts %s as a name',
  async (name) => {
    expect((await anInactiveUser({ name })).id).toHaveLength(15)
  },
)
