import { beforeEach, expect, test, vi } from 'vitest'
import { createRowUpload, type RowUploadState } from '../../../src/batches/sending/row-upload.ts'

import type { SheetWorkerClient } from '../../../src/sheets/worker/sheet-worker-client.ts'

const server = vi.fn<(url: string, body: unknown) => unknown>()
/** Error of a call without response. */
const silence = new TypeError('Failed to fetch')
const refusal = (status: number, data: object = {}, message = '') =>
  Response.json({ status, message, data }, { status })
let line: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  server.mockReset().mockImplementation(answer)
  line = new EventTarget()
  vi.stubGlobal('addEventListener', line.addEventListener.bind(line))
  vi.stubGlobal('removeEventListener', line.removeEventListener.bind(line))
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    const given = server(url, body && JSON.parse(body))
    if (given === silence) throw silence
    return given instanceof Response ? given : Response.json(given)
  })
  return () => void vi.useRealTimers()
})

/** Number of the last stored row, and number of stored rows; all rows from 2 if not set. */
let stored = 0
let count: number | undefined
function answer(url: string): unknown {
  if (url.includes('/collections/batch_rows/'))
    return { items: stored ? [{ row: stored }] : [], totalItems: count ?? Math.max(0, stored - 1) }
  return url.endsWith('/rows') ? { valid: 2, errors: [] } : { id: 'lote1' }
}

/** Three calls of two rows each, numbered from 2. */
const reading = {
  getRowChunk: async (from: number) => ({
    rows: [2, 3].map((row) => ({ row: from + row, values: { nombre: `n${from + row}` } })),
    next: from < 4 ? from + 2 : null,
  }),
} as unknown as SheetWorkerClient
const input = { format: 'f', fileName: 'a.csv', fileHash: 'h', total: 6 }

function anUpload(batch: string | null = null) {
  const onBatch = vi.fn(async (_id: string) => {})
  const upload = createRowUpload({ reading, input, batch, onBatch })
  const seen: RowUploadState[] = [upload.store.getState()]
  upload.store.subscribe((state) => seen.push(state))
  return { upload, onBatch, seen, now: () => upload.store.getState() }
}
const quiet = () => vi.advanceTimersByTimeAsync(0)
const rowsSent = () =>
  server.mock.calls.flatMap(([url, body]) =>
    url.endsWith('/rows') ? [(body as { rows: { row: number }[] }).rows.map(({ row }) => row)] : [],
  )

test('reports the new batch and then sends its rows in sequential calls', async () => {
  const { upload, onBatch, seen } = anUpload()
  onBatch.mockImplementation(async () => expect(rowsSent()).toEqual([]))
  upload.start()
  await quiet()
  expect(onBatch.mock.calls).toEqual([['lote1']])
  expect(server.mock.calls[0]).toEqual(['/api/app/batches', { ...input, id: expect.stringMatching(/^[a-z0-9]{15}$/) }])
  expect(rowsSent()).toEqual([
    [2, 3],
    [4, 5],
    [6, 7],
  ])
  expect(seen.slice(1)).toEqual([
    { at: 'creating' },
    { at: 'sending', done: 0 },
    { at: 'sending', done: 2 },
    { at: 'sending', done: 4 },
    { at: 'done', batch: 'lote1' },
  ])
})

test('sends the halves of 1,000 rows at once, and repeats both if one fails', async () => {
  const many = { rows: Array.from({ length: 1000 }, (_, i) => ({ row: i + 2, values: {} })), next: null }
  const upload = createRowUpload({
    reading: { getRowChunk: async () => many } as unknown as SheetWorkerClient,
    input,
    batch: 'lote0',
    onBatch: async () => {},
  })
  let fails = 1
  server.mockImplementation((url) => (url.endsWith('/rows') && fails-- > 0 ? silence : answer(url)))
  upload.start()
  await quiet()
  const halves = () => rowsSent().map((rows) => [rows[0], rows.at(-1)])
  expect(halves()).toEqual([
    [2, 501],
    [502, 1001],
  ])
  await vi.advanceTimersByTimeAsync(1000)
  expect(halves().slice(2)).toEqual([
    [2, 501],
    [502, 1001],
  ])
  expect(upload.store.getState()).toEqual({ at: 'done', batch: 'lote0' })
})

test('returns the new batch and sends no rows if stopped during creation', async () => {
  let made = (_: Response) => {}
  vi.stubGlobal('fetch', (url: string) => {
    server(url, null)
    return new Promise<Response>((resolve) => {
      made = resolve
    })
  })
  const { upload } = anUpload()
  upload.start()
  await quiet()
  upload.stop()
  const found = upload.made()
  made(Response.json({ id: 'lote1' }))
  expect(await found).toBe('lote1')
  await quiet()
  expect(rowsSent()).toEqual([])
})

