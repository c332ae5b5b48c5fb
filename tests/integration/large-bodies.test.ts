import { readdirSync, statSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getContainerRuntimeClient } from 'testcontainers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { projectRoot } from '../../scripts/project.mjs'
import { aBatch, cartaLaboral, formatOf, post } from '../support/batch.ts'
import { type Server, startServer } from '../support/container.ts'
import { anAddress, anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { testServer } from '../support/test-server.ts'

/** Virtual machines of the pool (engine/main.go). */
const poolSize = 12

type Sending = { at?: string; method?: string; type?: string; headers?: Record<string, string>; chunked?: boolean }

/** Sends a body and returns the status, or that the server closed the connection. */
function send(path: string, body: string | Buffer, sending: Sending = {}) {
  const { at = testServer().url, method = 'POST', type = 'application/json', headers = {}, chunked } = sending
  const length = chunked ? {} : { 'Content-Length': Buffer.byteLength(body) }
  return new Promise<number | 'hung up'>((resolve) => {
    const call = request(`${at}${path}`, {
      method,
      headers: { 'Content-Type': type, 'X-Forwarded-For': anAddress(), ...length, ...headers },
    })
    call.on('response', (answer) => answer.resume().on('close', () => resolve(answer.statusCode ?? 0)))
    call.on('error', () => resolve('hung up'))
    if (chunked) call.write(body)
    call.end(chunked ? '' : body)
  })
}

const records = (collection: string) => `/api/collections/${collection}/records`
/** Calls with a body that guests can send. */
const calls = [
  ...['users', 'requests', 'formats', 'settings', 'batch_rows', '_superusers'].map(records),
  ...['auth-with-password', 'auth-with-otp', 'request-otp', 'request-password-reset', 'confirm-password-reset'].map(
    (call) => `/api/collections/users/${call}`,
  ),
  '/api/app/verify',
  '/api/app/setup',
  '/api/app/users/email',
  '/api/app/batches',
  '/api/app/requests/preview',
  '/api/app/users/invite',
  '/api/batch',
  '/api/realtime',
]
const numbers = (bytes: number) => `{"values":[${'1,'.repeat(bytes / 2)}1]}`
const large = numbers(300_000)
const tooLarge = [413, 'hung up']

describe('anonymous body of 300 kB', () => {
  it.each(calls)('is rejected by %s', async (path) => {
    expect(await send(path, large)).toBe(413)
  })

  it('is rejected by updates of records', async () => {
    for (const collection of ['users', 'requests', 'settings'])
      expect(await send(`${records(collection)}/abcdefghijklmno`, large, { method: 'PATCH' }), collection).toBe(413)
  })

  it('is rejected as a form, as files, chunked or compressed', async () => {
    const file = `--b\r\nContent-Disposition: form-data; name="previousDocuments"; filename="a.pdf"\r\n\r\n${large}\r\n--b--`
    for (const collection of ['users', 'requests', 'settings']) {
      const path = records(collection)
      expect(await send(path, `a=${large}`, { type: 'application/x-www-form-urlencoded' })).toBe(413)
      expect(await send(path, file, { type: 'multipart/form-data; boundary=b' })).toBe(413)
      expect(await send(path, large, { headers: { 'Content-Encoding': 'gzip' } })).toBe(413)
      for (const [body, type] of [
        [large, 'application/json'],
        [file, 'multipart/form-data; boundary=b'],
      ] as const)
        expect([400, ...tooLarge]).toContain(await send(path, body, { type, chunked: true }))
    }
    expect(tooLarge).toContain(await send('/api/app/verify', large, { chunked: true }))
  })

  it('is rejected by calls with a larger limit for signed-in users', async () => {
    for (const call of ['batches/abcdefghijklmno/rows', 'batches/abcdefghijklmno/discard', 'requests/submit'])
      expect(await send(`/api/app/${call}`, large), call).toBe(401)
  })
})

it('accepts 1,000 rows of 2 kB from a user, and rejects 3 MB', async () => {
  const ana = await aUser()
  const batch = await aBatch(ana.pb, { total: 1000 })
  const rows = (letters: number) =>
    Array.from({ length: 1000 }, (_, index) => ({
      row: index + 2,
      values: cartaLaboral({ cargo: 'x'.repeat(letters) }),
    }))
  await post(ana.pb, `/${batch.id}/rows`, { rows: rows(1_500) })
  const refusal = await refusalOf(post(ana.pb, `/${batch.id}/rows`, { rows: rows(3_000) }))
  expect(refusal.status).toBe(413)
})

describe('with the documented 512 MiB of memory', () => {
  let server: Server
  let log = ''
  beforeAll(async () => {
    server = await startServer(inject('image'), { GODEBUG: 'gctrace=1' }, (line) => {
      log += line
    })
    const container = (await getContainerRuntimeClient()).container.getById(server.container.getId())
    const memory = 512 * 2 ** 20
    await container.update({ Memory: memory, MemorySwap: memory })
  })
  afterAll(() => server.stop())

  it('survives 1,500 anonymous connections that neither send nor read', async () => {
    const container = (await getContainerRuntimeClient()).container.getById(server.container.getId())
    const { IPAddress: host } = Object.values((await container.inspect()).NetworkSettings.Networks)[0] ?? {}
    const [script] = assetsBySize()
    const lines: Socket[] = []
    while (lines.length < 1_500) {
      const ask = `Host: localhost\r\nX-Forwarded-For: ${anAddress()}\r\n`
      const calls = [`GET / HTTP/1.1\r\n${ask}Content-Length: 10\r\n\r\n`, `GET ${script} HTTP/1.1\r\n${ask}\r\n`]
      // Connects directly, because the container proxy would read the body. Waits after every 20, because each call gets a virtual machine first.
      const line = connect({ host, port: 8090 }).on('error', () => {})
      line.write(calls[lines.length % 2] ?? '')
      lines.push(line.pause())
      if (lines.length % 20 === 0) await answers()
    }
    await expectRunning()
    for (const line of lines) line.destroy()
  })

  it('fits all virtual machines with every area loaded', async () => {
    const at = server.url
    const [admin, ...people] = await Promise.all([anAdmin({ at }), aUser({ at }), aUser({ at }), aUser({ at })])
    const format = await formatOf(admin.pb, 'CL')
    const areas: [status: number, method: string, path: string, body?: object][] = [
      [200, 'GET', '/'],
      [200, 'GET', '/api/app/requests'],
      [404, 'GET', '/api/app/documents/AAAA-AAAA-AAAA'],
      [400, 'GET', '/api/app/reports'],
      [200, 'POST', '/api/app/requests/preview', { format, values: {} }],
      [400, 'POST', '/api/app/attachments', {}],
      [200, 'GET', '/api/app/backups'],
      [404, 'GET', '/api/app/batches/aaaaaaaaaaaaaaa/progress'],
      [404, 'POST', '/api/app/formats/aaaaaaaaaaaaaaa/archive', {}],
      [200, 'GET', '/api/app/keys'],
      [404, 'GET', '/api/app/lists/aaaaaaaaaaaaaaa/search?q=ab'],
      [200, 'GET', '/api/app/people?q=ab'],
      [200, 'GET', '/api/collections/format_versions/records'],
      [200, 'POST', '/api/app/requests/approve', { ids: [] }],
      [200, 'GET', '/api/app/health'],
      [200, 'GET', '/api/app/webhooks'],
    ]
    const held: ClientRequest[] = []
    for (let machine = 0; machine < poolSize; machine++) {
      for (const [status, method, path, body] of areas) {
        const headers = { Authorization: admin.pb.authStore.token, 'X-Forwarded-For': anAddress() }
        const answer = await fetch(at + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        expect([path, answer.status]).toEqual([path, status])
        await answer.arrayBuffer()
      }
      // A call with incomplete body keeps its virtual machine, so the next call gets another one.
      held.push(await aHalf(at, people[machine % people.length]?.pb.authStore.token ?? ''))
    }
    for (const call of held) call.destroy()
    const live = [...log.matchAll(/^gc \d+ .* \d+->\d+->(\d+) MB/gm)].map(([, megabytes]) => Number(megabytes))
    expect(live.length).toBeGreaterThan(poolSize / 2)
    // Near its memory limit Go collects garbage continuously.
    expect(Math.min(...live.slice(-5))).toBeLessThan(0.7 * 1.048576 * 245)
  })

  /** Starts a decision call with an incomplete body. */
  async function aHalf(at: string, token: string): Promise<ClientRequest> {
    const headers = { Authorization: token, 'Content-Type': 'application/json', 'Content-Length': 100 }
    const call = request(`${at}/api/app/requests/approve`, { method: 'POST', headers, agent: false })
    call.on('error', () => {})
    await new Promise((resolve) => call.write('{"ids":["', resolve))
    await wait(50)
    return call
  }

  it('survives simultaneous anonymous bodies of 31 MB', async () => {
    const body = Buffer.from(numbers(31_000_000))
    const all = [records('requests'), records('users'), '/api/app/verify', '/api/app/batches/abcdefghijklmno/rows']
    const answers = await Promise.all(
      all.flatMap((path) => Array.from({ length: 6 }, () => send(path, body, { at: server.url }))),
    )
    for (const answer of answers) expect([401, 413, 'hung up']).toContain(answer)
    const pieces = await Promise.all(
      all.flatMap((path) => Array.from({ length: 6 }, () => send(path, body, { at: server.url, chunked: true }))),
    )
    for (const answer of pieces) expect([400, 401, 413, 503, 'hung up']).toContain(answer)
    await wait(500)
    await expectRunning()
  })

  it('returns memory to the system once it is idle', async () => {
    const start = log.length
    const body = Buffer.from(numbers(4_000_000))
    await Promise.all(
      Array.from({ length: 20 }, () => send('/api/app/verify', body, { at: server.url, chunked: true })),
    )
    // Go itself collects once in two minutes, and marks the collections that a program asks for.
    await expect.poll(() => /^gc \d+ .*\(forced\)$/m.test(log.slice(start)), { timeout: 60_000 }).toBe(true)
  })

  const answers = () =>
    fetch(`${server.url}/api/app/status`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ status }) => status,
      () => 0,
    )

  async function expectRunning() {
    await expect.poll(answers).toBe(200)
    const { State } = await (await getContainerRuntimeClient()).container.getById(server.container.getId()).inspect()
    expect(State).toMatchObject({ Running: true, OOMKilled: false })
  }
})

