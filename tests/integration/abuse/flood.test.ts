import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Scene } from '../../support/abuse.ts'
import { cartaLaboral, formatOf } from '../../support/batch.ts'
import { listen } from '../../support/listening.ts'
import { anAddress, anonymous, aUser, type Person, theFirstAdmin } from '../../support/people.ts'
import { refusalOf } from '../../support/refusal.ts'
import { aDraft, requests } from '../../support/requests.ts'

const scene = await Scene.open()
const [ana, admin] = await Promise.all([aUser(scene.place), theFirstAdmin(scene.place)])
afterAll(() => scene?.close())

const withOptions = (n: number) =>
  `requests/*?options=${encodeURIComponent(JSON.stringify({ query: { a: String(n) } }))}`

describe('live connections', () => {
  it.each([[['requests/*']], [Array.from({ length: 1_000 }, (_, n) => withOptions(n))], [['settings']], [[]]])(
    'refuse subscriptions of anonymous clients: %#',
    async (topics) => {
      expect(await refusalOf(listen(anonymous(scene.place), ...topics))).toMatchObject({
        status: 401,
        code: 'session.required',
      })
    },
  )

  it.each([
    [[withOptions(1)]],
    [['requests/*?']],
    [['requests']],
    [['requests/abcdefghijklmno']],
    [['request_revisions/*']],
    [['users/*', '@other']],
    [Array.from({ length: 21 }, () => 'requests/*')],
  ])('refuse topics that no page subscribes to: %j', async (topics) => {
    for (const { pb } of [ana, admin]) expect((await refusalOf(listen(pb, ...topics))).code).toBe('realtime.topic')
  })

  it('accept all topics of the pages, and report a saved draft once', async () => {
    const pages = ['users', 'formats', 'requests', 'batches', 'events', 'settings', 'signatories', 'groups']
    const topics = [...pages, 'substitutions', 'notices', 'lists'].map((name) => `${name}/*`)
    const page = await listen(ana.pb, 'PB_CONNECT', ...topics)
    const { id } = await aDraft(ana)
    const drafts = () => page.messages.map(({ record }) => record.id).filter((each) => each === id)
    await expect.poll(drafts).toEqual([id])
    page.close()
  })

  it('close idle connections beyond 100 per network, but keep those of users', async () => {
    const network = '2001:db8:7:1'
    const from = (host: number) => anonymous({ ...scene.place, address: `${network}::${host.toString(16)}` })
    const user = from(0xffff)
    await user.collection('users').authWithPassword(ana.email, ana.password)
    const page = await listen(user, 'requests/*')
    const idle = await Promise.all(Array.from({ length: 130 }, (_, n) => open(from(n))))
    await expect.poll(() => idle.filter(({ isOpen }) => isOpen()).length, { timeout: 60_000 }).toBeLessThanOrEqual(100)
    expect(idle.some(({ isOpen }) => isOpen())).toBe(true)
    const { id } = await aDraft(ana)
    await expect.poll(() => page.messages.map(({ record }) => record.id)).toContain(id)
    for (const { close } of [...idle, page]) close()
  })

  /** Opens a connection without subscriptions. */
  async function open(pb: ReturnType<typeof anonymous>) {
    const ending = new AbortController()
    const url = pb.buildURL('/api/realtime')
    const { headers } = (await pb.beforeSend?.(url, {}))?.options ?? {}
    const { body } = await fetch(url, { signal: ending.signal, ...(headers ? { headers } : {}) })
    let isOpen = true
    const ended = () => {
      isOpen = false
    }
    void (body ?? new ReadableStream()).pipeTo(new WritableStream()).then(ended, ended)
    return { isOpen: () => isOpen, close: () => ending.abort() }
  }
})

