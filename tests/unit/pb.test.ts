import { beforeEach, expect, it, vi } from 'vitest'
import { isApiError } from '../../src/lib/api-error.ts'
import { pb } from '../../src/lib/pb.ts'

const server = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockReset().mockImplementation(async () => Response.json({ from: 'server' }))
})

const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error) => error,
  )

it.each([
  [
    'an error of the server',
    () => Response.json({ message: 'No.', data: { code: { code: 'x' } } }, { status: 403 }),
    403,
  ],
  ['an error page of a proxy', () => new Response('<html>', { status: 502 }), 502],
])('throws %s with its status', async (_, response, status) => {
  server.mockResolvedValue(response())
  const error = await failure(pb.send('/api/app/counts', {}))
  expect(isApiError(error)).toBe(true)
  expect(error).toMatchObject({ status })
})

it('throws status 0 if no response arrives, or only a part of it', async () => {
  server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await failure(pb.send('/api/app/counts', {}))).toMatchObject({ status: 0, isAbort: false })
  const cut = new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) })
  server.mockResolvedValueOnce(new Response(cut))
  expect(await failure(pb.send('/api/app/counts', {}))).toMatchObject({ status: 0 })
})

it('throws status 0 after a page of a network or proxy, and reads a response without content as empty', async () => {
  server.mockResolvedValueOnce(new Response('<html>'))
  expect(await failure(pb.send('/api/app/counts', {}))).toMatchObject({ status: 0, isAbort: false })
  server.mockResolvedValueOnce(new Response('404 page not found', { status: 404 }))
  expect(await failure(pb.send('/api/app/counts', {}))).toMatchObject({ status: 0 })
  server.mockResolvedValueOnce(new Response(null, { status: 204 }))
  expect(await pb.send('/api/app/session', {})).toEqual({})
})

it('reads two equal requests of different screens, and keeps the session in memory only', async () => {
  vi.stubGlobal('localStorage', { setItem: () => expect.unreachable() })
  pb.authStore.save('token-of-ana')
  expect(await Promise.all([pb.send('/api/app/counts', {}), pb.send('/api/app/counts', {})])).toHaveLength(2)
  expect(new Headers(server.mock.calls[0]?.[1]?.headers).get('Authorization')).toBe('token-of-ana')
})
