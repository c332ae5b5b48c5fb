import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { enginePath } from '../engine/pin.mjs'
import { printLine } from '../engine/say.mjs'
import { aLedger } from './answers.mjs'
import { cartaLaboral } from './batch.mjs'
import { aheadOfTheServer, pagesApart } from './hour-pages.mjs'
import { memoryOf, queueOf, report, rushing } from './hour-report.mjs'
import { again, theBatch, theRush } from './hour-work.mjs'
import { median, shown } from './measure.mjs'
import { mixOf } from './mix.mjs'
import { aServer, aSuperuser, password, seed, signedIn } from './server.mjs'

/** @typedef {import('./server.mjs').Server} Server */
/** @typedef {import('pocketbase').default} PocketBase */
/** @typedef {import('./hour-report.mjs').Promised} Promised */

const minutes = Number(process.env.LOAD_MINUTES ?? 10)
const whole = minutes * 60_000
const pages = 300
/** Of the seed's people, who all have the same password. */
const many = 190
const batchRows = 20_000
/** Milliseconds between two looks at how late the client itself is; what it is told holds them too. */
const resolution = 5

/**
 * A mixed hour in ten minutes, or in `LOAD_MINUTES`: people who sign in, look, search, write, send and decide, a batch of 20,000, 300 open pages that hear
 * of it all, and then a rush. What is promised and does not hold ends it with an error.
 */
export async function hour() {
  const server = await aServer(seed)
  const superuser = await aSuperuser(server)
  // One address plays everybody.
  await superuser.settings.update({ rateLimits: { enabled: false } })
  const query = `UPDATE users SET isActive = TRUE WHERE email LIKE 'p%@ejemplo.test'`
  await superuser.send('/api/sql', { method: 'POST', body: { query } })
  const clients = await inTurn(many, (n) => signedIn(server.url, `p${n + 1}@ejemplo.test`))
  const [people, admins] = [clients.map(personOf), [personOf(server.admin)]]
  const format = await cartaLaboral(server)

  const ledger = aLedger(server.url)
  printLine('Se abren 300 páginas')
  // Ten of them are an administrator's, who hears of everything.
  const owners = Array.from({ length: pages }, (_, n) => (n % 30 ? (clients[n % many] ?? server.user) : server.admin))
  const open = await pagesApart(server.url, owners)
  printLine(`Empieza la hora: ${minutes} min`)
  if (!aheadOfTheServer())
    printLine('Sin permiso para adelantar al cliente: lo que él mismo espera se cuenta como espera')
  const lag = monitorEventLoopDelay({ resolution })
  lag.enable()
  const began = performance.now()
  /** @type {{ at: number, mebibytes: number }[]} */
  const memory = []
  const watch = setInterval(
    () => memory.push({ at: (performance.now() - began) / whole, mebibytes: server.memory().now }),
    500,
  )
  const mix = mixOf({ ask: ledger.ask, people, admins, format, password })
  const [batch] = await Promise.all([
    wait(whole * 0.3).then(() => theBatch(ledger, server, format, batchRows)),
    ...mix.map(([perSecond, call]) => again(perSecond, call, began + whole)),
  ])
  lag.disable()
  printLine('Avalancha')
  open.in(`${rushing}: página abierta`)
  const rush = await theRush(ledger, people, format)
  clearInterval(watch)
  const answers = await open.closed()
  for (const [kind, ofPages] of answers.kinds) ledger.kinds.set(kind, ofPages)
  ledger.errors.push(...answers.errors)
  const between = (/** @type {number} */ from, /** @type {number} */ to) =>
    memory.filter(({ at }) => at >= from && at <= to).map(({ mebibytes }) => mebibytes)
  const held = {
    early: median(between(0.18, 0.22)),
    late: median(between(0.96, 1)),
    most: Math.max(...between(0, 1)),
    inRush: Math.max(...between(1, Number.POSITIVE_INFINITY)),
  }
  printLine('Se terminan los documentos y se recuenta')
  const stored = await whatIsStored(server, superuser, batch)
  await server.stop()

  const how = `${shown(minutes, 1)} min; el cliente mismo se retrasó ${shown(lag.percentile(99) / 1e6 - resolution)} ms (p99)`
  report(ledger, [memoryOf(held), queueOf(ledger, rush), ...stored], how)
}

/** @param {PocketBase} client */
function personOf({ authStore: { token, record } }) {
  return { token, email: String(record?.email) }
}

/** @template T @param {number} count @param {(n: number) => Promise<T>} work @returns {Promise<T[]>} */
async function inTurn(count, work) {
  const all = []
  for (let n = 0; n < count; n++) all.push(await work(n))
  return all
}

/** Once all documents are made. @param {Server} server @param {PocketBase} superuser @param {string} batch @returns {Promise<Promised[]>} */
async function whatIsStored({ dataDir }, superuser, batch) {
  const requests = superuser.collection('requests')
  const count = async (/** @type {string} */ filter) => (await requests.getList(1, 1, { filter })).totalItems
  while (await count("documentStatus = 'pending'")) await wait(500)
  const created = await count(`batch = '${batch}'`)
  const failed = await count("documentStatus = 'failed'")
  const folders = ['hooks', 'migrations'].map((name) => `--${name}Dir=${join(dataDir, `../pb_${name}`)}`)
  const off = ['--hooksWatch=false', '--automigrate=false', '--dev=false']
  const said = execFileSync(enginePath(), ['verify', ...off, ...folders, `--dir=${dataDir}`], { encoding: 'utf8' })
  return [
    { what: 'solicitudes del lote', found: shown(created), goal: shown(batchRows), holds: created === batchRows },
    { what: 'documentos que no se pudieron hacer', found: shown(failed), goal: '0', holds: failed === 0 },
    { what: 'lo derivado y el recuento', found: said.trim(), goal: 'coincide', holds: said.includes('coincide') },
  ]
}
