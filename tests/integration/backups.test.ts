import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Backup } from '../../src/domain/backups/backup-output.ts'
import type { Dashboard } from '../../src/domain/requests/dashboard.ts'
import { aBackup, allBackupsMade, backupsOf, fileOf } from '../support/backups.ts'
import { containsKey, createAuthority, pdfsig } from '../support/certificates.ts'
import { removeVolume, runMinuteJobs, runOnce, type Server, startServer } from '../support/container.ts'
import { mailsTo } from '../support/mailbox.ts'
import { anAdmin, anonymous, aUser, type Person, setActive, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aRequest, download, requests, settled, settledAll, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let server: Server
let superuser: PocketBase
let admin: Person
let ana: Person
let folder: string
let data: string
let sealKey: string
let logged = ''
const environment = { ENCRYPTION_KEY: 'un-secreto-de-prueba-de-32-letras-o-mas' }
const sql = (query: string) => superuser.send<{ rows: string[][] }>('/api/sql', { method: 'POST', body: { query } })
const dashboardOf = ({ pb }: Person) => pb.send<Dashboard>('/api/app/dashboard', { method: 'GET' })
const healthOf = (at: Server) =>
  at.container.exec([
    '/pocketbase',
    'health',
    '--dir=/tmp/health',
    '--hooksDir=/pb_hooks',
    '--migrationsDir=/pb_migrations',
  ])
/** Lists files of the server's data folder, which is mounted from this machine. */
const filesIn = (path: string) => readdirSync(join(data, path))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copias-'))
  data = mkdtempSync(join(tmpdir(), 'datos-'))
  chmodSync(data, 0o777)
  const binds = [{ source: data, target: '/pb_data' }]
  server = await startServer(inject('emptyImage'), environment, (line) => (logged += line), {
    binds,
    schedule: 'startup',
  })
  superuser = await aSuperuser(server)
  const at = server.url
  ;[admin, ana] = await Promise.all([theFirstAdmin({ at }), aUser({ at })])
  const authority = createAuthority()
  const { certificate, key } = authority.issue('Cooperativa Ñandú', 'P-256')
  sealKey = readFileSync(key, 'utf8')
  const uploaded = { file: Buffer.from(readFileSync(certificate, 'utf8') + sealKey).toString('base64') }
  authority.remove()
  await admin.pb.send('/api/app/seal/certificate', { method: 'POST', body: uploaded })
})
afterAll(async () => {
  await server?.stop()
  for (const each of [folder, data]) rmSync(each, { recursive: true })
})

/** Downloads a backup into a folder that other containers mount; returns its path. */
async function saved(backup: Backup, name = backup.name): Promise<string> {
  const path = join(folder, name)
  writeFileSync(path, Buffer.from(await (await fileOf(admin, backup)).arrayBuffer()))
  chmodSync(folder, 0o755)
  return path
}

const mounts = (volume: string) => [
  { source: volume, target: '/pb_data' },
  { source: folder, target: '/copias', mode: 'ro' as const },
]
const restoreTo = (volume: string, file: string) =>
  runOnce(inject('emptyImage'), ['restore', `/copias/${file}`], mounts(volume))

it('reports no backup and the next time on a new installation, without an alarm', async () => {
  const { items, plan, storage, state } = await backupsOf(admin)
  expect({ items, plan, storage }).toEqual({ items: [], plan: { period: 'day', hour: 3 }, storage: 'disk' })
  expect(state).toMatchObject({ status: 'none', at: '' })
  // 3:00 in Colombia.
  expect(state.next).toMatch(/ 08:00:00\.000Z$/)
  expect((await dashboardOf(admin)).admin?.backup.status).toBe('none')
})

