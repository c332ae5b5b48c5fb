import { load } from './load.mjs'
import { formatNumber, formatRatio, reportTable } from './measure.mjs'
import { createUser, measureOpenPages } from './open-pages.mjs'
import { seedFile, signInSuperuser, startServer } from './server.mjs'

const clientCounts = [1, 16, 64, 256, 1_000]
/** The clients are different users, who take turns. */
const admins = 20
const list = '/api/app/requests?perPage=30&sort=-created'
const bareList = '/api/collections/requests/records?perPage=30&sort=-created&skipTotal=1'

/** Measures the first page of 100,000 requests with up to 1,000 clients, beside PocketBase's own call without total. Then measures 300 open pages. */
export async function measureCrowd() {
  const server = await startServer(seedFile)
  // All clients share one address.
  const superuser = await signInSuperuser(server)
  await superuser.settings.update({ rateLimits: { enabled: false } })
  /** @type {string[]} */
  const tokens = []
  for (let n = 0; n < admins; n++) tokens.push((await createUser(server, superuser, n, '_admin')).authStore.token)
  let asked = 0
  const token = () => tokens[asked++ % admins] ?? ''
  const idle = server.memory().now
  /** @type {string[][]} */
  const lines = []
  for (const clients of clientCounts) {
    const amount = Math.max(2_000, clients * 6)
    const ours = await load(server, { path: list, token }, clients, amount)
    const theirs = await load(server, { path: bareList, token }, clients, amount)
    lines.push([
      `${formatNumber(clients)} a la vez; p50, p99 y memoria`,
      formatSide(ours, `${formatNumber(ours.memory)} MiB`),
      formatSide(theirs),
      formatRatio(ours.perSecond / theirs.perSecond),
      clients < clientCounts.length ? '' : '≥ 1 ×',
    ])
  }
  await new Promise((resolve) => setTimeout(resolve, 60_000))
  lines.push([
    'memoria un minuto después; antes',
    `${formatNumber(server.memory().now)} MiB`,
    `${formatNumber(idle)} MiB`,
    '',
    '≤ 200 MiB',
  ])
  const { all, slowest } = await measureOpenPages(server, superuser)
  lines.push([
    '300 páginas abiertas oyen decidir 1.000: la última al día; la llamada más lenta',
    `${formatNumber(all / 1000, 1)} s; ${formatNumber(slowest)} ms`,
    '',
    '',
    '≤ 5 s; ≤ 1 s',
  ])
  await server.stop()
  reportTable(
    ['la primera página de 100.000, con su total, a muchos a la vez', 'nuestro', 'la suya, sin total', 'razón', 'meta'],
    lines,
  )
}

/** @param {import('./load.mjs').Load} load */
function formatSide({ perSecond, p50, p99, refused }, memory = '') {
  const times = `${formatNumber(p50)} y ${formatNumber(p99)} ms`
  return [`${formatNumber(perSecond)}/s`, times, memory, refused].filter(Boolean).join('; ')
}
