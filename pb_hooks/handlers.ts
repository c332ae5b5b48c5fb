import type { Route, RouteName } from './routes.ts'

/** Files of `areas`. Each virtual machine loads only the areas it needs: a list needs neither schemas nor the PDF writer. */
export interface Areas {
  'api-key-proxy': typeof import('./areas/api-key-proxy.ts')
  attachments: typeof import('./areas/attachments.ts')
  backups: typeof import('./areas/backups.ts')
  batches: typeof import('./areas/batches.ts')
  'current-call': typeof import('./areas/current-call.ts')
  deliveries: typeof import('./areas/deliveries.ts')
  details: typeof import('./areas/details.ts')
  documents: typeof import('./areas/documents.ts')
  'engine-hooks': typeof import('./areas/engine-hooks.ts')
  formats: typeof import('./areas/formats.ts')
  guards: typeof import('./areas/guards.ts')
  'health-check': typeof import('./areas/health-check.ts')
  'job-work': typeof import('./areas/job-work.ts')
  jobs: typeof import('./areas/jobs.ts')
  keys: typeof import('./areas/keys.ts')
  external: typeof import('./areas/external.ts')
  links: typeof import('./areas/links.ts')
  lists: typeof import('./areas/lists.ts')
  maintenance: typeof import('./areas/maintenance.ts')
  monitoring: typeof import('./areas/monitoring.ts')
  overview: typeof import('./areas/overview.ts')
  pages: typeof import('./areas/pages.ts')
  payroll: typeof import('./areas/payroll.ts')
  requests: typeof import('./areas/requests.ts')
  server: typeof import('./areas/server.ts')
  sessions: typeof import('./areas/sessions.ts')
  seal: typeof import('./areas/seal.ts')
  'single-sign-on': typeof import('./areas/single-sign-on.ts')
  'start-work': typeof import('./areas/start-work.ts')
  users: typeof import('./areas/users.ts')
  verification: typeof import('./areas/verification.ts')
  versions: typeof import('./areas/versions.ts')
  webhooks: typeof import('./areas/webhooks.ts')
}

/** Loads an area in the virtual machine of `main.pb.ts`, at startup and for commands. */
export const loadArea = <Area extends keyof Areas>(area: Area) => require(`${__hooks}/${area}.js`) as Areas[Area]

/**
 * Returns source text that evaluates to an area. Stores the area in the virtual machine, because `require` resolves the
 * symbolic links of the whole path on each call.
 */
const buildAreaExpression = (area: keyof Areas) => `(globalThis["area ${area}"] ??= require(__hooks + "/${area}.js"))`

/**
 * Returns a handler that loads its area and calls its function `name` as the current call. A handler is source text,
 * because PocketBase runs it in other virtual machines, without the variables of this file.
 */
export const createHandler = <Area extends keyof Areas, Name extends keyof Areas[Area] & string>(
  area: Area,
  name: Name,
) => {
  const work = `() => ${buildAreaExpression(area)}.${name}(e)`
  return `function (e) { return ${buildAreaExpression('current-call')}.runAsCurrentCall(e, ${work}) }` as unknown as Areas[Area][Name]
}

/**
 * Adds a call of the server: `addCall('GET /api/app/views', 'overview', 'listViews', admit.reading)`. `admission`: wait for a slot of the call's kind.
 */
export function addCall<Area extends keyof Areas, Name extends keyof Areas[Area] & string>(
  call: `${string} /${string}`,
  area: Area,
  name: Name,
  admission: Middleware,
  ...middlewares: Middleware[]
) {
  const [method = '', path = ''] = call.split(' ')
  const handler = createHandler(area, name) as (e: core.RequestEvent) => void
  routerAdd(method, path, handler, admission, ...middlewares)
}

/** Area that exports a function. */
type ExportingArea<Name extends string> = {
  [Area in keyof Areas]: Name extends keyof Areas[Area] ? Area : never
}[keyof Areas]

/** Adds the calls of `routes.ts`. The type of `table` requires that the area of each call exports its function. */
export function addRoutes<Kind extends string>(
  table: { [Name in RouteName]: Route<ExportingArea<Name>, Kind> },
  admit: Record<Kind, Middleware>,
) {
  for (const [name, [call, , area, admission, more]] of Object.entries<Route<keyof Areas, Kind>>(table))
    addCall(call, area, name as never, admit[admission], ...(more?.bodyLimit ? [bodyLimit(more.bodyLimit)] : []))
}

type Middleware = Parameters<typeof routerUse>[0]

/** Responds with 204 without loading an area, because the loading time would reveal whether an email address has an account. */
export const respondEmpty = 'function (e) { return e.noContent(204) }' as unknown as (e: core.RequestEvent) => void

/**
 * Limits the size of a request body. PocketBase reads bodies before its hooks run, even of anonymous clients, and
 * parsed JSON takes up to 60 times its size. A limit of a single route replaces this one, because both have the same
 * id. Collections replace only PocketBase's own limit, so this limit also applies to them.
 */
export const bodyLimit = (bytes: number) => Object.assign($apis.bodyLimit(bytes), { id: 'formatosBodyLimit' })
