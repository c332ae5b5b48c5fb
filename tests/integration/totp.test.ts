import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { runMinuteJobs, type Server, startServer } from '../support/container.ts'
import { firstAdmin } from '../support/environment.ts'
import { codeIn, linksIn, mailsTo, mailTo } from '../support/mailbox.ts'
import { anAddress, anAdmin, anonymous, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { type Provider, signInWith, startProvider } from '../support/provider.ts'
import { refusalOf } from '../support/refusal.ts'
import { testServer } from '../support/test-server.ts'
import { totpCode } from '../support/totp.ts'

const ENCRYPTION_KEY = 'un-secreto-de-prueba-de-32-letras-o-mas'

let provider: Provider
let server: Server
let admin: PocketBase
beforeAll(async () => {
  provider = await startProvider()
  const environment = { ...testServer().mailEnvironment, ...provider.environment, ENCRYPTION_KEY }
  server = await startServer(inject('image'), environment, undefined, { schedule: 'none' })
  admin = (await theFirstAdmin({ at: server.url })).pb
})
afterAll(async () => {
  await server?.stop()
  await provider?.stop()
})

const someone = () => aUser({ at: server.url })
const call = (pb: PocketBase, method: string, path: string, body?: object) => pb.send(path, { method, body })
const start = ({ pb, password }: Person) => call(pb, 'POST', '/api/app/totp', { password })

/** Activates the app with the code of the current step. */
async function activate(person: Person) {
  const { secret, token } = await start(person)
  const code = totpCode(secret)
  const { codes } = await call(person.pb, 'PUT', '/api/app/totp', { token, code })
  return { ...person, secret, token, code, codes: codes as string[] }
}
const aCarefulUser = async () => activate(await someone())

/** Returns a client with a new session, which needs no code. */
async function signedIn({ email, password }: Person) {
  const pb = anonymous({ at: server.url })
  await pb.collection('users').authWithPassword(email, password)
  return pb
}

/** Calls a sign-in from a network of its own; returns status, body and the cookie of the device. */
async function attempt(path: string, body: object | string, at = server.url) {
  const response = await fetch(`${at}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': anAddress() },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const { data, mfaId, secondFactor, token } = await response.json()
  const cookie = response.headers.get('set-cookie')
  return { status: response.status, code: data?.code?.code, mfaId, secondFactor, token, cookie }
}
const byPassword = ({ email, password }: { email: string; password: string }, at = server.url) =>
  attempt('/api/collections/users/auth-with-password', { identity: email, password }, at)
const byApp = (mfaId: string, code: string, at = server.url) => attempt('/api/app/auth-with-totp', { mfaId, code }, at)

/** Signs in with the password and a code of the app or a recovery code. */
async function signIn(person: Person, code: string, at = server.url) {
  const { mfaId } = await byPassword(person, at)
  return byApp(mfaId, code, at)
}

async function mailCode({ email }: { email: string }, at = server.url) {
  const after = mailsTo(email).length
  const { otpId } = await anonymous({ at }).collection('users').requestOTP(email)
  return { otpId, code: codeIn(await mailTo(email, { after, subject: /es su código/ })) }
}

const listActions = async (id: string) =>
  (await admin.collection('events').getFullList({ filter: `subjectId = "${id}"`, sort: 'created' })).map(
    ({ action }) => action,
  )

describe('activate the app', () => {
  it('needs the password and a code, and returns ten recovery codes once', async () => {
    const [ana, luis] = await Promise.all([someone(), someone()])
    expect(await refusalOf(start({ ...ana, password: 'otra' }))).toMatchObject({ code: 'password.wrong' })
    const { secret, token } = await start(ana)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await call(ana.pb, 'GET', '/api/app/totp')).toEqual({ isOffered: true, isActive: false, recoveryCodes: 0 })
    const code = totpCode(secret)
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await refusalOf(call(ana.pb, 'PUT', '/api/app/totp', { token, code: wrong }))).toMatchObject({
      code: 'code.invalid',
    })
    expect(await refusalOf(call(luis.pb, 'PUT', '/api/app/totp', { token, code }))).toMatchObject({
      code: 'code.invalid',
    })
    expect(await byPassword(ana)).toMatchObject({ status: 200 })
    const { codes } = await call(ana.pb, 'PUT', '/api/app/totp', { token, code })
    expect(new Set(codes).size).toBe(10)
    for (const one of codes) expect(one).toMatch(/^[A-Z2-7]{16}$/)
    expect(await call(ana.pb, 'GET', '/api/app/totp')).toEqual({ isOffered: true, isActive: true, recoveryCodes: 10 })
    expect(await refusalOf(start(ana))).toMatchObject({ status: 409, code: 'totp.active' })
    expect(await refusalOf(call(ana.pb, 'PUT', '/api/app/totp', { token, code }))).toMatchObject({
      code: 'totp.active',
    })
    expect(await listActions(ana.id)).toContain('totp')
  })

  it('stores and returns no secret in clear', async () => {
    const ana = await aCarefulUser()
    for (const pb of [ana.pb, admin])
      expect(JSON.stringify(await pb.collection('users').getOne(ana.id))).not.toMatch(/totp/i)
    expect(await refusalOf(ana.pb.collection('users').update(ana.id, { secondFactor: false }))).toMatchObject({
      status: 404,
    })
    const files = await text(await server.container.copyArchiveFromContainer('/pb_data'))
    // The encrypted secret is in the files, so they are the right ones.
    expect(files.includes(ana.token)).toBe(true)
    expect(files.includes(ana.secret)).toBe(false)
    for (const code of ana.codes) expect(files.includes(code)).toBe(false)
  })
})

describe('sign in with the app', () => {
  it('needs the password and a new code, and sets the device cookie only after both', async () => {
    const ana = await aCarefulUser()
    const first = await byPassword(ana)
    expect(first).toEqual({
      status: 401,
      mfaId: expect.stringMatching(/^[a-z0-9]{15}$/),
      secondFactor: 'totp',
      cookie: null,
    })
    // The code that activated the app does not work again.
    expect(await byApp(first.mfaId, ana.code)).toMatchObject({ code: 'code.invalid', cookie: null })
    const code = totpCode(ana.secret, 1)
    const second = await byApp(first.mfaId, code)
    expect(second).toMatchObject({ status: 200, token: expect.any(String), cookie: expect.stringMatching(/^device_/) })
    expect(await byApp(first.mfaId, ana.codes[0] ?? '')).toMatchObject({ status: 400, code: 'signIn.expired' })
    expect(await signIn(ana, code)).toMatchObject({ status: 400, code: 'code.invalid', cookie: null })
    expect(await byApp('x'.repeat(15), totpCode(ana.secret))).toMatchObject({ code: 'signIn.expired' })
  })

  it.each(['mfaId', 'MFAID'])('accepts no code sent by mail, in any order, with the id as «%s»', async (name) => {
    const ana = await aCarefulUser()
    const { mfaId } = await byPassword(ana)
    const refused = { status: 401, secondFactor: 'totp', token: undefined, cookie: null }
    const { otpId, code } = await mailCode(ana)
    const byMail = await attempt('/api/collections/users/auth-with-otp', { otpId, password: code, [name]: mfaId })
    expect(byMail).toMatchObject(refused)
    const password = { identity: ana.email, password: ana.password, [name]: byMail.mfaId }
    expect(await attempt('/api/collections/users/auth-with-password', password)).toMatchObject(refused)
    // Mail codes do not switch it off either.
    const change = { enabled: false, ...(await mailCode(ana)) }
    expect(await refusalOf(call(ana.pb, 'PUT', '/api/app/second-factor', change))).toMatchObject({
      status: 409,
      code: 'totp.active',
    })
  })

  it('needs the id of a first step, also if PocketBase reads another', async () => {
    const ana = await aCarefulUser()
    const { mfaId } = await byPassword(ana)
    const { otpId, code } = await mailCode(ana)
    const byMail = await attempt(`/api/collections/users/auth-with-otp?mfaId=${mfaId}`, { otpId, password: code })
    expect(byMail).toMatchObject({ status: 401, secondFactor: 'totp', token: undefined })
    const body = `{"mfaId":"${mfaId}","code":"${ana.codes[0]}","MFAID":""}`
    expect(await attempt('/api/app/auth-with-totp', body)).toMatchObject({ token: undefined, cookie: null })
  })

  it('ends sign-ins that wait for a code sent by mail', async () => {
    const ana = await someone()
    await call(ana.pb, 'PUT', '/api/app/second-factor', { enabled: true, ...(await mailCode(ana)) })
    const { mfaId } = await byPassword(ana)
    const { otpId, code } = await mailCode(ana)
    const careful = await activate(ana)
    const late = await attempt('/api/collections/users/auth-with-otp', { otpId, password: code, mfaId })
    expect(late).toMatchObject({ status: 401, token: undefined })
    expect(await byApp(mfaId, careful.codes[0] ?? '')).toMatchObject({ code: 'signIn.expired' })
  })

  it('accepts each recovery code once, also if two sign-ins use it at the same time', async () => {
    const ana = await aCarefulUser()
    const [one = '', other = '', third = ''] = ana.codes
    const spelled = one.toLowerCase().replace(/(.{4})(?=.)/g, '$1-')
    expect(await signIn(ana, ` ${spelled} `)).toMatchObject({ status: 200, cookie: expect.any(String) })
    expect(await signIn(ana, one)).toMatchObject({ status: 400, code: 'code.invalid' })
    const firsts = await Promise.all(Array.from({ length: 4 }, () => byPassword(ana)))
    const raced = await Promise.all(firsts.map(({ mfaId }) => byApp(mfaId, other)))
    expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
    const code = totpCode(ana.secret, 1)
    const again = await Promise.all(firsts.map(() => signIn(ana, code)))
    expect(again.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await call(ana.pb, 'GET', '/api/app/totp')).toMatchObject({ recoveryCodes: 8 })
    const { codes } = await call(ana.pb, 'POST', '/api/app/totp/codes', { code: third })
    expect(codes).toHaveLength(10)
    expect(await signIn(ana, ana.codes[3] ?? '')).toMatchObject({ code: 'code.invalid' })
    expect(await signIn(ana, codes[0])).toMatchObject({ status: 200 })
    const uses = (await listActions(ana.id)).filter((action) => action.startsWith('recovery'))
    expect(uses.sort()).toEqual(['recoveryCode', 'recoveryCode', 'recoveryCode', 'recoveryCode', 'recoveryCodes'])
  })

  it('counts wrong codes like wrong passwords', async () => {
    const ana = await aCarefulUser()
    const { mfaId } = await byPassword(ana)
    const right = totpCode(ana.secret, 1)
    const wrong = ['000000', '111111', 'A'.repeat(16)].filter((code) => code !== right)
    for (let i = 0; i < 10; i++)
      expect(await byApp(mfaId, wrong[i % wrong.length] ?? '')).toMatchObject({ status: 400, code: 'code.invalid' })
    for (const code of [right, ana.codes[0] ?? ''])
      expect(await byApp(mfaId, code)).toMatchObject({ status: 429, code: 'signIn.wait' })
    expect(await byPassword(ana)).toMatchObject({ status: 429 })
    expect(await refusalOf(call(ana.pb, 'POST', '/api/app/totp/end', { code: right }))).toMatchObject({ status: 429 })
    await call(admin, 'POST', `/api/app/users/${ana.id}/unblock`)
    expect(await byApp(mfaId, ana.codes[0] ?? '')).toMatchObject({ status: 200 })
  })

  /** Sends a code that was used before until `count` are refused. Ten in a row would have to wait, so an administrator unblocks the account. */
  async function sendWrongCodes({ id, mfaId, code }: { id: string; mfaId: string; code: string }, count: number) {
    for (let i = 0; i < count; i++) {
      if (i % 9 === 0) await call(admin, 'POST', `/api/app/users/${id}/unblock`)
      expect(await byApp(mfaId, code)).toMatchObject({ status: 400, code: 'code.invalid' })
    }
    await call(admin, 'POST', `/api/app/users/${id}/unblock`)
  }

  it('stops the app after 100 wrong codes without a right one, until a recovery code is used', async () => {
    const ana = await aCarefulUser()
    const start = await byPassword(ana)
    await sendWrongCodes({ ...ana, ...start, code: ana.code }, 60)
    expect(await byApp(start.mfaId, totpCode(ana.secret, 1))).toMatchObject({ status: 200 })
    const { mfaId } = await byPassword(ana)
    await sendWrongCodes({ ...ana, mfaId, code: ana.code }, 99)
    expect(await listActions(ana.id)).not.toContain('totpStop')
    await sendWrongCodes({ ...ana, mfaId, code: ana.code }, 1)
    expect(await byApp(mfaId, ana.code)).toMatchObject({ status: 409, code: 'totp.stopped' })
    const events = await admin.collection('events').getFullList({ filter: `subjectId = "${ana.id}"` })
    expect(events.filter(({ action }) => action === 'totpStop')).toMatchObject([{ actor: '', owner: ana.id }])
    await runMinuteJobs(server)
    expect((await mailTo(ana.email, { subject: /^Se detuvo la aplicación de códigos/ })).text).toContain('100 códigos')
    expect(await byApp(mfaId, ana.codes[0] ?? '')).toMatchObject({ status: 200 })
    expect(await signIn(ana, ana.code)).toMatchObject({ status: 400, code: 'code.invalid' })
  })

  it('refuses the right code of a stopped app, until an administrator removes it', async () => {
    const ana = await aCarefulUser()
    const { mfaId } = await byPassword(ana)
    await sendWrongCodes({ ...ana, mfaId, code: ana.code }, 100)
    const stopped = { status: 409, code: 'totp.stopped' }
    expect(await byApp(mfaId, totpCode(ana.secret, 1))).toMatchObject(stopped)
    const end = call(ana.pb, 'POST', '/api/app/totp/end', { code: totpCode(ana.secret, 1) })
    expect(await refusalOf(end)).toMatchObject(stopped)
    await call(admin, 'POST', `/api/app/users/${ana.id}/second-factor/reset`, { reason: 'Perdió el teléfono' })
    expect(await byPassword(ana)).toMatchObject({ status: 200 })
    await activate({ ...ana, pb: await signedIn(ana) })
  })

  it('is not stopped by clients that do not know the password', async () => {
    const ana = await aCarefulUser()
    expect(await byPassword({ ...ana, password: 'otra-clave' })).toMatchObject({ status: 400, mfaId: undefined })
    for (let i = 0; i < 101; i++)
      expect(await byApp(ana.id, ana.code)).toMatchObject({ status: 400, code: 'signIn.expired' })
    expect(await signIn(ana, totpCode(ana.secret, 1))).toMatchObject({ status: 200 })
  })

  it('stays after a password by mail and a new address, and single sign-on needs no code', async () => {
    const ana = await aCarefulUser()
    await anonymous({ at: server.url }).collection('users').requestPasswordReset(ana.email)
    const [link = ''] = linksIn(await mailTo(ana.email, { subject: /contraseña/ }))
    const password = 'clave-nueva'
    const users = anonymous({ at: server.url }).collection('users')
    await users.confirmPasswordReset(link.split('/').at(-1) ?? '', password, password)
    expect(await byPassword({ ...ana, password })).toMatchObject({ status: 401, secondFactor: 'totp' })
    const email = `nuevo-${ana.email}`
    await call(admin, 'POST', `/api/app/users/${ana.id}/email`, { email })
    const [confirmation = ''] = linksIn(await mailTo(email))
    const token = confirmation.split('/').at(-1)
    await call(anonymous({ at: server.url }), 'POST', '/api/app/users/email', { token, password })
    const renamed = { ...ana, email, password }
    expect(await signIn(renamed, ana.codes[0] ?? '')).toMatchObject({ status: 200 })
    const { token: session } = await signIn(renamed, totpCode(ana.secret, 1))
    provider.account = { sub: 'ana', email }
    const pb = anonymous({ at: server.url })
    pb.authStore.save(session)
    await signInWith(provider, pb)
    expect(await signInWith(provider, anonymous({ at: server.url }))).toMatchObject({ record: { email } })
  })

  it('ends with a code of the app', async () => {
    const ana = await aCarefulUser()
    expect(await refusalOf(call(ana.pb, 'POST', '/api/app/totp/end', { code: 'A'.repeat(16) }))).toMatchObject({
      code: 'code.invalid',
    })
    await call(ana.pb, 'POST', '/api/app/totp/end', { code: totpCode(ana.secret, 1) })
    expect(await byPassword(ana)).toMatchObject({ status: 200 })
    expect(await call(ana.pb, 'GET', '/api/app/totp')).toMatchObject({ isActive: false, recoveryCodes: 0 })
    expect((await listActions(ana.id)).slice(-2)).toEqual(['totp', 'totpEnd'])
    await call(admin, 'DELETE', `/api/app/users/${ana.id}`)
  })
})

describe('reset of a second factor', () => {
  const reset = (pb: PocketBase, id: string, body: object = { reason: 'Perdió el teléfono' }) =>
    call(pb, 'POST', `/api/app/users/${id}/second-factor/reset`, body)

  it('needs an administrator and a reason, ends sessions, and is recorded and mailed', async () => {
    const [ana, luis] = await Promise.all([aCarefulUser(), someone()])
    expect(await refusalOf(reset(luis.pb, ana.id))).toMatchObject({ status: 403 })
    expect(await refusalOf(reset(admin, ana.id, { reason: ' ' }))).toMatchObject({ fields: { reason: 'required' } })
    expect(await refusalOf(reset(admin, luis.id))).toMatchObject({ code: 'user.unchanged' })
    const { mfaId } = await byPassword(ana)
    await reset(admin, ana.id)
    expect(await byApp(mfaId, ana.codes[0] ?? '')).toMatchObject({ code: 'signIn.expired' })
    await expect(ana.pb.collection('users').authRefresh()).rejects.toMatchObject({ status: 401 })
    expect(await byPassword(ana)).toMatchObject({ status: 200 })
    const { items } = await admin.collection('events').getList(1, 1, {
      filter: `subjectId = "${ana.id}" && action = "secondFactorReset"`,
    })
    expect(items).toMatchObject([{ reason: 'Perdió el teléfono', owner: ana.id, actorName: expect.any(String) }])
    expect((await mailTo(ana.email, { subject: /^Quitaron el código/ })).text).toContain('cerró sus sesiones')
  })

  it('is refused for the own account', async () => {
    const careful = await activate(await anAdmin({ at: server.url }))
    expect(await refusalOf(reset(careful.pb, careful.id))).toMatchObject({ code: 'totp.own' })
    expect(await byPassword(careful)).toMatchObject({ status: 401 })
  })
})

describe('server without the secret', () => {
  it('offers no app', async () => {
    const ana = await aUser()
    expect(await call(ana.pb, 'GET', '/api/app/totp')).toMatchObject({ isOffered: false, isActive: false })
    expect(await refusalOf(start(ana))).toMatchObject({ status: 409, code: 'totp.secret' })
  })

  it('accepts no secret that a client encrypted with the key of an empty variable', async () => {
    const ana = await aUser()
    const secret = 'A'.repeat(32)
    const key = createHash('sha256').update('totp ').digest('hex').slice(0, 32)
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const sealed = [nonce, cipher.update(`${ana.id} ${secret}`), cipher.final(), cipher.getAuthTag()]
    const token = Buffer.concat(sealed).toString('base64')
    const confirmation = call(ana.pb, 'PUT', '/api/app/totp', { token, code: totpCode(secret) })
    expect(await refusalOf(confirmation)).toMatchObject({ status: 400, code: 'code.invalid' })
  })

  it('accepts recovery codes of accounts whose secret it cannot read', async () => {
    const source = mkdtempSync(join(tmpdir(), 'formatos-totp-'))
    chmodSync(source, 0o777)
    const serve = (environment: Record<string, string>) =>
      startServer(inject('emptyImage'), environment, () => {}, { binds: [{ source, target: '/pb_data' }] })
    let other = await serve({ ENCRYPTION_KEY })
    try {
      const careful = await activate(await theFirstAdmin({ at: other.url }))
      await other.stop()
      other = await serve({ ENCRYPTION_KEY: `otro-${ENCRYPTION_KEY}` })
      const { mfaId } = await byPassword(careful, other.url)
      const code = totpCode(careful.secret, 1)
      expect(await byApp(mfaId, code, other.url)).toMatchObject({ status: 409, code: 'totp.secret' })
      expect(await byApp(mfaId, careful.codes[0] ?? '', other.url)).toMatchObject({ status: 200 })
    } finally {
      await other.stop()
      rmSync(source, { recursive: true, force: true })
    }
  })
})

describe('SECOND_FACTOR=admins with an app', () => {
  it('asks for the code of the app, and for one sent by mail once the app is off', async () => {
    const environment = { ...testServer().mailEnvironment, ENCRYPTION_KEY, SECOND_FACTOR: 'admins' }
    const strict = await startServer(inject('image'), environment)
    try {
      const at = strict.url
      const { mfaId } = await byPassword(firstAdmin, at)
      const { otpId, code } = await mailCode(firstAdmin, at)
      const pb = anonymous({ at })
      const { token, record } = await pb.send('/api/collections/users/auth-with-otp', {
        method: 'POST',
        body: { otpId, password: code, mfaId },
      })
      pb.authStore.save(token, record)
      const careful = await activate({ ...firstAdmin, pb, id: record.id, name: record.name })
      expect(await signIn(careful, careful.codes[0] ?? '', at)).toMatchObject({ status: 200 })
      await call(pb, 'POST', '/api/app/totp/end', { code: totpCode(careful.secret, 1) })
      expect(await byPassword(firstAdmin, at)).toMatchObject({ status: 401, secondFactor: undefined })
    } finally {
      await strict.stop()
    }
  })
})
