import { describe, expect, it } from 'vitest'
import { codeIn, mailsTo, mailTo } from '../support/mailbox.ts'
import { anAddress, anInactiveUser, anonymous, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { testServer } from '../support/test-server.ts'

async function aCode(person: Person) {
  const after = mailsTo(person.email).length
  const { otpId } = await anonymous().collection('users').requestOTP(person.email)
  // The mail of the activation may arrive in between.
  return { otpId, code: codeIn(await mailTo(person.email, { after, subject: /código/i })) }
}

const verify = (otpId: unknown, code: unknown, pb = anonymous()) =>
  pb.send('/api/app/verify', { method: 'POST', body: { otpId, code } })

const signInByCode = (otpId: string, password: string, collection = 'users', pb = anonymous()) =>
  pb.send(`/api/collections/${collection}/auth-with-otp`, { method: 'POST', body: { otpId, password } })

const other = (code: string) => (code === '000000' ? '111111' : '000000')

async function stored(person: Person) {
  const { pb } = await theFirstAdmin()
  return pb.collection('users').getOne(person.id)
}

describe('verification code', () => {
  it.each([
    ['', ''],
    ['nadie', '123456'],
    [{ id: 1 }, '123456'],
    ['nadie', '12345a'],
    ['nadie', 123456],
    [null, null],
  ])('rejects %j with %j', async (otpId, code) => {
    expect((await refusalOf(verify(otpId, code))).status).toBe(400)
  })

  it('is rejected after five wrong attempts by any call, and replaced by a new code', async () => {
    const ana = await anInactiveUser()
    const first = await aCode(ana)
    for (const way of [verify, signInByCode, verify, signInByCode, verify])
      expect((await refusalOf(way(first.otpId, other(first.code)))).status).toBe(400)
    expect(await refusalOf(verify(first.otpId, first.code))).toMatchObject({ status: 429, code: 'code.attempts' })
    expect((await refusalOf(signInByCode(first.otpId, first.code))).status).toBe(429)
    const second = await aCode(ana)
    expect((await refusalOf(verify(second.otpId, other(second.code)))).status).toBe(400)
    await verify(second.otpId, second.code)
    expect((await stored(ana)).verified).toBe(true)
  })

  it('counts simultaneous attempts', async () => {
    const ana = await anInactiveUser()
    const { otpId, code } = await aCode(ana)
    const tries = Array.from({ length: 30 }, () => refusalOf(verify(otpId, other(code))))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
  })
})

it('limits each address to thirty codes a minute', async () => {
  const pb = anonymous()
  const statuses: number[] = []
  // In sequence, because deferred calls would be repeated and counted twice.
  for (let time = 0; time < 31; time++) statuses.push((await refusalOf(verify('nadie', '123456', pb))).status)
  expect(statuses).toEqual([...Array(30).fill(400), 429])
})

describe('sign-in by code', () => {
  it('gives an active user a session, and keeps the password', async () => {
    const ana = await aUser()
    const { otpId, code } = await aCode(ana)
    const { record, token } = await signInByCode(otpId, code)
    expect([record.id, record.verified, typeof token]).toEqual([ana.id, true, 'string'])
    expect((await refusalOf(signInByCode(otpId, code))).status).toBe(400)
    await anonymous().collection('users').authWithPassword(ana.email, ana.password)
  })

  it.each(['_pb_users_auth_', 'USERS', 'Users'])(
    'does not distinguish codes under another collection name (%s)',
    async (collection) => {
      const ana = await aUser()
      const { otpId, code } = await aCode(ana)
      const answers = [signInByCode(otpId, other(code), collection), signInByCode(otpId, code, collection)]
      const [wrong, right] = await Promise.all(answers.map((answer) => answer.catch((cause) => cause.response)))
      expect(right).toEqual(wrong)
      await signInByCode(otpId, code)
    },
  )
})

describe('request a code', () => {
  it('returns a new id per call, and checks ids of unknown addresses alike', async () => {
    const ana = await anInactiveUser()
    for (const email of [ana.email, `nadie-${ana.id}@ejemplo.test`]) {
      const ids = await Promise.all(
        Array.from({ length: 4 }, async () => (await anonymous().collection('users').requestOTP(email)).otpId),
      )
      expect(new Set(ids).size).toBe(4)
      const tries = []
      for (let i = 0; i < 6; i++) tries.push(await refusalOf(verify(ids[0], '000000')))
      expect(tries.map(({ status, code }) => `${status} ${code}`)).toEqual([
        ...Array(5).fill('400 code.invalid'),
        '429 code.attempts',
      ])
    }
  })

  it('keeps the owner’s code valid despite requests and attempts of others', async () => {
    const ana = await anInactiveUser()
    const stranger = anonymous()
    const { otpId, code } = await aCode(ana)
    for (let round = 0; round < 4; round++) {
      const { otpId: his } = await stranger.collection('users').requestOTP(ana.email)
      for (let i = 0; i < 6; i++) await refusalOf(verify(his, other(code), stranger))
    }
    await verify(otpId, code)
    expect((await stored(ana)).verified).toBe(true)
  })

  it('confirms ten simultaneous users', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => anInactiveUser()))
    const codes = await Promise.all(people.map((person) => aCode(person)))
    await Promise.all(codes.map(({ otpId, code }) => verify(otpId, code)))
    for (const person of people) expect((await stored(person)).verified).toBe(true)
  })
})