it('restores users, sessions, documents, settings and numbers in a new container', async () => {
  const { id } = await aRequest(ana, admin, 'approved')
  const first = await settled(ana, id)
  await take(admin, 'issue', { ids: [id] })
  await settled(ana, id)
  const waiting = await aRequest(ana, admin, 'submitted')
  const draft = await aDraft(ana)
  const logo = new File([new Uint8Array(pixel)], 'logo.png')
  const settings = await admin.pb.collection('settings').getFirstListItem('')
  await admin.pb.collection('settings').update(settings.id, { logo, city: 'Tunja' })

  const backup = await aBackup(admin)
  expect(backup).toMatchObject({ status: 'good', error: '', content: { requests: 3, lost: 0 } })
  const [link] = (await sql('SELECT last, hash FROM event_links WHERE last = (SELECT max(last) FROM event_links)')).rows
  expect(backup.content?.chain).toEqual({ last: Number(link?.[0]), hash: link?.[1] })
  expect(backup.otherHistory).toBe(false)
  // A rewritten chain differs from the backup's.
  await sql(`UPDATE event_links SET hash = 'x' || hash WHERE last = ${link?.[0]}`)
  expect((await backupsOf(admin)).items[0]?.otherHistory).toBe(true)
  await sql(`UPDATE event_links SET hash = substr(hash, 2) WHERE last = ${link?.[0]}`)
  expect(backup.name).toMatch(/^copia-\d{8}T\d{6}Z\.tar$/)
  expect((await dashboardOf(admin)).admin?.backup).toMatchObject({ status: 'good', at: backup.created })
  const path = await saved(backup)
  expect(readFileSync(path)).toHaveLength(backup.size)
  // The backup is a plain tar archive.
  const names = execFileSync('tar', ['-tf', path], { encoding: 'utf8' }).trim().split('\n')
  expect(names.slice(0, 2)).toEqual(['copia.json', 'data.db'])
  expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(2)
  expect(names.filter((name) => name.endsWith('.png'))).toHaveLength(1)
  expect(names.at(-1)).toBe('sumas.md5')

  const volume = `formatos-pruebas-${randomUUID()}`
  const { code, output } = await restoreTo(volume, backup.name)
  expect(output).toContain('3 solicitudes')
  expect(code).toBe(0)
  const again = await startServer(inject('emptyImage'), environment, () => {}, {
    binds: [{ source: volume, target: '/pb_data' }],
  })
  try {
    const back = { ...ana, pb: anonymous({ at: again.url }) }
    back.pb.authStore.save(ana.pb.authStore.token, ana.pb.authStore.record)
    const boss = await theFirstAdmin({ at: again.url })
    const [then, now] = await Promise.all([requests(ana).getOne(id), requests(back).getOne(id)])
    expect(now).toEqual(then)
    const bytes = async (person: Person) => Buffer.from(await (await download(person, now)).arrayBuffer())
    const restored = await bytes(back)
    expect(restored.equals(await bytes(ana))).toBe(true)
    expect(pdfsig(restored)).toMatch(/Total document signed\n.*Signature is Valid/)
    expect((await download(back, now)).headers.get('content-type')).toBe('application/pdf')
    expect((await boss.pb.collection('request_documents').getFullList()).map(({ file }) => file)).toEqual([
      first.document,
    ])
    const restoredSettings = await boss.pb.collection('settings').getFirstListItem('')
    expect(
      (await fetch(boss.pb.files.getURL(restoredSettings, restoredSettings.logo))).headers.get('content-type'),
    ).toBe('image/png')
    expect(await requests(back).getOne(draft.id)).toMatchObject({ status: 'draft' })
    // Numbering continues after the restored requests.
    const next = await aRequest(back, boss, 'submitted')
    const serial = (number: string) => Number(number.split('-').at(-1))
    expect(serial(next.number)).toBe(serial(waiting.number) + 1)
    await take(boss, 'approve', { ids: [next.id] })
    expect(serial((await settled(back, next.id)).documentNumber)).toBe(serial(first.documentNumber) + 1)
    // Seals with the restored key.
    await take(boss, 'issue', { ids: [next.id] })
    expect((await settled(back, next.id)).documentSeal?.fingerprint).toBe(then.documentSeal?.fingerprint)
    const verified = await again.container.exec(['/pocketbase', 'verify'])
    expect(verified.output).toContain('coincide')
    const audited = await again.container.exec(['/pocketbase', 'audit'])
    expect(audited.output).toContain('El historial está completo')
    // The backup that was running when it was saved is the restored one.
    expect((await backupsOf(boss)).items).toEqual([])
    expect((await restoreTo(volume, backup.name)).output).toContain('ya tiene datos')
    // A flag with a separate value hides the command from our parser: then nothing is restored or deleted.
    const hidden = ['--queryTimeout', '30', 'restore', `/copias/${backup.name}`]
    expect(await runOnce(inject('emptyImage'), hidden, mounts(volume))).toMatchObject({ code: 1 })
    expect((await restoreTo(volume, backup.name)).output).toContain('ya tiene datos')
    expect(await requests(back).getOne(id)).toEqual(then)
  } finally {
    await again.stop()
    await removeVolume(volume)
  }
})

