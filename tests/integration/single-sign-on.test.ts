import { randomUUID } from 'node:crypto'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { removeVolume, runMinuteJobs, type Server, startServer } from '../support/container.ts'
import { firstAdmin, thisMachine } from '../support/environment.ts'
import { freePort } from '../support/free-port.ts'
import { codeIn, linksIn, mailTo } from '../support/mailbox.ts'
import { anInactiveUser, anonymous, aUser, theFirstAdmin } from '../support/people.ts'
import { type Provider, signInWith, startProvider } from '../support/provider.ts'
import { refusalOf } from '../support/refusal.ts'
import { testServer } from '../support/test-server.ts'

let provider: Provider
let server: Server
let admin: PocketBase
beforeAll(async () => {
  provider = await startProvider()
  const environment = { ...testServer().mailEnvironment, ...provider.environment, SSO_DOMAINS: 'confiable.test' }
  server = await startServer(inject('image'), environment, undefined, { schedule: 'none' })
  admin = (await theFirstAdmin({ at: server.url })).pb
})
afterAll(async () => {
  await server?.stop()
  await provider?.stop()
})

const guest = () => anonymous({ at: server.url })
const anEmail = (domain = 'ejemplo.test') => `${randomUUID().slice(0, 13)}@${domain}`
const signIn = (account: Partial<Provider['account']>, more?: object, pb = guest()) => {
  provider.account = { sub: randomUUID(), email: anEmail(), ...account }
  return signInWith(provider, pb, more)
}
const findByEmail = (email: string) =>
  admin
    .collection('users')
    .getFullList({ filter: admin.filter('email:lower = {:email}', { email: email.toLowerCase() }) })
async function sentCode(email: string, pb = guest()) {
  const { otpId } = await pb.collection('users').requestOTP(email)
  return { otpId, code: codeIn(await mailTo(email, { subject: /es su código/ })) }
}
const findEvents = (id: string) => admin.collection('events').getFullList({ filter: `subjectId = "${id}"` })
const listEvents = async (id: string) => (await findEvents(id)).map(({ action }) => action).sort()

