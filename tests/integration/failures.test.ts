import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type PocketBase from 'pocketbase'
import { getContainerRuntimeClient } from 'testcontainers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { aBatch, cartaLaboral, confirmAndWait, isDone, post, progressWhen, sendRows } from '../support/batch.ts'
import { runOnce, type Server, startServer } from '../support/container.ts'
import { aDisk, mayHaveDisks } from '../support/disk.ts'
import { firstAdmin } from '../support/environment.ts'
import { anInactiveUser, anonymous, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, download, pageOf, requests, settled, take } from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

/** Returns the health that Docker reports. */
async function healthInDocker({ container }: Server): Promise<string> {
  const { dockerode } = (await getContainerRuntimeClient()).container
  return (await dockerode.getContainer(container.getId()).inspect()).State.Health?.Status ?? ''
}
/** Waits until Docker reports a health. The product promises to detect a failure within 20 seconds. */
const becomesInDocker = (server: Server, health: string) =>
  expect.poll(() => healthInDocker(server), { timeout: 20_000, interval: 500 }).toBe(health)

/** Waits until the command of the image's health check reports a health. Docker runs it every five seconds only. */
const becomes = (server: Server, health: 'healthy' | 'unhealthy') =>
  expect.poll(() => runHealthCheck(server), { timeout: 20_000, interval: 500 }).toBe(health)
async function runHealthCheck({ container }: Server) {
  const flags = ['--hooksDir=/pb_hooks', '--migrationsDir=/pb_migrations/none']
  const { exitCode } = await container.exec(['/pocketbase', 'health', ...flags])
  return exitCode === 0 ? 'healthy' : 'unhealthy'
}

const cannotStore = { status: 503, code: 'server.storage' }