it('leaves the key of the seal out of the backup, the database, its logs, errors and the output', async () => {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const upload = (body: object) =>
    fetch(`${server.url}/api/app/seal/certificate`, {
      method: 'POST',
      headers: { Authorization: admin.pb.authStore.token, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  for (const body of [
    { file: encode(sealKey) },
    { file: encode(`${sealKey}x`) },
    { file: sealKey },
    { file: [sealKey] },
    { file: encode('hola'), password: sealKey },
  ]) {
    const response = await upload(body)
    expect(response.status).toBe(400)
    expect(containsKey(Buffer.from(await response.arrayBuffer()), sealKey)).toBe(false)
  }
  await saved(await aBackup(admin), 'clave.tar')
  const files = [join(folder, 'clave.tar'), ...filesIn('').map((name) => join(data, name))].filter((path) =>
    statSync(path).isFile(),
  )
  expect(files.map((path) => basename(path))).toEqual(expect.arrayContaining(['clave.tar', 'data.db', 'auxiliary.db']))
  for (const path of files) expect(containsKey(readFileSync(path), sealKey), path).toBe(false)
  expect(containsKey(Buffer.from(logged), sealKey)).toBe(false)
})

it('refuses a damaged, truncated, foreign or newer backup with a message', async () => {
  const intactFile = readFileSync(await saved(await aBackup(admin), 'entera.tar'))
  const changed = (at: number) =>
    Buffer.concat([intactFile.subarray(0, at), Buffer.from([(intactFile[at] ?? 0) ^ 1]), intactFile.subarray(at + 1)])
  const newer = Buffer.from(intactFile)
  newer.write('9', newer.indexOf('"17') + 1)
  const cases: [string, Buffer, string][] = [
    ['datos.tar', changed(intactFile.indexOf('SQLite format 3') + 100_000), 'La copia está dañada o incompleta'],
    ['documento.tar', changed(intactFile.indexOf('%PDF-') + 2_000), 'La copia está dañada o incompleta (las sumas)'],
    ['cortada.tar', intactFile.subarray(0, intactFile.length - 3_000), 'La copia está dañada o incompleta'],
    ['media.tar', intactFile.subarray(0, 200_000), 'La copia está dañada o incompleta (termina antes de tiempo)'],
    ['ajena.tar', Buffer.from('PK\u0003\u0004'.padEnd(2_000, 'x')), 'no es una copia de Formatos preeliminares'],
    ['vacia.tar', Buffer.alloc(0), 'no es una copia de Formatos preeliminares'],
    ['nueva.tar', newer, 'es de una versión posterior'],
  ]
  const volume = `formatos-pruebas-${randomUUID()}`
  try {
    for (const [name, bytes, sentence] of cases) {
      writeFileSync(join(folder, name), bytes)
      const { code, output } = await restoreTo(volume, name)
      expect(output).toContain(sentence)
      expect([name, code]).toEqual([name, 1])
    }
    expect((await restoreTo(volume, 'ninguna.tar')).output).toContain('no existe')
    // After all failed attempts, the complete backup can be restored into the folder.
    expect(await restoreTo(volume, 'entera.tar')).toMatchObject({ code: 0 })
  } finally {
    await removeVolume(volume)
  }
})

it('restores into a volume whose directories are other disks', async () => {
  const backup = await aBackup(admin)
  await saved(backup)
  const volume = `formatos-pruebas-${randomUUID()}`
  const disks = ['backups', 'storage'].map((name) => ({
    source: mkdtempSync(join(tmpdir(), 'disco-')),
    target: `/pb_data/${name}`,
  }))
  for (const { source } of disks) chmodSync(source, 0o777)
  try {
    const words = ['restore', `/copias/${backup.name}`]
    const restored = await runOnce(inject('emptyImage'), words, [...mounts(volume), ...disks])
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restaurada en') })
    const pdfs = readdirSync(disks[1]?.source ?? '', { recursive: true, encoding: 'utf8' })
    expect(pdfs.filter((name) => name.endsWith('.pdf'))).toHaveLength(2)
  } finally {
    await removeVolume(volume)
    for (const { source } of disks) rmSync(source, { recursive: true })
  }
})

it('asks for the password at each download, and limits wrong passwords', async () => {
  const at = server.url
  const backup = await aBackup(admin)
  const other = await anAdmin({ at })
  const ask = (password: string) =>
    other.pb.send<{ grant: string }>(`/api/app/backups/${backup.id}/grant`, { method: 'POST', body: { password } })
  const fetched = (grant: string) => fetch(`${at}/api/app/backups/${backup.id}/file?grant=${grant}`)
  expect(await refusalOf(ask(''))).toMatchObject({ status: 400, fields: { password: 'required' } })
  const { grant } = await ask(other.password)
  expect((await fetched(`${grant}x`)).status).toBe(403)
  const answer = await fetched(grant)
  expect([answer.status, answer.headers.get('content-disposition'), answer.headers.get('cache-control')]).toEqual([
    200,
    `attachment; filename="${backup.name}"`,
    'private, no-store',
  ])
  expect(await answer.arrayBuffer()).toHaveProperty('byteLength', backup.size)
  expect((await fetched(grant)).status).toBe(403)
  const backupEvents = await superuser
    .collection('events')
    .getFullList({ filter: "action ~ 'backup'", sort: '-created' })
  expect(backupEvents[0]).toMatchObject({
    action: 'backupDownload',
    actorName: other.name,
    details: { name: backup.name },
  })
  // A grant is invalid after its user signed out.
  const { grant: left } = await ask(other.password)
  await setActive(other, false, { at })
  expect((await fetched(left)).status).toBe(403)
  await setActive(other, true, { at })
  await other.pb.collection('users').authWithPassword(other.email, other.password)
  for (let tries = 0; tries < 10; tries++)
    expect(await refusalOf(ask('equivocada'))).toMatchObject({ status: 400, fields: { password: 'password.wrong' } })
  expect(await refusalOf(ask(other.password))).toMatchObject({ status: 429, code: 'signIn.wait' })
})

it('contains every file that it names, while documents are regenerated', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, async () => (await aRequest(ana, admin, 'approved')).id))
  let isOver = false
  const again = async () => {
    while (!isOver) {
      await take(admin, 'regenerate', { ids })
      await settledAll(ana, ids)
    }
  }
  const working = again()
  try {
    for (let round = 0; round < 3; round++)
      expect(await aBackup(admin)).toMatchObject({ status: 'good', content: { lost: 0 } })
  } finally {
    isOver = true
    await working
  }
})