/** Returns the URLs of the assets, largest first. */
function assetsBySize(): string[] {
  const folder = join(projectRoot, 'dist/pb_public/assets')
  const size = (name: string) => statSync(join(folder, name)).size
  const names = readdirSync(folder).sort((one, other) => size(other) - size(one))
  return names.map((name) => `/assets/${name}`)
}

describe('null body', () => {
  let admin: Person
  beforeAll(async () => {
    admin = await anAdmin()
  })
  const nobody = 'aaaaaaaaaaaaaaa'
  it.each([
    ['POST', '/api/app/setup'],
    ['POST', '/api/app/verify'],
    ['POST', '/api/app/users/invite'],
    ['POST', '/api/app/users/email'],
    ['POST', `/api/app/users/${nobody}/email`],
    ['POST', '/api/app/users/activate'],
    ['POST', '/api/app/users/deactivate'],
    ['POST', '/api/app/users/reject'],
    ['POST', '/api/app/batches'],
    ['POST', `/api/app/batches/${nobody}/rows`],
    ['POST', `/api/app/batches/${nobody}/discard`],
    ['POST', '/api/app/requests/submit'],
    ['POST', '/api/app/requests/preview'],
    ['POST', `/api/app/requests/${nobody}/comments`],
    ['POST', `/api/app/formats/${nobody}/copy`],
    ['POST', '/api/collections/users/auth-with-otp'],
    ['POST', '/api/collections/users/request-password-reset'],
    ['POST', '/api/collections/users/records'],
    ['POST', '/api/collections/requests/records'],
    ['POST', '/api/collections/formats/records'],
  ])('%s %s returns an error message of the application', async (method, path) => {
    const headers = { authorization: admin.pb.authStore.token, 'content-type': 'application/json' }
    const answer = await fetch(testServer().url + path, { method, headers, body: 'null' })
    const { status, message } = (await answer.json()) as { status: number; message: string }
    expect([400, 403, 404, 409]).toContain(status)
    expect(message).not.toContain('Something went wrong')
  })
})

it('returns an error message of the application for malformed JSON', async () => {
  const { pb } = await anAdmin()
  const headers = { authorization: pb.authStore.token, 'content-type': 'application/json' }
  for (const body of ['{', '"1e999"', '[]']) {
    const url = `${testServer().url}/api/app/requests/preview`
    const answer = await fetch(url, { method: 'POST', headers, body })
    expect([answer.status, (await answer.json()).data.code?.code]).toEqual([400, 'invalid'])
  }
})
