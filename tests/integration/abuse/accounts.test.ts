import { createHmac } from 'node:crypto'
import type { Browser } from 'playwright-core'
import type PocketBase from 'pocketbase'
import { afterAll, describe, expect, it } from 'vitest'
import { authorizedBy, Scene } from '../../support/abuse.ts'
import { formatOf } from '../../support/batch.ts'
import { asPerson, openBrowser, openPage } from '../../support/browser.ts'
import {
  anAdmin,
  anInactiveUser,
  anonymous,
  aUser,
  type Person,
  setActive,
  theFirstAdmin,
} from '../../support/people.ts'
import { refusalOf } from '../../support/refusal.ts'
import { aDraft, requests } from '../../support/requests.ts'
import { serverRoutes } from '../../support/routes.ts'

const scene = await Scene.open()
const [ana, luis, admin] = await Promise.all([aUser(scene.place), aUser(scene.place), theFirstAdmin(scene.place)])
await aDraft(ana)
afterAll(() => scene?.close())

/** Parses a response; the server writes object keys in random order. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
const users = (person: { pb: PocketBase }) => person.pb.collection('users')
const holding = (token: string) => {
  const pb = anonymous(scene.place)
  pb.authStore.save(token)
  return pb
}

/** Expects that a client has only a guest's rights. */
async function expectGuest(pb: PocketBase) {
  const before = await scene.count('requests')
  expect((await users({ pb }).getList()).items).toEqual([])
  expect((await requests({ pb }).getList()).items).toEqual([])
  const format = await formatOf(admin.pb, 'CL')
  expect((await refusalOf(requests({ pb }).create({ format, values: {} }))).status).toBe(400)
  expect((await refusalOf(pb.send('/api/app/requests', { method: 'GET' }))).status).toBe(401)
  expect(await scene.count('requests')).toBe(before)
}

describe('tokens', () => {
  async function expectOut(person: Person) {
    await expectGuest(person.pb)
    expect((await refusalOf(users(person).authRefresh())).status).toBe(401)
    expect((await refusalOf(person.pb.files.getToken())).status).toBe(401)
    expect(await scene.stored('users', person.id)).toMatchObject({ isActive: false })
  }

  it('end when an administrator deactivates the account', async () => {
    const gone = await aUser(scene.place)
    await aDraft(gone)
    await setActive(gone, false, scene.place)
    await expectOut(gone)
  })

  it('end when the superuser deactivates the account', async () => {
    const gone = await aUser(scene.place)
    await aDraft(gone)
    await scene.superuser.collection('users').update(gone.id, { isActive: false })
    await expectOut(gone)
  })

  it('end when the password changes', async () => {
    const eva = await aUser(scene.place)
    const key = () => scene.sql(`SELECT tokenKey FROM users WHERE id = '${eva.id}'`)
    const before = await key()
    const { token } = eva.pb.authStore
    const change = { oldPassword: eva.password, password: 'nueva-clave', passwordConfirm: 'nueva-clave' }
    await users(eva).update(eva.id, change)
    expect(await key()).not.toEqual(before)
    await expectGuest(holding(token))
    expect((await refusalOf(users({ pb: holding(token) }).authRefresh())).status).toBe(401)
    await users({ pb: anonymous(scene.place) }).authWithPassword(eva.email, 'nueva-clave')
  })

  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const signed = (claims: object, secret: string) => {
    const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
  }

  it('are rejected without a signature or with an empty secret', async () => {
    const claims = claimsOf(ana.pb.authStore.token)
    for (const alg of ['none', 'None', 'NONE'])
      await expectGuest(holding(`${encode({ alg, typ: 'JWT' })}.${encode(claims)}.`))
    await expectGuest(holding(signed(claims, '')))
  })

  it('for files authenticate no other call', async () => {
    await expectGuest(holding(await ana.pb.files.getToken()))
  })

  it('for files are accepted in the URL by documented downloads only', async () => {
    const token = await admin.pb.files.getToken()
    const downloads = ['/api/app/requests/documents', '/api/app/batches/{id}/documents', '/api/app/events/export']
    const routes = serverRoutes.flatMap((route) => /^GET (\/api\/app\/.+)$/.exec(route)?.[1] ?? [])
    expect(routes.length).toBeGreaterThan(30)
    expect(routes).toEqual(expect.arrayContaining(downloads))
    for (const route of routes) {
      const path = route.replace(/\{\w+\}/g, 'abcdefghijklmno')
      const [guest, withToken] = await Promise.all([scene.ask(path), scene.ask(`${path}?token=${token}`)])
      const expected = downloads.includes(route) ? 401 : guest.status
      expect([route, guest.status]).toEqual([route, expected])
      if (downloads.includes(route)) expect([route, withToken.status === 401]).toEqual([route, false])
      else expect([route, withToken.status, parsed(withToken.text)]).toEqual([route, guest.status, parsed(guest.text)])
    }
  })

  it('are not read from a cookie', async () => {
    const before = await scene.count('requests')
    const headers = { Cookie: ana.pb.authStore.exportToCookie({ httpOnly: false }) }
    const listed = await scene.ask('/api/collections/users/records', { headers })
    expect([listed.status, JSON.parse(listed.text).items]).toEqual([200, []])
    expect((await scene.ask('/api/app/requests', { headers })).status).toBe(401)
    const body = JSON.stringify({ format: await formatOf(admin.pb, 'CL'), values: {} })
    const made = await scene.ask('/api/collections/requests/records', { method: 'POST', headers, body })
    expect([made.status, await scene.count('requests')]).toEqual([400, before])
  })

  it('are rejected after they expire', async () => {
    const [[secret] = []] = await scene.sql(`SELECT u.tokenKey || json_extract(c.options, '$.authToken.secret')
      FROM users u JOIN _collections c ON c.name = 'users' WHERE u.id = '${ana.id}'`)
    const claims = claimsOf(ana.pb.authStore.token)
    const now = Math.floor(Date.now() / 1000)
    // The same token before its expiry is accepted, so expiry is the cause.
    const alive = holding(signed({ ...claims, exp: now + 60 }, String(secret)))
    expect((await users({ pb: alive }).getList()).items).toHaveLength(1)
    const over = holding(signed({ ...claims, exp: now - 1 }, String(secret)))
    await expectGuest(over)
    expect((await refusalOf(users({ pb: over }).authRefresh())).status).toBe(401)
  })
})