it('reports a lost file and completes the backup', async () => {
  const { id } = await aRequest(ana, admin, 'approved')
  await settled(ana, id)
  await sql(`UPDATE requests SET document = 'perdido_0123456789.pdf' WHERE id = '${id}'`)
  expect(await aBackup(admin)).toMatchObject({ status: 'good', content: { lost: 1 } })
  await take(admin, 'regenerate', { ids: [id] })
})

it('rejects a second backup at the same time, and the deletion of an unfinished backup', async () => {
  const make = () => admin.pb.send('/api/app/backups', { method: 'POST' })
  const answers = await Promise.allSettled([make(), make(), make()])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = answers.find((answer) => answer.status === 'rejected')
  expect(await refusalOf(Promise.reject(refused?.reason))).toMatchObject({ status: 409, code: 'backup.running' })
  const [newest] = await allBackupsMade(admin)
  await sql(`UPDATE backups SET status = 'making' WHERE id = '${newest?.id}'`)
  const deleting = () => admin.pb.send(`/api/app/backups/${newest?.id}`, { method: 'DELETE' })
  expect(await refusalOf(deleting())).toMatchObject({ status: 409, code: 'backup.running' })
  await sql(`UPDATE backups SET status = 'good' WHERE id = '${newest?.id}'`)
  await deleting()
  expect((await backupsOf(admin)).items.map(({ id }) => id)).not.toContain(newest?.id)
  expect(filesIn('backups')).not.toContain(newest?.name)
})

