import { version } from '../../package.json' with { type: 'json' }
import type { InstallationStatus } from '../../src/domain/settings/settings.ts'
import { getPublicUrl } from '../lib/public-url.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { hasActiveAdmin } from '../lib/users.ts'

const folder = `${__hooks}/../pb_public`
const encodings = { br: '.br', gzip: '.gz' } as const
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json; charset=utf-8',
}

const policy = [
  "default-src 'self'",
  `script-src 'self' ${firstPaintScriptHash}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves files with a content hash in their name: compressed at build time, cached by browsers for a year, 404 if missing. */
export function serveAsset(e: core.RequestEvent) {
  const path = e.request?.pathValue('path') ?? ''
  const files = $os.dirFS(`${folder}/assets`)
  e.response.header().set('Cache-Control', 'public, max-age=31536000, immutable')
  return serveCompressed(e, files, path)
}

/** Serves the compressed copy of a file if the browser accepts it and the build wrote one; otherwise the file. */
function serveCompressed(e: core.RequestEvent, files: fs.FS, path: string) {
  const type = types[getExtension(path)]
  const accepted = e.request?.header.get('Accept-Encoding') ?? ''
  const header = e.response.header()
  header.set('Vary', 'Accept-Encoding')
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
  if (type) header.set('Content-Type', type)
  return serveFile(e, files, path)
}

/** Serves the application's page for any other path. A path with a file extension gets that file only. */
export function servePage(e: core.RequestEvent) {
  const path = e.request?.pathValue('path') ?? ''
  // Paths of the application may end in a token that contains dots.
  const isFile = !/^(app|auth|verificar)\//i.test(path) && /\.[^/]*$/.test(path)
  const header = e.response.header()
  const isCheck = /^verificar(\/|$)/i.test(path)
  header.set('Cache-Control', isCheck ? 'no-store' : 'no-cache')
  header.set('X-Robots-Tag', 'noindex')
  header.set('Content-Security-Policy', policy)
  header.set('Referrer-Policy', 'no-referrer')
  header.set('X-Content-Type-Options', 'nosniff')
  header.set('X-Frame-Options', 'DENY')
  if (getPublicUrl((name) => $os.getenv(name)).startsWith('https:'))
    header.set('Strict-Transport-Security', 'max-age=31536000')
  if (/(^|\/)\.|\.map$/.test(path)) throw new NotFoundError()
  const name = isFile ? path : getHtmlFile(path)
  const files = $os.dirFS(folder)
  if (isFile) return serveCompressed(e, files, name)
  if (!isCheck) header.set('ETag', getETag(name))
  if (e.request?.header.get('Cookie').includes('pb_auth=')) preloadScripts(header, `/${path}`)
  return serveCompressed(e, files, name)
}

let scripts: [RegExp, string][] | undefined

/** Adds a `Link` header with the scripts and style sheets of an inner page, so that browsers load them before the page runs. */
function preloadScripts(header: http.Header, path: string) {
  try {
    scripts ??= readScripts()
  } catch {
    // The page also works without the header: its first script loads the others.
    return
  }
  const found = scripts.find(([page]) => page.test(path))
  if (found) header.set('Link', found[1])
}

/** Reads the scripts by page from `pages.json`, which the build writes: `{"/app/request/$requestId": ["assets/app.js"]}`. */
function readScripts() {
  const pages: Record<string, string[]> = JSON.parse(toString($os.readFile(`${folder}/pages.json`)))
  return Object.entries(pages).map(([page, names]): [RegExp, string] => [
    new RegExp(`^${page.replace(/\$\w+/g, '[^/]+')}/?$`),
    names
      .map(
        (name) => `</${name}>; ${name.endsWith('.css') ? 'rel=preload; as=style; crossorigin' : 'rel=modulepreload'}`,
      )
      .join(', '),
  ])
}

const getExtension = (path: string) => path.split('.').pop() ?? ''

/** Returns the HTML file of a path. Sign-in and registration are prerendered, so that they are visible before their scripts load. */
function getHtmlFile(path: string): string {
  if (/^(auth(\/login)?\/?)?$/.test(path)) return 'login.html'
  return /^auth\/register\/?$/.test(path) ? 'register.html' : 'index.html'
}

/** Returns an ETag from size and time. With the time alone, an older page restored after a newer one would seem unchanged and request missing assets. */
function getETag(name: string): string {
  const index = $os.stat(`${folder}/${name}`)
  return `"${index.size()}-${index.modTime().unixMilli()}"`
}

/** Responds with 404 to unknown API calls. Without it, the page would be served with 200. */
export function refuseUnknownRoute(_e: core.RequestEvent) {
  throw new NotFoundError()
}

function serveFile(e: core.RequestEvent, files: fs.FS, path: string) {
  try {
    return e.fileFS(files, path)
  } catch {
    const header = e.response.header()
    header.del('Cache-Control')
    header.del('Content-Type')
    throw new NotFoundError()
  }
}

/** `GET /api/app/openapi.json` → OpenAPI document of the calls, generated by the build. */
export function serveOpenApi(e: core.RequestEvent) {
  e.response.header().set('Cache-Control', 'no-cache')
  return e.fileFS($os.dirFS(__hooks), 'openapi.json')
}

/** `GET /api/app/status` → `Status`, for public pages. */
export function getStatus(e: core.RequestEvent) {
  const settings = getSettingsRecord(e.app)
  const registration = settings.getString('registration') === 'open' ? 'open' : 'closed'
  const file = settings.getString('logo')
  const answer: InstallationStatus = {
    setup: hasActiveAdmin(e.app),
    registration,
    version,
    organisation: settings.getString('organisationName'),
    // The view rule lets anonymous users read the file, because documents that they verify contain it.
    logo: file && `/api/files/settings/${settings.id}/${file}`,
  }
  return e.json(200, answer)
}
