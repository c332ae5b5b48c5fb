import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../scripts/project.mjs'
import { findWorkCertificateFormat, postJson } from './batch.mjs'
import { createRowValues } from './rows.mjs'
import { signIn, signInSuperuser } from './server.mjs'

/** @typedef {import('./load.mjs').LoadCall} LoadCall */
/** @typedef {{ name: string, goal?: string, ours: LoadCall, theirs: LoadCall, crowds?: number[] }} Call */

const records = '/api/collections/requests/records'

/** Returns each measured call with the most similar call of bare PocketBase. @param {import('./server.mjs').Server} server @returns {Promise<Call[]>} */
export async function prepareCalls(server) {
  const superuser = await signInSuperuser(server)
  // All clients share one address.
  await superuser.settings.update({ rateLimits: { enabled: false } })
  const operator = superuser.authStore.token
  const admin = server.admin.authStore.token
  const user = server.user.authStore.token
  const { token: person, record } = (await signIn(server.url, 'p7@ejemplo.test')).authStore
  // With the collection rule alone, bare PocketBase would read all requests.
  const own = encodeURIComponent(`owner = '${record?.id}'`)
  const format = await findWorkCertificateFormat(server)
  const requests = server.user.collection('requests')
  const drafts = []
  for (let i = 0; i < 256; i++) drafts.push(await requests.create({ format, values: createRowValues(i) }))
  const one = await requests.create({ format, values: createRowValues(0) })
  await postJson(server.user, 'requests/submit', { ids: [one.id] })
  await postJson(server.admin, 'requests/approve', { ids: [one.id] })
  const { document } = await requests.getOne(one.id)
  const file = `/api/files/requests/${one.id}/${document}?token=${await server.user.files.getToken()}`
  const script = readdirSync(join(projectRoot, 'dist/pb_public/assets')).find((name) => /^index.*\.js$/.test(name))
  const turn = cycle(drafts.map(({ id }) => id))
  const submitted = queryLines(server, "SELECT id FROM requests WHERE status = 'submitted'")
  const [mine, theirs] = [cycle(submitted), cycle(submitted)]
  const values = () => createRowValues(Math.floor(Math.random() * 1000))
  const list = '/api/app/requests?perPage=30&sort=-created'
  const theirList = `${records}?perPage=30&sort=-created`
  const searches = listSearches()
  const searchOurs = cycle(searches.map(({ status, word }) => `status=${status}&search=${encodeURIComponent(word)}`))
  const searchTheirs = cycle(
    searches.map(({ status, word }) => encodeURIComponent(`status = '${status}' && summary ~ '${word}'`)),
  )
  const found = encodeURIComponent("status = 'approved' && summary ~ 'güell'")
  /** @param {string} filter */
  const filtered = (filter) => `${records}?skipTotal=1&filter=${encodeURIComponent(filter)}`
  return [
    { name: 'descargar un documento', ours: { path: file }, theirs: { path: file } },
    {
      name: 'lista propia, con total',
      goal: '≥ 1,2 – 1,5 – 1,5 ×',
      ours: { path: list, token: person },
      theirs: { path: `${theirList}&filter=${own}`, token: person },
    },
    {
      name: 'toda la lista, con total',
      ours: { path: list, token: admin },
      theirs: { path: theirList, token: admin },
      // Bare PocketBase counts all requests on each call; parallel calls time out.
      crowds: [1],
    },
    {
      name: 'toda la lista; la suya, sin total',
      ours: { path: list, token: admin },
      theirs: { path: `${theirList}&skipTotal=1`, token: admin },
    },
    {
      name: 'un estado con una palabra, cada vez otros; la suya, sin total',
      goal: '≥ 1 ×',
      ours: { path: () => `${list}&${searchOurs()}`, token: admin },
      theirs: { path: () => `${theirList}&skipTotal=1&filter=${searchTheirs()}`, token: admin },
    },
    {
      name: 'aprobadas con una palabra, siempre la misma; la suya, sin total',
      goal: '≥ 1 ×',
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
      goal: '≥ 0,67 ×',
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
      // A user has six slots for writing. `-- load` measures many writers.
      crowds: [1],
      ours: { method: 'PATCH', path: () => `${records}/${turn()}`, token: user, body: () => ({ values: values() }) },
      theirs: { method: 'PATCH', path: () => `${records}/${turn()}`, token: user, body: () => ({ values: values() }) },
    },
    {
      name: 'decidir una',
      goal: '≥ 0,33 ×',
      crowds: [1],
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

/**
 * Returns searches for common words in a status: starts of names that the seed uses, of three letters or more. The server stores 64 results, so it
 * has forgotten each search when its turn comes again.
 */
function listSearches() {
  const names =
    'maría josé ñandú peña güell andrés sofía camila íñigo valentina santiago mateo lucía martínez gómez rodríguez'.split(
      ' ',
    )
  const words = names.flatMap((name) =>
    [...name].map((_, at) => name.slice(0, at + 1)).filter(({ length }) => length > 2),
  )
  return words.flatMap((word) => ['approved', 'submitted', 'rejected', 'returned'].map((status) => ({ status, word })))
}

/** Returns a function that returns the next element of a list, and the first after the last. @template T @param {readonly T[]} list */
export function cycle(list) {
  let next = 0
  return () => /** @type {T} */ (list[next++ % list.length])
}

/** Runs a statement in the database of a server; returns the lines of the result. @param {Pick<import('./server.mjs').Server, 'dataDir'>} server @param {string} query */
export function queryLines({ dataDir }, query) {
  return execFileSync('sqlite3', ['-cmd', '.timeout 10000', join(dataDir, 'data.db'), query], { encoding: 'utf8' })
    .trim()
    .split('\n')
}