describe('sign-in with a provider', () => {
  it('registers a new user who waits for activation, and reports it to administrators', async () => {
    const account = { sub: 'nueva', email: anEmail(), name: 'Nora Nueva' }
    expect(await refusalOf(signIn(account))).toMatchObject({ status: 403, code: 'sso.pending' })
    const [user] = await findByEmail(account.email)
    expect(user).toMatchObject({ name: 'Nora Nueva', role: '_user', isActive: false, verified: true })
    expect(await listEvents(user?.id ?? '')).toEqual(['link', 'register', 'verify'])
    const { items } = await admin.send('/api/app/notices', { method: 'GET' })
    expect(items.filter(({ subjectId }: { subjectId: string }) => subjectId === user?.id)).toMatchObject([
      { kind: 'registration' },
    ])
    expect(await refusalOf(signIn(account))).toMatchObject({ status: 403, code: 'sso.pending' })
    await admin.collection('users').update(user?.id ?? '', { isActive: true })
    const session = await signIn(account)
    expect(session.record).toMatchObject({ id: user?.id, email: account.email })
    // The provider's own tokens stay in the server.
    expect(session.meta).toMatchObject({ accessToken: '', refreshToken: '' })
    await admin.collection('users').update(user?.id ?? '', { isActive: false })
    expect(await refusalOf(signIn(account))).toMatchObject({ status: 403, code: 'user.inactive' })
  })

  it('takes nothing from the caller, and a name from the address if the provider has none', async () => {
    const email = anEmail()
    const createData = { role: '_admin', isActive: true, email: firstAdmin.email, secondFactor: true, name: 'X' }
    const name = 'visite www.malo.test'
    expect(await refusalOf(signIn({ email, name }, { createData }))).toMatchObject({ code: 'sso.pending' })
    expect(await findByEmail(email)).toMatchObject([
      { name: email.replace(/@.*/, '').replace('-', ' '), role: '_user', isActive: false, secondFactor: false },
    ])
  })

  it('refuses addresses that the provider has not verified, and respects the settings of registration', async () => {
    const refusal = async (account: Partial<Provider['account']>) => (await refusalOf(signIn(account))).code
    expect(await refusal({ email_verified: false })).toBe('sso.email')
    const [settings] = await admin.collection('settings').getFullList()
    const set = (change: object) => admin.collection('settings').update(settings?.id ?? '', change)
    await set({ allowedDomains: 'otra.test' })
    expect(await refusal({})).toBe('registration.domain')
    await set({ allowedDomains: '', registration: 'closed' })
    expect(await refusal({})).toBe('registration.closed')
    await set({ registration: 'open' })
  })

  it('links an existing account by its address only for trusted domains, whatever the case of its letters', async () => {
    const ana = await aUser({ at: server.url })
    expect(await refusalOf(signIn({ email: ana.email }))).toMatchObject({ status: 400, code: 'sso.link' })
    expect(await listEvents(ana.id)).not.toContain('link')
    const email = anEmail('confiable.test')
    const fresh = { name: 'Luis', email, password: 'clave-1', passwordConfirm: 'clave-1' }
    const { id } = await guest().collection('users').create(fresh)
    await guest().send('/api/app/verify', { method: 'POST', body: await sentCode(email) })
    await admin.collection('users').update(id, { isActive: true })
    const account = { sub: randomUUID(), email: email.toUpperCase() }
    expect((await signIn(account)).record).toMatchObject({ id, email })
    // The provider has given the address to another person.
    expect(await refusalOf(signIn({ email }))).toMatchObject({ status: 400, code: 'sso.other' })
    expect((await signIn({ ...account, email: anEmail() })).record).toMatchObject({ id, email })
    await guest().collection('users').authWithPassword(email, 'clave-1')
  })

  it('links the account of a signed-in user, and no account twice', async () => {
    const [ana, luis] = await Promise.all([aUser({ at: server.url }), aUser({ at: server.url })])
    const account = { sub: randomUUID(), email: anEmail() }
    expect(await refusalOf(signIn(account, {}, ana.pb))).toMatchObject({ status: 400, code: 'sso.unverified' })
    await guest().send('/api/app/verify', { method: 'POST', body: await sentCode(ana.email) })
    expect((await signIn(account, {}, ana.pb)).record.id).toBe(ana.id)
    expect((await signIn({ ...account, email: anEmail(), email_verified: false })).record.id).toBe(ana.id)
    expect(await refusalOf(signIn(account, {}, luis.pb))).toMatchObject({ status: 400, code: 'sso.taken' })
    await runMinuteJobs(server)
    expect((await mailTo(ana.email, { subject: /^Se vinculó una cuenta a la suya/ })).text).toContain('Empresa')
    expect(await refusalOf(signIn({}, {}, ana.pb))).toMatchObject({ status: 400, code: 'sso.other' })
    const [link] = await ana.pb.collection('_externalAuths').getFullList()
    const others = await luis.pb.collection('_externalAuths').getFullList()
    expect(others).toEqual([])
    const stolen = luis.pb.collection('_externalAuths').delete(link?.id ?? '')
    expect(await refusalOf(stolen)).toMatchObject({ status: 404 })
    await ana.pb.collection('_externalAuths').delete(link?.id ?? '')
    expect(await refusalOf(signIn(account))).toMatchObject({ code: 'sso.pending' })
    const changes = (await findEvents(ana.id)).filter(({ action }) => action.endsWith('link'))
    const own = { actor: ana.id, details: { provider: 'Empresa' } }
    expect(changes.map(({ action, actor, details }) => ({ action, actor, details }))).toEqual(
      expect.arrayContaining([
        { action: 'link', ...own },
        { action: 'unlink', ...own },
      ]),
    )
  })

  it('is unlinked by an administrator with a reason, which ends sessions and is mailed', async () => {
    const [ana, luis] = await Promise.all([aUser({ at: server.url }), aUser({ at: server.url })])
    const unlink = (pb: PocketBase, body: object = { reason: 'Cambió de cuenta' }) =>
      pb.send(`/api/app/users/${ana.id}/unlink`, { method: 'POST', body })
    expect(await refusalOf(unlink(admin))).toMatchObject({ status: 400, code: 'sso.none' })
    await guest().send('/api/app/verify', { method: 'POST', body: await sentCode(ana.email) })
    const account = { sub: randomUUID(), email: anEmail() }
    await signIn(account, {}, ana.pb)
    expect(await refusalOf(unlink(luis.pb))).toMatchObject({ status: 403 })
    expect(await refusalOf(unlink(admin, { reason: ' ' }))).toMatchObject({ fields: { reason: 'required' } })
    expect((await signIn(account)).record.id).toBe(ana.id)
    await unlink(admin)
    await expect(ana.pb.collection('users').authRefresh()).rejects.toMatchObject({ status: 401 })
    expect(await refusalOf(signIn(account))).toMatchObject({ code: 'sso.pending' })
    const unlinked = (await findEvents(ana.id)).filter(({ action }) => action === 'unlink')
    const actor = admin.authStore.record?.id
    expect(unlinked).toMatchObject([{ actor, reason: 'Cambió de cuenta', details: { provider: 'Empresa' } }])
    const mail = await mailTo(ana.email, { subject: /^Desvincularon una cuenta de la suya/ })
    expect(mail.text).toContain('desvinculó su cuenta de Empresa y cerró sus sesiones')
    const again = guest()
    await again.collection('users').authWithPassword(ana.email, ana.password)
    expect((await signIn({}, {}, again)).record.id).toBe(ana.id)
  })

  it('replaces the password of a registration that nobody confirmed', async () => {
    const attacker = await anInactiveUser({ at: server.url })
    const email = anEmail('confiable.test')
    const fresh = { name: 'Ana', email, password: attacker.password, passwordConfirm: attacker.password }
    const { id } = await guest().collection('users').create(fresh)
    expect(await refusalOf(signIn({ email }))).toMatchObject({ code: 'sso.pending' })
    await admin.collection('users').update(id, { isActive: true })
    expect(await refusalOf(guest().collection('users').authWithPassword(email, attacker.password))).toMatchObject({
      status: 400,
    })
    expect((await signIn({ ...provider.account })).record.id).toBe(id)
    expect(await listEvents(id)).toEqual(expect.arrayContaining(['verify', 'link', 'register']))
  })

  it.each([
    ['of another audience', { aud: 'otra-aplicacion' }],
    ['of another issuer', { iss: 'https://malo.test' }],
    ['that has expired', { exp: 1_700_000_000 }],
  ])('refuses a token %s', async (_, forged) => {
    const email = anEmail()
    expect((await refusalOf(signIn({ email, ...forged }))).status).toBe(400)
    expect(await findByEmail(email)).toEqual([])
  })

  it('refuses a token with another signature, another verifier and a code of nobody', async () => {
    const email = anEmail()
    provider.forgeSignature()
    expect((await refusalOf(signIn({ email }))).status).toBe(400)
    expect((await refusalOf(signIn({ email }, { codeVerifier: 'x'.repeat(43) }))).status).toBe(400)
    expect((await refusalOf(signIn({ email }, { code: 'x' }))).status).toBe(400)
    expect(await findByEmail(email)).toEqual([])
  })

  it('needs no code of a user with a second factor, because the provider asks for its own', async () => {
    const ana = await aUser({ at: server.url })
    const body = { enabled: true, ...(await sentCode(ana.email)) }
    await ana.pb.send('/api/app/second-factor', { method: 'PUT', body })
    const account = { sub: randomUUID(), email: anEmail() }
    await signIn(account, {}, ana.pb)
    expect((await signIn(account)).record.id).toBe(ana.id)
    expect((await refusalOf(guest().collection('users').authWithPassword(ana.email, ana.password))).status).toBe(401)
  })

  it('stores no client secret, and shows only names', async () => {
    const status = await guest().send('/api/app/status', { method: 'GET' })
    expect(status).toMatchObject({ providers: [{ name: 'oidc', displayName: 'Empresa' }], passwordSignIn: 'all' })
    const archive = await server.container.copyArchiveFromContainer('/pb_data')
    let bytes = ''
    for await (const part of archive) bytes += Buffer.from(part as Buffer).toString('latin1')
    expect(bytes).toContain('SQLite format 3')
    expect(bytes).not.toContain('secreto-del-proveedor')
  })
})

