import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../scripts/output.mjs'
import { projectRoot, runNpm } from '../scripts/project.mjs'
import { confirmBatch, createValidatedBatch, findWorkCertificateFormat } from './batch.mjs'
import { load } from './load.mjs'
import { formatNumber, formatRatio, measureMs, reportTable } from './measure.mjs'
import { createRowValues } from './rows.mjs'
import { freePort, password, seedFile, signIn, signInSuperuser, startServer, waitUntilServing } from './server.mjs'

/** @typedef {import('./load.mjs').LoadCall} LoadCall */
/** @typedef {import('./load.mjs').MeasuredServer} MeasuredServer */

const version = '12.4.0'
const admin = 'admin@ejemplo.com'
/** Items per call of Directus, as many as rows per call of a batch here. */
const itemsPerCall = 1_000
const seconds = 3

/** Compares a list, a draft and a batch with Directus on SQLite, with the same 100,000 requests. Directus checks no rules and validates no value. */
export async function compareDirectus({ count = 10_000 } = {}) {
  const ours = await startServer(seedFile)
  const theirs = await startDirectus(ours)
  await (await signInSuperuser(ours)).settings.update({ rateLimits: { enabled: false } })
  const { token, record } = (await signIn(ours.url, 'p7@ejemplo.test')).authStore
  const format = await findWorkCertificateFormat(ours)
  const bearer = `Bearer ${theirs.token}`
  const list = `/items/solicitudes?limit=30&sort=-created&meta=filter_count&filter[owner][_eq]=${record?.id}`
  const lines = []
  for (const clients of [1, 16])
    lines.push(
      await compareCall(
        `lista propia, con total; ${clients} a la vez`,
        [ours, { path: '/api/app/requests?perPage=30&sort=-created', token }],
        [theirs, { path: list, token: bearer }],
        clients,
      ),
    )
  lines.push(
    await compareCall(
      'crear un borrador',
      [
        ours,
        {
          method: 'POST',
          path: '/api/collections/requests/records',
          token: ours.user.authStore.token,
          body: () => ({ format, values: createRandomValues() }),
        },
      ],
      [
        theirs,
        { method: 'POST', path: '/items/solicitudes', token: bearer, body: () => createItem(createRandomValues()) },
      ],
      1,
    ),
  )
  const batch = await measureMs(async () => confirmBatch(ours, await createValidatedBatch(ours, count)))
  const items = await measureMs(() => theirs.createItems(count))
  lines.push([
    `${formatNumber(count)} filas; lo nuestro, validado, numerado y con historia`,
    `${formatNumber(batch / 1000, 1)} s`,
    `${formatNumber(items / 1000, 1)} s`,
    formatRatio(items / batch),
  ])
  const [a, b] = [ours.memory().now, theirs.memory().now]
  lines.push(['memoria después, MiB', formatNumber(a), formatNumber(b), formatRatio(b / a)])
  await Promise.all([ours.stop(), theirs.stop()])
  reportTable([`lo mismo con 100.000 solicitudes en Directus ${version}`, 'nuestro', 'Directus', 'razón'], lines)
}

const createRandomValues = () => createRowValues(Math.floor(Math.random() * 1000))
const createItem = (/** @type {object} */ values) => ({
  owner: 'p00000000000007',
  status: 'draft',
  format: 'CL',
  values,
})

/** @param {string} name @param {[MeasuredServer, LoadCall]} ours @param {[MeasuredServer, LoadCall]} theirs @param {number} clients */
async function compareCall(name, ours, theirs, clients) {
  const [a, b] = [await measureRate(...ours, clients), await measureRate(...theirs, clients)]
  return [name, `${formatNumber(a)}/s`, `${formatNumber(b)}/s`, formatRatio(a / b)]
}

/** Returns the calls per second, after a run that warms up. @param {MeasuredServer} server @param {LoadCall} call @param {number} clients */
async function measureRate(server, call, clients) {
  const { perSecond } = await load(server, call, clients, 100)
  const measured = await load(server, call, clients, Math.round(perSecond * seconds))
  if (measured.refused) throw new Error(`${call.method ?? 'GET'} ${call.path}: ${measured.refused}`)
  return measured.perSecond
}

/** Starts Directus on SQLite with the requests of a server in the collection `solicitudes`. @param {import('./server.mjs').Server} server */
async function startDirectus({ dataDir }) {
  const installed = join(projectRoot, '.tmp/directus')
  const program = join(installed, 'node_modules/directus/cli.js')
  const options = ['--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error']
  // npm writes this file last.
  if (!existsSync(join(installed, 'node_modules/.package-lock.json')))
    await runCommand(
      `Instalando Directus ${version}`,
      ...runNpm('install', `directus@${version}`, '--prefix', installed, ...options),
    )
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const database = join(folder, 'data.db')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    SECRET: 'secreto-de-la-medida-con-largo',
    LOG_LEVEL: 'error',
    DB_CLIENT: 'sqlite3',
    DB_FILENAME: database,
    STORAGE_LOCAL_ROOT: folder,
    MAX_PAYLOAD_SIZE: '64mb',
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
    ADMIN_EMAIL: admin,
    ADMIN_PASSWORD: password,
  }
  execFileSync(process.execPath, [program, 'bootstrap'], { cwd: folder, env, stdio: 'ignore' })
  const child = spawn(process.execPath, [program, 'start'], {
    cwd: folder,
    env,
    stdio: 'ignore',
  })
  const fail = () => {
    throw new Error('Directus ended')
  }
  child.once('exit', fail)
  const kill = () => {
    child.off('exit', fail)
    child.kill('SIGKILL')
  }
  process.on('exit', kill)
  await waitUntilServing(`${url}/server/ping`)
  let token = ''
  /** @param {string} path @param {unknown} body */
  async function post(path, body) {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`Directus: POST ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  token = (await post('/auth/login', { email: admin, password })).data.access_token
  await post('/collections', {
    collection: 'solicitudes',
    schema: {},
    fields: [
      { field: 'id', type: 'uuid', meta: { special: ['uuid'] }, schema: { is_primary_key: true } },
      ...['number', 'status', 'format', 'owner', 'summary'].map((field) => ({ field, type: 'string', schema: {} })),
      { field: 'values', type: 'json', meta: { special: ['cast-json'] }, schema: {} },
      { field: 'created', type: 'timestamp', meta: { special: ['date-created'] }, schema: {} },
    ],
  })
  const fill = `ATTACH '${join(dataDir, 'data.db')}' AS ours;
    INSERT INTO solicitudes (id, number, status, format, owner, summary, [values], created)
    SELECT id, number, status, format, owner, summary, [values], CAST(strftime('%s', created) AS INTEGER) * 1000 FROM ours.requests;
    CREATE INDEX solicitudes_by_owner ON solicitudes (owner, created); ANALYZE;`
  execFileSync('sqlite3', ['-bail', '-cmd', '.timeout 10000', database], { input: fill })
  return {
    url,
    token,
    cpu: () => 0,
    memory: () => ({
      now: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    }),
    /** @param {number} count */
    async createItems(count) {
      for (let from = 0; from < count; from += itemsPerCall)
        await post(
          '/items/solicitudes',
          Array.from({ length: itemsPerCall }, (_, i) => createItem(createRowValues(from + i))),
        )
    },
    async stop() {
      kill()
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
