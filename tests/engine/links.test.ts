import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startHookServer } from '../support/hook-server.ts'

// Runs the functions of links in PocketBase's VM and SQLite, with the product's schema and without its hooks.
const routes = `routerAdd('POST', '/{name}', (e) => {
  const values = JSON.parse(toString(e.request.body))
  try {
    return e.json(200, { answer: { ...require(__hooks + '/links.js'), ...require(__hooks + '/signatures.js') }[e.request.pathValue('name')]($app, ...values) })
  } catch (error) {
    return e.string(400, String(error))
  }
})`

const { post, runSql } = await startHookServer(['links/links', 'links/signatures'], [routes], { hasSchema: true })
await runSql([
  "INSERT INTO formats (id, name) VALUES ('cartas', 'Carta laboral')",
  `WITH RECURSIVE place (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM place WHERE n < 2500)
   INSERT INTO requests (id, format) SELECT printf('r%04d', n), 'cartas' FROM place`,
])

/** Returns the column `text` of a query. */
const sql = (query: string) => runSql([query])
const call = async <Answer>(name: string, ...values: unknown[]): Promise<Answer> =>
  (await post<{ answer: Answer }>(`/${name}`, values)).answer
const create = (...entries: object[]) => call<string[]>('createLinks', 'deliver', entries)
const open = (token: string) => call<{ id: string; request: string; format: string }[]>('openLink', token)
const requestOf = async (id: string) => (await sql(`SELECT request AS text FROM links WHERE id = '${id}'`))[0]

describe('createLinks', () => {
  it('creates one guest for an address in any letter case, and a link for each request', async () => {
    const ids = await create(
      { request: 'r0002', email: 'Ana@ejemplo.test', name: 'Ana\nPeña' },
      { request: 'r0001', email: 'ana@EJEMPLO.test', name: 'Otra' },
    )
    expect(await Promise.all(ids.map(requestOf))).toEqual(['r0002', 'r0001'])
    expect(await sql("SELECT email || ' ' || name AS text FROM guests")).toEqual(['Ana@ejemplo.test Ana Peña'])
    expect(await sql("SELECT DISTINCT state || ' ' || purpose || tokenHash || expires AS text FROM links")).toEqual([
      'waiting deliver',
    ])
  })

  it('returns the same links if it runs again', async () => {
    const entry = { request: 'r0003', email: 'eva@ejemplo.test', name: '' }
    const first = await create(entry)
    expect(await create(entry, entry)).toEqual([...first, ...first])
    expect(await sql("SELECT id AS text FROM links WHERE request = 'r0003'")).toEqual(first)
  })

  it('creates thousands in the order of the entries', async () => {
    const names = Array.from({ length: 2_500 }, (_, at) => `r${String(2_500 - at).padStart(4, '0')}`)
    const ids = await create(...names.map((request) => ({ request, email: `${request}@ejemplo.test`, name: request })))
    expect(new Set(ids).size).toBe(2_500)
    expect(await Promise.all([ids[0], ids[1_000], ids[2_499]].map((id) => requestOf(id ?? '')))).toEqual([
      'r2500',
      'r1500',
      'r0001',
    ])
    const keys = 'SELECT count(DISTINCT tokenKey) || min(length(tokenKey)) AS text FROM guests'
    expect(await sql(keys)).toEqual(['250250'])
  })
})

describe('saveLinkToken', () => {
  it('stores only the hash of a token of 32 hexadecimal digits, which opens its links', async () => {
    const ids = await create(
      { request: 'r0010', email: 'luz@ejemplo.test', name: 'Luz' },
      { request: 'r0011', email: 'luz@ejemplo.test', name: 'Luz' },
    )
    const token = await call<string>('saveLinkToken', ids)
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    expect(await sql(`SELECT DISTINCT tokenHash AS text FROM links WHERE id IN ('${ids.join("','")}')`)).toEqual([
      createHash('sha256').update(token).digest('hex'),
    ])
    expect((await open(token)).map(({ request, format }) => `${request} ${format}`).toSorted()).toEqual([
      'r0010 Carta laboral',
      'r0011 Carta laboral',
    ])
  })

  it('ends the former token, unless the seed is the same', async () => {
    const ids = await create({ request: 'r0012', email: 'luz@ejemplo.test', name: 'Luz' })
    const first = await call<string>('saveLinkToken', ids, 'one')
    expect(await call('saveLinkToken', ids, 'one')).toBe(first)
    expect(await open(first)).toHaveLength(1)
    const second = await call<string>('saveLinkToken', ids, 'two')
    expect(second).not.toBe(first)
    expect(await open(first)).toEqual([])
    expect(await open(second)).toHaveLength(1)
  })

  it.each(["state = 'cancelled'", "expires = '2020-01-01 00:00:00.000Z'"])('opens no link with %s', async (change) => {
    const ids = await create({ request: 'r0013', email: `${change.length}@ejemplo.test`, name: '' })
    const token = await call<string>('saveLinkToken', ids)
    expect(await open(token)).toHaveLength(1)
    await sql(`UPDATE links SET ${change} WHERE id = '${ids[0]}' RETURNING id AS text`)
    expect(await open(token)).toEqual([])
  })

  it('opens nothing for an empty token, although links that were never sent have no hash', async () => {
    expect(await open('')).toEqual([])
  })
})

describe('listSignatures', () => {
  it('returns the latest row of each link whose state it explains, oldest first', async () => {
    const [first, second, third] = await create(
      { request: 'r0020', email: 'uno@ejemplo.test', name: '' },
      { request: 'r0020', email: 'dos@ejemplo.test', name: '' },
      { request: 'r0020', email: 'tres@ejemplo.test', name: '' },
    )
    const setState = (id: string | undefined, state: string) =>
      sql(`UPDATE links SET state = '${state}', position = 1 WHERE id = '${id}' RETURNING id AS text`)
    await setState(first, 'signed')
    await setState(second, 'refused')
    await setState(third, 'sent')
    const add = (link: string | undefined, action: string, name: string) =>
      sql(`INSERT INTO signatures (link, request, action, role, name, consent, drawing, documentHash, address, network, device, reason, signedAt)
        VALUES ('${link}', 'r0020', '${action}', 'Contratista', '${name}', 'Acepto', '', 'abc', 'u***@ejemplo.test', '::1', 'Firefox', '', '2026-11-29')
        RETURNING name AS text`)
    await add(second, 'sign', 'Dos, antes')
    await add(second, 'refuse', '')
    await add(first, 'refuse', '')
    await add(first, 'sign', 'Uno')
    await add(third, 'sign', 'Tres, antes de pedirla otra vez')
    const found = await call<Record<string, unknown>[]>('listSignatures', 'r0020')
    expect(found.map(({ link, action, name }) => [link, action, name])).toEqual([
      [second, 'refuse', ''],
      [first, 'sign', 'Uno'],
    ])
    expect(found[1]).toMatchObject({ position: 1, role: 'Contratista', documentHash: 'abc', signedAt: '2026-11-29' })
    await sql(`DELETE FROM links WHERE id = '${first}' RETURNING id AS text`)
    expect(await call('listSignatures', 'r0020')).toHaveLength(1)
  })
})
