import { afterAll, describe, expect, inject, it } from 'vitest'
import { version } from '../../package.json' with { type: 'json' }
import { startServer } from '../support/container.ts'
import { aProgram, newKey, programWith } from '../support/keys.ts'
import { aUser, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aRequest, settled } from '../support/requests.ts'

/** Calls that a busy machine refused. */
let refused = 0
let log = ''
const server = await startServer(inject('image'), { LOG_FORMAT: 'json', UNDO_SECONDS: '0' }, (line) => {
  log += line
})
const [admin, ana] = await Promise.all([theFirstAdmin({ at: server.url }), aUser({ at: server.url })])
// Plans from now on. The data were prepared earlier, so after the planned hour a backup would be due.
await admin.pb.send('/api/app/backups/plan', { method: 'PUT', body: { period: 'day', hour: 3 } })
afterAll(() => server.stop())

const health = (headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/app/health`, { headers: { 'X-Forwarded-For': '198.18.0.9', ...headers } })

async function metricsWith(secret: string) {
  const answer = await fetch(`${server.url}/key/api/app/metrics`, { headers: { Authorization: `Bearer ${secret}` } })
  return { type: answer.headers.get('content-type'), lines: (await answer.text()).split('\n') }
}

describe('health', () => {
  it('answers 204 without details to anonymous clients and users', async () => {
    for (const headers of [undefined, { Authorization: ana.pb.authStore.token }]) {
      const answer = await health(headers)
      expect([answer.status, await answer.text(), answer.headers.get('backup')]).toEqual([204, '', null])
    }
  })

  it('returns details to administrators and to keys with the scope metrics', async () => {
    const { secret } = await newKey(admin, { scopes: ['metrics'] })
    const details = {
      version,
      isWriting: true,
      files: '',
      backup: { status: 'none', at: '' },
      queues: { documents: 0, failedDocuments: 0, batches: 0, webhooks: 0 },
    }
    for (const pb of [admin.pb, programWith(secret, server.url)])
      expect(await pb.send('/api/app/health', { method: 'GET' })).toMatchObject(details)
  })

  it('limits each address to 120 calls a minute', async () => {
    const answers = await Promise.all(
      Array.from({ length: 130 }, () => health({ 'X-Forwarded-For': '198.18.0.10' }).then(({ status }) => status)),
    )
    expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10)
    refused = answers.filter((status) => status === 503).length
    expect((await health()).status).toBe(204)
  })
})

describe('metrics', () => {
  it('counts requests, queues, slots and memory as OpenMetrics', async () => {
    await aDraft(ana)
    const { id } = await aRequest(ana, admin, 'approved')
    await settled(ana, id)
    const { secret } = await newKey(admin, { scopes: ['metrics'] })
    const { type, lines } = await metricsWith(secret)
    expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    expect(lines.slice(-2)).toEqual(['# EOF', ''])
    expect(lines).toEqual(
      expect.arrayContaining([
        `formatos_build_info{version="${version}"} 1`,
        'formatos_writable 1',
        'formatos_requests{status="draft"} 1',
        'formatos_requests{status="approved"} 1',
        'formatos_requests{status="submitted"} 0',
        'formatos_queue_length{queue="documents"} 0',
        'formatos_documents_last_minute 1',
        `formatos_refused_calls_total ${refused}`,
        'formatos_slots_in_use{kind="reading"} 1',
        'formatos_slots_limit{kind="writing"} 8',
        'formatos_backup_status{formatos_backup_status="none"} 1',
        'formatos_backup_status{formatos_backup_status="good"} 0',
      ]),
    )
    const memory = lines.find((line) => line.startsWith('process_resident_memory_bytes '))
    expect(Number(memory?.split(' ')[1])).toBeGreaterThan(20_000_000)
    const sample = /^[a-z][a-z_]*(\{[a-z_]+="[^"\\\n]*"(,[a-z_]+="[^"\\\n]*")*\})? -?\d+(\.\d+)?$/
    expect(lines.slice(0, -1).filter((line) => !line.startsWith('# ') && !sample.test(line))).toEqual([])
  })

  it('is refused to users, and to keys of users or without the scope', async () => {
    expect(await refusalOf(ana.pb.send('/api/app/metrics', { method: 'GET' }))).toMatchObject({ status: 403 })
    const reader = await aProgram(admin, admin, ['read'], server.url)
    expect(await refusalOf(reader.pb.send('/api/app/metrics', { method: 'GET' }))).toMatchObject({ code: 'key.scope' })
  })
})

it('LOG_FORMAT=json writes one JSON object in each line of standard error', async () => {
  await ana.pb.collection('users').requestPasswordReset(ana.email)
  // PocketBase prints its start message to standard output.
  const lines = () => log.split('\n')
  const written = () =>
    lines()
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .find(({ message }) => /SMTP_HOST/.test(message))
  await expect.poll(written).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    level: 'info',
    message: expect.stringMatching(/^Sin servidor de correo \(SMTP_HOST\)/),
  })
  expect(lines().filter((line) => /SMTP_HOST/.test(line) && !line.startsWith('{'))).toEqual([])
})
