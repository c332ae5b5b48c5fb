import { describe, expect, inject, it } from 'vitest'
import { startServer } from '../support/container.ts'
import { firstAdmin } from '../support/environment.ts'
import { anAddress, anonymous, aUser, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { testServer } from '../support/test-server.ts'

/** Signs in once; returns status, error code and the cookie of the device. */
async function attempt(email: string, password: string, at = testServer().url, address = anAddress(), cookie = '') {
  const response = await fetch(`${at}/api/collections/users/auth-with-password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address, Cookie: cookie },
    body: JSON.stringify({ identity: email, password }),
  })
  const { data } = await response.json()
  return {
    status: response.status,
    code: data?.code?.code,
    cookie: response.headers.get('set-cookie'),
  }
}
const statusesOf = (all: { status: number }[]) => all.map(({ status }) => status)
const countOf = (all: { status: number }[], status: number) => all.filter((each) => each.status === status).length

describe('wrong passwords', () => {
  it('block the account for new sign-ins, and no other account', async () => {
    const [ana, luis] = await Promise.all([aUser(), aUser()])
    const address = anAddress()
    for (let i = 0; i < 10; i++) await attempt(ana.email, `clave-${i}`, testServer().url, address)
    expect(await attempt(ana.email, ana.password)).toMatchObject({ status: 429, code: 'signIn.wait' })
    expect((await attempt(luis.email, luis.password, testServer().url, address)).status).toBe(200)
    // Existing sessions stay valid.
    await ana.pb.collection('users').authRefresh()
  })

  it('are counted separately on a device that signed in before', async () => {
    const [ana, luis] = await Promise.all([aUser(), aUser()])
    const first = await attempt(ana.email, ana.password)
    expect(first.cookie).toMatch(
      /^device_[0-9a-f]{16}=[\w.-]+; Path=\/api; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    )
    const device = first.cookie?.split(';')[0] ?? ''
    for (let i = 0; i < 10; i++) await attempt(ana.email, `clave-${i}`)
    const again = (password: string, cookie = device, email = ana.email) =>
      attempt(email, password, testServer().url, anAddress(), cookie)
    expect((await again(ana.password)).status).toBe(200)
    expect(await attempt(ana.email, ana.password)).toMatchObject({ status: 429, code: 'signIn.wait' })
    // Unsigned cookies and devices of other accounts are unknown.
    const [name = ''] = device.split('=')
    const ofLuis = (await attempt(luis.email, luis.password)).cookie?.split(';')[0]?.split('=')[1]
    for (const value of ['x', `${device.split('=')[1]}x`, ofLuis ?? ''])
      expect((await again(ana.password, `${name}=${value}`)).status).toBe(429)
    const all = []
    for (let i = 0; i < 11; i++) all.push(await again(`clave-${i}`))
    expect(statusesOf(all)).toEqual([...Array(10).fill(400), 429])
  })

  it('make no exception for a device after a password change', async () => {
    const ana = await aUser()
    const device = (await attempt(ana.email, ana.password)).cookie?.split(';')[0] ?? ''
    const change = { oldPassword: ana.password, password: 'clave-nueva', passwordConfirm: 'clave-nueva' }
    await ana.pb.collection('users').update(ana.id, change)
    for (let i = 0; i < 10; i++) await attempt(ana.email, `clave-${i}`)
    expect((await attempt(ana.email, 'clave-nueva', testServer().url, anAddress(), device)).status).toBe(429)
  })

  it('are limited to ten of forty simultaneous attempts', async () => {
    const ana = await aUser()
    const all = await Promise.all(Array.from({ length: 40 }, (_, i) => attempt(ana.email, `clave-${i}`)))
    expect([countOf(all, 400), countOf(all, 429)]).toEqual([10, 30])
  })

  it('are limited in password changes as well', async () => {
    const ana = await aUser()
    const change = () =>
      ana.pb
        .collection('users')
        .update(ana.id, { oldPassword: 'otra-clave', password: 'nueva-1', passwordConfirm: 'nueva-1' })
    const all = []
    for (let i = 0; i < 11; i++) all.push(await refusalOf(change()))
    expect(statusesOf(all)).toEqual([...Array(10).fill(400), 429])
  })

  it('are still counted after a crash', async () => {
    const server = await startServer(inject('image'))
    for (let i = 0; i < 10; i++) await attempt(firstAdmin.email, `clave-${i}`, server.url)
    await server.crash()
    expect(await attempt(firstAdmin.email, firstAdmin.password, server.url)).toMatchObject({ status: 429 })
    await server.stop()
  })
})

it('counts no right passwords of one account', async () => {
  const ana = await aUser()
  const often = await Promise.all(Array.from({ length: 15 }, () => attempt(ana.email, ana.password)))
  expect(countOf(often, 200)).toBe(15)
})

it('renews a session while the user is active, and never after deactivation', async () => {
  const ana = await aUser()
  await ana.pb.collection('users').authRefresh()
  await setActive(ana, false)
  expect((await refusalOf(ana.pb.collection('users').authRefresh())).status).toBe(401)
  await setActive(ana, true)
  expect((await refusalOf(ana.pb.collection('users').authRefresh())).status).toBe(401)
})

it('lasts a day, and ends everywhere but in the calling session on request', async () => {
  const ana = await aUser()
  const [, payload = ''] = ana.pb.authStore.token.split('.')
  const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  expect(exp - Date.now() / 1000).toSatisfy((left: number) => left > 86_000 && left <= 86_400)
  const elsewhere = anonymous()
  await elsewhere.collection('users').authWithPassword(ana.email, ana.password)
  const { token, record } = await ana.pb.send('/api/app/sessions/end', { method: 'POST' })
  expect(record.id).toBe(ana.id)
  for (const old of [ana.pb, elsewhere])
    expect((await refusalOf(old.collection('users').authRefresh())).status).toBe(401)
  expect((await refusalOf(elsewhere.files.getToken())).status).toBe(401)
  ana.pb.authStore.save(token, record)
  await ana.pb.collection('users').authRefresh()
  expect((await refusalOf(anonymous().send('/api/app/sessions/end', { method: 'POST' }))).status).toBe(401)
})
