import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isApiError } from '../../src/lib/api-error.ts'
import { authStore } from '../../src/lib/auth-store.ts'
import { pb } from '../../src/lib/pb.ts'

const server = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  server.mockReset().mockImplementation(async () => Response.json({ from: 'server' }))
  authStore.save('token-of-ana')
  globalThis.asked = undefined
})

const addresses = () => server.mock.calls.map(([address]) => address)
const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error) => error,
  )

describe('read records', () => {
  it('sends the token and the query in the order of its names', async () => {
    await pb.collection('formats').getList(2, 5, { filter: "code = 'a b'", sort: undefined })
    expect(server.mock.calls[0]).toEqual([
      "/api/collections/formats/records?page=2&perPage=5&filter=code%20%3D%20'a%20b'",
      { headers: { Authorization: 'token-of-ana' } },
    ])
  })

  it('reads further pages until one is not full', async () => {
    const page = (length: number) => Response.json({ items: Array(length).fill({ id: 'x' }) })
    server.mockResolvedValueOnce(page(1000)).mockResolvedValueOnce(page(1))
    expect(await pb.collection('users').getFullList({ fields: 'id' })).toHaveLength(1001)
    expect(addresses()).toEqual([
      '/api/collections/users/records?page=1&perPage=1000&skipTotal=1&fields=id',
      '/api/collections/users/records?page=2&perPage=1000&skipTotal=1&fields=id',
    ])
  })

  it('answers 404 without a call if the id is empty, and escapes others', async () => {
    expect(await failure(pb.collection('users').getOne(''))).toMatchObject({ status: 404 })
    expect(server).not.toHaveBeenCalled()
    await pb.collection('users').getOne('../x?y')
    expect(addresses()).toEqual(['/api/collections/users/records/..%2Fx%3Fy'])
  })

  it('answers 404 if no record of a list matches', async () => {
    server.mockResolvedValue(Response.json({ items: [] }))
    expect(await failure(pb.collection('users').getFirstListItem('x = 1'))).toMatchObject({ status: 404 })
  })

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
})

describe('use responses preloaded by early.js', () => {
  const preload = (change: object = {}) => {
    const answers = { '/api/app/counts': Promise.resolve(Response.json({ from: 'early' })) }
    globalThis.asked = { at: Date.now(), token: 'token-of-ana', answers, ...change }
  }
  const read = () => pb.send<{ from: string }>('/api/app/counts', {}).then(({ from }) => from)

  it('uses each once', async () => {
    preload()
    expect([await read(), await read()]).toEqual(['early', 'server'])
    expect(addresses()).toEqual(['/api/app/counts'])
  })

  it.each([
    ['of another session', () => ({ token: 'token-of-eva' })],
    ['older than 30 s', () => ({ at: Date.now() - 31_000 })],
    ['that failed', () => ({ answers: { '/api/app/counts': Promise.reject(new TypeError('Failed to fetch')) } })],
    [
      'that was refused',
      () => ({ answers: { '/api/app/counts': Promise.resolve(new Response(null, { status: 503 })) } }),
    ],
  ])('asks again instead of using one %s', async (_, change) => {
    preload(change())
    expect(await read()).toBe('server')
  })
})

describe('insert values into a filter', () => {
  it.each([
    [{ name: 'Ana' }, 'name = "Ana"'],
    [{ name: 'D\'Ana "x" \\' }, 'name = "D\'Ana \\"x\\" \\\\"'],
    [{ name: 3 }, 'name = 3'],
    [{ name: undefined }, 'name = null'],
    [{}, 'name = {:name}'],
  ])('%j → %s', (values, expected) => {
    expect(pb.filter('name = {:name}', values)).toBe(expected)
  })
})
