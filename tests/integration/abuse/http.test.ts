import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Request } from '../../../src/domain/requests/request-output.ts'
import { authorizedBy, Scene } from '../../support/abuse.ts'
import { cartaLaboral } from '../../support/batch.ts'
import { asPerson, openBrowser, openPage } from '../../support/browser.ts'
import { thisMachine } from '../../support/environment.ts'
import { anonymous, aUser, type Person, theFirstAdmin } from '../../support/people.ts'
import { refusalOf } from '../../support/refusal.ts'
import { aDraft, aRequest, requests, settled, take } from '../../support/requests.ts'

let scene: Scene
let ana: Person
let luis: Person
let admin: Person
beforeAll(async () => {
  await askBackend()
  scene = await Scene.open()
  ;[ana, luis, admin] = await Promise.all([
    aUser(scene.place),
    aUser({ ...scene.place, name: '<img src=x onerror=alert(1)>' }),
    theFirstAdmin(scene.place),
  ])
})
afterAll(async () => {
  backend.closeAllConnections()
  backend.close()
  await there?.close()
  await scene?.close()
})

describe('files', () => {
  let request: Request
  let address: string
  beforeAll(async () => {
    request = await settled(luis, (await aRequest(luis, admin, 'approved')).id)
    address = `/api/files/requests/${request.id}/${request.document}`
  })
  const withToken = (token: string, path = address) => scene.ask(`${path}?token=${token}`)

  it('serves a document only with its owner’s file token, without caching', async () => {
    const tokens = { none: '', another: await ana.pb.files.getToken(), session: luis.pb.authStore.token }
    for (const token of Object.values(tokens)) {
      const refused = await withToken(token)
      expect(refused.status).toBe(404)
      expect(refused.text).not.toContain('%PDF')
    }
    expect((await scene.ask(address, authorizedBy(luis.pb.authStore.token))).status).toBe(404)
    const own = await withToken(await luis.pb.files.getToken())
    expect(own.status).toBe(200)
    expect(own.text).toMatch(/^%PDF-/)
    expect(own.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(await scene.stored('requests', request.id)).toMatchObject({ document: request.document })
  })

  it('rejects a user’s attempts to replace or remove a document', async () => {
    const draft = await aDraft(luis)
    for (const { id, document } of [request, draft]) {
      const file = () => new File(['%PDF-1.7 mío'], 'x.pdf', { type: 'application/pdf' })
      for (const change of [
        { document: file() },
        { 'document+': file() },
        { 'document-': document || 'x.pdf' },
        { document: null },
      ]) {
        const refusal = await scene.unchanged('requests', id, () => requests(luis).update(id, change as never))
        expect([400, 404]).toContain(refusal.status)
      }
    }
    expect((await withToken(await luis.pb.files.getToken())).text).toMatch(/^%PDF-1\.7\n/)
    expect((await withToken(await luis.pb.files.getToken())).text).not.toContain('mío')
  })

  it('protects every file field, and refuses thumbs by view rule', async () => {
    const collections = await scene.superuser.collections.getFullList()
    const withFiles = collections.filter(({ fields }) => fields.some(({ type }) => type === 'file'))
    expect(withFiles.map(({ name }) => name).sort()).toEqual([
      'attachments',
      'letterheads',
      'request_documents',
      'requests',
      'settings',
      'signatories',
      'signature_copies',
    ])
    for (const { name, fields, viewRule } of withFiles) {
      for (const field of fields.filter(({ type }) => type === 'file'))
        expect([name, field.protected]).toEqual([name, true])
      if (viewRule !== null) expect(viewRule).toMatch(/^\(.*\) && @request\.query\.thumb:isset = false$/)
    }
    expect((await withToken(`${await luis.pb.files.getToken()}&thumb=100x100`)).status).toBe(404)
  })

  it('serves no server file for a path traversal', async () => {
    const token = await luis.pb.files.getToken()
    const folder = address.slice(0, address.lastIndexOf('/'))
    for (const name of [
      '..%2f..%2f..%2fdata.db',
      '%2e%2e/%2e%2e/%2e%2e/data.db',
      '../../../data.db',
      '..%5c..%5cdata.db',
    ]) {
      const answer = await withToken(token, `${folder}/${name}`)
      expect([404, 301, 307]).toContain(answer.status)
      expect(answer.text).not.toMatch(/SQLite format|%PDF/)
    }
    for (const path of [
      '/..%2fpb_hooks/server.js',
      '/%2e%2e/pb_hooks/server.js',
      '/../../pb_data/data.db',
      '/assets/..%2f..%2fpb_hooks/server.js',
      '/assets/%2e%2e/%2e%2e/pb_data/data.db',
      '/..%5cpb_hooks%5cserver.js',
      '//etc/passwd',
      '/pb_data/data.db',
    ]) {
      const { status, text } = await scene.ask(path)
      expect([200, 301, 307, 404]).toContain(status)
      expect(text).not.toMatch(/require\(|SQLite format|root:/)
      if (status === 200) expect(text).toContain('<title>Formatos preeliminares</title>')
    }
  })
})

describe('HTTP', () => {
  it('sends headers against framing, sniffing and foreign sources, without a version', async () => {
    for (const path of ['/', '/auth/login', '/app/request/', '/verificar/AAAA-BBBB-CCCC']) {
      const { status, headers } = await scene.ask(path)
      expect(status).toBe(200)
      const policy = headers['content-security-policy'] ?? ''
      for (const rule of [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ])
        expect(policy).toContain(rule)
      expect(policy).not.toMatch(/script-src[^;]*unsafe|\*|https?:/)
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
      expect(Object.entries(headers).join()).not.toMatch(/pocketbase|0\.40|server|x-powered/i)
    }
  })

  it('sends no CORS permission to other origins', async () => {
    const users = await scene.count('users')
    for (const path of ['/api/app/status', '/api/collections/users/records', '/api/health', '/'])
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const headers = { Origin: 'https://evil.test', 'Access-Control-Request-Method': 'POST' }
        const answer = await scene.ask(path, { method, headers })
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      }
    expect(await scene.count('users')).toBe(users)
  })

  it('answers 404 to missing and hidden files', async () => {
    for (const path of [
      '/assets/none.js',
      '/assets/none.js.map',
      '/.env',
      '/app/.env',
      '/.git/config',
      '/index.js.map',
    ]) {
      const { status, text } = await scene.ask(path)
      expect([path, status]).toEqual([path, 404])
      expect(text).not.toContain('<html')
    }
  })

  it('rejects a body of 40 MB from any client', async () => {
    const body = `{"values":"${'x'.repeat(40_000_000)}"}`
    const [requestsBefore, usersBefore] = [await scene.count('requests'), await scene.count('users')]
    const send = (path: string, headers = {}) =>
      scene.ask(path, { method: 'POST', headers, body }).then(
        ({ status }) => status,
        () => 'hung up',
      )
    const mine = authorizedBy(ana.pb.authStore.token).headers
    for (const [path, headers] of [
      ['/api/collections/users/records', {}],
      ['/api/collections/requests/records', mine],
      ['/api/app/requests/preview', mine],
      ['/api/app/requests/submit', mine],
    ] as const)
      expect([413, 'hung up']).toContain(await send(path, headers))
    expect((await scene.ask('/api/app/status')).status).toBe(200)
    expect([await scene.count('requests'), await scene.count('users')]).toEqual([requestsBefore, usersBefore])
  })

  it('rejects superuser access from another machine', async () => {
    for (const path of ['/_/', '/_/index.html']) {
      const { status, text } = await scene.ask(path)
      expect([status, text.includes('<html')]).toEqual([404, false])
    }
    const far = anonymous(scene.place)
    const email: string = scene.superuser.authStore.record?.email ?? ''
    const before = await scene.count('_authOrigins')
    const signIn = far.collection('_superusers').authWithPassword(email, 'clave-del-operador')
    expect((await refusalOf(signIn)).status).toBe(403)
    far.authStore.save(scene.superuser.authStore.token)
    expect((await refusalOf(far.settings.getAll())).status).toBe(403)
    expect(await scene.count('_authOrigins')).toBe(before)
  })
})

describe('text', () => {
  it('shows a name with markup as plain text to administrators', async () => {
    expect(await scene.stored('users', luis.id)).toMatchObject({ name: '<img src=x onerror=alert(1)>' })
    const { id } = await aRequest(luis, admin, 'submitted')
    const browser: Browser = await openBrowser()
    try {
      const page = await openPage(browser, { baseURL: scene.server.url })
      const dialogs: string[] = []
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      await asPerson(page, admin)
      for (const path of [
        `/app/user-managment/?search=${luis.email}`,
        `/app/user-managment/${luis.id}/request`,
        '/app/request/',
        `/app/request/${id}`,
      ]) {
        await page.goto(path)
        await page.getByText('<img src=x onerror=alert(1)>').first().waitFor()
        expect(await page.locator('img[src="x"]').count()).toBe(0)
      }
      expect(dialogs).toEqual([])
    } finally {
      await browser.close()
    }
  })
})

const pdf = `%PDF-1.7\n${'% hecho fuera\n'.repeat(50)}%%EOF\n`
type Answer = (response: ServerResponse) => void
const says = (type: string, body: string) => (response: ServerResponse) =>
  void response.writeHead(200, { 'Content-Type': type }).end(body)
/** Responses of the service, by the name in the document. */
const answers: Record<string, Answer> = {
  'Cortado Uno': says('application/pdf', pdf.slice(0, 300)),
  'Cortado Dos': (response) => {
    response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': '5000' }).write(pdf)
    setTimeout(() => response.destroy(), 50)
  },
  'Lento Siempre': drips,
}
let dripped = 0
/** Ends after a slow response; an empty response would be retried sooner. */
function drips(response: ServerResponse) {
  if (dripped++ < 2) return void response.destroy()
  response.writeHead(200, { 'Content-Type': 'application/pdf' })
  const drop = setInterval(() => response.write('%PDF-'), 1000)
  response.on('close', () => clearInterval(drop))
}
const asked: string[] = []
let isMended = false
const backend = createServer(async (request, response) => {
  const body = String(Buffer.concat((await request.toArray()) as Buffer[]))
  const name = Object.keys(answers).find((each) => body.includes(each)) ?? ''
  asked.push(name)
  if (isMended) says('application/pdf', pdf)(response)
  else answers[name]?.(response)
})

let there: Scene
let eva: Person
let chief: Person
const ids: Record<string, string> = {}
// All in parallel and first, because one of them takes the timeout of 30 s.
async function askBackend() {
  await new Promise<void>((done) => backend.listen(0, '0.0.0.0', done))
  const { port } = backend.address() as AddressInfo
  there = await Scene.open({ DOCUMENT_BACKEND_URL: `http://${thisMachine}:${port}/documentos` })
  ;[eva, chief] = await Promise.all([aUser(there.place), theFirstAdmin(there.place)])
  for (const nombre_completo of Object.keys(answers))
    ids[nombre_completo] = (await aDraft(eva, cartaLaboral({ nombre_completo }))).id
  await take(eva, 'submit', { ids: Object.values(ids) })
  await Promise.all(Object.values(ids).map((id) => take(chief, 'approve', { ids: [id] })))
}

describe('document backend', () => {
  /** Expects that no document was stored, and the error code. */
  async function expectFailed(name: string, code: RegExp) {
    const request = await settled(eva, ids[name] ?? '')
    expect(request).toMatchObject({ status: 'approved', documentStatus: 'failed', document: '' })
    expect(request.documentError).toMatch(code)
    expect(await there.count('request_documents', `request = '${request.id}'`)).toBe(0)
    expect(asked.filter((each) => each === name)).toHaveLength(3)
  }

  it('reports a truncated or slow document as failed, and allows another attempt', {
    timeout: 100_000,
  }, async () => {
    await expectFailed('Cortado Uno', /^document\.cut$/)
    await expectFailed('Cortado Dos', /^document\.cut$/)
    await expectFailed('Lento Siempre', /^document\.timeout$/)
    isMended = true
    const again = ['Cortado Uno', 'Lento Siempre'].map((name) => ids[name] ?? '')
    expect((await take(chief, 'regenerate', { ids: again })).changed).toEqual(again)
    for (const id of again) expect(await settled(eva, id)).toMatchObject({ documentStatus: 'ready', documentError: '' })
  })
})
