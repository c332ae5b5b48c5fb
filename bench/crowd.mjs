import { load } from './load.mjs'
import { section, shown, times } from './measure.mjs'
import { openPages, somebody } from './open-pages.mjs'
import { aServer, aSuperuser, seed } from './server.mjs'

const crowds = [1, 16, 64, 256, 1_000]
/** One person has no more than 96 places. */
const admins = 20
const list = '/api/app/requests?perPage=30&sort=-created'
const engines = '/api/collections/requests/records?perPage=30&sort=-created&skipTotal=1'

/** The first page of 100,000 requests, with its total, to many at once; beside it PocketBase's own call, which counts nothing; then 300 open pages. */
export async function crowd() {
  const server = await aServer(seed)
  // One address plays everybody.
  const superuser = await aSuperuser(server)
  await superuser.settings.update({ rateLimits: { enabled: false } })
  /** @type {string[]} */
  const tokens = []
  for (let n = 0; n < admins; n++) tokens.push((await somebody(server, superuser, n, '_admin')).authStore.token)
  let asked = 0
  const token = () => tokens[asked++ % admins] ?? ''
  const idle = server.memory().now
  /** @type {string[][]} */
  const lines = []
  for (const clients of crowds) {
    const amount = Math.max(2_000, clients * 6)
    const ours = await load(server, { path: list, token }, clients, amount)
    const theirs = await load(server, { path: engines, token }, clients, amount)
    const refused = ours.refused ? `; 503: ${shown(ours.refused)} de ${shown(amount)}` : ''
    lines.push([
      `${shown(clients)} a la vez; p50, p99 y memoria`,
      `${shown(ours.perSecond)}/s; ${shown(ours.p50)} y ${shown(ours.p99)} ms; ${shown(ours.memory)} MiB${refused}`,
      `${shown(theirs.perSecond)}/s; ${shown(theirs.p50)} y ${shown(theirs.p99)} ms`,
      times(ours.perSecond / theirs.perSecond),
      clients < crowds.length ? '' : '≥ 1 ×',
    ])
  }
  await new Promise((resolve) => setTimeout(resolve, 60_000))
  lines.push([
    'memoria un minuto después; antes',
    `${shown(server.memory().now)} MiB`,
    `${shown(idle)} MiB`,
    '',
    '≤ 200 MiB',
  ])
  const { all, slowest } = await openPages(server, superuser)
  lines.push([
    '300 páginas abiertas oyen decidir 1.000: la última al día; la llamada más lenta',
    `${shown(all / 1000, 1)} s; ${shown(slowest)} ms`,
    '',
    '',
    '≤ 5 s; ≤ 1 s',
  ])
  await server.stop()
  section(
    ['la primera página de 100.000, con su total, a muchos a la vez', 'nuestro', 'la suya, sin total', 'razón', 'meta'],
    lines,
  )
}
