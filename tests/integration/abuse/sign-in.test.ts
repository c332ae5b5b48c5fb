import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { Scene, sendRawRequest } from '../../support/abuse.ts'
import { openBrowser, openPage } from '../../support/browser.ts'
import { startServer } from '../../support/container.ts'
import { codeIn, mailsTo, mailTo } from '../../support/mailbox.ts'
import { anAddress, anInactiveUser, anonymous, aUser, type Person, setActive } from '../../support/people.ts'
import { refusalOf } from '../../support/refusal.ts'

// A hundred password checks, which are slow on purpose.
vi.setConfig({ testTimeout: 100_000 })

const scene = await Scene.open()
afterAll(() => scene?.close())

const guest = () => anonymous(scene.place)
const anEmail = () => `${randomUUID().slice(0, 13)}@ejemplo.test`

describe('registration', () => {
  const form = (over: object) => ({
    name: 'Íñigo Ñandú',
    email: anEmail(),
    phone: '+573001112233',
    password: 'abc123',
    passwordConfirm: 'abc123',
    ...over,
  })
  const register = (over: object, who = guest()) => who.collection('users').create(form(over))
  const people = () => scene.count('users')

  /** Returns the error of a refused registration; fails if it created a user. */
  async function registerAndFail(over: object, who = guest()) {
    const before = await people()
    const refusal = await refusalOf(register(over, who))
    expect(await people()).toBe(before)
    return refusal
  }

  it('rejects a registration with the administrator role', async () => {
    expect((await registerAndFail({ role: '_admin' })).status).toBe(400)
  })

  it('ignores isActive in a registration: the account stays inactive', async () => {
    const { id } = await register({ isActive: true })
    expect(await scene.stored('users', id)).toMatchObject({ isActive: false, role: '_user' })
  })

  it('ignores verified in a registration: the address stays unconfirmed', async () => {
    const { id } = await register({ verified: true })
    expect(await scene.stored('users', id)).toMatchObject({ verified: false, isActive: false })
  })

  it('rejects a registration with an id', async () => {
    expect((await registerAndFail({ id: 'aaaaaaaaaaaaaaa' })).status).toBe(400)
    expect(await scene.count('users', "id = 'aaaaaaaaaaaaaaa'")).toBe(0)
  })

  it('rejects a password that differs from its confirmation', async () => {
    expect(await registerAndFail({ passwordConfirm: 'abc124' })).toMatchObject({
      status: 400,
      fields: { passwordConfirm: 'password.mismatch' },
    })
  })

  it('rejects a password of 5 characters and accepts 6', async () => {
    expect(await registerAndFail({ password: 'abc12', passwordConfirm: 'abc12' })).toMatchObject({
      status: 400,
      fields: { password: 'password.short' },
    })
    const { id } = await register({ password: 'abc123', passwordConfirm: 'abc123' })
    expect(await scene.stored('users', id)).toMatchObject({ isActive: false })
  })

  it('rejects a registered address in any letter case', async () => {
    const email = anEmail()
    await register({ email })
    expect(await registerAndFail({ email: email.toUpperCase() })).toMatchObject({
      status: 400,
      fields: { email: 'user.email' },
    })
    expect(await scene.count('users', `email = '${email}' COLLATE NOCASE`)).toBe(1)
  })

  it('returns only an error code for a registered address, nothing of its account', async () => {
    const ana = await anInactiveUser({ ...scene.place, name: 'Ana Reservada' })
    const answer = await scene.ask('/api/collections/users/records', {
      method: 'POST',
      body: JSON.stringify(form({ email: ana.email })),
    })
    const { data, ...told } = JSON.parse(answer.text)
    expect(answer.status).toBe(400)
    expect(Object.keys(data).toSorted()).toEqual(['code', 'email'])
    expect(Object.keys(told).toSorted()).toEqual(['message', 'status'])
    for (const secret of [ana.id, 'Reservada', '3001112233', ana.email]) expect(answer.text).not.toContain(secret)
    expect(await scene.stored('users', ana.id)).toMatchObject({ name: 'Ana Reservada' })
  })

  it('rejects a password of 75 bytes instead of truncating it', async () => {
    const password = 'x'.repeat(75)
    expect((await registerAndFail({ password, passwordConfirm: password })).status).toBe(400)
    // 38 letters, 75 bytes.
    const spanish = `${'ñ'.repeat(37)}x`
    expect((await registerAndFail({ password: spanish, passwordConfirm: spanish })).status).toBe(400)
  })

  it('rejects a name of 256 letters and a blank name', async () => {
    expect(await registerAndFail({ name: 'x'.repeat(256) })).toMatchObject({ status: 400, fields: { name: 'length' } })
    expect(await registerAndFail({ name: '   ' })).toMatchObject({ status: 400, fields: { name: 'required' } })
  })

  it('rejects markup in a telephone number', async () => {
    expect(await registerAndFail({ phone: '<b>1</b>' })).toMatchObject({ status: 400, fields: { phone: 'phone' } })
  })

  it('rejects a registration by a signed-in user', async () => {
    const ana = await aUser(scene.place)
    expect((await registerAndFail({}, ana.pb)).status).toBe(400)
  })
})

