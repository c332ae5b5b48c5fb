import { prepareCalls } from './call-list.mjs'
import { load } from './load.mjs'
import { formatNumber, formatRatio, printRow, reportTable } from './measure.mjs'
import { seedFile, startBareServer, startServer } from './server.mjs'
import { createMinimalCollection, prepareVariedCalls } from './varied-calls.mjs'

/** @typedef {import('./load.mjs').LoadCall} LoadCall */
/** @typedef {import('./load.mjs').Load} Load */
/** @typedef {{ ours: Load, theirs: Load }} Measured */
/** @typedef {import('./call-list.mjs').Call} Call */

/** At most 96, because all calls are of one user. `-- crowd` measures many users. */
const clientCounts = [1, 16, 64]
const seconds = 2

/** Measures each call beside the most similar call of PocketBase without our hooks, with the same 100,000 requests and 1, 16 and 64 clients. */
export async function measureCalls() {
  const server = await startServer(seedFile)
  // Each renews the operator's token: the calls that use it come last, and their measurement first.
  const varied = await prepareVariedCalls(server)
  const repeated = await prepareCalls(server)
  const bare = await startBareServer(server)
  console.log('\nEn detalle, según se mide:')
  printRow(columns)
  const lines = await measureAll(server, bare, repeated)
  await createMinimalCollection(bare)
  const variedLines = await measureAll(server, bare, varied)
  const memory = [server, bare].map((each) => formatNumber(each.memory().now))
  await Promise.all([server.stop(), bare.stop()])
  const what = 'CPU; por segundo a 1, 16 y 64 clientes'
  reportTable([`una llamada con 100.000 solicitudes: ${what}`, 'nuestro', 'PocketBase solo', 'razón', 'meta'], lines)
  reportTable(
    [`cada vez otra, con 100.000 solicitudes: ${what}`, 'nuestro', 'una colección mínima', 'razón', 'meta'],
    [...variedLines, ['memoria después de todo, MiB', ...memory]],
  )
}

/** Measures calls and returns their rows of the table. @param {import('./load.mjs').MeasuredServer} server @param {import('./load.mjs').MeasuredServer} bare @param {Call[]} calls */
async function measureAll(server, bare, calls) {
  const lines = []
  for (const call of calls) {
    /** @type {Measured[]} */
    const measured = []
    for (const clients of call.crowds ?? clientCounts) {
      const ours = await measureWarm(server, call.ours, clients)
      const theirs = await measureWarm(bare, call.theirs, clients)
      measured.push({ ours, theirs })
      printRow(formatDetailRow(call, clients, ours, theirs))
    }
    lines.push(formatSummaryRow(call, measured))
  }
  return lines
}

/** Measures a call after a short run that warms up the virtual machines and determines the number of calls. @param {import('./load.mjs').MeasuredServer} server @param {LoadCall} ask @param {number} clients */
async function measureWarm(server, ask, clients) {
  const { perSecond } = await load(server, ask, clients, Math.max(clients, 4))
  return load(server, ask, clients, Math.max(clients, Math.round(perSecond * seconds)))
}

const columns = [
  'llamada',
  'clientes',
  ...['por segundo', 'p50, ms', 'p99, ms', 'CPU, ms', 'MiB'].flatMap((what) => [what, 'PocketBase']),
]

/** @param {Call} call @param {number} clients @param {Load} ours @param {Load} theirs */
function formatDetailRow(call, clients, ours, theirs) {
  const both = (/** @type {Exclude<keyof Load, 'refused'>} */ name, decimals = 0) => [
    formatNumber(ours[name], decimals),
    formatNumber(theirs[name], decimals),
  ]
  return [
    call.name,
    [formatNumber(clients), ours.refused, theirs.refused && `PocketBase ${theirs.refused}`].filter(Boolean).join('; '),
    ...both('perSecond'),
    ...both('p50', 1),
    ...both('p99'),
    ...both('cpu', 2),
    ...both('memory'),
  ]
}

/** Formats processor time with one client, and calls per second by number of clients. @param {Call} call @param {Measured[]} measured */
function formatSummaryRow(call, measured) {
  const [one] = measured
  const [ours, theirs] = [one?.ours.cpu ?? 0, one?.theirs.cpu ?? 0]
  const side = (/** @type {number} */ cpu, /** @type {'ours' | 'theirs'} */ who) => {
    const perSecond = measured.map((each) => formatNumber(each[who].perSecond)).join(' – ')
    const refused = measured.map((each) => each[who].refused).filter(Boolean)
    return [`${formatNumber(cpu, 2)} ms`, `${perSecond}/s`, ...refused].join('; ')
  }
  const ratios = measured.map((each) => formatNumber(each.ours.perSecond / each.theirs.perSecond, 2)).join(' – ')
  return [
    call.name,
    side(ours, 'ours'),
    side(theirs, 'theirs'),
    `${formatRatio(theirs / ours)}; ${ratios} ×`,
    call.goal ?? '',
  ]
}
