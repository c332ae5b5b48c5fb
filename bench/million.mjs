import { statSync } from 'node:fs'
import { join } from 'node:path'
import { confirmBatch, createValidatedBatch, postJson } from './batch.mjs'
import { formatNumber, formatRatio, getMedian, measureMs, reportTable } from './measure.mjs'
import { seedFile, signIn, signInSuperuser, startServer } from './server.mjs'

const sizes = [100_000, 1_000_000]
const rounds = 9
const decidedFilter = { owner: 'p00000000000009', status: 'submitted' }
const batchRows = 10_000

/** @typedef {import('pocketbase').default} Client */
/** @typedef {{ server: import('./server.mjs').Server, admin: Client, user: Client, seeding: number }} Size */

/** Compares 100,000 with 1,000,000 requests. Durations that grow more than tenfold must be fixed. */
export async function compareMillion() {
  /** @type {Size[]} */
  const both = []
  for (const requests of sizes) {
    /** @type {import('./server.mjs').Server | undefined} */
    let server
    const seeding = await measureMs(async () => {
      server = await startServer(seedFile, requests)
    })
    if (!server) throw new Error('no server')
    await disableRateLimits(server)
    both.push({ server, admin: server.admin, user: await signIn(server.url, 'p7@ejemplo.test'), seeding })
  }
  const lines = []
  for (const page of pages) lines.push(await compare(both, page))
  for (const [name, path] of otherCalls) lines.push(await compare(both, [name, 'admin', {}], path))
  const [few, many] = both
  if (!few || !many) throw new Error('two sizes')
  for (const [name, unit, measure, goal = ''] of writes) {
    const [a, b] = [await measure(few), await measure(many)]
    const both = [b, a].map((n) => `${formatNumber(n, n < 10 ? 1 : 0)} ${unit}`)
    lines.push([name, ...both, formatRatio(b / a), goal])
  }
  for (const size of both) await moveToStage(size)
  for (const [name, who, path] of stageCalls) lines.push(await compare(both, [name, who, {}], path))
  reportTable(['un millón de solicitudes', 'con un millón', 'con cien mil', 'razón', ''], lines)
  for (const { server } of both) await server.stop()
}

/** @type {[string, 'admin' | 'user', Record<string, string | number>][]} */
const pages = [
  ['la primera página', 'admin', {}],
  ['200 por página', 'admin', { perPage: 200 }],
  ['la página del medio', 'admin', { page: 0.5 }],
  ['la última', 'admin', { page: 1 }],
  ['por número', 'admin', { sort: 'number' }],
  ['por estado', 'admin', { sort: 'status' }],
  ['por resumen', 'admin', { sort: 'summary' }],
  ['por envío', 'admin', { sort: '-submittedAt' }],
  ['las últimas decididas', 'admin', { sort: '-decidedAt' }],
  ['enviadas', 'admin', { status: 'submitted' }],
  ['enviadas, la que más espera primero', 'admin', { status: 'submitted', sort: 'submittedAt' }],
  ['aprobadas, por la mitad', 'admin', { status: 'approved', page: 0.5 }],
  ['borradores, por número', 'admin', { status: 'draft', sort: 'number' }],
  ['un formato, aprobadas', 'admin', { format: 'OC', status: 'approved' }],
  ['una persona', 'admin', { owner: decidedFilter.owner }],
  ['un lote', 'admin', { batch: 'b00000000000050' }],
  ['una semana, aprobadas', 'admin', { from: formatDay(-14), to: formatDay(-7), status: 'approved' }],
  ['desde hace diez años', 'admin', { from: formatDay(-3650) }],
  ['buscar un número', 'admin', { search: 'SOL-2026-012345' }],
  ['buscar el comienzo de un número', 'admin', { search: 'SOL-2026-01' }],
  ['buscar un nombre corriente', 'admin', { search: 'güell' }],
  ['buscar un nombre corriente, enviadas', 'admin', { search: 'güell', status: 'submitted' }],
  ['buscar un nombre raro', 'admin', { search: 'xochitl' }],
  ['buscar una letra', 'admin', { search: 'm' }],
  ['propias', 'user', {}],
  ['propias, buscar', 'user', { search: 'mar' }],
]

/** @type {[string, string][]} */
const otherCalls = [
  ['el inicio del administrador', '/api/app/dashboard'],
  ['lo que cuentan menú, campana y panel', '/api/app/counts'],
  ['cuántas de cada estado', '/api/app/requests/counts'],
  ['cuántas de cada estado, de un nombre corriente', '/api/app/requests/counts?search=g%C3%BCell'],
]

/** Calls measured after all pending requests moved to a stage of the user. @type {[string, 'admin' | 'user', string][]} */
const stageCalls = [
  ['todo lo enviado en un paso: el panel de quien lo decide', 'user', '/api/app/dashboard'],
  ['… su lista, la que más espera primero', 'user', '/api/app/requests?mine=decide&sort=submittedAt'],
  ['… el panel de un administrador, que no decide ninguna', 'admin', '/api/app/dashboard'],
  ['… lo que cuentan sus menús y su campana', 'admin', '/api/app/counts'],
]