describe('record lists', () => {
  const list = ({ pb }: Person, collection: string, query: Record<string, string>) =>
    pb.send(`/api/collections/${collection}/records`, { method: 'GET', query })
  const joined = (count: number, sign = '&&') => Array.from({ length: count }, (_, n) => `id != "${n}"`).join(sign)

  it.each([
    ['requests', 'values !~ "q0"'],
    ['requests', 'values.cargo = "Jefa"'],
    ['requests', Array.from({ length: 150 }, (_, n) => `values!~'q${n}'`).join('&&')],
    ['requests', 'formatVersion.body ~ "a"'],
    ['requests', 'format.body ~ "a"'],
    ['batch_rows', 'values ~ "a"'],
    ['batch_rows', 'errors ~ "a"'],
    ['batch_rows', 'request.values ~ "a"'],
    ['request_revisions', 'request.values ~ "a"'],
    ['request_documents', 'request.values ~ "a"'],
    ['requests', joined(42)],
    ['users', joined(42, '||')],
    ['format_versions', joined(6)],
  ])('of %s reject long searches and many conditions: %s', async (collection, filter) => {
    for (const person of [ana, admin])
      expect((await refusalOf(list(person, collection, { filter }))).code, filter).toMatch(
        /^query\.(heavy|unpublished)$/,
      )
  })

  it('of events allow a search by reason to administrators only', async () => {
    const filter = 'action = "reject" && reason = "Falta."'
    expect((await refusalOf(list(ana, 'events', { filter }))).code).toBe('query.heavy')
    expect(await list(admin, 'events', { filter })).toHaveProperty('items')
    expect((await refusalOf(list(admin, 'events', { filter: `${filter} && ${joined(4)}` }))).code).toBe('query.heavy')
  })

  it('reject heavy queries by rule, before the database reads rows', async () => {
    const collections = await scene.superuser.collections.getFullList()
    const ruleOf = (name: string) => collections.find((one) => one.name === name)?.listRule
    for (const name of ['requests', 'batch_rows', 'request_revisions'])
      expect(ruleOf(name), name).toContain("@request.query.filter !~ 'values'")
    const many = ['users', 'events', 'formats', 'batches', 'requests', 'notices', 'attachments']
    for (const name of many) expect(ruleOf(name), name).toMatch(/@request\.query\.filter !~ '%(&&%)+'/)
  })

  it('of large records return at most 200 per page, with values up to 30', async () => {
    const format = await formatOf(ana.pb, 'CL')
    for (let n = 0; n < 2; n++) await requests(ana).create({ format, values: cartaLaboral() })
    const first = async (perPage: string) => (await list(ana, 'requests', { perPage })).items[0]
    expect(await first('30')).toHaveProperty('values')
    expect(await first('31')).not.toHaveProperty('values')
    expect(await first('200')).not.toHaveProperty('values')
    for (const perPage of ['201', '1000', '+200', '0200', '99999'])
      expect((await refusalOf(list(ana, 'requests', { perPage }))).code, perPage).toBe('query.page')
    const related = { perPage: '200', expand: 'formatVersion' }
    expect((await refusalOf(list(ana, 'requests', related))).code).toBe('query.page')
    expect(await list(ana, 'requests', { perPage: '200', expand: 'owner' })).toHaveProperty('items')
  })

  it('of small records accept the page size of the SDK, and of large records name the one to ask for', async () => {
    for (const name of ['formats', 'groups', 'signatories'])
      for (const options of [{}, { batch: 500 }]) await admin.pb.collection(name).getFullList(options)
    expect(await ana.pb.collection('formats').getFullList({ batch: 500 })).toHaveLength(10)
    for (const name of ['requests', 'batch_rows', 'request_revisions', 'format_versions']) {
      const { response } = await ana.pb
        .collection(name)
        .getFullList()
        .catch((error) => error)
      expect([name, response.message]).toEqual([
        name,
        'Pida como máximo 200 registros por página, o 30 con «values» o datos relacionados. En el SDK: getFullList({ batch: 200 }).',
      ])
      await ana.pb.collection(name).getFullList({ batch: 200 })
    }
  })
})

describe('eight slow connections from two addresses', () => {
  const addresses = [anAddress(), anAddress()]
  const open = new Set<Socket>()
  let isOver = false
  beforeAll(async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => slow(addresses[n % 2] ?? '')))
  })
  afterAll(() => {
    isOver = true
    for (const socket of open) socket.destroy()
  })

  /** Sends an incomplete verification call, repeatedly. */
  function slow(from: string): Promise<void> {
    const { hostname, port } = new URL(scene.server.url)
    const socket = connect(Number(port), hostname)
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      if (!isOver) void slow(from)
    })
    const head = `POST /api/app/verify HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\n`
    socket.resume()
    return new Promise((resolve) =>
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"code":"`, () => resolve()),
    )
  }

  it.each([
    ['/api/app/verify', { otpId: 'abcdefghijklmno', code: '123456' }, 400],
    ['/api/collections/users/request-password-reset', { email: 'nadie@ejemplo.test' }, 204],
    ['/api/collections/users/auth-with-otp', { otpId: 'abcdefghijklmno', password: '123456' }, 400],
    ['/api/collections/users/auth-with-password', { identity: 'nadie@ejemplo.test', password: 'abc123' }, 400],
  ])('do not block %s for other clients', async (path, body, status) => {
    for (let n = 0; n < 10; n++)
      expect((await scene.ask(path, { method: 'POST', body: JSON.stringify(body) })).status).toBe(status)
  })
})
