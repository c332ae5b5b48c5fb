import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { projectRoot } from '../../scripts/project.mjs'
import type { Batch } from '../../src/domain/batches/batch-output.ts'
import type { Request } from '../../src/domain/requests/request-output.ts'
import { aFormatWithFiles, aPdf } from '../support/attachments.ts'
import { aCompletedBatch, cartaLaboral } from '../support/batch.ts'
import { startServer } from '../support/container.ts'
import { thisMachine } from '../support/environment.ts'
import { aProgram, revoke } from '../support/keys.ts'
import { anAdmin, anInactiveUser, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aRequest, read, settled, take } from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'
import { aListener, isSigned, newWebhook, webhookOf, webhookStep } from '../support/webhooks.ts'

const server = await startServer(inject('image'), { WEBHOOK_PRIVATE: 'si', UNDO_SECONDS: '60' })
afterAll(() => server.stop())
const at = server.url
const [admin, rosa, ana] = await Promise.all([theFirstAdmin({ at }), anAdmin({ at }), aUser({ at })])
const superuser = await aSuperuser(server)
/** Started before the other tests, because it waits for timeouts. */
const silence = sendToSilentListener()
silence.catch(() => {})

const sql = (query: string) => queryOf(superuser)(query)

async function sendToSilentListener() {
  const listener = await aListener(() => {})
  const { id } = await newWebhook(rosa, listener.url, ['user.registered'])
  const first = webhookStep(rosa, `${id}/test`)
  while (!listener.calls.length) await new Promise((resolve) => setTimeout(resolve, 50))
  // Sends the call once, without the page's retries.
  const second = await refusalOf(rosa.pb.send(`/api/app/webhooks/${id}/test`, { method: 'POST', fetch }))
  await first
  const found = await webhookOf(rosa, id)
  listener.close()
  await webhookStep(rosa, id, 'DELETE')
  return { second, found }
}

/** Sends all queued messages in order. */
async function tellAll(id: string) {
  const { deliveries } = await webhookOf(admin, id)
  const waiting = deliveries.filter(({ status, attempts }) => status === 'waiting' && attempts === 0).reverse()
  for (const each of waiting) await webhookStep(admin, `deliveries/${each.id}/send`)
}