describe.skipIf(!mayHaveDisks())('disk', () => {
  let disk: ReturnType<typeof aDisk>
  let server: Server
  let ana: Person
  let admin: Person
  const start = () => {
    const binds = [{ source: disk.data, target: '/pb_data' }]
    return startServer(inject('emptyImage'), {}, () => {}, { binds, hasHealthCheck: true })
  }
  beforeAll(async () => {
    disk = aDisk(60)
    server = await start()
    ana = await aUser({ at: server.url })
    admin = await theFirstAdmin({ at: server.url })
  })
  afterAll(async () => {
    await server?.stop()
    disk?.remove()
  })

  /** Returns the errors of each call that must store something. */
  async function refusals(submitted: string) {
    const at = server.url
    return Promise.all([
      refusalOf(aDraft(ana)),
      refusalOf(aBatch(ana.pb)),
      refusalOf(take(admin, 'approve', { ids: [submitted] })),
      refusalOf(take(admin, 'reject', { ids: [submitted], reason: 'x' })),
      refusalOf(anInactiveUser({ at })),
      refusalOf(ana.pb.send(`/api/app/requests/${submitted}/comments`, { method: 'POST', body: { text: 'hola' } })),
    ])
  }

  it('returns 503 while it is full, serves reads, and recovers by itself', async () => {
    const approved = await settled(ana, (await aRequest(ana, admin, 'approved')).id)
    const { id } = await aRequest(ana, admin, 'submitted')
    await becomesInDocker(server, 'healthy')
    // Otherwise commits would fit in the file of the write-ahead log, which is overwritten from the start once it is copied.
    await queryOf(await aSuperuser(server))('PRAGMA wal_checkpoint(TRUNCATE)')
    disk.fill()
    expect(await refusals(id)).toMatchObject(Array(6).fill(cannotStore))
    expect((await pageOf(ana)).totalItems).toBe(2)
    expect((await download(ana, approved)).status).toBe(200)
    await becomesInDocker(server, 'unhealthy')
    disk.empty()
    await becomesInDocker(server, 'healthy')
    expect((await take(admin, 'approve', { ids: [id] })).changed).toEqual([id])
    expect((await settled(ana, id)).documentStatus).toBe('ready')
    expect((await pageOf(ana)).totalItems).toBe(2)
  })

  it('reports unhealthy while it is full, even if rows still fit in free pages', async () => {
    const sql = queryOf(await aSuperuser(server))
    // Fills the write-ahead log with five megabytes, which are overwritten from now on.
    await sql('UPDATE heartbeat SET at = hex(randomblob(2500000))')
    await sql('PRAGMA wal_checkpoint(RESTART)')
    await becomes(server, 'healthy')
    disk.fill()
    const { id } = await aDraft(ana)
    await becomes(server, 'unhealthy')
    disk.empty()
    await becomes(server, 'healthy')
    expect(await requests(ana).getOne(id)).toMatchObject({ status: 'draft' })
  })

  it('makes a document later if its file could not be written', async () => {
    const superuser = await aSuperuser(server)
    const { id } = await aRequest(ana, admin, 'submitted')
    const folder = join(disk.data, 'storage')
    chmodSync(folder, 0)
    await take(admin, 'approve', { ids: [id] })
    expect((await requests(ana).getOne(id)).documentStatus).toBe('pending')
    const logo = new File([writtenPicture()], 'logo.png')
    const { id: settings } = await admin.pb.collection('settings').getFirstListItem('')
    expect(await refusalOf(admin.pb.collection('settings').update(settings, { logo }))).toMatchObject(cannotStore)
    chmodSync(folder, 0o755)
    await superuser.crons.run('documents')
    expect((await settled(ana, id)).documentStatus).toBe('ready')
  })

  it('delays writes while another program locks the database, without losing any', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'formatos-holding-'))
    chmodSync(folder, 0o755)
    writeFileSync(
      join(folder, 'hold.pb.js'),
      `$app.rootCmd.addCommand(new Command({ use: 'hold', run: () => $app.runInTransaction((tx) => {
         tx.db().newQuery('UPDATE heartbeat SET at = at').execute()
         sleep(15000)
       }) }))`,
    )
    const binds = [
      { source: disk.data, target: '/pb_data' },
      { source: folder, target: '/holding' },
    ]
    const words = ['hold', '--dir=/pb_data', '--hooksDir=/holding', '--migrationsDir=/none']
    const before = (await pageOf(ana)).totalItems
    const holding = runOnce(inject('emptyImage'), words, binds)
    await becomes(server, 'unhealthy')
    const drafts = await Promise.allSettled(Array.from({ length: 5 }, () => aDraft(ana)))
    expect(await holding).toMatchObject({ code: 0 })
    const refused = drafts.flatMap((draft) => (draft.status === 'rejected' ? [draft.reason] : []))
    expect(refused.map((reason) => reason.response?.data?.code?.code ?? reason)).toEqual(
      refused.map(() => 'server.storage'),
    )
    expect((await pageOf(ana)).totalItems).toBe(before + drafts.length - refused.length)
    await becomes(server, 'healthy')
    rmSync(folder, { recursive: true })
  })

  it('reports unhealthy while it is read-only, and keeps all data after the repair', async () => {
    const { id } = await aRequest(ana, admin, 'submitted')
    const before = (await pageOf(ana)).totalItems
    disk.fail()
    expect(await refusals(id)).toMatchObject(Array(6).fill(cannotStore))
    expect((await pageOf(ana)).totalItems).toBe(before)
    await becomes(server, 'unhealthy')
    await server.crash(disk.repair)
    expect((await pageOf(ana)).totalItems).toBe(before)
    expect((await take(admin, 'approve', { ids: [id] })).changed).toEqual([id])
  })

  it('stops the startup with a message if it cannot be written', async () => {
    const binds = [{ source: disk.data, target: '/pb_data', mode: 'ro' as const }]
    const { code, output } = await runOnce(inject('emptyImage'), ['formatos'], binds)
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('No se puede escribir en /pb_data'),
    })
  })
})

/** Returns a PNG of one pixel. */
function writtenPicture() {
  return new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  )
}

