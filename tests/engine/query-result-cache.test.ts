import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startHookServer } from '../support/hook-server.ts'

let url = ''
let server: Awaited<ReturnType<typeof startHookServer>>

/** `/result` takes the query, the caller and the value that a new computation returns. With `commits`, the computation also commits. */
const handlers = `routerAdd('GET', '/watch', (e) => {
  require(__hooks + '/query-result-cache.js').openCommitWatcher($app)
  return e.noContent(204)
})
routerAdd('GET', '/commit', (e) => {
  $app.nonconcurrentDB().newQuery('UPDATE numbers SET n = n + 1').execute()
  return e.noContent(204)
})
routerAdd('GET', '/result', (e) => {
  const { sql, caller, value, commits } = e.requestInfo().query
  const compute = () => {
    if (commits) $app.nonconcurrentDB().newQuery('UPDATE numbers SET n = n + 1').execute()
    return value
  }
  return e.json(200, require(__hooks + '/query-result-cache.js').getCachedQueryResult($app, sql, { caller }, compute))
})
routerAdd('GET', '/number', (e) => {
  const read = () => {
    const found = new DynamicModel({ n: 0 })
    $app.db().newQuery('SELECT n FROM numbers').one(found)
    return String(found.n)
  }
  return e.json(200, Number(require(__hooks + '/query-result-cache.js').getCachedQueryResult($app, 'SELECT n', {}, read)))
})
routerAdd('GET', '/entries', (e) =>
  e.json(200, $app.store().keys().filter((key) => key.startsWith('shared result')).length))`

const table = `$app.onServe().bindFunc((e) => {
  for (const sql of ['CREATE TABLE numbers (n INTEGER)', 'INSERT INTO numbers VALUES (0)']) e.app.nonconcurrentDB().newQuery(sql).execute()
  return e.next()
})`

beforeAll(async () => {
  server = await startHookServer(['lib/query-result-cache'], [handlers, table])
  url = server.url
  expect((await fetch(`${url}/watch`)).status).toBe(204)
}, 300_000)

afterAll(() => server.stop())

beforeEach(() => commit())

async function commit() {
  expect((await fetch(`${url}/commit`)).status).toBe(204)
}

const get = async (path: string) => (await fetch(`${url}/${path}`)).json()
const result = (query: Record<string, string>) => get(`result?${new URLSearchParams({ sql: 'SELECT 1', ...query })}`)

it('shares a result until something is committed', async () => {
  expect(await result({ caller: 'ana', value: 'first' })).toBe('first')
  const all = await Promise.all(Array.from({ length: 20 }, () => result({ caller: 'ana', value: 'second' })))
  expect(new Set(all)).toEqual(new Set(['first']))
  await commit()
  expect(await result({ caller: 'ana', value: 'third' })).toBe('third')
})

it('shares no result between callers or queries', async () => {
  expect(await result({ caller: 'ana', value: 'of Ana' })).toBe('of Ana')
  expect(await result({ caller: 'luis', value: 'of Luis' })).toBe('of Luis')
  expect(await result({ caller: 'ana', sql: 'SELECT 2', value: 'other' })).toBe('other')
})

it('does not use a result during whose computation something was committed', async () => {
  expect(await result({ caller: 'ana', value: 'old', commits: 'yes' })).toBe('old')
  expect(await result({ caller: 'ana', value: 'new' })).toBe('new')
})

it('never returns a number older than the last commit, with parallel readers', async () => {
  let isOver = false
  const readers = Array.from({ length: 8 }, async () => {
    while (!isOver) await get('number')
  })
  const before = Number(await get('number'))
  for (let n = 1; n <= 100; n++) {
    await commit()
    expect(await get('number')).toBe(before + n)
  }
  isOver = true
  await Promise.all(readers)
})

it('stores at most 64 results, and no long ones', async () => {
  for (let n = 0; n < 300; n++) await result({ caller: String(n), value: 'x' })
  expect(await get('entries')).toBeLessThanOrEqual(64)
  expect(await result({ caller: 'ana', value: 'x'.repeat(7_000) })).toHaveLength(7_000)
  expect(await result({ caller: 'ana', value: 'short' })).toBe('short')
})
