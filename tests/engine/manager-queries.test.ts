import { expect, it } from 'vitest'
import { startHookServer } from '../support/hook-server.ts'

// Runs the queries of pending decisions in PocketBase's VM and SQLite, with the product's schema and without its hooks.
const routes = `routerAdd('POST', '/decisions', (e) => {
  const user = $app.findRecordById('users', JSON.parse(toString(e.request.body)))
  const { getDecisionRights, countPendingByUser } = require(__hooks + '/decision-rights.js')
  const rights = getDecisionRights($app, user)
  const pending = require(__hooks + '/pending-decisions.js').getPendingDecisions($app, rights)
  const query = require(__hooks + '/query.js').createRequestListQuery($app, { mine: 'decide' }, user)
  const readPlan = (sql) => {
    const found = arrayOf(new DynamicModel({ detail: '' }))
    $app.db().newQuery('EXPLAIN QUERY PLAN ' + sql).bind(query.params).all(found)
    return found.map(({ detail }) => detail).join('; ')
  }
  const counts = [...countPendingByUser($app, "SELECT id, 1 FROM requests WHERE status = 'submitted'", {})].sort()
  return e.json(200, { rights: rights.all.length, ...pending, plans: { ids: readPlan(query.ids), count: readPlan(query.count) }, counts })
})`

interface Decisions {
  rights: number
  total: number
  oldest: string
  plans: { ids: string; count: string }
  counts: [user: string, count: number][]
}

const decisionsOf = (user: string) => post<Decisions>('/decisions', user)

const aUser = (id: string, role = '_user') =>
  `INSERT INTO users (id, name, email, tokenKey, role) VALUES ('${id}', '${id}', '${id}@ejemplo.test', '${id.repeat(20)}', '${role}')`
const route = '[{"key":"jefe","name":"Jefe","manager":{},"people":["rosa"]}]'
const people = ['ana', 'luis', 'eva', 'sol', 'nora', 'rosa']
const aRequest = (id: number, owner: string) =>
  `INSERT INTO requests (id, owner, format, formatVersion, status, step, number, submittedAt, created, updated)
   VALUES ('r${id}', '${owner}', 'permiso', 'permiso1', 'submitted', 1, 'SOL-2026-00000${id}', '2026-01-0${id}', '2026-01-0${id}', '2026-01-0${id}')`

const modules = ['requests/list/query', 'requests/decision-rights', 'requests/pending-decisions']
const { post, runSql } = await startHookServer(modules, [routes], { hasSchema: true })
await runSql([
  ...people.map((id) => aUser(id)),
  aUser('admin', '_admin'),
  "UPDATE users SET isActive = TRUE WHERE email != ''",
  "UPDATE users SET manager = 'sol' WHERE id IN ('ana', 'luis')",
  "UPDATE users SET manager = 'nora' WHERE id = 'sol'",
  "INSERT INTO formats (id, name, code, status, version) VALUES ('permiso', 'Permiso', 'PE', 'published', 1)",
  `INSERT INTO format_versions (id, format, version, fields, route) VALUES ('permiso1', 'permiso', 1, '[]', '${route}')`,
  ...['ana', 'luis', 'ana', 'eva', 'sol', 'rosa'].map((owner, index) => aRequest(index + 1, owner)),
])

it('counts the pending decisions of managers, of the other approvers and of administrators', async () => {
  const sol = await decisionsOf('sol')
  expect(sol).toMatchObject({ rights: 1, total: 3, oldest: '2026-01-01' })
  expect(await decisionsOf('nora')).toMatchObject({ rights: 1, total: 1, oldest: '2026-01-05' })
  expect(await decisionsOf('rosa')).toMatchObject({ rights: 1, total: 1, oldest: '2026-01-04' })
  expect(await decisionsOf('admin')).toMatchObject({ rights: 1, total: 1, oldest: '2026-01-06' })
  expect(await decisionsOf('ana')).toMatchObject({ rights: 0, total: 0, oldest: '' })
  expect(sol.counts).toEqual([
    ['admin', 1],
    ['nora', 1],
    ['rosa', 1],
    ['sol', 3],
  ])
})

it('gives administrators no rights for each manager', async () => {
  await runSql(["UPDATE users SET isActive = FALSE WHERE id = 'nora'"])
  expect(await decisionsOf('nora')).toMatchObject({ rights: 0, total: 0 })
  expect(await decisionsOf('rosa')).toMatchObject({ rights: 2, total: 2, oldest: '2026-01-04' })
  expect(await decisionsOf('admin')).toMatchObject({ rights: 2, total: 1 })
  await runSql(["UPDATE users SET isActive = TRUE WHERE id = 'nora'"])
})

it.each(['sol', 'rosa'])('finds and counts the requests of %s by index', async (user) => {
  const { plans } = await decisionsOf(user)
  expect(plans.ids).toContain('idx_requests_step (formatVersion=? AND step=? AND manager=?)')
  expect(plans.count).toContain('requests USING PRIMARY KEY (formatVersion=? AND step=? AND manager=?)')
  expect(`${plans.ids} ${plans.count}`).not.toContain('SCAN requests')
})