describe('busy database', () => {
  let server: Server
  let ana: Person
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'formatos-holding-'))
    chmodSync(folder, 0o755)
    // Holds all remaining read connections.
    writeFileSync(
      join(folder, 'hold.pb.js'),
      `routerAdd('GET', '/hold', (e) => {
         const pool = $app.concurrentDB().db()
         const all = []
         while (pool.stats().inUse < pool.stats().maxOpenConnections) all.push(pool.conn(new Context()))
         $app.store().set('held', all.length)
         while ($app.store().get('held')) sleep(20)
         for (const each of all) each.close()
         return e.noContent(204)
       })
       routerAdd('GET', '/held', (e) => e.json(200, $app.store().get('held') || 0))
       routerAdd('GET', '/let-go', (e) => $app.store().remove('held') || e.noContent(204))
       routerAdd('GET', '/synchronous', (e) => {
         const pragma = new DynamicModel({ synchronous: 0 })
         $app.nonconcurrentDB().newQuery('PRAGMA synchronous').one(pragma)
         return e.json(200, pragma.synchronous)
       })
       routerAdd('GET', '/reconnect', (e) => {
         for (const idle of [0, 1]) $app.nonconcurrentDB().db().setMaxIdleConns(idle)
         return e.noContent(204)
       })`,
    )
    const words = ['formatos', '--hooksPool=12', '--queryTimeout=2']
    const binds = [{ source: join(folder, 'hold.pb.js'), target: '/pb_hooks/hold.pb.js' }]
    server = await startServer(inject('emptyImage'), {}, () => {}, { words, binds })
    ana = await aUser({ at: server.url })
  })
  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true })
  })

  it('returns 503 with Retry-After, and does not end sessions', async () => {
    const { id } = await aRequest(ana, ana, 'submitted')
    const { id: batch } = await aBatch(ana.pb)
    const { token } = ana.pb.authStore
    const answerTo = async (path: string, body?: object, authorization = token) => {
      const headers = { Authorization: authorization, ...(body && { 'Content-Type': 'application/json' }) }
      const asked = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
      const { status, headers: told } = await fetch(server.url + path, asked)
      return [status, told.get('retry-after')]
    }
    const calls = () => [
      answerTo('/api/app/requests'),
      answerTo('/api/app/dashboard'),
      answerTo('/api/app/notices'),
      answerTo(`/api/app/requests/${id}/history`),
      answerTo(`/api/app/requests/${id}/comments`, { text: 'Nota.' }),
      answerTo('/api/app/requests/cancel', { ids: [id] }),
      answerTo(`/api/app/batches/${batch}/rows`, { rows: [] }),
      answerTo(`/api/app/lists/${id}/records`, { keys: [] }),
      answerTo('/api/app/session'),
      answerTo('/api/collections/users/auth-refresh', {}),
      answerTo('/api/collections/users/request-otp', { email: ana.email }, ''),
      answerTo('/api/collections/users/auth-with-password', { identity: ana.email, password: ana.password }, ''),
    ]
    const plain = (path: string) => fetch(server.url + path)
    const holding = plain('/hold')
    await expect.poll(async () => Number(await (await plain('/held')).text())).toBeGreaterThan(0)
    expect(await Promise.all(calls())).toEqual(Array(12).fill([503, '2']))
    await plain('/let-go')
    await holding
    expect((await Promise.all(calls())).map(([status]) => status)).toEqual([
      200, 200, 200, 200, 204, 200, 400, 404, 204, 200, 200, 200,
    ])
  })

  it('flushes each commit to disk, also with new connections', async () => {
    const level = async () => (await fetch(`${server.url}/synchronous`)).json()
    expect(await level()).toBe(2)
    expect((await fetch(`${server.url}/reconnect`)).status).toBe(204)
    expect(await level()).toBe(2)
  })
})

