import { findWorkCertificateFormat } from './batch.mjs'
import { cycle, queryLines } from './call-list.mjs'
import { createRowValues } from './rows.mjs'
import { signIn, signInSuperuser } from './server.mjs'

/** @typedef {import('./call-list.mjs').Call} Call */
/** @typedef {import('./server.mjs').Server} Server */

const records = '/api/collections/requests/records'
const minimal = '/api/collections/minimal/records'
const statuses = ['approved', 'submitted', 'rejected', 'returned']
/** Users of the seed whose requests are read, and users who call. The server stores 64 results, so it has forgotten a result before its turn. */
const [ownerCount, callerCount] = [50, 50]

/**
 * Returns calls that differ each time, with the calls of the collection of `createMinimalCollection`. A repeated call measures caches that
 * the users of an organisation do not share.
 * @param {Server} server @returns {Promise<Call[]>}
 */
export async function prepareVariedCalls(server) {
  const format = await findWorkCertificateFormat(server)
  const admin = server.admin.authStore.token
  const ids = queryLines(server, `SELECT id FROM requests WHERE status != 'draft' ORDER BY random() LIMIT 5000`)
  const owners = queryLines(
    server,
    `SELECT id FROM users WHERE email LIKE 'p%@ejemplo.test' AND id NOT IN ('p00000000000007', 'p00000000000009') ORDER BY id LIMIT ${ownerCount}`,
  )
  const callers = await signInCallers(server)
  const pages = owners.flatMap((owner) => statuses.map((status) => ({ owner, status })))
  const filter = (/** @type {string} */ text) => `filter=${encodeURIComponent(text)}`
  const [ourPage, theirPage] = [cycle(pages), cycle(pages)]
  const [ourCaller, theirCaller] = [cycle(callers), cycle(callers)]
  const [ourId, theirId] = [cycle(ids), cycle(ids)]
  const values = () => createRowValues(Math.floor(Math.random() * 1_000_000))
  /** Caller of the request that is being built: path, token and body are evaluated in this order. */
  let person = theirCaller()
  return [
    {
      name: 'las de una persona en un estado, con total',
      goal: '≥ 1 ×',
      ours: {
        path: () => `/api/app/requests?perPage=30&sort=-created&${new URLSearchParams(ourPage())}`,
        token: admin,
      },
      theirs: {
        path: () => {
          const { owner, status } = theirPage()
          return `${minimal}?perPage=30&sort=-created&${filter(`owner = '${owner}' && status = '${status}'`)}`
        },
        token: admin,
      },
    },
    {
      name: 'una solicitud',
      ours: { path: () => `${records}/${ourId()}`, token: admin },
      theirs: { path: () => `${minimal}/${theirId()}`, token: admin },
    },
    {
      name: 'su historia',
      ours: { path: () => `/api/app/requests/${ourId()}/history`, token: admin },
      theirs: {
        path: () => `/api/collections/events/records?skipTotal=1&sort=created&${filter(`subjectId = '${theirId()}'`)}`,
        token: admin,
      },
    },
    {
      name: 'el inicio; el suyo, solo cinco enviadas',
      ours: { path: '/api/app/dashboard', token: () => ourCaller().token },
      theirs: {
        path: () => {
          person = theirCaller()
          return `${minimal}?perPage=5&skipTotal=1&${filter(`owner = '${person.id}' && status = 'submitted'`)}`
        },
        token: () => person.token,
      },
    },
    {
      name: 'crear un borrador',
      goal: '≥ 0,25 ×',
      crowds: [1],
      ours: {
        method: 'POST',
        path: records,
        token: () => ourCaller().token,
        body: () => ({ format, values: values() }),
      },
      theirs: {
        method: 'POST',
        path: () => {
          person = theirCaller()
          return minimal
        },
        token: () => person.token,
        body: () => ({ owner: person.id, status: 'draft', values: values() }),
      },
    },
  ]
}

/** Activates users of the seed and signs them in. @param {Server} server */
async function signInCallers(server) {
  const superuser = await signInSuperuser(server)
  const query = `UPDATE users SET isActive = TRUE WHERE id BETWEEN 'p00000000000100' AND printf('p%014d', ${99 + callerCount})`
  await superuser.send('/api/sql', { method: 'POST', body: { query } })
  const callers = []
  for (let n = 0; n < callerCount; n++) {
    const { token, record } = (await signIn(server.url, `p${100 + n}@ejemplo.test`)).authStore
    callers.push({ token, id: record?.id })
  }
  return callers
}

/** Creates a collection with few fields and an index on the owner, and copies the requests to it. @param {Pick<Server, 'url' | 'dataDir'>} bare */
export async function createMinimalCollection(bare) {
  const superuser = await signInSuperuser(bare)
  const rule = '@request.auth.id != ""'
  await superuser.collections.create({
    name: 'minimal',
    type: 'base',
    listRule: rule,
    viewRule: rule,
    createRule: rule,
    fields: [
      ...['owner', 'status', 'number', 'summary'].map((name) => ({ name, type: 'text' })),
      { name: 'values', type: 'json', maxSize: 65_536 },
      { name: 'created', type: 'autodate', onCreate: true },
    ],
    indexes: ['CREATE INDEX minimal_owner ON minimal (owner)'],
  })
  const columns = 'id, owner, status, number, summary, "values", created'
  queryLines(bare, `INSERT INTO minimal (${columns}) SELECT ${columns} FROM requests`)
}