describe('webhook', () => {
  it('receives the chosen events, signed, once per request or batch', async () => {
    const listener = await aListener()
    const { id, secret } = await newWebhook(admin, listener.url, [
      'request.submitted',
      'request.decided',
      'document.ready',
      'batch.finished',
    ])
    const sent = await aRequest(ana, admin, 'submitted')
    await take(admin, 'approve', { ids: [sent.id] })
    await settled(ana, sent.id)
    const batch = await aCompletedBatch(ana.pb, [cartaLaboral(), cartaLaboral(), cartaLaboral()])
    const { items } = await admin.pb.send('/api/app/requests', { method: 'GET', query: { batch: batch.id } })
    const ids = items.map((each: { id: string }) => each.id)
    await take(admin, 'approve', { ids })
    for (const each of ids) await settled(ana, each)
    await tellAll(id)
    // The job of the minute may send one of them too, so messages are compared in the order of their events.
    const messages = [...new Map(listener.calls.map(({ body }) => [body.id, body])).values()].toSorted((a, b) =>
      a.at.localeCompare(b.at),
    )
    expect(messages.map(({ event, subject }) => [event, subject.collection, subject.count])).toEqual([
      ['request.submitted', 'requests', 1],
      ['request.decided', 'requests', 1],
      ['document.ready', 'requests', 1],
      ['batch.finished', 'batches', 1],
      ['request.decided', 'requests', 3],
      ['document.ready', 'batches', 1],
    ])
    expect(messages.map(({ subject }) => subject.ids[0])).toEqual([
      sent.id,
      sent.id,
      sent.id,
      batch.id,
      expect.any(String),
      batch.id,
    ])
    for (const each of listener.calls) {
      expect(isSigned(each, secret)).toBe(true)
      expect(isSigned({ ...each, text: `${each.text} ` }, secret)).toBe(false)
      expect(each.headers['x-formatos-delivery']).toBe(each.body.id)
    }
    const { webhooks, components } = await (await fetch(`${server.url}/api/app/openapi.json`)).json()
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ $id: 'api', components })
    for (const { body } of listener.calls) {
      const { schema } = webhooks[body.event].post.requestBody.content['application/json']
      const isAsTold = ajv.compile({ $ref: `api${schema.$ref}` })
      expect([isAsTold(body), isAsTold.errors]).toEqual([true, null])
    }
    expect(JSON.stringify(listener.calls)).not.toContain('Güell')
    await webhookStep(admin, id, 'DELETE')
    listener.close()
  })

  it('receives documents in groups of up to twenty, each once, as `openapi.json` describes', async () => {
    const listener = await aListener()
    const { id } = await newWebhook(admin, listener.url, ['document.ready'])
    const ids = (await Promise.all(Array.from({ length: 25 }, () => aDraft(ana)))).map((draft) => draft.id)
    await take(ana, 'submit', { ids })
    await take(admin, 'approve', { ids })
    for (const each of ids) await settled(ana, each)
    const bodies = await sql(`SELECT body FROM webhook_deliveries WHERE webhook = '${id}'`)
    const subjects = bodies.map(([body]) => JSON.parse(body ?? '').subject as { ids: string[]; count: number })
    expect(subjects.flatMap(({ ids }) => ids).toSorted()).toEqual(ids.toSorted())
    expect(subjects.map(({ ids, count }) => ids.length === count && count <= 20)).not.toContain(false)
    const { webhooks } = await (await fetch(`${server.url}/api/app/openapi.json`)).json()
    expect(webhooks['document.ready'].post.description).toContain('hasta veinte documentos')
    expect(webhooks['request.decided'].post.description).toContain('un solo aviso, al final')
    await webhookStep(admin, id, 'DELETE')
    listener.close()
  })

  /** Creates a batch of pending requests. */
  async function manyWaiting(total: number) {
    const batch = await aCompletedBatch(ana.pb, Array(total).fill(cartaLaboral()))
    const found = await sql(`SELECT id FROM requests WHERE batch = '${batch.id}' ORDER BY number`)
    return { filter: { batch: batch.id }, ids: found.map(([id]) => id) }
  }
  it('receives one message for 230 decisions of one call', async () => {
    const listener = await aListener()
    const { id } = await newWebhook(admin, listener.url, ['request.decided'])
    const { filter, ids } = await manyWaiting(230)
    await take(admin, 'return', { filter, expected: 230, reason: 'Falta.' })
    expect(await sql(`SELECT groupKey FROM webhook_deliveries WHERE webhook = '${id}'`)).toEqual([['']])
    await superuser.crons.run('webhooks')
    await expect.poll(() => listener.calls.length).toBe(1)
    expect(listener.calls[0]?.body).toMatchObject({
      event: 'request.decided',
      subject: { collection: 'requests', ids, count: 230 },
    })
    await webhookStep(admin, id, 'DELETE')
    listener.close()
  })

  it('receives settled decisions once and in order, also after a crash', async () => {
    const { ids, filter } = await manyWaiting(230)
    const listener = await aListener()
    const { id } = await newWebhook(admin, listener.url, ['request.submitted', 'request.decided'])
    await take(admin, 'return', { filter, expected: 230, reason: 'Falta.', undoable: true })
    await sql(`UPDATE undoable_decisions SET until = strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+4 minutes')`)
    // Another action finalizes one of them: its message waits for the others, and later messages wait for it.
    await take(ana, 'submit', { ids: ids.slice(0, 1) })
    await silence.catch(() => {})
    await server.crash()
    await superuser.crons.run('webhooks')
    const waiting = () =>
      sql(
        `SELECT event, body ->> '$.subject.count', attempts FROM webhook_deliveries WHERE webhook = '${id}' ORDER BY rowid`,
      )
    expect(await waiting()).toEqual([
      ['request.decided', '1', '0'],
      ['request.submitted', '1', '0'],
    ])
    await sql("UPDATE undoable_decisions SET until = '2026-01-01 00:00:00.000Z'")
    await superuser.crons.run('decisions')
    await expect.poll(() => listener.calls.length).toBe(2)
    expect(listener.calls.map(({ body }) => [body.event, body.subject.count])).toEqual([
      ['request.decided', 230],
      ['request.submitted', 1],
    ])
    expect(listener.calls[0]?.body.subject.ids.toSorted()).toEqual(ids.toSorted())
    await webhookStep(admin, id, 'DELETE')
    listener.close()
  })

  it('receives a decision when its undo window ends', async () => {
    const listener = await aListener()
    const { id } = await newWebhook(admin, listener.url, ['request.decided'])
    const countDeliveries = async () => (await webhookOf(admin, id)).deliveries.length
    const sent = await aRequest(ana, admin, 'submitted')
    await take(admin, 'return', { ids: [sent.id], reason: 'Falta algo.', undoable: true })
    expect(await countDeliveries()).toBe(0)
    // Another action finalizes it.
    await take(ana, 'submit', { ids: [sent.id] })
    expect(await countDeliveries()).toBe(1)
    await webhookStep(admin, id, 'DELETE')
    listener.close()
  })

  it('receives only the events that it chose', async () => {
    const listener = await aListener()
    const { id } = await newWebhook(admin, listener.url, ['user.registered'])
    await aRequest(ana, admin, 'submitted')
    await webhookStep(admin, `${id}/test`)
    expect(listener.calls.map(({ body }) => body.event)).toEqual(['test'])
    const { deliveries } = await webhookOf(admin, id)
    expect(deliveries).toMatchObject([
      { event: 'test', status: 'sent', attempts: 10, answerStatus: 200, answer: 'gracias' },
    ])
    await webhookStep(admin, `deliveries/${deliveries[0]?.id}/send`)
    expect(listener.calls).toHaveLength(2)
    expect(listener.calls[1]?.text).toBe(listener.calls[0]?.text)
    await webhookStep(admin, id, 'DELETE')
    expect(await webhookOf(admin, id)).toBeUndefined()
    listener.close()
  })
})

