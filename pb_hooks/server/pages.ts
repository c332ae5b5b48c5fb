import { version } from '../../package.json' with { type: 'json' }
import type { Status } from '../../src/domain/settings/settings.ts'
import { pageAddress } from '../lib/address.ts'
import { hasActiveAdmin, settingsOf } from '../lib/people.ts'

const folder = `${__hooks}/../pb_public`
const encodings = { br: '.br', gzip: '.gz' } as const
const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Files whose name changes with their content: compressed by the build, kept by the browser for a year, 404 where missing. */
export function asset(e: core.RequestEvent) {
  const path = e.request?.pathValue('path') ?? ''
  const files = $os.dirFS(`${folder}/assets`)
  const type = types[path.split('.').pop() ?? '']
  const accepted = e.request?.header.get('Accept-Encoding') ?? ''
  const header = e.response.header()
  header.set('Vary', 'Accept-Encoding')
  header.set('Cache-Control', 'public, max-age=31536000, immutable')
  for (const [name, extension] of Object.entries(encodings)) {
    if (!type || !accepted.includes(name)) continue
    header.set('Content-Encoding', name)
    header.set('Content-Type', type)
    try {
      return e.fileFS(files, path + extension)
    } catch {
      header.del('Content-Encoding')
      header.del('Content-Type')
    }
  }
  return fileOr404(e, files, path)
}

/** Any other address is a page of the browser's half, unless it is named as a file: then only that file. */
export function page(e: core.RequestEvent) {
  const path = e.request?.pathValue('path') ?? ''
  // A screen's address may end in a token, which has points as well.
  const isFile = !/^(app|auth|verificar)\//i.test(path) && /\.[^/]*$/.test(path)
  const header = e.response.header()
  const isCheck = /^verificar(\/|$)/i.test(path)
  header.set('Cache-Control', isCheck ? 'no-store' : 'no-cache')
  header.set('X-Robots-Tag', 'noindex')
  header.set('Content-Security-Policy', policy)
  header.set('Referrer-Policy', 'no-referrer')
  header.set('X-Content-Type-Options', 'nosniff')
  header.set('X-Frame-Options', 'DENY')
  if (pageAddress((name) => $os.getenv(name)).startsWith('https:'))
    header.set('Strict-Transport-Security', 'max-age=31536000')
  if (/(^|\/)\.|\.map$/.test(path)) throw new NotFoundError()
  const name = isFile ? path : pageAt(path)
  if (!isFile && !isCheck) header.set('ETag', tagOf(name))
  return fileOr404(e, $os.dirFS(folder), name)
}

/** The sign-in and the registration are pages that are seen before their scripts arrive. */
function pageAt(path: string): string {
  if (/^(auth(\/login)?\/?)?$/.test(path)) return 'login.html'
  return /^auth\/register\/?$/.test(path) ? 'register.html' : 'index.html'
}

/** By its time alone an older page, put back after a newer one, would seem unchanged and ask for assets that are gone. */
function tagOf(name: string): string {
  const index = $os.stat(`${folder}/${name}`)
  return `"${index.size()}-${index.modTime().unixMilli()}"`
}

/** By default an unknown call of the API answers the page with 200. */
export function unknownCall(_e: core.RequestEvent) {
  throw new NotFoundError()
}

function fileOr404(e: core.RequestEvent, files: fs.FS, path: string) {
  try {
    return e.fileFS(files, path)
  } catch {
    e.response.header().del('Cache-Control')
    throw new NotFoundError()
  }
}

/** `GET /api/app/openapi.json`: the calls, for whoever writes a program; the build made it. */
export function description(e: core.RequestEvent) {
  e.response.header().set('Cache-Control', 'no-cache')
  return e.fileFS($os.dirFS(__hooks), 'openapi.json')
}

/** `GET /api/app/status`: what the public screens need to know. */
export function status(e: core.RequestEvent) {
  const registration = settingsOf(e.app).getString('registration') === 'open' ? 'open' : 'closed'
  const answer: Status = { setup: hasActiveAdmin(e.app), registration, version }
  return e.json(200, answer)
}