/** Sends a sign-in without the client library. */
async function attempt(identity: unknown, password: string, over: { address?: string; at?: string } = {}) {
  const { address = anAddress(), at = scene.server.url } = over
  const { status, headers, text } = await sendRawRequest(at, '/api/collections/users/auth-with-password', {
    method: 'POST',
    headers: { 'X-Forwarded-For': address },
    body: JSON.stringify({ identity, password }),
  })
  const response = JSON.parse(text) as { message: string; data?: { code?: { code: string } }; token?: string }
  return {
    status,
    body: response,
    text,
    code: response.data?.code?.code,
    retryAfter: Number(headers['retry-after'] ?? 0),
  }
}
const countOf = (all: { status: number }[], status: number) => all.filter((each) => each.status === status).length

describe('sign-in', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  it('reports inactivity to an inactive user with the right password, without a token', async () => {
    const waiting = await anInactiveUser(scene.place)
    const before = await scene.person(waiting.id)
    const { status, text, code } = await attempt(waiting.email, waiting.password)
    expect([status, code]).toEqual([403, 'user.inactive'])
    expect(text).not.toMatch(/token|eyJ/)
    const page = await openPage(browser, { baseURL: scene.server.url })
    await page.goto('/auth/login')
    await page.getByLabel('Correo electrónico').fill(waiting.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(waiting.password)
    await page.keyboard.press('Enter')
    const sentence = 'Error de autenticación: El usuario no esta activo comuniquese con el administrador'
    await page.getByText(sentence).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth/login')
    expect((await page.context().cookies()).filter(({ value }) => value.includes('eyJ'))).toEqual([])
    expect(await scene.person(waiting.id)).toEqual(before)
  })

  it('answers a wrong password and an unknown address alike, in similar time', async () => {
    const [ana, waiting] = await Promise.all([aUser(scene.place), anInactiveUser(scene.place)])
    const before = await scene.person(ana.id)
    const answers = new Set<string>()
    const fastest = { known: Infinity, inactive: Infinity, unknown: Infinity }
    const ratios = () => [fastest.unknown / fastest.known, fastest.inactive / fastest.known]
    const isAlike = () => ratios().every((ratio) => ratio > 0.8 && ratio < 1.25)
    // Compares the fastest of several rounds, and adds rounds if the machine is busy.
    for (let round = 0; round < 10 || (round < 60 && !isAlike()); round++) {
      for (const [kind, email] of [
        ['known', ana.email],
        ['inactive', waiting.email],
        ['unknown', anEmail()],
      ] as const) {
        const began = performance.now()
        const { status, body: told } = await attempt(email, 'otra-clave')
        fastest[kind] = Math.min(fastest[kind], performance.now() - began)
        answers.add(JSON.stringify([status, told.message, told.data?.code?.code, Object.keys(told).toSorted()]))
      }
      if (round % 9 === 8) await scene.sql('DELETE FROM failed_sign_ins')
    }
    const words = 'El correo o la contraseña no son correctos.'
    expect([...answers]).toEqual([JSON.stringify([400, words, 'user.credentials', ['data', 'message', 'status']])])
    expect(isAlike(), ratios().join()).toBe(true)
    expect(await scene.person(ana.id)).toEqual(before)
  })

  it('limits wrong passwords to 10 per account and 30 per address, without counting right passwords', async () => {
    const ana = await aUser(scene.place)
    const before = await scene.person(ana.id)
    for (const email of [ana.email, anEmail()]) {
      const spelled = (i: number) => (i % 2 ? email : email.toUpperCase())
      const all = await Promise.all(Array.from({ length: 10 }, (_, i) => attempt(spelled(i), `clave-${i}`)))
      expect(countOf(all, 400)).toBe(10)
      const { status, retryAfter, body } = await attempt(email, 'clave-10')
      expect(status).toBe(429)
      expect(body.message).toMatch(/^Hubo demasiados intentos fallidos\. Espere 1\d minutos e inténtelo de nuevo\.$/)
      expect(retryAfter).toSatisfy((seconds: number) => seconds > 600 && seconds <= 900)
    }
    // The correct password from another address must wait too, but the account is not locked any longer.
    expect(await attempt(ana.email, ana.password)).toMatchObject({ status: 429, code: 'signIn.wait' })
    expect(await scene.person(ana.id)).toEqual(before)
    await scene.sql('UPDATE failed_sign_ins SET at = at - 900')
    expect((await attempt(ana.email, ana.password)).status).toBe(200)

    const address = anAddress()
    const wrong = await Promise.all(Array.from({ length: 30 }, () => attempt(anEmail(), 'clave-1', { address })))
    expect(countOf(wrong, 400)).toBe(30)
    const { status, retryAfter } = await attempt(anEmail(), 'clave-1', { address })
    expect(status).toBe(429)
    expect(retryAfter).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60)

    const [office, people] = [anAddress(), await scene.likenesses(ana.id, 10)]
    const right = await Promise.all(
      [...people, ...people].map((email) => attempt(email, ana.password, { address: office })),
    )
    expect(countOf(right, 200)).toBe(20)
  })

  it('ignores a forwarded address without a trusted proxy header', async () => {
    const open = await startServer(inject('image'), { TRUSTED_PROXY_HEADER: '' })
    try {
      const wrong = () => attempt(anEmail(), 'clave-1', { at: open.url })
      const all = await Promise.all(Array.from({ length: 40 }, wrong))
      expect([countOf(all, 400), countOf(all, 429)]).toEqual([30, 10])
      // Only the sender's address is stored and stays limited.
      expect((await wrong()).status).toBe(429)
    } finally {
      await open.stop()
    }
  })

  it.each([[{}], [[]], [null], ['x'.repeat(300)]])('rejects %j as an address', async (identity) => {
    const tries = await scene.count('failed_sign_ins')
    expect(await attempt(identity, 'abc123')).toMatchObject({ status: 400 })
    expect(await scene.count('failed_sign_ins')).toBeLessThanOrEqual(tries + 1)
  })

  it('rejects a sign-in to a collection without accounts', async () => {
    const sessions = await scene.count('_authOrigins')
    const call = guest().collection('requests').authWithPassword('a@b.co', 'abc123')
    expect((await refusalOf(call)).status).toBe(404)
    expect(await scene.count('_authOrigins')).toBe(sessions)
  })
})

