import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Request } from '../../src/domain/request.ts'
import { cartaLaboral } from '../support/batch.ts'
import { type Server, startServer, thisMachine } from '../support/container.ts'
import { aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { aDraft, aRequest, download, requests, settled, take } from '../support/requests.ts'

const pdf = `%PDF-1.7\n${'% hecho fuera\n'.repeat(50)}%%EOF\n`
let answer: (response: ServerResponse, body: Record<string, unknown>) => void
let asked: { headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = []
let trespassed = 0

const secret = createServer((_, response) => {
  trespassed++
  response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(pdf)
})
const backend = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const body = JSON.parse(text) as Record<string, unknown>
  asked.push({ headers: request.headers, body })
  answer(response, body)
})

const portOf = (server: typeof backend) => (server.address() as AddressInfo).port
const says = (status: number, type: string, body: string) => (response: ServerResponse) =>
  void response.writeHead(status, { 'Content-Type': type }).end(body)

let server: Server
let ana: Person
let admin: Person
beforeAll(async () => {
  await Promise.all([secret, backend].map((each) => new Promise<void>((done) => each.listen(0, '0.0.0.0', done))))
  server = await startServer(inject('image'), {
    DOCUMENT_BACKEND_URL: `http://${thisMachine}:${portOf(backend)}/documentos?clave=reservada`,
    DOCUMENT_BACKEND_TOKEN: 'palabra-secreta',
  })
  admin = await theFirstAdmin({ at: server.url })
  ana = await aUser({ at: server.url })
})
afterAll(async () => {
  for (const each of [secret, backend]) {
    each.closeAllConnections()
    each.close()
  }
  await server?.stop()
})

async function approved(): Promise<Request> {
  asked = []
  return settled(ana, (await aRequest(ana, admin, 'approved')).id)
}

describe('a document backend', () => {
  it('is told all and gives the document', async () => {
    answer = says(200, 'application/pdf', pdf)
    const request = await approved()
    expect(request).toMatchObject({ documentStatus: 'ready', documentError: '' })
    expect(await (await download(ana, request)).text()).toBe(pdf)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.headers).toMatchObject({
      authorization: 'Bearer palabra-secreta',
      'content-type': 'application/json',
      'content-length': expect.any(String),
    })
    expect(asked[0]?.body).toMatchObject({
      format: 'CL',
      version: 1,
      number: request.documentNumber,
      values: request.values,
      body: expect.stringContaining('{{nombre_completo}}'),
      html: expect.stringContaining('María José Güell Peña'),
    })
  })

  it.each<[string, () => (response: ServerResponse) => void, RegExp, object]>([
    ['an error', () => says(500, 'application/pdf', pdf), /^document\.status$/, { status: '500' }],
    ['a page', () => says(200, 'text/html', pdf), /^document\.type$/, { type: 'text/html' }],
    ['no PDF', () => says(200, 'application/pdf', 'hola'), /^document\.cut$/, {}],
    ['a cut PDF', () => says(200, 'application/pdf', pdf.slice(0, 200)), /^document\.cut$/, {}],
    ['less than it promised', () => (response) => void cut(response), /^document\.cut$/, {}],
    [
      'more than 20 MB',
      () => says(200, 'application/pdf', `%PDF-${'x'.repeat(21_000_000)}%%EOF`),
      /^document\.size$/,
      {},
    ],
    ['302 to another host', () => redirect(302), /^document\.redirect$/, {}],
    ['307 to another host', () => redirect(307), /^document\.redirect$/, {}],
    ['nothing', () => (response) => void response.destroy(), /^document\.(connection|cut)$/, {}],
  ])('that answers %s is asked three times, and nothing is stored', async (_, wrong, code, details) => {
    answer = wrong()
    const request = await approved()
    expect(request).toMatchObject({ status: 'approved', documentStatus: 'failed', document: '' })
    expect(request.documentError).toMatch(code)
    expect(request.documentErrorDetails).toEqual(details)
    expect(asked).toHaveLength(3)
    expect(trespassed).toBe(0)
    answer = says(200, 'application/pdf', pdf)
    await take(admin, 'regenerate', { ids: [request.id] })
    expect(await settled(ana, request.id)).toMatchObject({
      documentStatus: 'ready',
      documentError: '',
      documentNumber: request.documentNumber,
    })
  })

  it('may have any letters, which are then taken', async () => {
    answer = says(200, 'application/pdf', pdf)
    const { id } = await aDraft(ana, cartaLaboral({ nombre_completo: 'Łukasz Wiśniewski Nguyễn 東' }))
    expect((await take(ana, 'submit', { ids: [id] })).changed).toEqual([id])
    expect(await ana.pb.collection('settings').getFirstListItem('')).toMatchObject({ documentService: true })
  })

  function cut(response: ServerResponse) {
    response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': '5000' })
    response.write(pdf)
    setTimeout(() => response.destroy(), 50)
  }

  function redirect(status: number) {
    return (response: ServerResponse) =>
      void response.writeHead(status, { Location: `http://${thisMachine}:${portOf(secret)}/interno` }).end()
  }

  it('that does not answer keeps nobody waiting; what somebody looks at comes before; a server that dies takes them up again', async () => {
    const wanted = { number: '' }
    answer = (response, { number }) => {
      if (number === wanted.number) says(200, 'application/pdf', pdf)(response)
    }
    const drafts = await Promise.all(Array.from({ length: 8 }, () => aDraft(ana)))
    const ids = drafts.map(({ id }) => id)
    await take(ana, 'submit', { ids })
    const started = performance.now()
    await take(admin, 'approve', { ids })
    expect(performance.now() - started).toBeLessThan(2000)
    const last = await requests(ana).getOne(ids[7] ?? '')
    wanted.number = last.documentNumber
    await ana.pb.send(`/api/app/requests/${last.id}/document`, { method: 'POST' })
    expect((await settled(ana, last.id)).documentStatus).toBe('ready')
    const others = await Promise.all(ids.slice(0, 7).map((id) => requests(ana).getOne(id)))
    expect(others.map(({ documentStatus }) => documentStatus)).toEqual(Array(7).fill('pending'))
    await server.crash()
    answer = says(200, 'application/pdf', pdf)
    const made = await Promise.all(ids.map((id) => settled(ana, id)))
    expect(made.map(({ documentStatus }) => documentStatus)).toEqual(Array(8).fill('ready'))
  }, 100_000)
})
