import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { projectRoot } from '../../scripts/project.mjs'
import type { Batch } from '../../src/domain/batches/batch-output.ts'
import { cartaLaboral, isDone, progressOf, progressWhen } from '../support/batch.ts'
import { runOnce, type Server, startServer } from '../support/container.ts'
import { anonymous, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, download, earlierOf, pageOf, read, requests, settled, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const data = temporaryFolder()
const password = 'clave-segura-1'
let server: Server
let superuser: PocketBase
let ana: Person
let admin: Person

async function signedIn(email: string): Promise<Person> {
  const pb = anonymous({ at: server.url })
  const { record } = await pb.collection('users').authWithPassword(email, password)
  return { pb, id: record.id, email, password, name: record.name }
}

const verified = async () => (await server.container.exec(['/pocketbase', 'verify', '--dir=/pb_data'])).output
const audited = async () => (await server.container.exec(['/pocketbase', 'audit', '--dir=/pb_data'])).output
const byNumber = (number: string) => requests(ana).getFirstListItem(`number = "${number}"`)
const batchOf = (number: string) => ana.pb.collection<Batch>('batches').getFirstListItem(`number = "${number}"`)

// Data of the first release, killed during a batch (tests/fixtures/first-release.mjs).
beforeAll(async () => {
  const packed = readFileSync(join(projectRoot, 'tests/fixtures/first-release.tar.br'))
  execFileSync('tar', ['-x', '-C', data], { input: brotliDecompressSync(packed) })
  execFileSync('chmod', ['-R', 'a+rwX', data])
  server = await startServer(inject('emptyImage'), {}, () => {}, { binds: [{ source: data, target: '/pb_data' }] })
  superuser = await aSuperuser(server)
  ;[ana, admin] = await Promise.all([signedIn('ana@ejemplo.test'), theFirstAdmin({ at: server.url })])
})
afterAll(async () => {
  await server?.stop()
})

it('resumes an unfinished batch, without duplicate rows or gaps in numbers', async () => {
  const batch = await batchOf('LOT-2026-000002')
  // The batch had 300 requests; it continues after the start.
  const { total, createdCount } = await progressOf(ana.pb, batch)
  expect([total, createdCount >= 300]).toEqual([1000, true])
  expect(await progressWhen(ana.pb, batch, isDone)).toMatchObject({ status: 'completed', createdCount: 1000 })
  const all = await requests(ana).getFullList({ batch: 30, filter: `batch = "${batch.id}"`, sort: 'number' })
  expect(new Set(all.map(({ row }) => row)).size).toBe(1000)
  expect([all[0]?.number, all.at(-1)?.number, all.length]).toEqual(['SOL-2026-000008', 'SOL-2026-001007', 1000])
  expect(await progressOf(ana.pb, await batchOf('LOT-2026-000001'))).toMatchObject({
    status: 'completed_with_pending',
    createdCount: 2,
    errorCount: 1,
  })
  expect(await verified()).toContain('coincide')
})

it('keeps all data of the first release, with correct derived data', async () => {
  const { items, totalItems } = await pageOf(ana, { perPage: 200, sort: 'number', search: 'ñúñez' })
  // Includes the 700 requests of the batch that were missing.
  expect(totalItems).toBe(1009)
  expect((await pageOf(ana, { status: 'submitted' })).totalItems).toBe(1001)
  expect(items.filter(({ batch }) => !batch).map(({ number, status }) => [number, status])).toEqual(
    expect.arrayContaining([
      ['SOL-2026-000001', 'approved'],
      ['SOL-2026-000002', 'approved'],
      ['SOL-2026-000003', 'submitted'],
      ['SOL-2026-000004', 'returned'],
      ['SOL-2026-000005', 'rejected'],
    ]),
  )
  expect(await verified()).toContain('coincide')
  expect(await audited()).toContain('El historial está completo')
  expect((await superuser.collection('settings').getFirstListItem('')).organisationName).toBe('Ejemplo S. A. S.')
  await signedIn('luis@ejemplo.test')
  expect(await refusalOf(signedIn('espera@ejemplo.test'))).toMatchObject({ status: 403, code: 'user.inactive' })
})

it('opens its documents and an earlier file', async () => {
  for (const [number, document] of [
    ['SOL-2026-000001', 'CL-2026-000001'],
    ['SOL-2026-000002', 'CL-2026-000002'],
    ['SOL-2026-000006', 'CL-2026-000003'],
    ['SOL-2026-000007', 'CL-2026-000004'],
  ] as const) {
    const request = await byNumber(number)
    expect(request).toMatchObject({ documentNumber: document, documentStatus: 'ready', finality: 'preliminary' })
    const text = read(await (await download(ana, request)).arrayBuffer())
    expect(text).toContain(document)
    expect(text).toContain('Ejemplo S. A. S.')
  }
  const { id } = await byNumber('SOL-2026-000002')
  const [earlier] = await earlierOf(ana, id)
  if (!earlier) throw new Error('the earlier document is gone')
  expect(read(await (await download(ana, earlier, earlier.file)).arrayBuffer())).toContain('CL-2026-000002')
})

it('completes requests that were started in the first release', async () => {
  const returned = await byNumber('SOL-2026-000004')
  const sentBefore = () =>
    ana.pb.collection('request_revisions').getFullList({ batch: 30, filter: `request = "${returned.id}"` })
  expect(await sentBefore()).toEqual([])
  await requests(ana).update(returned.id, { values: { ...returned.values, cargo: 'Jefa de nómina' } })
  await take(ana, 'submit', { ids: [returned.id] })
  expect(await sentBefore()).toMatchObject([{ revision: 0, values: { cargo: 'Analista de nómina' } }])
  await take(admin, 'approve', { ids: [returned.id] })
  const approved = await settled(ana, returned.id)
  expect(approved).toMatchObject({
    documentNumber: 'CL-2026-000005',
    documentStatus: 'ready',
    formatVersion: returned.formatVersion,
  })
  expect(read(await (await download(ana, approved)).arrayBuffer())).toContain('Jefa de nómina')

  const first = await byNumber('SOL-2026-000001')
  await take(admin, 'issue', { ids: [first.id] })
  const { checkCode, ...issued } = await settled(ana, first.id)
  expect(issued).toMatchObject({ finality: 'final', documentNumber: 'CL-2026-000001', documentStatus: 'ready' })
  const verification = await anonymous({ at: server.url }).send(`/api/app/documents/${checkCode}`, { method: 'GET' })
  expect(verification).toMatchObject({ number: 'CL-2026-000001', state: 'valid' })

  const { id } = await aDraft(ana, cartaLaboral())
  await take(ana, 'submit', { ids: [id] })
  expect((await requests(ana).getOne(id)).number).toBe('SOL-2026-001008')
  expect(await verified()).toContain('coincide')
})

const migrations = readdirSync(join(projectRoot, 'dist/pb_migrations/each')).filter((name) => name.endsWith('.js'))

/** Returns a folder with the product's migrations and later ones. */
function folderOf(later: Record<string, string>) {
  const folder = temporaryFolder()
  cpSync(join(projectRoot, 'dist/pb_migrations'), folder, { recursive: true })
  for (const [name, source] of Object.entries(later)) writeFileSync(join(folder, name), source)
  execFileSync('chmod', ['-R', 'a+rX', folder])
  return folder
}

describe('migrations', () => {
  const later = {
    '1999999998_create_later.js': "migrate((app) => { app.db().newQuery('CREATE TABLE later (n)').execute() })",
  }
  const failing = { '1999999999_fail.js': "migrate(() => { throw new Error('no se puede') })" }
  const startWith = (added: Record<string, string>, ...words: string[]) =>
    runOnce(
      inject('emptyImage'),
      [...words, '--dir=/pb_data'],
      [
        { source: data, target: '/pb_data' },
        { source: folderOf(added), target: '/pb_migrations', mode: 'ro' },
      ],
    )
  const tables = () =>
    execFileSync('sqlite3', [join(data, 'data.db'), "SELECT name FROM sqlite_master WHERE name = 'later'"]).toString()
  const applied = () =>
    execFileSync('sqlite3', [
      join(data, 'data.db'),
      "SELECT file FROM _migrations WHERE file LIKE '%.js' ORDER BY file",
    ])
      .toString()
      .trim()
      .split('\n')

  beforeAll(() => server.container.stop({ remove: false }))

  it('are all applied', () => expect(applied()).toEqual(migrations.toSorted()))

  it('are applied all or none: a failing migration stops the startup without changes', async () => {
    const { code, output } = await startWith({ ...later, ...failing }, 'formatos')
    expect(output).toContain('1999999999_fail.js')
    expect(output).not.toContain('Server started')
    expect(code).toBe(1)
    expect(tables()).toBe('')
    expect(applied()).toEqual(migrations.toSorted())
  })

  it('of a later version stop the startup with a message, and leave the data unchanged', async () => {
    const { code, output } = await startWith(later, 'migrate', 'up')
    expect([output, code]).toEqual([expect.stringContaining('1999999998_create_later.js'), 0])
    expect(tables().trim()).toBe('later')
    const before = readFileSync(join(data, 'data.db'))
    for (const command of ['formatos', 'verify']) {
      const { code, output } = await startWith({}, command)
      expect(output).toContain('es de una versión posterior del programa (1999999998_create_later.js)')
      expect(output).not.toMatch(/Server started|coincide/)
      expect(code).toBe(1)
    }
    expect(readFileSync(join(data, 'data.db')).equals(before)).toBe(true)
  })
})