describe('PASSWORD_SIGN_IN=admins', () => {
  let strict: Server
  const client = () => anonymous({ at: strict.url })
  beforeAll(async () => {
    const environment = {
      ...testServer().mailEnvironment,
      ...provider.environment,
      PASSWORD_SIGN_IN: 'admins',
      SSO_DOMAINS: 'x.test',
    }
    strict = await startServer(inject('image'), environment)
  })
  afterAll(() => strict?.stop())

  it('lets only administrators sign in with a password or a code, and closes the registration form', async () => {
    const { pb } = await theFirstAdmin({ at: strict.url })
    const email = anEmail()
    expect((await refusalOf(signIn({ email }, {}, client()))).code).toBe('sso.pending')
    const user = await pb.collection('users').getFirstListItem(pb.filter('email = {:email}', { email }))
    await pb.collection('users').update(user.id, { isActive: true })
    await client().collection('users').requestPasswordReset(email)
    const recovery = await mailTo(email, { subject: /^Cambie su contraseña/ })
    const token = linksIn(recovery).at(-1)?.split('/').at(-1) ?? ''
    await client().collection('users').confirmPasswordReset(token, 'mi-clave', 'mi-clave')
    const signInWithPassword = (password: string) =>
      refusalOf(client().collection('users').authWithPassword(email, password))
    expect(await signInWithPassword('mi-clave')).toMatchObject({ status: 403, code: 'sso.only' })
    expect(await signInWithPassword('otra-clave')).toMatchObject({ status: 400, code: 'user.credentials' })
    const session = await signIn({ ...provider.account }, {}, client())
    const links = client().collection('_externalAuths')
    links.client.authStore.save(session.token, session.record)
    const [link] = await links.getFullList()
    expect(await refusalOf(links.delete(link?.id ?? ''))).toMatchObject({ status: 403, code: 'sso.only' })
    const { otpId, code } = await sentCode(email, client())
    const body = { otpId, password: code }
    const byCode = client().send('/api/collections/users/auth-with-otp', { method: 'POST', body })
    expect(await refusalOf(byCode)).toMatchObject({ status: 403, code: 'sso.only' })
    const fresh = { name: 'Ana', email: anEmail(), password: 'clave-1', passwordConfirm: 'clave-1' }
    expect(await refusalOf(client().collection('users').create(fresh))).toMatchObject({ code: 'registration.closed' })
  })
})