describe('users', () => {
  const expectUnchanged = (id: string, call: () => Promise<unknown>) => scene.unchanged('users', id, call)

  it('cannot make themselves administrator', async () => {
    for (const change of [{ role: '_admin' }, { 'role+': '_admin' }])
      expect((await expectUnchanged(ana.id, () => users(ana).update(ana.id, change))).status).toBe(404)
  })

  it('cannot change their own activity or confirmation', async () => {
    for (const change of [{ isActive: false }, { isActive: 0 }, { verified: true }])
      expect([400, 403, 404]).toContain((await expectUnchanged(ana.id, () => users(ana).update(ana.id, change))).status)
    const waiting = await anInactiveUser(scene.place)
    const own = () => users(waiting).update(waiting.id, { isActive: true })
    expect((await expectUnchanged(waiting.id, own)).status).toBe(404)
  })

  it('see no other user', async () => {
    expect((await expectUnchanged(luis.id, () => users(ana).getOne(luis.id))).status).toBe(404)
    expect((await users(ana).getList()).items.map(({ id }) => id)).toEqual([ana.id])
  })

  it.each(['email ~ "ejemplo"', 'name != ""', 'id != "x" || role = "_admin"'])(
    'find no other user by %s',
    async (filter) => {
      expect(await scene.count('users')).toBeGreaterThan(2)
      const found = await users(ana).getList(1, 200, { filter })
      expect(found.items.map(({ id }) => id)).toEqual([ana.id])
      const named = await users(ana).getList(1, 30, { filter: `email ~ "${luis.email}"` })
      expect([named.items, named.totalItems]).toEqual([[], 0])
    },
  )

  it.each([{ sort: 'tokenKey' }, { filter: 'password ~ "a"' }, { filter: 'tokenKey ~ "a"' }, { sort: '-password' }])(
    'cannot query secrets by %j',
    async (query) => {
      for (const person of [ana, admin])
        expect((await expectUnchanged(ana.id, () => users(person).getList(1, 1, query))).status).toBe(400)
    },
  )

  it('download their own data only, whatever the call names', async () => {
    const { token } = ana.pb.authStore
    for (const query of [`id=${luis.id}`, `me=${luis.id}&owner=${luis.id}`, `key=&row=-1&where=TRUE`]) {
      const { status, text } = await scene.ask(`/api/app/users/data?${query}`, authorizedBy(token))
      expect([status, text.includes(ana.email), text.includes(luis.email)]).toEqual([200, true, false])
    }
    // The token of a file link is no session.
    const file = await ana.pb.files.getToken()
    expect((await scene.ask(`/api/app/users/data?token=${file}`)).status).toBe(401)
    expect((await scene.ask('/api/app/users/data', authorizedBy(file))).status).toBe(401)
  })

  it('cannot delete themselves', async () => {
    expect((await expectUnchanged(ana.id, () => users(ana).delete(ana.id))).status).toBe(403)
  })

  it('cannot be given a password by an administrator', async () => {
    const fresh = { password: 'nueva-clave', passwordConfirm: 'nueva-clave' }
    for (const change of [fresh, { ...fresh, oldPassword: luis.password }])
      expect((await expectUnchanged(luis.id, () => users(admin).update(luis.id, change))).status).toBe(400)
  })

  it('cannot deactivate or demote themselves as last administrator', async () => {
    const active = "role = '_admin' AND isActive"
    expect(await scene.count('users', active)).toBe(1)
    for (const change of [{ isActive: false }, { role: '_user' }])
      expect(await expectUnchanged(admin.id, () => users(admin).update(admin.id, change))).toMatchObject({
        status: 400,
        code: 'user.self',
      })
    const end = () => admin.pb.send('/api/app/users/deactivate', { method: 'POST', body: { ids: [admin.id] } })
    expect(await end()).toEqual({ changed: [], skipped: [{ id: admin.id, code: 'user.self' }] })
    for (const change of [{ isActive: false }, { role: '_user' }])
      expect(
        await expectUnchanged(admin.id, () => scene.superuser.collection('users').update(admin.id, change)),
      ).toMatchObject({
        code: 'user.lastAdmin',
      })
    expect(await scene.count('users', active)).toBe(1)
  })

  it('have no superuser access as administrators', async () => {
    const settings = () => scene.sql("SELECT value FROM _params WHERE id = 'settings'")
    const before = await settings()
    const send =
      (path: string, method = 'GET', body?: object) =>
      () =>
        admin.pb.send(path, { method, ...(body && { body }) })
    const impersonate = send(`/api/collections/users/impersonate/${luis.id}`, 'POST')
    expect((await expectUnchanged(luis.id, impersonate)).status).toBe(403)
    for (const call of [
      ...['settings', 'logs', 'backups', 'collections', 'crons'].map((path) => send(`/api/${path}`)),
      send('/api/settings', 'PATCH', { meta: { appName: 'Mío' } }),
      send('/api/backups', 'POST', {}),
      send('/api/sql', 'POST', { query: 'SELECT 1' }),
    ])
      expect((await refusalOf(call())).status).toBe(403)
    expect(await settings()).toEqual(before)
  })

  it('receive no other user’s data on the page of users', async () => {
    const others = await Promise.all([anInactiveUser({ ...scene.place, name: 'Quien Espera' }), anAdmin(scene.place)])
    const browser: Browser = await openBrowser()
    try {
      const page = await openPage(browser, { baseURL: scene.server.url })
      const answers: Promise<string>[] = []
      page.on('response', (answer) => {
        // The realtime response never ends.
        if (!answer.url().endsWith('/api/realtime')) answers.push(answer.text().catch(() => ''))
      })
      await asPerson(page, ana)
      await page.goto('/app/user-managment/')
      await page.getByRole('heading', { name: 'Página no encontrada' }).waitFor()
      await page.waitForLoadState('networkidle')
      const responses = (await Promise.all(answers)).join('\n')
      expect(responses).toContain(ana.id)
      for (const { id, email } of [...others, luis, admin]) {
        expect(responses).not.toContain(id)
        expect(responses).not.toContain(email)
      }
      expect(responses).not.toContain('Quien Espera')
    } finally {
      await browser.close()
    }
  })
})