describe('failing webhook', () => {
  const cases: [string, Parameters<typeof aListener>[0], object][] = [
    ['500', (r) => r.writeHead(500).end('ay'), { answerStatus: 500, error: '', answer: 'ay' }],
    [
      'redirect',
      (r) => r.writeHead(302, { Location: 'http://127.0.0.1:8090/' }).end(),
      { answerStatus: 0, error: 'redirect' },
    ],
    ['5 MB', (r) => r.writeHead(400).end('x'.repeat(5_000_000)), { answerStatus: 400, answer: 'x'.repeat(1_024) }],
    ['closed connection', (r) => r.destroy(), { answerStatus: 0, error: 'connection' }],
  ]

  it.each(cases)('with the answer %s is recorded in the log', async (_, answer, seen) => {
    const listener = await aListener(answer)
    const { id } = await newWebhook(admin, listener.url, ['user.registered'])
    await webhookStep(admin, `${id}/test`)
    const { deliveries, failingSince } = await webhookOf(admin, id)
    expect(deliveries).toMatchObject([{ ...seen, status: 'failed' }])
    // Test messages do not count as failures.
    expect(failingSince).toBe('')
    listener.close()
    await webhookStep(admin, id, 'DELETE')
  })

  it('is tried again after growing pauses, and marked as failing', async () => {
    const { id } = await newWebhook(admin, `http://${thisMachine}:9/`, ['request.submitted'])
    await aRequest(ana, admin, 'submitted')
    const readAttempt = async () => {
      const { attempts, error, due = '', attemptedAt = '' } = (await webhookOf(admin, id)).deliveries[0] ?? {}
      return { attempts, error, minutes: Math.round((Date.parse(due) - Date.parse(attemptedAt)) / 60_000) }
    }
    await expect.poll(readAttempt).toEqual({ attempts: 1, error: 'connection', minutes: 1 })
    for (const [attempts, minutes] of [
      [2, 3],
      [3, 10],
    ]) {
      await sql(`UPDATE webhook_deliveries SET due = '2026-01-01 00:00:00.000Z' WHERE webhook = '${id}'`)
      await superuser.crons.run('webhooks')
      await expect.poll(readAttempt).toEqual({ attempts, error: 'connection', minutes })
    }
    expect((await webhookOf(admin, id)).failingSince).not.toBe('')
    await webhookStep(admin, id, 'DELETE')
  })
})