it('does not start a backup that cannot be recorded in the history', async () => {
  await sql(
    `CREATE TRIGGER unheard BEFORE INSERT ON events WHEN NEW.action = 'backup' BEGIN SELECT RAISE(ABORT, 'full'); END`,
  )
  const before = (await backupsOf(admin)).items
  expect((await refusalOf(admin.pb.send('/api/app/backups', { method: 'POST' }))).status).toBe(400)
  expect((await backupsOf(admin)).items).toEqual(before)
  await sql('DROP TRIGGER unheard')
  expect((await aBackup(admin)).status).toBe('good')
})

it('keeps fourteen backups, including those found on disk, and no other file is deleted', async () => {
  const names = Array.from({ length: 20 }, (_, day) => `copia-202001${String(day + 1).padStart(2, '0')}T080000Z.tar`)
  for (const name of [...names, 'copia-del-operador.tar', 'otra.zip']) {
    writeFileSync(join(data, 'backups', name), Buffer.alloc(1_000))
  }
  const before = (await backupsOf(admin)).items.filter(({ status }) => status === 'good').length
  const backup = await aBackup(admin)
  const { items } = await backupsOf(admin)
  const found = items.filter(({ status }) => status === 'found')
  expect(items.filter(({ status }) => status === 'good')).toHaveLength(before + 1)
  expect(found.map(({ name }) => name)).toEqual(names.reverse().slice(0, 14 - before - 1))
  expect(found[0]?.created).toBe('2020-01-20 08:00:00.000Z')
  const left = filesIn('backups')
  expect(left).toHaveLength(14 + 2)
  expect(left).toEqual(expect.arrayContaining([backup.name, 'copia-del-operador.tar', 'otra.zip']))
})

it('makes a scheduled backup once when it is due', async () => {
  const run = async () => {
    await runMinuteJobs(server)
    return allBackupsMade(admin)
  }
  const before = (await allBackupsMade(admin)).length
  expect(await run()).toHaveLength(before)
  await sql("UPDATE backup_plan SET since = '2020-01-01 00:00:00.000Z'")
  await sql("UPDATE backups SET created = strftime('%Y-%m-%d %H:%M:%fZ', created, '-3 days') WHERE status = 'good'")
  expect((await backupsOf(admin)).state.status).toBe('late')
  const stateAfterRun = async () => {
    await run()
    return (await backupsOf(admin)).state.status
  }
  await expect.poll(stateAfterRun).toBe('good')
  const after = await allBackupsMade(admin)
  expect(await run()).toEqual(after)
  await admin.pb.send('/api/app/backups/plan', { method: 'PUT', body: { period: 'never', hour: 5 } })
  expect((await backupsOf(admin)).plan).toEqual({ period: 'never', hour: 5 })
  expect((await backupsOf(admin)).state.next).toBe('')
  for (const plan of [{ period: 'day', hour: 24 }, { period: 'x', hour: 3 }, { period: 'day' }])
    expect((await refusalOf(admin.pb.send('/api/app/backups/plan', { method: 'PUT', body: plan }))).status).toBe(400)
})

