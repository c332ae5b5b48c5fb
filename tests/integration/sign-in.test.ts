import { describe, expect, inject, it } from 'vitest'
import { anAddress, anInactiveUser, anonymous, aUser, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'

const signIn = (identity: unknown, password: unknown, pb = anonymous()) =>
  pb.send('/api/collections/users/auth-with-password', { method: 'POST', body: { identity, password } })

it('an inactive person is told so, to the letter, only after the right password', async () => {
  const waiting = await anInactiveUser()
  const error = await signIn(waiting.email, waiting.password).catch((cause) => cause)
  expect(error.status).toBe(403)
  expect(error.response.message).toBe('El usuario no esta activo comuniquese con el administrador')
  expect(error.response.data.code.code).toBe('user.inactive')
  expect(JSON.stringify(error.response)).not.toContain('token')
  expect(await refusalOf(signIn(waiting.email, 'otra-clave'))).toMatchObject({ status: 400, code: 'user.credentials' })
})

it('a wrong password and an unknown address are answered alike, in the same time', async () => {
  const [ana, waiting] = await Promise.all([aUser(), anInactiveUser()])
  const times: Record<string, number[]> = {}
  const answers = new Set<string>()
  for (let round = 0; round < 8; round++)
    for (const email of [ana.email, waiting.email, 'nadie@ejemplo.test']) {
      const start = performance.now()
      const error = await signIn(email, 'otra-clave').catch((cause) => cause)
      times[email] = [...(times[email] ?? []), performance.now() - start]
      answers.add(JSON.stringify([error.status, sorted(error.response)]))
    }
  expect(answers.size).toBe(1)
  const [known = 0, inactive = 0, unknown = 0] = Object.values(times).map(
    (all) => all.toSorted((a, b) => a - b)[3] ?? 0,
  )
  for (const ratio of [unknown / known, inactive / known]) expect(ratio).toSatisfy((r: number) => r > 0.6 && r < 1.6)
})

/** The server orders keys at random. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

it.each([[{}], [[]], ['x'.repeat(300)], [null]])('%j is no address', async (identity) => {
  expect((await refusalOf(signIn(identity, 'abc123'))).status).toBe(400)
})

it('only people sign in', async () => {
  const call = anonymous().send('/api/collections/requests/auth-with-password', {
    method: 'POST',
    body: { identity: 'a@b.co', password: 'abc123' },
  })
  expect((await refusalOf(call)).status).toBe(404)
})

it('the sixth attempt in a minute from one address has to wait', async () => {
  const ana = await aUser()
  const pb = anonymous({ address: anAddress() })
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await refusalOf(signIn(ana.email, `clave-${i}`, pb))).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  expect((await refusalOf(signIn(ana.email, ana.password, pb))).status).toBe(429)
  await signIn(ana.email, ana.password)
})

it('who holds a session cannot try the passwords of others faster', async () => {
  const [ana, luis] = await Promise.all([aUser(), aUser()])
  const statuses: number[] = []
  for (let i = 0; i < 7; i++) statuses.push((await refusalOf(signIn(luis.email, `clave-${i}`, ana.pb))).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
})

describe('what is no session', () => {
  const listWith = async (headers: Record<string, string>) => {
    const response = await fetch(`${inject('url')}/api/collections/users/records`, { headers })
    return { status: response.status, ...(await response.json()) }
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

  it('a token that nobody signed', async () => {
    const ana = await aUser()
    const [, payload = ''] = ana.pb.authStore.token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const none = `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
    expect((await listWith({ Authorization: none })).items).toEqual([])
    expect((await listWith({ Authorization: ana.pb.authStore.token })).items).toHaveLength(1)
  })

  it('a token for files', async () => {
    const ana = await aUser()
    expect((await listWith({ Authorization: await ana.pb.files.getToken() })).items).toEqual([])
  })

  it('a cookie alone', async () => {
    const ana = await aUser()
    const cookie = ana.pb.authStore.exportToCookie({ httpOnly: false })
    expect((await listWith({ Cookie: cookie })).items).toEqual([])
  })
})

it('a session is renewed while active, and not afterwards', async () => {
  const ana = await aUser()
  await ana.pb.collection('users').authRefresh()
  await setActive(ana, false)
  expect((await refusalOf(ana.pb.collection('users').authRefresh())).status).toBe(401)
  await setActive(ana, true)
  expect((await refusalOf(ana.pb.collection('users').authRefresh())).status).toBe(401)
})