describe('webhook queue', () => {
  it('sends to working webhooks before failing webhooks', async () => {
    const calledListeners: string[] = []
    const listeners = await Promise.all(
      ['deaf', 'deaf', 'deaf', 'listens'].map((name) =>
        aListener((response) => {
          calledListeners.push(name)
          response.writeHead(name === 'deaf' ? 500 : 200).end()
        }),
      ),
    )
    const made: string[] = []
    for (const { url } of listeners) made.push((await newWebhook(admin, url, ['request.submitted'])).id)
    const deaf = made.slice(0, 3).map((id) => `'${id}'`)
    await sql(`UPDATE webhooks SET failingSince = strftime('%Y-%m-%d %H:%M:%fZ') WHERE id IN (${deaf})`)
    await aRequest(ana, admin, 'submitted')
    await superuser.crons.run('webhooks')
    await expect.poll(() => calledListeners.length).toBeGreaterThan(1)
    // The run of the minute may still send the first message while this run sends the second.
    expect(calledListeners.slice(0, 2).sort()).toEqual(['deaf', 'listens'])
    for (const id of made) await webhookStep(admin, id, 'DELETE')
    for (const each of listeners) each.close()
  })

  /** Inserts `count` messages of a webhook, a second apart. */
  const deliveries = (id: string, count: number, status: string, now: string) =>
    sql(`INSERT INTO webhook_deliveries (id, webhook, event, body, created, due, status)
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})
      SELECT '${status}' || n, '${id}', 'request.submitted', '{}', strftime('%Y-%m-%d %H:%M:%fZ', ${now}, '-' || n || ' seconds'),
        strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+5 hours'), '${status}' FROM n`)
  const countOf = async (id: string) =>
    Number((await sql(`SELECT count(*) FROM webhook_deliveries WHERE webhook = '${id}'`))[0]?.[0])

  it('drops messages beyond 10,000, and reports that', async () => {
    const { id } = await newWebhook(admin, `http://${thisMachine}:9/`, ['request.submitted'])
    await deliveries(id, 9_999, 'waiting', "'now'")
    await aRequest(ana, admin, 'submitted')
    expect([await countOf(id), (await webhookOf(admin, id)).droppedAt]).toEqual([10_000, ''])
    await aRequest(ana, admin, 'submitted')
    expect(await countOf(id)).toBe(10_000)
    expect((await webhookOf(admin, id)).droppedAt).not.toBe('')
    await webhookStep(admin, id, 'DELETE')
  })

  it('keeps the latest 500 deliveries of a month', async () => {
    const { id } = await newWebhook(admin, `http://${thisMachine}:9/`, ['user.registered'])
    await deliveries(id, 510, 'sent', "'now'")
    await deliveries(id, 10, 'failed', "'now', '-40 days'")
    await superuser.crons.run('webhooks')
    await expect.poll(() => countOf(id)).toBe(500)
    expect(await sql(`SELECT count(*) FROM webhook_deliveries WHERE webhook = '${id}' AND status = 'failed'`)).toEqual([
      ['0'],
    ])
    await webhookStep(admin, id, 'DELETE')
  })
})