test('returns no batch if stopped before creation', async () => {
  expect(await anUpload().upload.made()).toBeNull()
})

test.each<[string, number, number, number[][]]>([
  [
    'after a whole chunk',
    3,
    2,
    [
      [4, 5],
      [6, 7],
    ],
  ],
  ['within a chunk', 4, 3, [[5], [6, 7]]],
  [
    'with a chunk whose earlier row is missing',
    5,
    3,
    [
      [4, 5],
      [6, 7],
    ],
  ],
])('resumes an existing batch %s', async (_, last, storedCount, sent) => {
  ;[stored, count] = [last, storedCount]
  const { upload, onBatch, now } = anUpload('lote0')
  upload.start()
  await quiet()
  ;[stored, count] = [0, undefined]
  expect(rowsSent()).toEqual(sent)
  expect(server.mock.calls.every(([url]) => url !== '/api/app/batches')).toBe(true)
  expect(onBatch).not.toHaveBeenCalled()
  expect(now()).toEqual({ at: 'done', batch: 'lote0' })
})

test.each([
  ['the server does not answer', () => silence, 'No hay conexión con el servidor.'],
  ['the server limits the rate', () => refusal(429), 'El servidor pide esperar un momento.'],
  ['the server is starting', () => refusal(503), 'El servidor no pudo responder.'],
])('if %s, retries the same rows after one, two and four seconds', async (_, given, message) => {
  const { upload, now } = anUpload('lote0')
  let fails = 3
  server.mockImplementation((url) => (url.endsWith('/rows') && fails-- > 0 ? given() : answer(url)))
  upload.start()
  await quiet()
  for (const seconds of [1, 2, 4]) {
    expect(now()).toEqual({ at: 'waiting', done: 0, message })
    const before = rowsSent().length
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(rowsSent()).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(rowsSent().length).toBeGreaterThan(before)
  }
  expect(rowsSent().slice(0, 4)).toEqual([
    [2, 3],
    [2, 3],
    [2, 3],
    [2, 3],
  ])
  expect(now()).toEqual({ at: 'done', batch: 'lote0' })
})

test('retries immediately when the connection returns', async () => {
  const { upload, now } = anUpload('lote0')
  server.mockImplementationOnce(() => silence)
  upload.start()
  await quiet()
  expect(now().at).toBe('waiting')
  line.dispatchEvent(new Event('online'))
  await quiet()
  expect(now().at).toBe('done')
})

test('reports the earlier batch of the same file and sends again only on request', async () => {
  const earlier = { id: 'lote9', number: 'LOT-2026-000009', ownerName: 'Ana', created: '2026-11-20 10:00:00.000Z' }
  const { upload, now } = anUpload()
  server.mockImplementationOnce(() => refusal(409, { code: { code: 'batch.duplicate' }, earlier }))
  upload.start()
  await quiet()
  expect(now()).toEqual({ at: 'duplicate', earlier })
  expect(rowsSent()).toEqual([])
  upload.startAgain()
  await quiet()
  const [[, sent] = []] = server.mock.calls
  expect(server.mock.calls[1]).toEqual(['/api/app/batches', { ...(sent as object), again: true }])
  expect(now()).toEqual({ at: 'done', batch: 'lote1' })
})

test('does not retry a rejected call automatically; a manual retry continues the same batch', async () => {
  const { upload, now } = anUpload()
  server.mockImplementation((url) => (url.endsWith('/rows') ? refusal(403) : answer(url)))
  upload.start()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(now()).toMatchObject({ at: 'failed', message: expect.stringMatching(/\.$/) })
  expect(rowsSent()).toHaveLength(1)
  server.mockImplementation(answer)
  upload.retry()
  await quiet()
  expect(now()).toEqual({ at: 'done', batch: 'lote1' })
  expect(server.mock.calls.filter(([url]) => url === '/api/app/batches')).toHaveLength(1)
})

test('sends and reports nothing after stop', async () => {
  const { upload, seen } = anUpload('lote0')
  server.mockImplementation((url) => (url.endsWith('/rows') ? silence : answer(url)))
  upload.start()
  await quiet()
  upload.stop()
  const before = { calls: rowsSent().length, states: seen.length }
  await vi.advanceTimersByTimeAsync(120_000)
  expect({ calls: rowsSent().length, states: seen.length }).toEqual(before)
})
