import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { readLog, type Server, startServer } from '../support/container.ts'
import { anonymous } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'

const boss = { name: 'Amparo Núñez', email: 'amparo@ejemplo.test', password: 'clave-segura' }

it('exits if the hooks are missing', async () => {
  const server = await startServer(inject('emptyImage'))
  onTestFinished(async () => {
    await server.stop()
  })
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
  const words: string[] = JSON.parse(dockerfile.match(/^CMD (.*)$/m)?.[1] ?? '[]')
  const start = (hooks: string) => {
    const ended = server.container.exec(['/pocketbase', ...words, '--dir=/tmp/other', `--hooksDir=${hooks}`])
    return Promise.race([ended, wait(8_000).then(() => ({ exitCode: 'still serving' }))])
  }
  const { exitCode } = await start('/tmp/none')
  expect(exitCode).toBe(1)
})

describe('new installation', () => {
  let server: Server
  let log = ''
  beforeAll(async () => {
    server = await startServer(inject('emptyImage'), { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
    log = await readLog(server)
  })
  afterAll(() => server.stop())

  const status = () => anonymous({ at: server.url }).send('/api/app/status', { method: 'GET' })
  const setUp = (over: object = {}) =>
    anonymous({ at: server.url }).send('/api/app/setup', {
      method: 'POST',
      body: { ...boss, organisationName: 'Acme S. A. S.', token: latestToken(), ...over },
    })
  const latestToken = () => [...log.matchAll(/\/auth\/setup\?token=(\w+)/g)].at(-1)?.[1] ?? ''

  it('prints one setup link to the application and none of PocketBase', async () => {
    expect(log).toContain(`${server.url}/auth/setup?token=`)
    expect(latestToken()).toHaveLength(40)
    expect(log).not.toMatch(/pbinstall|superuser/)
    expect(await status()).toEqual({
      setup: false,
      registration: 'open',
      providers: [],
      passwordSignIn: 'all',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      organisation: 'Mi organización',
      logo: '',
    })
  })

  it.each([
    [{ token: 'x'.repeat(40) }, 403, 'setup.token'],
    [{ token: '' }, 403, 'setup.token'],
    [{ token: null }, 400, 'invalid'],
    [{ password: 'corta' }, 400, 'invalid'],
    [{ email: 'sin arroba' }, 400, 'invalid'],
    [{ organisationName: ' ' }, 400, 'invalid'],
  ])('rejects %j', async (over, status_, code) => {
    expect(await refusalOf(setUp(over))).toMatchObject({ status: status_, code })
    expect(await status()).toMatchObject({ setup: false })
  })

  it('validates the setup link without creating an administrator', async () => {
    const checked = (token: unknown) =>
      anonymous({ at: server.url }).send('/api/app/setup', { method: 'POST', query: { check: 1 }, body: { token } })
    await checked(latestToken())
    for (const odd of ['x'.repeat(40), '', latestToken().slice(1)])
      expect(await refusalOf(checked(odd))).toMatchObject({ status: 403, code: 'setup.token' })
    expect(await refusalOf(checked(null))).toMatchObject({ status: 400 })
    expect(await status()).toMatchObject({ setup: false })
    const fast = await Promise.all(
      Array.from({ length: 11 }, () =>
        fetch(`${server.url}/api/app/setup?check=1`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.77' },
          body: JSON.stringify({ token: 'x' }),
        }),
      ),
    )
    expect(fast.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('replaces the setup link at a restart', async () => {
    const old = latestToken()
    await server.crash()
    log = await readLog(server)
    expect(latestToken()).not.toBe(old)
    expect(await refusalOf(setUp({ token: old }))).toMatchObject({ status: 403 })
  })

  it('overrides an account that was registered before with the same address', async () => {
    const stranger = { ...boss, password: 'del-intruso', passwordConfirm: 'del-intruso', role: '_user' }
    await anonymous({ at: server.url }).collection('users').create(stranger)
    const all = await Promise.allSettled([setUp(), setUp(), setUp()])
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const pb = anonymous({ at: server.url })
    expect((await refusalOf(pb.collection('users').authWithPassword(boss.email, 'del-intruso'))).status).toBe(400)
    const { record } = await pb.collection('users').authWithPassword(boss.email, boss.password)
    expect(record).toMatchObject({ role: '_admin', isActive: true, verified: true, name: boss.name })
    expect(await pb.collection('settings').getFullList()).toMatchObject([
      { organisationName: 'Acme S. A. S.', country: 'CO' },
    ])
    expect(await status()).toMatchObject({ setup: true })
  })

  it('completes the setup once', async () => {
    expect(await refusalOf(setUp())).toMatchObject({ status: 409, code: 'setup.done' })
    const asked = { method: 'POST', query: { check: 1 }, body: { token: latestToken() } }
    expect(await refusalOf(anonymous({ at: server.url }).send('/api/app/setup', asked))).toMatchObject({ status: 409 })
    const links = log.split('/auth/setup').length
    await server.crash()
    expect((await readLog(server)).split('/auth/setup')).toHaveLength(links)
    expect(await refusalOf(setUp())).toMatchObject({ status: 409 })
  })
})

describe('administrator from the environment', () => {
  it('exists from the start, and keeps a changed password after restarts, hashed at cost ten', async () => {
    const server = await startServer(inject('emptyImage'), { ADMIN_EMAIL: boss.email, ADMIN_PASSWORD: boss.password })
    try {
      const pb = anonymous({ at: server.url })
      const { record } = await pb.collection('users').authWithPassword(boss.email, boss.password)
      expect(record).toMatchObject({ role: '_admin', isActive: true, verified: true })
      const fresh = { oldPassword: boss.password, password: 'otra-clave', passwordConfirm: 'otra-clave' }
      await pb.collection('users').update(record.id, fresh)
      await server.crash()
      await pb.collection('users').authWithPassword(boss.email, 'otra-clave')
      expect(await pb.collection('users').getFullList()).toHaveLength(1)
      const sql = queryOf(await aSuperuser(server))
      expect(await sql(`SELECT substr(password, 1, 7) FROM users WHERE email != ''`)).toEqual([['$2a$10$']])
    } finally {
      await server.stop()
    }
  })
})