/** @type {[string, string, (size: Size) => Promise<number>, string?][]} */
const writes = [
  ['sembrar, por SQL', 's', async ({ seeding }) => seeding / 1000],
  ['rechazar las 10.000 de un filtro', 's', (size) => seconds(() => decide(size))],
  [
    `un lote de ${formatNumber(batchRows)} filas al lado, en total`,
    's',
    ({ server }) => seconds(async () => confirmBatch(server, await createValidatedBatch(server, batchRows))),
  ],
  ['arrancar', 'ms', ({ server }) => server.restart(), '≤ 150 ms (con cien mil)'],
  ['memoria en reposo', 'MiB', async ({ server }) => server.memory().now, '≤ 60 MiB (con cien mil)'],
  ['la base de datos', 'MiB', async ({ server }) => statSync(join(server.dataDir, 'data.db')).size / 2 ** 20],
  ['la copia de PocketBase', 's', (size) => seconds(() => backup(size))],
  ['lo más que otro espera mientras, al escribir', 'ms', async ({ server }) => waitsDuringBackup.get(server) ?? 0],
]

/** Measures the same page with both sizes in turn. @param {Size[]} both @param {typeof pages[number]} page @param {string} [path] */
async function compare(both, [name, who, { page = 0, format, ...query }], path = '/api/app/requests') {
  const asks = await Promise.all(
    both.map(async (size) => {
      const client = size[who]
      const of = format
        ? { format: (await client.collection('formats').getFirstListItem(`code = '${format}'`)).id }
        : {}
      const asked = (/** @type {object} */ more) =>
        client.send(path, { method: 'GET', query: { ...query, ...of, ...more } })
      const { totalPages = 0, totalItems } = await asked({})
      const at = page ? { page: Math.ceil(totalPages * Number(page)) } : {}
      return { totalItems, ask: () => asked(at), times: /** @type {number[]} */ ([]) }
    }),
  )
  for (let round = 0; round < rounds; round++) for (const { ask, times } of asks) times.push(await measureMs(ask))
  const usual = asks.map(({ times }) => getMedian(times))
  const [b, a] = asks.map(
    ({ totalItems }, i) =>
      `${formatNumber(usual[i] ?? 0, 1)} ms${totalItems ? ` (de ${formatNumber(totalItems)})` : ''}`,
  )
  return [name, a ?? '', b ?? '', formatRatio((usual[1] ?? 0) / (usual[0] ?? 1))]
}

/** @param {Size} size */
async function decide({ admin }) {
  const { totalItems } = await admin.send('/api/app/requests', { method: 'GET', query: decidedFilter })
  await postJson(admin, 'requests/reject', {
    filter: decidedFilter,
    expected: totalItems,
    reason: 'Prueba de velocidad.',
  })
}

/** @type {Map<import('./server.mjs').Server, number>} */
const waitsDuringBackup = new Map()

/** Measures PocketBase's own backup, and draft saves during it. @param {Size} size */
async function backup({ server, user }) {
  const superuser = await signInSuperuser(server)
  const [format] = await user.collection('formats').getFullList({ filter: "code = 'CL'" })
  const draft = await user.collection('requests').create({ format: format?.id, values: {} })
  let going = true
  const made = superuser.backups.create('prueba.zip').finally(() => {
    going = false
  })
  let most = 0
  while (going) {
    most = Math.max(
      most,
      await measureMs(() => user.collection('requests').update(draft.id, { values: { cargo: `${most}` } })),
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await made
  waitsDuringBackup.set(server, most)
}

/** @param {Size} size */
async function moveToStage({ server, admin, user }) {
  const superuser = await signInSuperuser(server)
  const { id: group } = await admin
    .collection('groups')
    .create({ name: 'Compras', members: [user.authStore.record?.id] })
  const { id: format } = await admin.collection('formats').create({
    code: 'ZZ',
    name: 'Con un paso',
    category: 'Pruebas',
    requiresReview: true,
    fields: [{ key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 60 }],
    body: '{{nombre}}',
    route: [{ key: 'compras', name: 'Compras', group }],
  })
  await postJson(admin, `formats/${format}/publish`, {})
  const query = `UPDATE requests SET step = 1, formatVersion = (SELECT id FROM format_versions WHERE format = '${format}') WHERE status = 'submitted'`
  await superuser.send('/api/sql', { method: 'POST', body: { query } })
}

/** @param {() => Promise<unknown>} work */
const seconds = async (work) => (await measureMs(work)) / 1000

/** All clients share one address. @param {import('./server.mjs').Server} server */
async function disableRateLimits(server) {
  const superuser = await signInSuperuser(server)
  await superuser.settings.update({ rateLimits: { enabled: false } })
}

/** @param {number} offset */
function formatDay(offset) {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
}
