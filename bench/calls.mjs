import { callsOf } from './call-list.mjs'
import { load } from './load.mjs'
import { line, section, shown, times } from './measure.mjs'
import { aBareServer, aServer, seed } from './server.mjs'

/** @typedef {import('./load.mjs').Ask} Ask */
/** @typedef {import('./load.mjs').Load} Load */
/** @typedef {{ call: Call, clients: number, ours: Load, theirs: Load }} Measured */
/** @typedef {import('./call-list.mjs').Call} Call */

/** One person asks here, who has 96 places; many are in `-- crowd`. */
const crowds = [1, 16, 64]
const seconds = 2

/** Each call of ours beside the nearest one of PocketBase without our hooks, on the same 100,000 requests, to 1 to 64 clients in turn. */
export async function calls() {
  const server = await aServer(seed)
  const all = await callsOf(server)
  const bare = await aBareServer(server)
  /** @type {Measured[]} */
  const measured = []
  console.log('\nEn detalle, según se mide:')
  line(columns)
  for (const call of all) {
    for (const clients of call.crowds ?? crowds) {
      const ours = await warm(server, call.ours, clients)
      const theirs = await warm(bare, call.theirs, clients)
      measured.push({ call, clients, ours, theirs })
      line(inFull(call, clients, ours, theirs))
    }
  }
  await Promise.all([server.stop(), bare.stop()])
  const last = measured.at(-1)
  section(
    [
      'una llamada con 100.000 solicitudes: CPU; por segundo a 1, 16 y 64 clientes',
      'nuestro',
      'PocketBase solo',
      'razón',
      'meta',
    ],
    [
      ...all.map((call) =>
        inShort(
          call,
          measured.filter((each) => each.call === call),
        ),
      ),
      ['memoria después de todo, MiB', shown(last?.ours.memory ?? 0), shown(last?.theirs.memory ?? 0)],
    ],
  )
}

/** The first calls tell how many fit, and each virtual machine evaluates what they need. @param {import('./load.mjs').Loaded} server @param {Ask} ask @param {number} clients */
async function warm(server, ask, clients) {
  const { perSecond } = await load(server, ask, clients, Math.max(clients, 4))
  return load(server, ask, clients, Math.max(clients, Math.round(perSecond * seconds)))
}

const columns = [
  'llamada',
  'clientes',
  ...['por segundo', 'p50, ms', 'p99, ms', 'CPU, ms', 'MiB'].flatMap((what) => [what, 'PocketBase']),
]

/** @param {Call} call @param {number} clients @param {Load} ours @param {Load} theirs */
function inFull(call, clients, ours, theirs) {
  const both = (/** @type {keyof Load} */ name, decimals = 0) => [
    shown(ours[name], decimals),
    shown(theirs[name], decimals),
  ]
  return [
    call.name,
    ours.refused ? `${shown(clients)} (503: ${shown(ours.refused)})` : shown(clients),
    ...both('perSecond'),
    ...both('p50', 1),
    ...both('p99'),
    ...both('cpu', 2),
    ...both('memory'),
  ]
}

/** The processor's time with one client, and calls a second with each crowd. @param {Call} call @param {Measured[]} measured */
function inShort(call, measured) {
  const perSecond = measured.map(({ ours, theirs }) => ({ ours: ours.perSecond, theirs: theirs.perSecond }))
  const [one] = measured
  const [ours, theirs] = [one?.ours.cpu ?? 0, one?.theirs.cpu ?? 0]
  const side = (/** @type {number} */ cpu, /** @type {'ours' | 'theirs'} */ who) =>
    `${shown(cpu, 2)} ms; ${perSecond.map((each) => shown(each[who])).join(' – ')}/s`
  const ratios = perSecond.map((each) => shown(each.ours / each.theirs, 1)).join(' – ')
  return [
    call.name,
    side(ours, 'ours'),
    side(theirs, 'theirs'),
    `${times(theirs / ours)}; ${ratios} ×`,
    call.goal ?? '',
  ]
}
