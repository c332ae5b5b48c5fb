import type PocketBase from 'pocketbase'
import { ClientResponseError } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Server, startServer } from '../support/container.ts'
import { firstAdmin } from '../support/environment.ts'
import { codeIn, mailsTo, mailTo } from '../support/mailbox.ts'
import { anAddress, anAdmin, anInactiveUser, anonymous, aUser, type Person, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { testServer } from '../support/test-server.ts'

/** Sends a code and returns it with its id. */
async function sentCode({ email }: { email: string }, at = testServer().url) {
  const after = mailsTo(email).length
  const { otpId } = await anonymous({ at }).collection('users').requestOTP(email)
  return { otpId, code: codeIn(await mailTo(email, { after, subject: /es su código/ })) }
}

async function choose(person: Person, enabled: boolean) {
  await person.pb.send('/api/app/second-factor', {
    method: 'PUT',
    body: { enabled, ...(await sentCode(person)) },
  })
}

/** Returns a user whose sign-ins need a code. */
async function aCarefulUser(): Promise<Person> {
  const person = await aUser()
  await choose(person, true)
  return person
}

/** Calls a sign-in; returns status, body and the cookie of the device. */
async function attempt(call: 'auth-with-password' | 'auth-with-otp', body: object, at = testServer().url, query = '') {
  const response = await fetch(`${at}/api/collections/users/${call}${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': anAddress() },
    body: JSON.stringify(body),
  })
  const { data, mfaId, token } = await response.json()
  return { status: response.status, code: data?.code?.code, mfaId, token, cookie: response.headers.get('set-cookie') }
}
const byPassword = ({ email, password }: { email: string; password: string }, more = {}, at = testServer().url) =>
  attempt('auth-with-password', { identity: email, password, ...more }, at)
const byCode = ({ otpId, code }: { otpId: string; code: string }, more = {}, at = testServer().url) =>
  attempt('auth-with-otp', { otpId, password: code, ...more }, at)

describe('second factor', () => {
  it('needs password and code, in any order, and sets the device cookie only after both', async () => {
    const ana = await aCarefulUser()
    const first = await byPassword(ana)
    expect(first).toEqual({ status: 401, mfaId: expect.stringMatching(/^[a-z0-9]{15}$/), cookie: null })
    const second = await byCode(await sentCode(ana), { mfaId: first.mfaId })
    expect(second).toMatchObject({ status: 200, token: expect.any(String), cookie: expect.stringMatching(/^device_/) })
    // An `mfaId` works once.
    expect(await byPassword(ana, { mfaId: first.mfaId })).toMatchObject({
      status: 400,
      code: 'signIn.expired',
      cookie: null,
    })
    const other = await aCarefulUser()
    const code = await byCode(await sentCode(other))
    expect(code).toMatchObject({ status: 401, cookie: null })
    expect(await byPassword(other, { mfaId: code.mfaId })).toMatchObject({ status: 200 })
  })

  it('accepts neither the password twice nor the second step of another user, and counts no wrong password', async () => {
    const ana = await aCarefulUser()
    const { mfaId } = await byPassword(ana)
    for (let i = 0; i < 11; i++)
      expect(await byPassword(ana, { mfaId })).toMatchObject({ status: 400, code: 'signIn.code', cookie: null })
    const luis = await aCarefulUser()
    const answer = await byCode(await sentCode(luis), { mfaId })
    expect(answer).toMatchObject({ status: 400, code: 'signIn.expired', cookie: null })
    expect(
      await attempt(
        'auth-with-password',
        { identity: luis.email, password: luis.password },
        undefined,
        `?mfaId=${mfaId}`,
      ),
    ).toMatchObject({ status: 400, code: 'signIn.expired', cookie: null })
    expect(await byCode({ otpId: 'x'.repeat(15), code: '000000' }, { mfaId })).toMatchObject({ status: 400 })
  })

  it('is switched only with a code of the own mailbox, and recorded', async () => {
    const [ana, luis] = await Promise.all([aUser(), aUser()])
    const change = (body: object) => refusalOf(ana.pb.send('/api/app/second-factor', { method: 'PUT', body }))
    expect(await change({ enabled: true, ...(await sentCode(luis)) })).toMatchObject({ code: 'code.invalid' })
    expect(await change({ enabled: true, otpId: 'x'.repeat(15), code: '000000' })).toMatchObject({ status: 400 })
    expect(await byPassword(ana)).toMatchObject({ status: 200 })
    await choose(ana, true)
    expect(await byPassword(ana)).toMatchObject({ status: 401 })
    await choose(ana, false)
    expect(await byPassword(ana)).toMatchObject({ status: 200 })
    const { pb } = await anAdmin()
    const events = await pb.collection('events').getFullList({ filter: `subjectId = "${ana.id}"`, sort: 'created' })
    expect(events.map(({ action }) => action).filter((action) => action.startsWith('second'))).toEqual([
      'secondFactor',
      'secondFactorEnd',
    ])
  })

  it('is not changed by a record call of the user or an administrator', async () => {
    const [ana, admin] = await Promise.all([aCarefulUser(), anAdmin()])
    for (const { pb } of [ana, admin])
      expect(await refusalOf(pb.collection('users').update(ana.id, { secondFactor: false }))).toMatchObject({
        status: 404,
      })
    expect(await ana.pb.collection('users').getOne(ana.id)).toMatchObject({ secondFactor: true })
    const fresh = { name: 'Ana', password: 'clave-1', passwordConfirm: 'clave-1', email: 'mfa@ejemplo.test' }
    const register = anonymous()
      .collection('users')
      .create({ ...fresh, secondFactor: true })
    expect(await refusalOf(register)).toMatchObject({ status: 400 })
  })

  it('keeps the session that changes the password, and refuses an inactive user', async () => {
    const ana = await aCarefulUser()
    const change = { oldPassword: ana.password, password: 'clave-nueva', passwordConfirm: 'clave-nueva' }
    const { token, ...record } = await ana.pb.collection('users').update(ana.id, change)
    await expect(ana.pb.collection('users').authRefresh()).rejects.toBeInstanceOf(ClientResponseError)
    ana.pb.authStore.save(token, record as never)
    await ana.pb.collection('users').authRefresh()
    expect(await ana.pb.collection('users').getOne(ana.id)).not.toHaveProperty('token')
    await setActive(ana, false)
    expect(await byPassword({ ...ana, password: 'clave-nueva' })).toMatchObject({ status: 403, code: 'user.inactive' })
  })
})

describe('SECOND_FACTOR=admins', () => {
  let server: Server
  let admin: PocketBase
  beforeAll(async () => {
    server = await startServer(inject('image'), { ...testServer().mailEnvironment, SECOND_FACTOR: 'admins' })
    admin = anonymous({ at: server.url })
  })
  afterAll(() => server.stop())

  it('asks administrators for a code, and others only if they chose so', async () => {
    const { mfaId, ...first } = await byPassword(firstAdmin, {}, server.url)
    expect(first).toMatchObject({ status: 401, cookie: null })
    const body = { otpId: '', password: '', mfaId }
    const { otpId, code } = await sentCode(firstAdmin, server.url)
    const session = await admin.send('/api/collections/users/auth-with-otp', {
      method: 'POST',
      body: { ...body, otpId, password: code },
    })
    admin.authStore.save(session.token, session.record)
    const luis = await anInactiveUser({ at: server.url })
    await admin.collection('users').update(luis.id, { isActive: true })
    expect(await byPassword(luis, {}, server.url)).toMatchObject({ status: 200 })
    await admin.collection('users').update(luis.id, { role: '_admin' })
    expect(await byPassword(luis, {}, server.url)).toMatchObject({ status: 401 })
  })
})