it('marks a backup of a corrupt database as failed', async () => {
  const change = (query: string) => execFileSync('sqlite3', [join(data, 'data.db'), query])
  change("PRAGMA ignore_check_constraints = ON; INSERT INTO heartbeat (id, at) VALUES (2, '')")
  expect(await aBackup(admin)).toMatchObject({ status: 'failed', error: 'backup.integrity' })
  change('DELETE FROM heartbeat WHERE id = 2')
  expect(await aBackup(admin)).toMatchObject({ status: 'good', error: '' })
})

it('marks a backup interrupted by a crash as failed, and deletes its files', async () => {
  // A pipe without a writer in the place of the logo, on which the backup waits until the crash.
  const settings = await admin.pb.collection('settings').getFirstListItem('')
  const logo = join(data, 'storage', settings.collectionId, settings.id, settings.logo)
  rmSync(logo)
  execFileSync('mkfifo', ['--mode=666', logo])
  await admin.pb.send('/api/app/backups', { method: 'POST' })
  const unfinished = () => [...filesIn('.'), ...filesIn('backups')].filter((name) => /^copying$|\.part$/.test(name))
  await expect.poll(unfinished).not.toEqual([])
  await server.crash()
  rmSync(logo)
  writeFileSync(logo, pixel)
  const [newest] = (await backupsOf(admin)).items
  expect(newest).toMatchObject({ status: 'failed', error: 'backup.interrupted' })
  expect(unfinished()).toEqual([])
  expect(await aBackup(admin)).toMatchObject({ status: 'good' })
})

it('fails with a message on a full disk, frees the space and serves other calls', async () => {
  const small = await startServer(inject('emptyImage'), testServer().mailEnvironment, () => {}, {
    tmpfs: { '/pb_data': 'rw,size=40m,uid=65532,gid=65532' },
  })
  try {
    const at = small.url
    const operator = await aSuperuser(small)
    const boss = await anAdmin({ at })
    const eva = await aUser({ at })
    const query = 'CREATE TABLE ballast AS SELECT randomblob(12000000) AS bytes'
    // The drafts overwrite the write-ahead log, so they need no space while the backup takes all of it.
    for (const each of [query, 'PRAGMA wal_checkpoint(RESTART)'])
      await operator.send('/api/sql', { method: 'POST', body: { query: each } })
    for (const _ of [1, 2]) {
      const making = aBackup(boss)
      for (let drafts = 0; drafts < 10; drafts++) await aDraft(eva)
      expect(await making).toMatchObject({ status: 'failed', error: 'backup.space', size: 0 })
    }
    const parts: Buffer[] = []
    for await (const part of await small.container.copyArchiveFromContainer('/pb_data')) parts.push(Buffer.from(part))
    expect(Buffer.concat(parts).includes('copia-')).toBe(false)
    expect((await dashboardOf(boss)).admin?.backup.status).toBe('failed')
    // After space is available, the next health check succeeds.
    await expect.poll(() => healthOf(small), { timeout: 20_000, interval: 1_000 }).toMatchObject({ exitCode: 0 })
    // One notice and one mail for both failures.
    const { items } = await boss.pb.send('/api/app/notices', { method: 'GET' })
    const failureNotices = items.filter(({ kind }: { kind: string }) => kind === 'backupFailed')
    expect(failureNotices).toMatchObject([{ count: 1, details: { code: 'backup.space' }, readAt: '' }])
    await operator.crons.run('minute')
    await expect
      .poll(() => mailsTo(boss.email).map(({ subject }) => subject))
      .toEqual([expect.stringMatching(/cuenta/), expect.stringMatching(/^Falló la copia de seguridad/)])
    expect(mailsTo(boss.email)[1]?.text).toContain('No quedó espacio en el disco')
  } finally {
    await small.stop()
  }
})

it('reports the last backup in health to administrators', async () => {
  const { backup } = await admin.pb.send<{ backup: object }>('/api/app/health', { method: 'GET' })
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(backup).toMatchObject({ status: 'good', at: moment })
})
