import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { testServer } from '../support/test-server.ts'

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${testServer().url}${path}`, { headers })

/** Sends the path unchanged; `fetch` would normalize it. */
function raw(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string; encoding: string }> {
  const { hostname, port } = new URL(testServer().url)
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers }, (answer) => {
      let body = ''
      answer.on('data', (part) => {
        body += part
      })
      const encoding = answer.headers['content-encoding'] ?? ''
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, encoding }))
    })
    call.on('error', reject).end()
  })
}

async function anAsset(extension: string) {
  const page = await (await get('/')).text()
  const asset = page.match(new RegExp(`/assets/[\\w.-]+\\.${extension}`))?.[0]
  if (!asset) throw new Error(`no ${extension} in ${page}`)
  return asset
}

describe('page addresses', () => {
  it.each([
    '/',
    '/auth/login',
    '/auth/register',
    '/auth/register/',
    '/auth/setup?token=x',
    '/auth/recover/eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IngifQ.abc_-x',
    '/app/user-managment/',
    '/app/request/batch/abc',
    '/verificar/7K3M-9QXW-2TBD',
    '/solicitar',
    '/VERIFICAR/7K3M-9QXW-2TBD',
    '/no/such/page',
  ])('%s returns the page', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await answer.text()).toContain('<title>Formatos preeliminares</title>')
  })

  it('are revalidated, and answered with 304 if the page is unchanged', async () => {
    const first = await get('/auth/login')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const tag = first.headers.get('etag') ?? ''
    expect((await get('/', { 'If-None-Match': tag })).status).toBe(304)
    const aTimeAlone = {
      'If-Modified-Since': new Date(Date.now() + 86_400_000).toUTCString(),
      'If-None-Match': '"other"',
    }
    expect((await get('/', aTimeAlone)).status).toBe(200)
  })

  it.each(['/', '/auth/register', '/app/dashboard'])(
    '%s has one inline script, which the policy allows',
    async (path) => {
      const answer = await get(path)
      const page = await answer.text()
      const [[, script = ''] = [], ...others] = page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gis)
      expect(others).toEqual([])
      expect(page).not.toMatch(/\son\w+=/i)
      const hash = createHash('sha256').update(script).digest('base64')
      expect(answer.headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}';`)
    },
  )

  it.each(['br', 'gzip'])('are sent compressed as %s', async (encoding) => {
    expect(await raw('/app/dashboard', { 'Accept-Encoding': encoding })).toMatchObject({ status: 200, encoding })
    const answer = await get('/app/dashboard', { 'Accept-Encoding': encoding })
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain('<title>Formatos preeliminares</title>')
  })
})

describe('installing the product', () => {
  it('has a manifest in Spanish, linked from the page', async () => {
    const page = await (await get('/app/dashboard')).text()
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />')
    const answer = await get('/manifest.webmanifest')
    expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(await answer.json()).toMatchObject({
      name: 'Formatos preeliminares',
      short_name: 'Formatos',
      lang: 'es',
      start_url: '/app',
      scope: '/',
      display: 'standalone',
    })
  })

  it('has icons of the sizes that it names, and an opaque one for iOS', async () => {
    const { icons } = await (await get('/manifest.webmanifest')).json()
    expect(icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
      'any any',
    ])
    expect(await (await get('/')).text()).toMatch(/<link +rel="apple-touch-icon" href="\/apple-touch-icon.png"/)
    const pictures = [...icons, { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' }]
    for (const { src, sizes, type } of pictures) {
      const answer = await get(src)
      expect(answer.headers.get('content-type')).toBe(type)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.length).toBeLessThan(60_000)
      if (type !== 'image/png') continue
      expect(bytes.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
  })
})

describe('assets', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', ''],
  ])('for Accept-Encoding %s are sent as «%s», cached for a year', async (accepted, encoding) => {
    const path = await anAsset('js')
    const answer = await raw(path, { 'Accept-Encoding': accepted })
    expect(answer).toMatchObject({ status: 200, encoding })
    const { headers } = await get(path, { 'Accept-Encoding': accepted })
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('vary')).toContain('Accept-Encoding')
  })

  it.each(['/assets/none.js', '/assets/none.css', '/assets/', '/assets', '/assets/none.js.map'])(
    '%s is missing',
    async (path) => {
      const answer = await get(path, { 'Accept-Encoding': 'br' })
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable')
      if (path !== '/assets') expect(answer.status).toBe(404)
    },
  )
})

describe('other addresses', () => {
  it('serve robots.txt and the icon', async () => {
    expect(await (await get('/robots.txt')).text()).toMatch(/Disallow: \//)
    expect((await get('/favicon.svg')).headers.get('content-type')).toBe('image/svg+xml')
  })

  it.each(['/api/nope', '/api/app/nope', '/api/ow/v1/default/runs', '/api'])('%s answers 404 as JSON', async (path) => {
    const answer = await get(path)
    if (path === '/api') return expect((await answer.text()).includes('users')).toBe(false)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ status: 404 })
  })
})