describe('password reset', () => {
  it('sends a link that is valid once', async () => {
    const ana = await aUser()
    await anonymous().collection('users').requestPasswordReset(ana.email)
    const mail = await mailTo(ana.email)
    const token = mail.text.match(/\/auth\/recover\/([\w.-]+)/)?.[1] ?? ''
    const confirm = (password: string) =>
      anonymous().collection('users').confirmPasswordReset(token, password, password)
    expect(await refusalOf(confirm('corta'))).toMatchObject({ status: 400, fields: { password: 'password.short' } })
    await confirm('nueva-clave')
    expect(await refusalOf(confirm('otra-clave'))).toMatchObject({ status: 400, fields: { token: 'recovery.token' } })
    await anonymous().collection('users').authWithPassword(ana.email, 'nueva-clave')
    expect((await refusalOf(ana.pb.collection('users').authRefresh())).status).toBe(401)
  })

  it('sets one password if a link is used five times at once', async () => {
    const ana = await aUser()
    await anonymous().collection('users').requestPasswordReset(ana.email)
    const token = (await mailTo(ana.email)).text.match(/\/auth\/recover\/([\w.-]+)/)?.[1] ?? ''
    const passwords = Array.from({ length: 5 }, (_, i) => `nueva-clave-${i}`)
    const set = await Promise.allSettled(
      passwords.map((each) => anonymous().collection('users').confirmPasswordReset(token, each, each)),
    )
    expect(set.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const password = passwords[set.findIndex(({ status }) => status === 'fulfilled')] ?? ''
    await anonymous().collection('users').authWithPassword(ana.email, password)
  })

  it('sends no mail for other collection names', async () => {
    const ana = await aUser()
    for (const collection of ['_pb_users_auth_', 'USERS'])
      expect(await anonymous().collection(collection).requestPasswordReset(ana.email)).toBe(true)
    expect(mailsTo(ana.email)).toEqual([])
  })
})

it('sends no links to pages that do not exist', async () => {
  const ana = await aUser()
  expect(await anonymous().collection('users').requestVerification(ana.email)).toBe(true)
  expect((await refusalOf(ana.pb.collection('users').requestEmailChange('otra@ejemplo.test'))).status).toBe(403)
  expect(mailsTo(ana.email)).toEqual([])
})

it.each(['null', '[]', '"x"', '{'])('rejects a password reset with the body %s by code', async (body) => {
  const headers = { 'X-Forwarded-For': anAddress(), 'Content-Type': 'application/json' }
  const path = '/api/collections/users/request-password-reset'
  const answer = await fetch(`${testServer().url}${path}`, { method: 'POST', headers, body })
  expect([answer.status, (await answer.json()).data.code?.code]).toEqual([400, 'invalid'])
})

it.each([
  ['users/confirm-password-reset', 400],
  ['users/auth-with-password', 400],
  ['users/auth-with-otp', 400],
  ['users/auth-with-oauth2', 403],
  ['users/request-otp', 400],
  ['users/request-verification', 400],
  ['users/request-email-change', 403],
  ['users/confirm-verification', 404],
  ['users/confirm-email-change', 404],
  ['users/records', 400],
  ['_superusers/auth-with-password', 400],
  ['_superusers/confirm-password-reset', 404],
  ...['_pb_users_auth_', 'pbc_3142635823', 'USERS', 'u%C5%BFers', '_SUPERUSERS', 'USERS%20', 'formats'].map(
    (collection): [string, number] => [`${collection}/confirm-password-reset`, 404],
  ),
  ['USERS/auth-with-password', 400],
  ['USERS/auth-with-otp', 400],
  ['USERS/auth-with-oauth2', 403],
  ['USERS/auth-refresh', 401],
  ['USERS/request-otp', 400],
  ['USERS/request-password-reset', 400],
  ['USERS/request-verification', 400],
  ['USERS/request-email-change', 404],
  ['USERS/confirm-verification', 404],
  ['USERS/confirm-email-change', 404],
  ['USERS/impersonate/x', 401],
  ['_superusers/confirm-verification', 404],
  ['_superusers/confirm-email-change', 404],
  ['_superusers/request-email-change', 404],
])('answers the JSON body null sent to %s with %i', async (call, status) => {
  const headers = { 'X-Forwarded-For': anAddress(), 'Content-Type': 'application/json' }
  const answer = await fetch(`${testServer().url}/api/collections/${call}`, { method: 'POST', headers, body: 'null' })
  expect(answer.status).toBe(status)
})
