import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiCalls } from '../../pb_hooks/api-calls.ts'
import { projectRoot } from '../../scripts/project.mjs'
import { aPdf, attach, fetchAttachment } from '../support/attachments.ts'
import { aCompletedBatch, cartaLaboral, formatOf } from '../support/batch.ts'
import { listen } from '../support/listening.ts'
import { anAddress, anAdmin, aUser, type Person } from '../support/people.ts'
import { pageOf, requests, take } from '../support/requests.ts'
import { testServer } from '../support/test-server.ts'

/** Simultaneous calls; `CROWD=600` for more. */
const crowdSize = Number(process.env.CROWD ?? 300)

interface Answer {
  status: number
  retryAfter: string | null
  code: string | undefined
}

/** Sends a call from a separate address, because limits per address are not tested here. */
async function answerTo(person: Person, path: string, body?: object): Promise<Answer> {
  const headers = { Authorization: person.pb.authStore.token, 'X-Forwarded-For': anAddress() }
  const response = await fetch(testServer().url + path, {
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const answered = (await response.json()) as { data?: { code?: { code: string } } }
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), code: answered.data?.code?.code }
}

/** Like `answerTo`, over a new connection: `fetch` reuses those of earlier calls, which the server has accepted already. */
function answerToNewcomer(person: Person, path: string): Promise<Answer> {
  const headers = { Authorization: person.pb.authStore.token, 'X-Forwarded-For': anAddress() }
  return new Promise((resolve, reject) => {
    const call = request(testServer().url + path, { agent: false, headers }, async (answer) => {
      let body = ''
      for await (const text of answer.setEncoding('utf8')) body += text
      const { data }: { data?: { code?: { code: string } } } = JSON.parse(body)
      const retryAfter = answer.headers['retry-after'] ?? null
      resolve({ status: answer.statusCode ?? 0, retryAfter, code: data?.code?.code })
    })
    call.on('error', reject).end()
  })
}

const putOff: Answer = { status: 503, retryAfter: '2', code: 'server.busy' }
const served = ({ status }: Answer) => status === 200

