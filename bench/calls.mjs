import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../engine/project.mjs'
import { cartaLaboral, post } from './batch.mjs'
import { load } from './load.mjs'
import { line, section, shown, times } from './measure.mjs'
import { valuesOf } from './rows.mjs'
import { aBareServer, aServer, aSuperuser, seed, signedIn } from './server.mjs'

/** @typedef {import('./load.mjs').Ask} Ask */
/** @typedef {import('./load.mjs').Load} Load */
/** @typedef {{ call: Call, clients: number, ours: Load, theirs: Load }} Measured */
/** @typedef {{ name: string, goal?: string, ours: Ask, theirs: Ask, crowds?: number[] }} Call */

const crowds = [1, 16, 64, 256]
const seconds = 2

const records = '/api/collections/requests/records'

/** Each call of ours beside the nearest one of PocketBase without our hooks, on the same 100,000 requests, to 1 to 256 clients in turn. */
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
      'una llamada con 100.000 solicitudes: CPU; por segundo a 1, 16, 64 y 256 clientes',
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

/** @param {import('./server.mjs').Server} server @returns {Promise<Call[]>} */
async function callsOf(server) {
  const superuser = await aSuperuser(server)
  // One address plays everybody.
  await superuser.settings.update({ rateLimits: { enabled: false } })
  const operator = superuser.authStore.token
  const admin = server.admin.authStore.token
  const user = server.user.authStore.token
  const { token: person, record } = (await signedIn(server.url, 'p7@ejemplo.test')).authStore
  // Without it the rule alone makes theirs read everything.
  const own = encodeURIComponent(`owner = '${record?.id}'`)
  const format = await cartaLaboral(server)
  const requests = server.user.collection('requests')
  const drafts = []
  for (let i = 0; i < 256; i++) drafts.push(await requests.create({ format, values: valuesOf(i) }))
  const one = await requests.create({ format, values: valuesOf(0) })
  const { formatVersion, owner } = one
  await post(server.user, 'requests/submit', { ids: [one.id] })
  await post(server.admin, 'requests/approve', { ids: [one.id] })
  const { document } = await requests.getOne(one.id)
  const file = `/api/files/requests/${one.id}/${document}?token=${await server.user.files.getToken()}`
  const script = readdirSync(join(root, 'dist/pb_public/assets')).find((name) => /^index.*\.js$/.test(name))
  const turn = inTurn(drafts.map(({ id }) => id))
  const [mine, theirs] = [inTurn(submitted(server)), inTurn(submitted(server))]
  const values = () => valuesOf(Math.floor(Math.random() * 1000))
  const list = '/api/app/requests?perPage=30&sort=-created'
  const theirList = `${records}?perPage=30&sort=-created`
  const found = encodeURIComponent("status = 'approved' && summary ~ 'güell'")
  /** @param {string} filter */
  const filtered = (filter) => `${records}?skipTotal=1&filter=${encodeURIComponent(filter)}`
  return [
    { name: 'descargar un documento', ours: { path: file }, theirs: { path: file } },
    {
      name: 'lista propia, con total',
      goal: '≤ 0,8 ms',
      ours: { path: list, token: person },
      theirs: { path: `${theirList}&filter=${own}`, token: person },
    },
    {
      name: 'toda la lista, con total',
      goal: '≤ 0,8 ms',
      ours: { path: list, token: admin },
      theirs: { path: theirList, token: admin },
      // Theirs reads everything each time, and to many at once answers none in time.
      crowds: [1],
    },
    {
      name: 'toda la lista; la suya, sin total',
      goal: '≤ 0,8 ms, ≥ 2 ×',
      ours: { path: list, token: admin },
      theirs: { path: `${theirList}&skipTotal=1`, token: admin },
    },
    {
      name: 'aprobadas con una palabra; la suya, sin total',
      ours: { path: `${list}&status=approved&search=g%C3%BCell`, token: admin },
      theirs: { path: `${theirList}&skipTotal=1&filter=${found}`, token: admin },
    },
    {
      name: 'una solicitud',
      ours: { path: `${records}/${one.id}`, token: user },
      theirs: { path: `${records}/${one.id}`, token: user },
    },
    {
      name: 'su historia',
      ours: { path: `/api/app/requests/${one.id}/history`, token: user },
      theirs: {
        path: `/api/collections/events/records?skipTotal=1&sort=created&filter=${encodeURIComponent(`subjectId = '${one.id}'`)}`,
        token: user,
      },
    },
    {
      name: 'el inicio; el suyo, solo la cola',
      goal: '≤ 2 ms',
      ours: { path: '/api/app/dashboard', token: admin },
      theirs: { path: `${filtered("status = 'submitted'")}&sort=submittedAt&perPage=5`, token: admin },
    },
    {
      name: 'cuántas de cada estado; el suyo, de uno',
      ours: { path: '/api/app/requests/counts', token: person },
      theirs: { path: `${records}?perPage=1&filter=${own}%26%26status='submitted'`, token: person },
    },
    { name: 'un archivo de la página', ours: { path: `/assets/${script}` }, theirs: { path: `/assets/${script}` } },
    {
      name: 'guardar un borrador mientras se escribe',
      ours: { method: 'PATCH', path: () => `${records}/${turn()}`, token: user, body: () => ({ values: values() }) },
      theirs: { method: 'PATCH', path: () => `${records}/${turn()}`, token: user, body: () => ({ values: values() }) },
    },
    {
      name: 'crear un borrador',
      goal: '≤ 2 ms',
      ours: { method: 'POST', path: records, token: user, body: () => ({ format, values: values() }) },
      theirs: {
        method: 'POST',
        path: records,
        token: operator,
        body: () => ({ format, formatVersion, owner, status: 'draft', documentStatus: 'none', values: values() }),
      },
    },
    {
      name: 'decidir una',
      goal: '≤ 5 ms',
      ours: {
        method: 'POST',
        path: '/api/app/requests/reject',
        token: admin,
        body: () => ({ ids: [mine()], reason: 'Prueba de velocidad.' }),
      },
      theirs: {
        method: 'PATCH',
        path: () => `${records}/${theirs()}`,
        token: operator,
        body: () => ({ status: 'rejected', reason: 'Prueba de velocidad.' }),
      },
    },
  ]
}

/** @param {string[]} list */
function inTurn(list) {
  let next = 0
  return () => list[next++ % list.length] ?? ''
}

/** @param {import('./server.mjs').Server} server */
function submitted({ dataDir }) {
  const query = "SELECT id FROM requests WHERE status = 'submitted'"
  return execFileSync('sqlite3', [join(dataDir, 'data.db'), query], { encoding: 'utf8' })
    .trim()
    .split('\n')
}