describe('without WEBHOOK_PRIVATE', () => {
  let boss: Person
  beforeAll(async () => {
    boss = await anAdmin()
  })

  it.each([
    'http://ejemplo.com/',
    'https://127.0.0.1/',
    'https://10.0.0.1:8443/x',
    'https://[::1]/',
    'https://localhost/',
    'https://servidor.local/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://ana:clave@ejemplo.com/',
    'https://ejemplo.com/%zz',
    'https://ejemplo.com/%ff',
    'ftp://ejemplo.com/',
    'https://ejemplo.com/\r\nX: y',
    'https://ejemplo.com#x',
  ])('rejects %s', async (url) => {
    expect((await refusalOf(newWebhook(boss, url, ['user.registered']))).fields).toEqual({ url: 'webhook.address' })
  })

  it('sends nothing to a host name in a private network', async () => {
    let bytes = ''
    const inside = createServer((socket) => {
      socket.on('data', (data) => {
        bytes += data.toString('latin1')
      })
      socket.on('error', () => {})
    })
    await new Promise<void>((resolve) => inside.listen(0, '0.0.0.0', resolve))
    const { port } = inside.address() as { port: number }
    const { id } = await newWebhook(boss, `https://${thisMachine}:${port}/`, ['user.registered'])
    await webhookStep(boss, `${id}/test`)
    const { deliveries } = await webhookOf(boss, id)
    expect(deliveries).toMatchObject([{ status: 'failed', answerStatus: 0, error: 'private', answer: '' }])
    // At most the TLS handshake, which reveals only the host name.
    expect(bytes).not.toContain('user.registered')
    expect(bytes).not.toContain('POST')
    await webhookStep(boss, id, 'DELETE')
    inside.close()
  })

  it('reports a closed port in every delivery', async () => {
    const { id } = await newWebhook(boss, `https://${thisMachine}:9/`, ['user.registered'])
    for (let time = 0; time < 10; time++) await webhookStep(boss, `${id}/test`)
    const { deliveries } = await webhookOf(boss, id)
    expect(deliveries).toHaveLength(10)
    expect(deliveries.filter(({ error }) => error !== 'connection' && error !== 'private')).toEqual([])
    await webhookStep(boss, id, 'DELETE')
  })

  it('sends a message without a manual call', async () => {
    const { id } = await newWebhook(boss, `https://${thisMachine}:9/`, ['request.submitted'])
    const [luis] = await Promise.all([aUser(), anInactiveUser()])
    await aRequest(luis, boss, 'submitted')
    let attempts = 0
    for (; attempts === 0; await new Promise((resolve) => setTimeout(resolve, 200)))
      attempts =
        (await webhookOf(boss, id)).deliveries.find(({ event }) => event === 'request.submitted')?.attempts ?? 0
    expect(attempts).toBe(1)
    await webhookStep(boss, id, 'DELETE')
    expect((await refusalOf(newWebhook(luis, 'https://ejemplo.com/', ['user.registered']))).code).toBe('user.forbidden')
  }, 70_000)
})

/** Rows of the example, each with a file and a document; `EXAMPLE_ROWS=1000` simulates a night. */
const manyRows = Number(process.env.EXAMPLE_ROWS ?? 12)
const attachedBytes = Number(process.env.EXAMPLE_BYTES ?? 20_000)
const run = promisify(execFile)
/** Returns an example of the documentation. */
const example = (name: string) => readFileSync(join(projectRoot, 'docs/integracion/ejemplos', name), 'utf8')

