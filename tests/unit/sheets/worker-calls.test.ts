import { afterEach, expect, test, vi } from 'vitest'
import { createWorkerClient, sendProgress, serveCalls } from '../../../src/sheets/worker/worker-calls.ts'

afterEach(() => vi.unstubAllGlobals())

const calls = {
  add: (a: number, b: number) => a + b,
  async fail() {
    throw Object.assign(new Error('roto'), { code: 'file.damaged', details: { line: 3 } })
  },
  wait: () => new Promise<void>(() => {}),
  report: () => sendProgress(2, 2),
}

/** Starts a client of `calls`; both halves run in this thread. */
function startClient() {
  const outside = Object.assign(new EventTarget(), { terminate: vi.fn() })
  const inside = new EventTarget()
  const message = (data: unknown) => new MessageEvent('message', { data: structuredClone(data) })
  vi.stubGlobal('addEventListener', inside.addEventListener.bind(inside))
  vi.stubGlobal('postMessage', (data: unknown) => outside.dispatchEvent(message(data)))
  vi.stubGlobal('ErrorEvent', class extends Event {})
  serveCalls(() => calls)
  const worker = Object.assign(outside, { postMessage: (data: unknown) => inside.dispatchEvent(message(data)) })
  const onProgress = vi.fn()
  const client = createWorkerClient<typeof calls>(worker as unknown as Worker, {
    onProgress,
    toError: ({ message, code, details }) => new Error(`${message} ${code} ${JSON.stringify(details)}`),
    toLossError: (isLoaded) => new Error(isLoaded ? 'memoria' : 'no cargó'),
  })
  return { client, worker, onProgress }
}

test('passes arguments, results, errors and progress', async () => {
  const { client, onProgress } = startClient()
  expect(await client.add(2, 3)).toBe(5)
  await expect(client.fail()).rejects.toThrow('roto file.damaged {"line":3}')
  await client.report()
  expect(onProgress.mock.calls).toEqual([[2, 2]])
})

test('rejects a method that the worker lacks', async () => {
  const { client } = startClient()
  const other = client as unknown as { missing: () => Promise<void> }
  await expect(other.missing()).rejects.toThrow('no method missing')
})

test('rejects pending and later calls once it is closed', async () => {
  const { client, worker } = startClient()
  const pending = client.wait()
  client.close()
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
  await expect(client.add(1, 1)).rejects.toMatchObject({ name: 'AbortError' })
  expect(client.signal.aborted).toBe(true)
  expect(worker.terminate).toHaveBeenCalled()
})

test('reports a worker that did not load', async () => {
  const { client, worker } = startClient()
  const pending = client.wait()
  worker.dispatchEvent(new Event('error'))
  await expect(pending).rejects.toThrow('no cargó')
})
