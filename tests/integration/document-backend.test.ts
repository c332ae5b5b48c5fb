import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Request } from '../../src/domain/requests/request-output.ts'
import { cartaLaboral } from '../support/batch.ts'
import { startServer } from '../support/container.ts'
import { thisMachine } from '../support/environment.ts'
import { aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, download, requests, settled, settledAll, take } from '../support/requests.ts'
import { listStoredFiles, queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'

const pdf = `%PDF-1.7\n${'% hecho fuera\n'.repeat(50)}%%EOF\n`
/** Responds to a page. */
type Answer = (response: ServerResponse, html: string) => void
let answer: Answer
let posted: {
  path: string | undefined
  headers: IncomingMessage['headers']
  body: Buffer
  form: FormData
  html: string
}[] = []
let trespassed = 0

const secret = createServer((_, response) => {
  trespassed++
  response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(pdf)
})
/** Service that accepts the same calls as Gotenberg 8. */
const gotenberg = createServer(async (request, response) => {
  const chunks = await request.toArray().catch(() => undefined)
  // A killed server does not finish its call.
  if (!chunks) return
  const body = Buffer.concat(chunks as Buffer[])
  const headers = { 'Content-Type': String(request.headers['content-type']) }
  const form = await new Response(new Uint8Array(body), { headers }).formData()
  const html = await (form.get('files') as File).text()
  posted.push({ path: request.url, headers: request.headers, body, form, html })
  answer(response, html)
})

const portOf = (server: typeof secret) => (server.address() as AddressInfo).port
const says = (status: number, type: string, body: string | Buffer) => (response: ServerResponse) =>
  void response.writeHead(status, { 'Content-Type': type }).end(body)

const wrongAnswers: [string, Answer, RegExp, object][] = [
  ['an error', says(500, 'application/pdf', pdf), /^document\.status$/, { status: '500' }],
  ['a page', says(200, 'text/html', pdf), /^document\.type$/, { type: 'text/html' }],
  ['several files in one', says(200, 'application/zip', pdf), /^document\.type$/, { type: 'application/zip' }],
  ['no PDF', says(200, 'application/pdf', 'hola'), /^document\.cut$/, {}],
  ['a cut PDF', says(200, 'application/pdf', pdf.slice(0, 200)), /^document\.cut$/, {}],
  ['less than it promised', cut, /^document\.cut$/, {}],
  ['more than 20 MB', says(200, 'application/pdf', `%PDF-${'x'.repeat(21_000_000)}%%EOF`), /^document\.size$/, {}],
  ['302 to another host', redirect(302), /^document\.redirect$/, {}],
  ['307 to the server itself', redirect(307, 'http://127.0.0.1:8090/api/health'), /^document\.redirect$/, {}],
  ['nothing', (response) => void response.destroy(), /^document\.(connection|cut)$/, {}],
]

function cut(response: ServerResponse) {
  response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': '5000' })
  response.write(pdf)
  setTimeout(() => response.destroy(), 50)
}

/** Approves a request per wrong response at once; returns their results and the number of calls. */
async function eachWrong(ana: Person, admin: Person) {
  const names = wrongAnswers.map((_, index) => `Caso ${String.fromCharCode(65 + index)}.`)
  const asked = names.map(() => 0)
  answer = (response, html) => {
    const index = names.findIndex((name) => html.includes(name))
    asked[index] = (asked[index] ?? 0) + 1
    wrongAnswers[index]?.[1](response, html)
  }
  const drafts = await Promise.all(names.map((name) => aDraft(ana, cartaLaboral({ nombre_completo: name }))))
  const ids = drafts.map(({ id }) => id)
  await take(ana, 'submit', { ids })
  // Each call starts a worker, because one worker would wait for the slow response.
  await Promise.all(ids.map((id) => take(admin, 'approve', { ids: [id] })))
  const found = await settledAll(ana, ids)
  return { found, asked }
}

function expectRefused({ found, asked }: Awaited<ReturnType<typeof eachWrong>>) {
  wrongAnswers.forEach(([what, , code, details], index) => {
    const wanted = { status: 'approved', documentStatus: 'failed', document: '', documentErrorDetails: details }
    expect(found[index], what).toMatchObject(wanted)
    expect(found[index]?.documentError, what).toMatch(code)
    expect(asked[index], what).toBe(3)
  })
  expect(trespassed).toBe(0)
}

function redirect(status: number, location?: string) {
  return (response: ServerResponse) => {
    const Location = location ?? `http://${thisMachine}:${portOf(secret)}/interno`
    response.writeHead(status, { Location }).end()
  }
}

const servers = [secret, gotenberg]
await Promise.all(servers.map((each) => new Promise<void>((done) => each.listen(0, '0.0.0.0', done))))
const server = await startServer(inject('image'), {
  DOCUMENT_BACKEND_URL: `http://${thisMachine}:${portOf(gotenberg)}/`,
  DOCUMENT_BACKEND_USERNAME: 'formatos',
  DOCUMENT_BACKEND_PASSWORD: 'cláve: segura',
})
const admin = await theFirstAdmin({ at: server.url })
const ana = await aUser({ at: server.url })
afterAll(async () => {
  for (const each of servers) {
    each.closeAllConnections()
    each.close()
  }
  await server?.stop()
})

async function approved(values = {}): Promise<Request> {
  posted = []
  const { id } = await aDraft(ana, cartaLaboral(values))
  await take(ana, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  return settled(ana, id)
}

describe('document backend', () => {
  it('receives the page as a form with its credentials, and its PDF is stored', async () => {
    answer = says(200, 'application/pdf', pdf)
    const request = await approved({ nombre_completo: 'Ángela <b>"Łucía"</b> Peña' })
    expect(request).toMatchObject({ documentStatus: 'ready', documentError: '' })
    expect(await (await download(ana, request)).text()).toBe(pdf)
    expect(posted).toHaveLength(1)
    expect(posted[0]?.path).toBe('/forms/chromium/convert/html')
    expect(posted[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('formatos:cláve: segura').toString('base64')}`,
      'content-length': String(posted[0]?.body.length),
    })
    const { files, ...options } = Object.fromEntries(posted[0]?.form ?? [])
    expect(options).toEqual({
      preferCssPageSize: 'true',
      printBackground: 'true',
      generateTaggedPdf: 'true',
      pdfa: 'PDF/A-2b',
      pdfua: 'true',
    })
    const { name, type } = files as File
    expect([name, type]).toEqual(['index.html', 'text/html; charset=utf-8'])
    expect(posted[0]?.html).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/)
    expect(posted[0]?.html).toContain('Ángela &lt;b&gt;&quot;Łucía&quot;&lt;/b&gt; Peña')
    expect(posted[0]?.html).toContain(request.documentNumber)
  })

  it('receives typed text escaped, without links or form parts', async () => {
    answer = says(200, 'application/pdf', pdf)
    await approved()
    const boundary = String(posted[0]?.headers['content-type']).split('boundary=')[1]
    const cargo = `--${boundary}--`
    const nombre_completo = `<img src="http://${thisMachine}:${portOf(secret)}/i.png">`
    expect(await approved({ cargo, nombre_completo })).toMatchObject({ documentStatus: 'ready' })
    expect([...(posted[0]?.form.keys() ?? [])]).toHaveLength(6)
    expect(posted[0]?.html).toContain(`--${boundary}--`)
    expect(posted[0]?.html).toContain('&lt;img src=&quot;http://')
    expect(posted[0]?.html).toContain(`content="default-src 'none';`)
  })

  it('returns binary data, stored unchanged with its hash', async () => {
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256))
    const binary = Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes, Buffer.from('%%EOF\n')])
    answer = says(200, 'application/pdf', binary)
    const request = await approved()
    expect(Buffer.from(await (await download(ana, request)).arrayBuffer()).equals(binary)).toBe(true)
    expect(request.documentHash).toBe(createHash('sha256').update(binary).digest('hex'))
    expect(posted[0]?.html).toContain(request.checkCode)
  })

  it('is called three times after an invalid answer, stores nothing, and can be retried', async () => {
    const outcome = await eachWrong(ana, admin)
    expectRefused(outcome)
    const { found } = outcome
    answer = says(200, 'application/pdf', pdf)
    await take(admin, 'regenerate', { ids: found.map(({ id }) => id) })
    for (const { id, documentNumber } of found) {
      expect(await settled(ana, id)).toMatchObject({ documentStatus: 'ready', documentError: '', documentNumber })
    }
  }, 100_000)

  it('makes foreign files, which are downloaded as a ZIP and not as one PDF', async () => {
    answer = says(200, 'application/pdf', pdf)
    const { id } = await approved()
    const documents = (query: Record<string, string>, path = '') =>
      ana.pb.send(`/api/app/requests/documents${path}`, { method: 'GET', query: { ids: id, ...query } })
    expect(await refusalOf(documents({ as: 'pdf' }))).toMatchObject({ status: 409, code: 'request.foreignDocuments' })
    expect(await documents({}, '/parts')).toEqual({ ready: 1, pending: 0, failed: 0, hasSeals: false, parts: [] })
  })

  it('accepts any script in the values', async () => {
    answer = says(200, 'application/pdf', pdf)
    const { id } = await aDraft(ana, cartaLaboral({ nombre_completo: 'Łukasz Wiśniewski Nguyễn 東' }))
    expect((await take(ana, 'submit', { ids: [id] })).changed).toEqual([id])
    expect(await ana.pb.collection('settings').getFirstListItem('')).toMatchObject({ documentService: true })
  })

  it('delays no call if it does not answer, makes viewed documents first, and resumes after a crash', async () => {
    const wanted = { number: '' }
    answer = (response, html) => {
      if (wanted.number && html.includes(wanted.number)) says(200, 'application/pdf', pdf)(response)
    }
    const drafts = await Promise.all(Array.from({ length: 8 }, () => aDraft(ana)))
    const ids = drafts.map(({ id }) => id)
    await take(ana, 'submit', { ids })
    // Would not end if it waited for the service.
    await take(admin, 'approve', { ids })
    const last = await requests(ana).getOne(ids[7] ?? '')
    wanted.number = last.documentNumber
    await ana.pb.send(`/api/app/requests/${last.id}/document`, { method: 'POST' })
    expect((await settled(ana, last.id)).documentStatus).toBe('ready')
    const others = await Promise.all(ids.slice(0, 7).map((id) => requests(ana).getOne(id)))
    expect(others.map(({ documentStatus }) => documentStatus)).toEqual(Array(7).fill('pending'))
    await server.crash()
    answer = says(200, 'application/pdf', pdf)
    const made = await settledAll(ana, ids)
    expect(made.map(({ documentStatus }) => documentStatus)).toEqual(Array(8).fill('ready'))
  }, 100_000)

  it('leaves no file of an outdated document after a crash', async () => {
    posted = []
    const answers: (() => void)[] = []
    answer = (response) => void answers.push(() => says(200, 'application/pdf', pdf)(response))
    const drafts = await Promise.all(Array.from({ length: 5 }, () => aDraft(ana)))
    const [id = '', ...others] = drafts.map((draft) => draft.id)
    await take(ana, 'submit', { ids: [id, ...others] })
    await take(admin, 'approve', { ids: [id] })
    await expect.poll(() => posted.length).toBe(1)
    // Uses all other workers, so that none retries this document.
    await take(admin, 'approve', { ids: others })
    for (const other of others) await ana.pb.send(`/api/app/requests/${other}/document`, { method: 'POST' })
    await expect.poll(() => posted.length).toBe(5)
    expect((await take(admin, 'issue', { ids: [id] })).changed).toEqual([id])
    // Blocks other writes until the server is killed: the file is stored, but not referenced.
    const counting =
      '(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 500000000) SELECT max(n) FROM c)'
    const holding = queryOf(await aSuperuser(server))(`UPDATE settings SET logo = logo WHERE ${counting} = 0`).catch(
      () => 'cut off',
    )
    await wait(500)
    answers[0]?.()
    const files = async () => (await listStoredFiles(server)).filter(({ path }) => path.includes(id)).length
    await expect.poll(files).toBe(2)
    answer = () => {}
    await server.crash()
    expect(await holding).toBe('cut off')
    expect(await files()).toBe(0)
    expect(await requests(ana).getOne(id)).toMatchObject({ documentStatus: 'pending', document: '' })
    answer = says(200, 'application/pdf', pdf)
    expect(await settled(ana, id)).toMatchObject({ documentStatus: 'ready', documentKind: 'final' })
  }, 100_000)
})