describe('examples of the documentation', () => {
  const folder = join(projectRoot, `.tmp/examples-${process.pid}`)
  beforeAll(() => mkdirSync(folder, { recursive: true }))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Approves the account's requests as they arrive. */
  async function approveWhenSent(owner: Person, count: number): Promise<string> {
    const query = { owner: owner.id, status: 'submitted' }
    for (;;) {
      const { items, totalItems } = await admin.pb.send('/api/app/requests', { method: 'GET', query })
      if (totalItems === count) {
        await take(admin, 'approve', { filter: query, expected: count })
        return items[0].id
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  it.each([
    ['solicitud.sh', 'bash'],
    ['solicitud.mjs', process.execPath],
  ])(
    '%s creates one request, waits and downloads its PDF',
    async (name, program) => {
      const owner = await aUser({ at: server.url })
      const { secret } = await aProgram(admin, owner, ['read', 'request'], server.url)
      writeFileSync(join(folder, name), example(name))
      writeFileSync(join(folder, 'datos.json'), JSON.stringify(cartaLaboral()))
      rmSync(join(folder, 'documento.pdf'), { force: true })
      const env = { ...process.env, FORMATOS: server.url, CLAVE: secret, PAUSA: '1' }
      const [id] = await Promise.all([approveWhenSent(owner, 1), run(program, [name], { cwd: folder, env })])
      const { documentNumber } = await owner.pb.collection<Request>('requests').getOne(id)
      expect(read(new Uint8Array(readFileSync(join(folder, 'documento.pdf'))).buffer)).toContain(documentNumber)
    },
    60_000,
  )

  it(
    'Un lote: sends files and rows, downloads the ZIP after the signed message, and ends with its key',
    async () => {
      const owner = await aUser({ at: server.url })
      const key = await aProgram(admin, owner, ['read', 'request', 'batch'], server.url)
      const { code } = await aFormatWithFiles(admin)
      const port = 20_000 + (process.pid % 9_000)
      const hook = await newWebhook(admin, `http://${thisMachine}:${port}/`, ['document.ready'])
      writeFileSync(join(folder, 'lote.mjs'), example('lote.mjs'))
      const rows = Array.from({ length: manyRows }, (_, at) => {
        const name = `cedula-${at}.pdf`
        // The first file needs more than one chunk.
        writeFileSync(join(folder, name), aPdf(at ? attachedBytes + at : 700_000))
        return { nombre: `Persona ${at}`, soportes: [name] }
      })
      writeFileSync(join(folder, 'filas.json'), JSON.stringify(rows))
      const own = { FIRMA: hook.secret, PUERTO: String(port), FORMATO: code, ARCHIVOS: 'soportes' }
      const env = { ...process.env, FORMATOS: server.url, CLAVE: key.secret, ...own }
      let isOver = false
      const program = run(process.execPath, ['lote.mjs'], { cwd: folder, env }).finally(() => {
        isOver = true
      })
      const decided = approveWhenSent(owner, manyRows)
      // Runs the job that the server would run at the full minute.
      const sending = (async () => {
        for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 300))) await tellAll(hook.id)
      })()
      await Promise.all([program, decided, sending])
      await run('unzip', ['-tq', 'documentos.zip'], { cwd: folder })
      const { stdout } = await run('unzip', ['-Z1', 'documentos.zip'], { cwd: folder, maxBuffer: 10_000_000 })
      const names = stdout.trim().split('\n')
      expect(names.filter((name) => /^[A-Z]+-\d{4}-\d{6}\.pdf$/.test(name))).toHaveLength(manyRows)
      const files = names.flatMap((name) => /^[A-Z]+-\d{4}-\d{6}\/(cedula-\d+\.pdf)$/.exec(name)?.[1] ?? [])
      expect(files.toSorted()).toEqual(rows.flatMap(({ soportes }) => soportes).toSorted())
      const [batch] = await owner.pb.collection<Batch>('batches').getFullList()
      expect(batch).toMatchObject({ status: 'completed', createdCount: manyRows })
      // The same file creates no second batch.
      await expect(run(process.execPath, ['lote.mjs'], { cwd: folder, env })).rejects.toThrow('409')
      await revoke(admin, key)
      await expect(run(process.execPath, ['lote.mjs'], { cwd: folder, env })).rejects.toThrow('401')
      await webhookStep(admin, hook.id, 'DELETE')
    },
    120_000 + manyRows * 600,
  )
})

// Last, because it started first.
describe('silent webhook', () => {
  it('times out after ten seconds, and a second test is rejected meanwhile', async () => {
    const { second, found } = await silence
    expect(found).toMatchObject({
      failingSince: '',
      deliveries: [{ status: 'failed', answerStatus: 0, error: 'timeout' }],
    })
    expect(second).toMatchObject({ status: 503, code: 'server.busy' })
  }, 30_000)
})
