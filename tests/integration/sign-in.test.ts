import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { startServer } from '../support/container.ts'
import { firstAdmin } from '../support/environment.ts'
import { codeIn, linksIn, type Mail, mailsTo, mailTo } from '../support/mailbox.ts'
import { anAddress, anAdmin, anInactiveUser, anonymous, aUser, setActive } from '../support/people.ts'
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
    onTestFinished(async () => {
      await server.stop()
    })
    for (let i = 0; i < 10; i++) await attempt(firstAdmin.email, `clave-${i}`, server.url)
    await server.crash()
    expect(await attempt(firstAdmin.email, firstAdmin.password, server.url)).toMatchObject({ status: 429 })
  })
})

describe('wrong codes', () => {
  const verify = (otpId: string, code: string) =>
    anonymous().send('/api/app/verify', { method: 'POST', body: { otpId, code } })
  const requestCode = (email: string, address: string) =>
    anonymous({ address })
      .collection('users')
      .requestOTP(email)
      .then(({ otpId }) => otpId)
  /** Uses up the attempts of a network: 25, five for each of five codes. Returns the answers. */
  async function spendAttempts(email: string, wrong: string, address = anAddress()) {
    const codes = await Promise.all([1, 2, 3, 4, 5].map(() => requestCode(email, address)))
    return Promise.all(codes.flatMap((otpId) => [1, 2, 3, 4, 5].map(() => refusalOf(verify(otpId, wrong)))))
  }
  async function attacked(networks: string[]) {
    const ana = await anInactiveUser()
    await requestCode(ana.email, anAddress())
    const code = codeIn(await mailTo(ana.email))
    const wrong = code === '000000' ? '111111' : '000000'
    for (const address of networks) expect(countOf(await spendAttempts(ana.email, wrong, address), 400)).toBe(25)
    // At most two codes a minute are mailed; the last one is valid for every request.
    const latest = codeIn(await mailTo(ana.email, { after: 1 }))
    return { ana, latest }
  }

  it('of other networks leave the attempts of the owner', async () => {
    const { ana, latest } = await attacked([anAddress(), anAddress()])
    await verify(await requestCode(ana.email, anAddress()), latest)
    expect(await (await anAdmin()).pb.collection('users').getOne(ana.id)).toMatchObject({ verified: true })
  })

  it('of one network are forgotten after a new password by mail, as are wrong passwords', async () => {
    const network = anAddress()
    const { ana, latest } = await attacked([network])
    await setActive(ana, true)
    expect(await refusalOf(verify(await requestCode(ana.email, network), latest))).toMatchObject({
      code: 'code.attempts',
    })
    for (let i = 0; i < 10; i++) await attempt(ana.email, `clave-${i}`)
    await anonymous().collection('users').requestPasswordReset(ana.email)
    const recovery = () => mailsTo(ana.email).find(({ subject }) => subject.startsWith('Cambie su contraseña'))
    await expect.poll(recovery).toBeDefined()
    const link = linksIn(recovery() as Mail).at(-1) ?? ''
    await anonymous()
      .collection('users')
      .confirmPasswordReset(link.split('/').at(-1) ?? '', 'mi-clave', 'mi-clave')
    expect(await attempt(ana.email, 'mi-clave')).toMatchObject({ status: 200 })
    // The new password invalidates the code, but the attempt is counted again.
    expect(await refusalOf(verify(await requestCode(ana.email, network), latest))).toMatchObject({
      code: 'code.invalid',
    })
  })

  it('are forgotten at the word of an administrator, as are wrong passwords', async () => {
    const network = anAddress()
    const { ana, latest } = await attacked([network])
    await setActive(ana, true)
    const device = (await attempt(ana.email, ana.password)).cookie?.split(';')[0]
    const onDevice = (password: string) => attempt(ana.email, password, testServer().url, anAddress(), device)
    for (let i = 0; i < 10; i++) {
      await attempt(ana.email, `clave-${i}`)
      await onDevice(`clave-${i}`)
    }
    expect((await onDevice(ana.password)).status).toBe(429)
    const admin = await anAdmin()
    await admin.pb.send(`/api/app/users/${ana.id}/unblock`, { method: 'POST' })
    expect(await attempt(ana.email, ana.password)).toMatchObject({ status: 200 })
    expect((await onDevice(ana.password)).status).toBe(200)
    await verify(await requestCode(ana.email, network), latest)
    const lines = await admin.pb.collection('events').getFullList({ filter: `subjectId = "${ana.id}"` })
    expect(lines.filter(({ action }) => action === 'unblock')).toMatchObject([{ actor: admin.id }])
  })
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
