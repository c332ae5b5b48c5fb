import { join } from 'node:path'
import { median, shown, table, timed } from './measure.mjs'
import { aServer, signedIn } from './server.mjs'

const rounds = 21

/** @type {[string, 'admin' | 'user', Record<string, string | number>][]} */
const pages = [
  ['la primera página', 'admin', {}],
  ['200 por página', 'admin', { perPage: 200 }],
  ['página 1.667 de 3.334', 'admin', { page: 1667 }],
  ['la última página', 'admin', { page: 3334 }],
  ['enviadas', 'admin', { status: 'submitted' }],
  ['enviadas, la que más espera primero', 'admin', { status: 'submitted', sort: 'submittedAt' }],
  ['aprobadas, por la mitad', 'admin', { status: 'approved', page: 600 }],
  ['por número', 'admin', { sort: 'number' }],
  ['por estado', 'admin', { sort: 'status' }],
  ['por resumen', 'admin', { sort: 'summary' }],
  ['las últimas decididas', 'admin', { sort: '-decidedAt' }],
  ['una semana', 'admin', { from: day(-14), to: day(-7) }],
  ['una semana, aprobadas', 'admin', { from: day(-14), to: day(-7), status: 'approved' }],
  ['buscar un número', 'admin', { search: 'SOL-2026-012345' }],
  ['buscar un documento', 'admin', { search: 'CL-2026-0123' }],
  ['buscar un nombre y un número', 'admin', { search: 'ñandu 100123' }],
  ['buscar un nombre corriente', 'admin', { search: 'güell' }],
  ['buscar un nombre corriente, enviadas', 'admin', { search: 'güell', status: 'submitted' }],
  ['buscar una letra', 'admin', { search: 'm' }],
  ['propias', 'user', {}],
  ['propias, aprobadas', 'user', { status: 'approved' }],
  ['propias, la última página', 'user', { page: 17 }],
  ['propias, buscar', 'user', { search: 'mar' }],
]

/** How long a page of 100,000 requests takes to a client on the same machine, without what HTTP and the session take. */
export async function list() {
  const server = await aServer(join(import.meta.dirname, 'seed-requests.js'))
  const user = await signedIn(server.url, 'p7@ejemplo.test')
  const bare = await usual(() => server.admin.send('/api/app/status', { method: 'GET' }))
  /** @type {string[][]} */
  const lines = []
  for (const [name, who, query] of pages) {
    const client = who === 'admin' ? server.admin : user
    const ask = () => client.send('/api/app/requests', { method: 'GET', query })
    const { totalItems } = await ask()
    lines.push([name, shown(totalItems), shown((await usual(ask)) - bare, 1)])
  }
  const dashboard = await usual(() => server.admin.send('/api/app/dashboard', { method: 'GET' }))
  lines.push(['el inicio del administrador', '', shown(dashboard - bare, 1)])
  await server.stop()
  table([`una página de 100.000 solicitudes (mediana de ${rounds})`, 'encontradas', 'ms'], lines)
}

/** @param {() => Promise<unknown>} ask */
async function usual(ask) {
  const times = []
  for (let round = 0; round < rounds; round++) times.push(await timed(ask))
  return median(times)
}

/** @param {number} offset */
function day(offset) {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
}
