import { beforeEach, expect, test, vi } from 'vitest'

let line: EventTarget
const answers: (Response | Error)[] = []
const asked = vi.fn()

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  answers.length = 0
  asked.mockReset()
  line = new EventTarget()
  vi.stubGlobal('addEventListener', line.addEventListener.bind(line))
  vi.stubGlobal('removeEventListener', line.removeEventListener.bind(line))
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    asked(method, address, body)
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer ?? Response.json({ done: true })
  })
  return () => void vi.useRealTimers()
})

const refusal = (status: number, seconds?: string) =>
  Response.json({ status, message: '', data: {} }, { status, headers: seconds ? { 'Retry-After': seconds } : {} })

/** Starts a call of the page and returns its state. */
async function aCall(signal?: AbortSignal) {
  const { pb } = await import('../../src/lib/pb.ts')
  const outcomes: unknown[] = []
  pb.send('/api/app/requests/approve', { method: 'POST', body: { ids: ['a'] }, ...(signal && { signal }) }).then(
    (answer) => outcomes.push(answer),
    (error) => outcomes.push(error.isAbort ? 'aborted' : error.status),
  )
  await vi.advanceTimersByTimeAsync(0)
  return outcomes
}

test.each([429, 503])(
  'retries a call rejected with %i once, with the same body, after the stated pause',
  async (status) => {
    answers.push(refusal(status, '2'))
    const outcomes = await aCall()
    await vi.advanceTimersByTimeAsync(1_900)
    expect([asked.mock.calls.length, outcomes]).toEqual([1, []])
    await vi.advanceTimersByTimeAsync(1_200)
    expect(outcomes).toEqual([{ done: true }])
    expect(asked.mock.calls).toEqual([
      ['POST', '/api/app/requests/approve', '{"ids":["a"]}'],
      ['POST', '/api/app/requests/approve', '{"ids":["a"]}'],
    ])
  },
)

test('does not retry calls that the server may have started', async () => {
  for (const status of [400, 403, 429, 500, 503]) {
    answers.push(refusal(status))
    expect(await aCall()).toEqual([status])
  }
  answers.push(new TypeError('Failed to fetch'))
  expect(await aCall()).toEqual([0])
  expect(asked).toHaveBeenCalledTimes(6)
})

test('fails at once on a long pause, and after five retries', async () => {
  answers.push(refusal(429, '300'))
  expect(await aCall()).toEqual([429])
  asked.mockReset()
  answers.push(...Array.from({ length: 9 }, () => refusal(503, '2')))
  const outcomes = await aCall()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcomes).toEqual([503])
  expect(asked).toHaveBeenCalledTimes(6)
})

test('retries when the connection returns, and stops when aborted', async () => {
  answers.push(refusal(503, '2'))
  const outcomes = await aCall()
  line.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes).toEqual([{ done: true }])
  answers.push(refusal(503, '2'))
  const stop = new AbortController()
  const stopped = await aCall(stop.signal)
  stop.abort()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stopped).toEqual(['aborted'])
  expect(asked).toHaveBeenCalledTimes(3)
})

test('retries with increasing pauses, only for expected errors, until success', async () => {
  const { retryUntilSuccess } = await import('../../src/lib/retry.ts')
  const stop = new AbortController()
  const waited: unknown[] = []
  const error = (status: number) => Object.assign(new Error(), { status, response: {} })
  const refusals = [error(429), error(429), error(503)]
  const call = vi.fn(async () => {
    const refused = refusals.shift()
    if (refused) throw refused
    return 'rows'
  })
  const outcome = retryUntilSuccess(call, { signal: stop.signal, onWait: (cause) => waited.push(cause) }).catch(
    (cause) => cause,
  )
  for (const [pause, calls] of [
    [999, 1],
    [1, 2],
    [1_999, 2],
    [1, 3],
  ] as const) {
    await vi.advanceTimersByTimeAsync(pause)
    expect(call).toHaveBeenCalledTimes(calls)
  }
  expect(await outcome).toMatchObject({ status: 503 })
  expect(waited).toHaveLength(2)
  expect(await retryUntilSuccess(call, { signal: stop.signal })).toBe('rows')
  stop.abort(new Error('left'))
  await expect(retryUntilSuccess(call, { signal: stop.signal })).rejects.toThrow('left')
  expect(call).toHaveBeenCalledTimes(4)
})

test('supports calls that read the response themselves', async () => {
  vi.stubGlobal('fetch', async () => new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } }))
  const { renderPreviewPdf } = await import('../../src/requests/document-files.ts')
  const file = await renderPreviewPdf({ format: 'f', formatVersion: 'v', values: {} })
  expect(await file.text()).toBe('%PDF')
})