describe('invalid data', () => {
  let server: Server
  let superuser: PocketBase
  let ana: Person
  let admin: Person
  let sql: ReturnType<typeof queryOf>
  beforeAll(async () => {
    server = await startServer(inject('image'), testServer().mailEnvironment)
    superuser = await aSuperuser(server)
    sql = queryOf(superuser)
    ana = await aUser({ at: server.url })
    admin = await theFirstAdmin({ at: server.url })
  })
  afterAll(() => server?.stop())

  /** JSON columns, typed by hand; a new one fails until it is added here and in `broken`. */
  const columns = [
    'approver_values.filled',
    'approver_values.internal',
    'batch_rows.errors',
    'batch_rows.values',
    'batch_rows.warnings',
    'batch_rows.wrong',
    'batches.joined',
    'events.details',
    'format_versions.approverFields',
    'format_versions.delivery',
    'format_versions.external',
    'format_versions.fields',
    'format_versions.internalFields',
    'format_versions.paper',
    'format_versions.route',
    'format_versions.signatures',
    'format_versions.signing',
    'format_versions.verification',
    'formats.delivery',
    'formats.external',
    'formats.fields',
    'formats.paper',
    'formats.route',
    'formats.signatures',
    'formats.signing',
    'formats.verification',
    'list_rows.values',
    'lists.columns',
    'notices.details',
    'request_revisions.values',
    'requests.documentErrorDetails',
    'requests.documentSeal',
    'requests.signers',
    'requests.values',
    'settings.profileFields',
    'users.profile',
    'views.search',
  ]

  /** Creates a list with one row, for Ana. */
  async function aFilledList(): Promise<string> {
    const columns = [{ key: 'nombre', label: 'Nombre', type: 'text' }]
    const input = { name: 'Empleados', columns, keyColumn: 'nombre', access: 'everybody' }
    const { id } = await admin.pb.collection('lists').create(input)
    const call = <Answer>(path: string, body: object) =>
      admin.pb.send<Answer>(`/api/app/lists/${id}/import${path}`, { method: 'POST', body })
    const { import: staged } = await call<{ import: string }>('', { fileName: 'nombres.xlsx' })
    await call('/rows', { import: staged, rows: [{ row: 2, values: { nombre: 'Ana' } }] })
    await call('/confirm', { import: staged, mode: 'replace' })
    return id
  }

  it('hides no other row if a row has invalid JSON in any column', async () => {
    const stored =
      await sql(`SELECT _collections.name || '.' || (field.value ->> 'name') AS name FROM _collections, json_each(fields) AS field
      WHERE field.value ->> 'type' = 'json' AND _collections.name NOT LIKE '\\_%' ESCAPE '\\' ORDER BY name`)
    expect(stored.flat().toSorted()).toEqual(columns)
    const { id: returned } = await aRequest(ana, admin, 'returned')
    await requests(ana).update(returned, { values: cartaLaboral({ cargo: 'Otro' }) })
    await take(ana, 'submit', { ids: [returned] })
    await take(admin, 'approve', { ids: [returned] })
    const approved = await settled(ana, returned)
    await sql(
      `INSERT INTO approver_values (id, request, filled, internal, created, updated) VALUES ('llenado00000001', '${approved.id}', '{}', '{}', '', '')`,
    )
    const batch = await aBatch(ana.pb)
    await sendRows(ana.pb, batch, [cartaLaboral(), cartaLaboral({ cargo: '' })])
    const list = await aFilledList()
    const input = { owner: admin.id, screen: 'requests', name: 'Enviadas', search: { status: 'submitted' } }
    const { id: view } = await admin.pb.collection('views').create(input)
    const { id: format, version } = await admin.pb.collection('formats').getFirstListItem('code = "CL"')
    const chosen: Record<string, string> = {
      batch_rows: `batch = '${batch.id}' AND row = 3`,
      batches: `id = '${batch.id}'`,
      approver_values: `request = '${approved.id}'`,
      events: `subjectId = '${approved.id}'`,
      format_versions: `format = '${format}' AND version = ${version}`,
      formats: `id = '${format}'`,
      list_rows: `list = '${list}'`,
      lists: `id = '${list}'`,
      notices: `"to" = '${admin.id}'`,
      request_revisions: `request = '${approved.id}'`,
      requests: `id = '${approved.id}'`,
      settings: 'TRUE',
      users: `id = '${ana.id}'`,
      views: `id = '${view}'`,
    }
    const asked = [
      '/api/app/requests',
      '/api/app/requests?search=guell',
      '/api/app/dashboard',
      '/api/app/notices',
      '/api/app/views?screen=requests',
      `/api/app/lists/${list}/search?q=ana`,
      '/api/app/requests?mine=decide',
      `/api/app/requests/${approved.id}/history`,
      `/api/app/batches/${batch.id}/counts`,
      `/api/app/batches/${batch.id}/outcomes?values=true`,
      ...[
        'requests',
        'formats',
        'format_versions',
        'batches',
        'batch_rows',
        'events',
        'request_documents',
        'request_revisions',
        'lists',
        'settings',
        'users',
        'views',
      ].map((name) => `/api/collections/${name}/records?perPage=200&sort=id`),
    ]
    const answers = () =>
      Promise.all(
        asked.map(async (path) => {
          const answer = await admin.pb.send<{ items?: object[]; totalItems?: number }>(path, { method: 'GET' })
          return { path, items: answer.items?.length }
        }),
      )
    const before = await answers()
    for (const table of new Set(columns.map((column) => column.split('.')[0] ?? ''))) {
      // Triggers reject invalid JSON.
      const triggers = await sql(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = '${table}'`)
      for (const [trigger] of triggers) await sql(`DROP TRIGGER ${trigger}`)
      for (const column of columns.filter((each) => each.startsWith(`${table}.`))) {
        const name = column.slice(table.length + 1)
        const write = (value: string) => sql(`UPDATE ${table} SET "${name}" = ${value} WHERE ${chosen[table]}`)
        await sql(`CREATE TABLE original AS SELECT id, "${name}" AS value FROM ${table} WHERE ${chosen[table]}`)
        expect(await sql('SELECT count(*) > 0 FROM original'), column).toEqual([['1']])
        await write(`'{"roto'`)
        expect(await answers(), column).toEqual(before)
        await write(`(SELECT value FROM original WHERE original.id = ${table}.id)`)
        await sql('DROP TABLE original')
      }
      for (const [, text = ''] of triggers) await sql(text)
    }
    expect(await requests(ana).getOne(approved.id)).toEqual(approved)
    expect((await take(admin, 'regenerate', { ids: [approved.id] })).changed).toEqual([approved.id])
    expect((await settled(ana, approved.id)).documentStatus).toBe('ready')
  })

  it('lists the filters of a view that no longer apply', async () => {
    const { id } = await ana.pb
      .collection('views')
      .create({ owner: ana.id, screen: 'requests', name: 'De antes', search: { status: 'draft' } })
    const search = { status: 'draft', due: 'soon', 'x) OR (1=1': 'y', batch: 'a'.repeat(15), from: 7 }
    await sql(`UPDATE views SET search = '${JSON.stringify(search)}' WHERE id = '${id}'`)
    expect(await ana.pb.send('/api/app/views', { method: 'GET', query: { screen: 'requests' } })).toMatchObject([
      { id, search: { status: 'draft', batch: 'a'.repeat(15) }, missing: ['due', 'x) OR (1=1', 'from', 'batch'] },
    ])
  })

  it('rejects requests of an unreadable format version only', async () => {
    const { id, code } = await aPublishedFormat(admin)
    // Restarts, because virtual machines cache versions.
    await server.crash()
    await sql(`UPDATE format_versions SET paper = '{"roto' WHERE format = '${id}'`)
    expect(await refusalOf(aDraft(ana, { nombre: 'Ana' }, code))).toMatchObject({ status: 400, code: 'format.invalid' })
    expect((await take(ana, 'submit', { ids: [(await aDraft(ana)).id] })).changed).toHaveLength(1)
  })

  it('keeps an unreadable batch row as an error, and submits the others', async () => {
    const fields = [{ key: 'codigo', label: 'Código', type: 'text', required: true, unique: true }] as const
    const { code } = await aPublishedFormat(admin, { fields: [...fields], body: '{{codigo}}' })
    const batch = await aBatch(ana.pb, { code, total: 3 })
    await sendRows(
      ana.pb,
      batch,
      ['a', 'b', 'c'].map((codigo) => ({ codigo })),
    )
    await sql(`UPDATE batch_rows SET "values" = '{"roto' WHERE batch = '${batch.id}' AND row = 3`)
    expect(await confirmAndWait(ana.pb, batch)).toMatchObject({ createdCount: 2, errorCount: 1 })
    await sendRows(ana.pb, batch, [{ codigo: 'b' }], 3)
    await post(ana.pb, `/${batch.id}/confirm`)
    expect(await progressWhen(ana.pb, batch, ({ createdCount }) => createdCount === 3)).toMatchObject({
      status: 'completed',
    })
  })

  // Containers share the machine's clock, so the test writes the data of a server whose clock was a year ahead.
  it.each([
    ['a year', 365 * 24 * 3600],
    ['two hours', 2 * 3600],
  ])('blocks nothing after the clock was %s ahead', async (_, seconds) => {
    const later = `strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+${seconds} seconds')`
    const decided = await aRequest(ana, admin, 'submitted')
    await take(admin, 'approve', { ids: [decided.id], undoable: true })
    await sql(`UPDATE undoable_decisions SET until = ${later}`)
    await superuser.crons.run('decisions')
    await expect.poll(() => sql('SELECT count(*) FROM undoable')).toEqual([['0']])

    const { id } = await aRequest(ana, admin, 'submitted')
    await take(admin, 'approve', { ids: [id] })
    await settled(ana, id)
    await sql(
      `UPDATE requests SET documentStatus = 'pending', documentLease = unixepoch() + ${seconds} WHERE id = '${id}'`,
    )
    await superuser.crons.run('documents')
    expect((await settled(ana, id)).documentStatus).toBe('ready')

    const batch = await aBatch(ana.pb, { total: 1 })
    await sendRows(ana.pb, batch, [cartaLaboral()])
    await sql(`UPDATE batches SET status = 'processing', lease = unixepoch() + ${seconds} WHERE id = '${batch.id}'`)
    await superuser.crons.run('minute')
    expect(await progressWhen(ana.pb, batch, isDone)).toMatchObject({ createdCount: 1 })

    await sql(`UPDATE outgoing_mails SET due = ${later}`)
    await sql(`UPDATE decision_mails SET due = ${later}`)
    // Removes the interval between mails of a user.
    await sql('DELETE FROM notice_mails')
    await superuser.crons.run('minute')
    const waiting = () => sql('SELECT (SELECT count(*) FROM outgoing_mails) + (SELECT count(*) FROM decision_mails)')
    await expect.poll(waiting).toEqual([['0']])

    const pb = anonymous({ at: server.url })
    const wrong = () => refusalOf(pb.collection('users').authWithPassword(firstAdmin.email, 'no-es-esta'))
    expect(await wrong()).toMatchObject({ status: 400 })
    await sql(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
      INSERT INTO failed_sign_ins (account, address, at, compared) SELECT account, address, at + ${seconds}, 1 FROM failed_sign_ins, n`)
    expect(await wrong()).toMatchObject({ status: 400 })
    await sql('DELETE FROM failed_sign_ins')

    await sql(
      `INSERT INTO backups (id, name, status, created) VALUES ('delfuturo000001', 'copia-20271122T081500Z.tar', 'good', ${later})`,
    )
    const state = await admin.pb.send<{ state: { at: string } }>('/api/app/backups', { method: 'GET' })
    expect(state.state.at < new Date().toISOString()).toBe(true)
    await sql("DELETE FROM backups WHERE id = 'delfuturo000001'")
  })
})