describe('verification codes', () => {
  const ask = (email: string) => guest().collection('users').requestOTP(email)
  const verify = (otpId: string, code: string) =>
    guest().send('/api/app/verify', { method: 'POST', body: { otpId, code } })
  const signInByCode = (otpId: string, password: string) =>
    guest().send('/api/collections/users/auth-with-otp', { method: 'POST', body: { otpId, password } })
  const other = (code: string) => (code === '000000' ? '111111' : '000000')
  const codes = (person: Person) => scene.count('_otps', `recordRef = '${person.id}'`)

  async function aCode(person: Person) {
    const after = mailsTo(person.email).length
    const { otpId } = await ask(person.email)
    return { otpId, code: codeIn(await mailTo(person.email, { after })) }
  }

  it('answers a known and an unknown address alike', async () => {
    const ana = await anInactiveUser(scene.place)
    const otps = await scene.count('_otps')
    const unknown = await ask(anEmail())
    expect(await scene.count('_otps')).toBe(otps)
    const known = await ask(ana.email)
    expect([Object.keys(known), known.otpId.length]).toEqual([Object.keys(unknown), unknown.otpId.length])
    await mailTo(ana.email)
    expect(await codes(ana)).toBe(1)
  })

  it('rejects the right code after five wrong codes', async () => {
    const ana = await anInactiveUser(scene.place)
    const { otpId, code } = await aCode(ana)
    for (let i = 0; i < 5; i++) expect(await refusalOf(verify(otpId, other(code)))).toMatchObject({ status: 400 })
    expect(await refusalOf(verify(otpId, code))).toMatchObject({ status: 429, code: 'code.attempts' })
    expect(await scene.stored('users', ana.id)).toMatchObject({ verified: false })
    expect(await scene.sql(`SELECT attempts FROM one_time_codes WHERE id = '${otpId}'`)).toEqual([['5']])
  })

  it('accepts a code once, also if it is sent three times at once', async () => {
    const ana = await anInactiveUser(scene.place)
    const { otpId, code } = await aCode(ana)
    const all = await Promise.allSettled([verify(otpId, code), verify(otpId, code), verify(otpId, code)])
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const confirmed = await scene.person(ana.id)
    expect(await refusalOf(verify(otpId, code))).toMatchObject({ status: 400, code: 'code.invalid' })
    expect(await scene.person(ana.id)).toEqual(confirmed)
    expect([await codes(ana), (await scene.stored('users', ana.id)).verified]).toEqual([0, true])
  })

  it.each(['one_time_codes SET at = at - 601', "_otps SET created = datetime('now', '-601 seconds') || '.000Z'"])(
    'rejects an expired code (%s)',
    async (change) => {
      const ana = await anInactiveUser(scene.place)
      const { otpId, code } = await aCode(ana)
      await scene.sql(`UPDATE ${change} WHERE id = '${otpId}'`)
      expect(await refusalOf(verify(otpId, code))).toMatchObject({ status: 400, code: 'code.expired' })
      expect(await scene.stored('users', ana.id)).toMatchObject({ verified: false })
    },
  )

  it('accepts the chosen password after confirmation and activation', async () => {
    const ana = await anInactiveUser(scene.place)
    const readPasswordHash = () => scene.sql(`SELECT password FROM users WHERE id = '${ana.id}'`)
    const chosen = await readPasswordHash()
    const { otpId, code } = await aCode(ana)
    expect(await verify(otpId, code)).toEqual({})
    await setActive(ana, true, scene.place)
    expect((await attempt(ana.email, ana.password)).status).toBe(200)
    expect(await readPasswordHash()).toEqual(chosen)
  })

  it('confirms the address of an inactive user without signing in', async () => {
    const ana = await anInactiveUser(scene.place)
    const { otpId, code } = await aCode(ana)
    const refused = await signInByCode(otpId, code).catch((error) => error)
    expect([refused.status, refused.response.data.code.code]).toEqual([403, 'user.inactive'])
    expect(JSON.stringify(refused.response)).not.toMatch(/token|eyJ/)
    expect(await scene.stored('users', ana.id)).toMatchObject({ verified: true, isActive: false })
  })

  it('sends two mails for twenty requests in a minute', async () => {
    const ana = await anInactiveUser(scene.place)
    const asked = []
    for (let i = 0; i < 20; i++) asked.push((await ask(ana.email)).otpId)
    expect(new Set(asked).size).toBe(20)
    await mailTo(ana.email, { after: 1 })
    expect([mailsTo(ana.email).length, await codes(ana)]).toEqual([2, 2])
    expect(await scene.count('outgoing_mails', `"to" = '${ana.email}'`)).toBeLessThanOrEqual(2)
    // Only the newest code belongs to the newest request.
    const latest = asked.at(-1) ?? ''
    const tried = await Promise.allSettled(mailsTo(ana.email).map((mail) => verify(latest, codeIn(mail))))
    expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('sends one mail for six simultaneous password resets, and answers each alike', async () => {
    const ana = await aUser(scene.place)
    const before = await scene.person(ana.id)
    const ask = () =>
      scene.ask('/api/collections/users/request-password-reset', {
        method: 'POST',
        body: JSON.stringify({ email: ana.email }),
      })
    const answers = await Promise.all(Array.from({ length: 6 }, ask))
    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(6).fill([204, '']))
    await mailTo(ana.email)
    expect((await ask()).status).toBe(204)
    expect(mailsTo(ana.email)).toHaveLength(1)
    expect(await scene.person(ana.id)).toEqual(before)
  })
})
