import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { printLine } from '../scripts/output.mjs'
import { getEnginePath } from '../scripts/pin.mjs'
import { createCallLog } from './answers.mjs'
import { findWorkCertificateFormat } from './batch.mjs'
import { raiseClientPriority, startPagesWorker } from './hour-pages.mjs'
import { judgeMemory, judgeRush, reportHour, rushPrefix } from './hour-report.mjs'
import { repeatAtRate, runBatch, runRush } from './hour-work.mjs'
import { formatNumber, getMedian } from './measure.mjs'
import { createWorkload } from './mix.mjs'
import { password, seedFile, signIn, signInSuperuser, startServer } from './server.mjs'

/** @typedef {import('./server.mjs').Server} Server */
/** @typedef {import('pocketbase').default} PocketBase */
/** @typedef {import('./hour-report.mjs').Criterion} Criterion */

const minutes = Number(process.env.LOAD_MINUTES ?? 10)
const durationMs = minutes * 60_000
const pages = 300
/** Number of users of the seed data that act; all have the same password. */
const userCount = 190
const batchRows = 20_000
/** Sampling interval of the client's own delay. The measured delay includes it. */
const lagResolutionMs = 5

/**
 * Simulates an hour of mixed work in ten minutes (`LOAD_MINUTES`): sign-ins, reads, searches, drafts, decisions, a batch of 20,000 rows and
 * 300 open pages, then a rush of writers. Sets a failing exit code if a criterion is not met.
 */
export async function simulateHour() {
  const server = await startServer(seedFile)
  const superuser = await signInSuperuser(server)
  // All clients share one address.
  await superuser.settings.update({ rateLimits: { enabled: false } })
  const query = `UPDATE users SET isActive = TRUE WHERE email LIKE 'p%@ejemplo.test'`
  await superuser.send('/api/sql', { method: 'POST', body: { query } })
  const clients = await mapInOrder(userCount, (n) => signIn(server.url, `p${n + 1}@ejemplo.test`))
  const [people, admins] = [clients.map(toPerson), [toPerson(server.admin)]]
  const format = await findWorkCertificateFormat(server)

  const ledger = createCallLog(server.url)
  printLine('Se abren 300 páginas')
  // Ten pages are of an administrator, who receives all events.
  const owners = Array.from({ length: pages }, (_, n) =>
    n % 30 ? (clients[n % userCount] ?? server.user) : server.admin,
  )
  const open = await startPagesWorker(server.url, owners)
  printLine(`Empieza la hora: ${minutes} min`)
  if (!raiseClientPriority())
    printLine('Sin permiso para adelantar al cliente: lo que él mismo espera se cuenta como espera')
  const lag = monitorEventLoopDelay({ resolution: lagResolutionMs })
  lag.enable()
  const began = performance.now()
  /** @type {{ at: number, mebibytes: number }[]} */
  const memory = []
  const watch = setInterval(
    () => memory.push({ at: (performance.now() - began) / durationMs, mebibytes: server.memory().now }),
    500,
  )
  const mix = createWorkload({ ask: ledger.ask, people, admins, format, password })
  const [batch] = await Promise.all([
    wait(durationMs * 0.3).then(() => runBatch(ledger, server, format, batchRows)),
    ...mix.map(([perSecond, call]) => repeatAtRate(perSecond, call, began + durationMs)),
  ])
  lag.disable()
  printLine('Avalancha')
  open.in(`${rushPrefix}: página abierta`)
  const rush = await runRush(ledger, people, format)
  clearInterval(watch)
  const answers = await open.closed()
  for (const [kind, ofPages] of answers.kinds) ledger.kinds.set(kind, ofPages)
  ledger.errors.push(...answers.errors)
  const between = (/** @type {number} */ from, /** @type {number} */ to) =>
    memory.filter(({ at }) => at >= from && at <= to).map(({ mebibytes }) => mebibytes)
  const held = {
    early: getMedian(between(0.18, 0.22)),
    late: getMedian(between(0.96, 1)),
    most: Math.max(...between(0, 1)),
    inRush: Math.max(...between(1, Number.POSITIVE_INFINITY)),
  }
  printLine('Se terminan los documentos y se recuenta')
  const stored = await judgeStoredData(server, superuser, batch)
  await server.stop()

  const how = `${formatNumber(minutes, 1)} min; el cliente mismo se retrasó ${formatNumber(lag.percentile(99) / 1e6 - lagResolutionMs)} ms (p99)`
  reportHour(ledger, [judgeMemory(held), judgeRush(ledger, rush), ...stored], how)
}

/** @param {PocketBase} client */
function toPerson({ authStore: { token, record } }) {
  return { token, email: String(record?.email) }
}

/** @template T @param {number} count @param {(n: number) => Promise<T>} work @returns {Promise<T[]>} */
async function mapInOrder(count, work) {
  const all = []
  for (let n = 0; n < count; n++) all.push(await work(n))
  return all
}

/** Waits until all documents are generated, then compares the stored data with the expected. @param {Server} server @param {PocketBase} superuser @param {string} batch @returns {Promise<Criterion[]>} */
async function judgeStoredData({ dataDir }, superuser, batch) {
  const requests = superuser.collection('requests')
  const count = async (/** @type {string} */ filter) => (await requests.getList(1, 1, { filter })).totalItems
  while (await count("documentStatus = 'pending'")) await wait(500)
  const created = await count(`batch = '${batch}'`)
  const failed = await count("documentStatus = 'failed'")
  const folders = ['hooks', 'migrations'].map((name) => `--${name}Dir=${join(dataDir, `../pb_${name}`)}`)
  const said = execFileSync(getEnginePath(), ['verify', '--dev=false', ...folders, `--dir=${dataDir}`], {
    encoding: 'utf8',
  })
  return [
    {
      what: 'solicitudes del lote',
      found: formatNumber(created),
      goal: formatNumber(batchRows),
      holds: created === batchRows,
    },
    { what: 'documentos que no se pudieron hacer', found: formatNumber(failed), goal: '0', holds: failed === 0 },
    { what: 'lo derivado y el recuento', found: said.trim(), goal: 'coincide', holds: said.includes('coincide') },
  ]
}