describe('admission control', () => {
  let ana: Person
  let luis: Person
  let format: string
  beforeAll(async () => {
    ;[ana, luis] = await Promise.all([aUser(), aUser()])
    format = await formatOf(ana.pb, 'CL')
  })

  it.each([
    ['the list', '/api/app/requests'],
    ['the panel', '/api/app/dashboard'],
    ['the counts', '/api/app/requests/counts'],
  ])(`answers each of ${crowdSize} simultaneous calls for %s, or returns 503 with Retry-After`, async (_, path) => {
    const answers = await Promise.all(Array.from({ length: crowdSize }, (_, n) => answerTo(n % 2 ? ana : luis, path)))
    expect(answers.some(served)).toBe(true)
    for (const answer of answers.filter((one) => !served(one))) expect(answer).toEqual(putOff)
    expect(served(await answerTo(ana, path))).toBe(true)
  })

  it('answers each of 1,000 readers who connect at once, and a health check beside them', async () => {
    let answered = 0
    const readers = Array.from({ length: 1_000 }, async (_, n) => {
      const answer = await answerToNewcomer(n % 2 ? ana : luis, '/api/app/requests')
      answered++
      return answer
    })
    const health = await fetch(`${testServer().url}/api/app/health`)
    const before = answered
    expect(new Set((await Promise.all(readers)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(health.status).toBe(204)
    // The check does not wait for the readers.
    expect(before).toBeLessThan(1_000)
  })

  it(`stores each of ${crowdSize} simultaneous drafts whole or returns 503, and accepts the retry`, async () => {
    const drafts = Array.from({ length: crowdSize }, () => ({
      id: randomBytes(8).toString('hex').slice(1),
      format,
      values: cartaLaboral(),
    }))
    const path = '/api/collections/requests/records'
    const answers = await Promise.all(drafts.map((draft) => answerTo(ana, path, draft)))
    const storedIds = new Set(drafts.filter((_, n) => answers[n]?.status === 200).map(({ id }) => id))
    const late = drafts.filter(({ id }) => !storedIds.has(id))
    for (const answer of answers.filter((one) => !served(one))) expect(answer).toEqual(putOff)
    expect([storedIds.size > 0, late.length > 0]).toEqual([true, true])
    const stored = async () =>
      new Set((await requests(ana).getFullList({ batch: 30, fields: 'id' })).map(({ id }) => id))
    expect(await stored()).toEqual(storedIds)
    for (const draft of late.slice(0, 50)) expect(await answerTo(ana, path, draft)).toMatchObject({ status: 200 })
    expect((await stored()).size).toBe(storedIds.size + Math.min(late.length, 50))
  })

  it('leaves slots for another user while one user saves drafts', async () => {
    const path = '/api/collections/requests/records'
    const draft = { format, values: cartaLaboral() }
    let isOver = false
    const statuses = new Set<number>()
    const again = async () => {
      for (; !isOver; await wait(20)) statuses.add((await answerTo(ana, path, draft)).status)
    }
    const crowd = Array.from({ length: 16 }, again)
    await expect.poll(() => statuses.size).toBe(2)
    const others: number[] = []
    for (let n = 0; n < 20; n++) others.push((await answerTo(luis, path, draft)).status)
    isOver = true
    await Promise.all(crowd)
    // Other tests on this server may use some slots.
    expect(others.filter((status) => status === 200).length).toBeGreaterThan(16)
    expect(statuses).toEqual(new Set([200, 503]))
  })

  it('limits the previews of one user without delaying another’s', async () => {
    const order = await formatOf(ana.pb, 'OC')
    const items = Array.from({ length: 60 }, () => ({ descripcion: 'Resma', unidad: 'caja', cantidad: '2' }))
    const ask = async (person: Person) => {
      const response = await fetch(`${testServer().url}/api/app/requests/preview`, {
        method: 'POST',
        body: JSON.stringify({ format: order, values: { items } }),
        headers: {
          Authorization: person.pb.authStore.token,
          'X-Forwarded-For': anAddress(),
          'Content-Type': 'application/json',
        },
      })
      await response.arrayBuffer()
      return response.status
    }
    // Six parallel calls like a browser; bodies per user have another limit.
    const crowd = Array.from({ length: 6 }, async () => [await ask(ana), await ask(ana)])
    const other = Array.from({ length: 3 }, async () => ask(luis))
    expect(await Promise.all(other)).toEqual([200, 200, 200])
    const answers = (await Promise.all(crowd)).flat()
    expect(new Set(answers)).toEqual(new Set([200, 503]))
    expect(await ask(ana)).toBe(200)
  })

  it('limits the exports of one user without delaying another’s', async () => {
    const path = '/api/app/requests/export'
    const answers: Answer[] = []
    // Repeated, because an export of few requests may end before the next ones arrive.
    const crowd = async () => {
      const exports = Array.from({ length: 40 }, () => answerTo(ana, path))
      const others = Array.from({ length: 2 }, () => answerTo(luis, path))
      expect((await Promise.all(others)).every(served)).toBe(true)
      answers.push(...(await Promise.all(exports)))
      return [...new Set(answers.map(({ status }) => status))].sort()
    }
    await expect.poll(crowd, { timeout: 30_000 }).toEqual([200, 503])
    for (const answer of answers.filter((one) => !served(one))) expect(answer).toEqual(putOff)
    expect(served(await answerTo(ana, path))).toBe(true)
  })

  it('limits unread downloads of one user, without delaying lists or other users', async () => {
    const { id } = await attach(ana, 'a.pdf', aPdf(10_485_760))
    const small = await attach(luis, 'b.pdf')
    const token = await ana.pb.files.getToken()
    const url = ana.pb.files.getURL({ id, collectionId: 'attachments' }, `${id}.bin`, { token })
    const begun = await Promise.all(Array.from({ length: 12 }, () => unread(url)))
    // A call may end early and release its slot, so this repeats until all slots are used.
    for (let refused = 0; refused < 5 && begun.length < 300; await wait(100)) {
      const one = await unread(url)
      begun.push(one)
      refused = one.status === 503 ? refused + 1 : 0
    }
    expect(begun.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(6)
    expect(begun.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(5)
    expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect((await fetchAttachment(luis, small.id)).status).toBe(200)
    expect(served(await answerTo(ana, '/api/app/requests'))).toBe(true)
    let again = await unread(url)
    for (; again.status === 200 && begun.length < 300; again = await unread(url)) begun.push(again)
    expect([again.status, again.pause]).toEqual([503, '2'])
    for (const { call } of begun) call.destroy()
    const answered = async () => {
      const { status, body } = await fetch(url)
      await body?.cancel()
      return status
    }
    await expect.poll(answered).toBe(200)
  })

  it('gives no slot to calls that are sent slowly, and answers others of the same user', async () => {
    const slow = await Promise.all(Array.from({ length: 300 }, () => halfACall(ana)))
    const draft = { format, values: cartaLaboral() }
    for (const person of [ana, luis])
      expect(await answerTo(person, '/api/collections/requests/records', draft)).toMatchObject({ status: 200 })
    for (const person of [ana, luis])
      expect(await answerTo(person, '/api/app/requests/approve', { ids: [] })).toMatchObject({ status: 200 })
    for (const call of slow) call.destroy()
  })
})

describe('admission control of anonymous clients', () => {
  let line: ReturnType<typeof aLazyLine>
  let begun = 0
  beforeAll(() => {
    begun = Date.now()
    line = aLazyLine()
  })

  it('awaits two bodies of each of ten addresses of slow senders', async () => {
    const addresses = Array.from({ length: 10 }, anAddress)
    const answers = await Promise.all(addresses.flatMap((from) => Array.from({ length: 8 }, () => unsent({ from }))))
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([400, 503]))
    // After the first calls are aborted, waiting calls take their slots.
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(50)
  })

  it('awaits two bodies of slow senders from one address', async () => {
    const from = anAddress()
    const answers = await Promise.all(Array.from({ length: 30 }, () => unsent({ from })))
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(18)
  })

  it('answers 401 before the body of the call arrives', async () => {
    const privateCalls = Object.keys(apiCalls).filter((call) => /^(POST|PUT|DELETE) \/api\/app\//.test(call))
    const open = [
      ...['setup', 'verify', 'users/email', 'links/open', 'links/code', 'external/code', 'auth-with-totp'],
      ...['documents/{code}', 'documents/{code}/file'],
    ].map((path) => `POST /api/app/${path}`)
    const refusals = privateCalls
      .filter((call) => !open.includes(call))
      .map(async (call) => {
        const [method, path = ''] = call.split(' ')
        const at = path.replace('{id}', 'aaaaaaaaaaaaaaa').replace('{action}', 'approve')
        expect([call, (await unsent({ method, path: at })).status]).toEqual([call, 401])
      })
    expect((await Promise.all(refusals)).length).toBeGreaterThan(40)
  })

  it('limits connections to 600 a minute per address', async () => {
    const from = anAddress()
    const opened = await Promise.all(
      Array.from({ length: 620 }, () => unread(`${testServer().url}/api/realtime`, from)),
    )
    for (const { call } of opened) call.destroy()
    expect(opened.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('answers 503 to some of 400 simultaneous code requests', async () => {
    const ask = () => unread(`${testServer().url}/api/collections/users/request-otp`, anAddress(), '{"email":"a@b.co"}')
    const asked = await Promise.all(Array.from({ length: 400 }, ask))
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200, 503]))
    for (const { call } of asked) call.destroy()
  })

  it('answers a GET before its announced body arrives', async () => {
    for (const path of ['/', '/auth/register', '/api/app/openapi.json', '/api/app/documents/AAAA-BBBB-CCCC']) {
      const asked = await fetch(testServer().url + path)
      expect([path, await unsent({ method: 'GET', path })]).toEqual([
        path,
        { status: asked.status, body: await asked.text() },
      ])
    }
  })

  it('closes connections that read nothing within half a minute', async () => {
    await wait(begun + 32_000 - Date.now())
    expect(await line.bytesLeft()).toBeGreaterThan(0)
  })
})

/** Requests the largest asset many times on one connection without reading: more than the network buffers hold. */
function aLazyLine() {
  const folder = join(projectRoot, 'dist/pb_public/assets')
  const files = readdirSync(folder).map((name) => ({ name, size: statSync(join(folder, name)).size }))
  const { name, size } = files.reduce((one, other) => (one.size > other.size ? one : other))
  const times = 200
  const { hostname, port } = new URL(testServer().url)
  const line = connect(Number(port), hostname).on('error', () => {})
  const call = `GET /assets/${name} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${anAddress()}\r\n`
  line.pause().write(`${`${call}\r\n`.repeat(times - 1)}${call}Connection: close\r\n\r\n`)
  /** Returns how many bytes never arrive when the client finally reads. */
  const bytesLeft = () =>
    new Promise<number>((resolve) => {
      let left = times * size
      line.on('data', ({ length }) => {
        left -= length
      })
      line.on('close', () => resolve(left))
      line.resume()
    })
  return { bytesLeft }
}

/** Sends a call with an incomplete body and returns the response. */
function unsent({ method = 'POST', path = '/api/app/verify', from = anAddress() }) {
  const headers = { 'X-Forwarded-For': from, 'Content-Type': 'application/json', 'Content-Length': 3_000 }
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const call = request(testServer().url + path, { method, headers, agent: false }, async (answer) => {
      answer.setEncoding('utf8')
      let body = ''
      for await (const text of answer) body += text
      call.destroy()
      resolve({ status: answer.statusCode, body })
    })
    call.on('error', reject)
    call.write('{"code":"')
  })
}

/** Sends a call and reads only the response headers. */
function unread(url: string, from = anAddress(), body?: string) {
  const headers = { 'X-Forwarded-For': from, ...(body && { 'Content-Type': 'application/json' }) }
  return new Promise<{ status: number | undefined; pause: string | undefined; call: ClientRequest }>(
    (resolve, reject) => {
      const call = request(url, { method: body ? 'POST' : 'GET', agent: false, headers }, (answer) =>
        resolve({ status: answer.statusCode, pause: answer.headers['retry-after'], call }),
      )
      call.on('error', reject)
      call.end(body)
    },
  )
}

/** Starts a decision call with an incomplete body. */
function halfACall(person: Person): Promise<ClientRequest> {
  const headers = {
    Authorization: person.pb.authStore.token,
    'X-Forwarded-For': anAddress(),
    'Content-Type': 'application/json',
    'Content-Length': 100,
  }
  const call = request(`${testServer().url}/api/app/requests/approve`, { method: 'POST', headers })
  call.on('error', () => {})
  // The server has the headers after the first write.
  return new Promise((resolve) => call.write('{"ids":["', () => setTimeout(() => resolve(call), 50)))
}

describe('open pages', () => {
  const owners = 6
  const pages: Page[] = []
  afterAll(() => {
    for (const page of pages) page.close()
  })

  it('show a decision of 300 requests on sixty pages', async () => {
    const admin = await anAdmin()
    const people = await Promise.all(Array.from({ length: owners }, () => aUser()))
    const ids = (await Promise.all(people.map((person) => submitted(person, 50)))).flat()
    for (const person of people) for (let n = 0; n < 10; n++) pages.push(await aPage(person))
    await take(admin, 'reject', { ids, reason: 'Prueba.' })
    await expect.poll(() => pages.map(({ rejected }) => rejected)).toEqual(pages.map(() => 50))
  })

  it('notify the latest hundred connections of one user', async () => {
    const person = await aUser()
    const lines = [await listen(person.pb, 'requests/*')]
    lines.push(...(await Promise.all(Array.from({ length: 100 }, () => listen(person.pb, 'requests/*')))))
    await requests(person).create({ format: await formatOf(person.pb, 'CL'), values: cartaLaboral() })
    const hearing = () => lines.map(({ messages }) => messages.length)
    await expect.poll(hearing).toEqual([0, ...Array(100).fill(1)])
    for (const line of lines) line.close()
  })

  async function submitted(owner: Person, count: number): Promise<string[]> {
    const batch = await aCompletedBatch(owner.pb, Array(count).fill(cartaLaboral()))
    return (await pageOf(owner, { batch: batch.id, perPage: count })).items.map(({ id }) => id)
  }
})

interface Page {
  rejected: number
  close: () => void
}

/** Simulates a page: reads again shortly after realtime events, once for several events. */
async function aPage(person: Person): Promise<Page> {
  const { messages, close: closeConnection } = await listen(person.pb, 'requests/*')
  const page = { rejected: 0, close: end }
  let before = 0
  const timer = setInterval(async () => {
    if (messages.length === before) return
    before = messages.length
    page.rejected = (await pageOf(person, { status: 'rejected' })).totalItems
  }, 200)
  function end() {
    clearInterval(timer)
    closeConnection()
  }
  return page
}