it('offers a provider once its metadata can be read, and drops the accounts of an earlier issuer', async () => {
  const volume = `sso-${randomUUID()}`
  const stored: Parameters<typeof startServer>[3] = {
    binds: [{ source: volume, target: '/pb_data' }],
    schedule: 'none',
  }
  const port = await freePort()
  const issuer = `http://${thisMachine}:${port}`
  const mail = testServer().mailEnvironment
  const account = { sub: 'ana', email: anEmail() }
  const early = await startServer(
    inject('image'),
    { ...mail, ...provider.environment, OIDC_ISSUER: issuer },
    undefined,
    stored,
  )
  const listProviders = async ({ url }: Server) => (await anonymous({ at: url }).send('/api/app/status', {})).providers
  const enter = (from: Provider, { url }: Server, more: object = {}) => {
    Object.assign(from, { account: { ...account, ...more } })
    return signInWith(from, anonymous({ at: url }))
  }
  expect(await listProviders(early)).toEqual([])
  const late = await startProvider(port)
  await runMinuteJobs(early)
  expect(await listProviders(early)).toEqual([{ name: 'oidc', displayName: 'Empresa' }])
  expect(await refusalOf(enter(late, early))).toMatchObject({ code: 'sso.pending' })
  const { pb } = await theFirstAdmin({ at: early.url })
  const { id } = await pb.collection('users').getFirstListItem(pb.filter('email = {:email}', account))
  await pb.collection('users').update(id, { isActive: true })
  expect((await enter(late, early, { email: anEmail() })).record).toMatchObject({ id })
  await early.stop()
  await late.stop()
  const changed = await startServer(inject('image'), { ...mail, ...provider.environment }, undefined, stored)
  expect(await refusalOf(enter(provider, changed, { email: anEmail() }))).toMatchObject({ code: 'sso.pending' })
  expect(await refusalOf(enter(provider, changed, { sub: 'otra' }))).toMatchObject({ code: 'sso.link' })
  await changed.stop()
  await removeVolume(volume)
})
