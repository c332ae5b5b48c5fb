import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { DocumentVerification } from '../../src/domain/documents/document-verification-output.ts'
import type { Field } from '../../src/domain/fields/field.ts'
import type { GuestDocument } from '../../src/domain/links/link-output.ts'
import { buildConsent } from '../../src/domain/links/signing.ts'
import type { RequestView } from '../../src/domain/requests/request-view.ts'
import { attach } from '../support/attachments.ts'
import { aBackup, fileOf } from '../support/backups.ts'
import { aCompletedBatch } from '../support/batch.ts'
import { readLog, runMinuteJobs, runOnce, type Server, startServer } from '../support/container.ts'
import { thisMachine } from '../support/environment.ts'
import { confirmCode, readDocument, requestCode, sendBody } from '../support/links.ts'
import { anonymous, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { aSignature } from '../support/pictures.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, download, pageOf, requests, settled, take } from '../support/requests.ts'
import { type MailServer, startMailServer } from '../support/smtp.ts'
import { aSuperuser } from '../support/superuser.ts'

/** Word that only the personal data of one request contain. Its letters are in no other text. */
const word = 'Zyxwquokka'
const secret = (place: string) => `${word} ${place}`

const nameField: Field = { key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 60, summary: true }
const fields: Field[] = [
  nameField,
  { key: 'notas', label: 'Notas', type: 'longText', max: 5000 },
  { key: 'correo', label: 'Correo', type: 'email', required: true },
  { key: 'valor', label: 'Valor', type: 'money' },
  { key: 'tipo', label: 'Tipo', type: 'choice', options: [{ value: 'Propio' }, { value: 'Otro' }] },
  { key: 'varios', label: 'Varios', type: 'choices', options: [{ value: 'Uno' }, { value: 'Dos' }] },
  {
    key: 'filas',
    label: 'Filas',
    type: 'table',
    columns: [{ key: 'cosa', label: 'Cosa', type: 'text', max: 60 }],
  },
  { key: 'soporte', label: 'Soporte', type: 'file' },
  { key: 'concepto', label: 'Concepto', type: 'text', max: 60, approvers: 'keep' },
]

let mails: MailServer
let server: Server
let superuser: PocketBase
let admin: Person
let owner: Person
let data: string
const place = () => ({ at: server.url })
const sql = (query: string) => superuser.send<{ rows: string[][] }>('/api/sql', { method: 'POST', body: { query } })
const cell = async (query: string) => (await sql(query)).rows[0]?.[0]
const checkOf = (code: string) => anonymous(place()).send<DocumentVerification>(`/api/app/documents/${code}`, {})
const viewOf = (id: string, person = admin) => person.pb.send<RequestView>(`/api/app/requests/${id}/view`, {})
const anonymize = (decision: object, person = admin) =>
  take(person, 'anonymize', { reason: 'Lo pidió su titular.', ...decision })
/** Runs the jobs and returns the number of requests, or files, that are still to be deleted. */
async function pending(table: 'erasures' | 'erased_files') {
  await runMinuteJobs(server)
  return cell(`SELECT count(*) FROM ${table}`)
}
const pendingErasures = () => pending('erasures')
const audited = async () =>
  (
    await server.container.exec([
      '/pocketbase',
      'audit',
      '--dir=/pb_data',
      '--hooksDir=/pb_hooks',
      '--migrationsDir=/pb_migrations',
    ])
  ).output

/** Returns the paths of the files under a folder that contain the word. PDF streams and archives are compressed: they are searched by name only. */
function filesWith(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    if (name.toLowerCase().includes(text.toLowerCase())) return true
    return statSync(path).isFile() && readFileSync(path, 'latin1').toLowerCase().includes(text.toLowerCase())
  })
}

/** Returns the files of records. */
const storedFiles = () => {
  const folder = join(data, 'storage')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
}

const startIn = (folder: string) =>
  startServer(
    inject('emptyImage'),
    { SMTP_HOST: thisMachine, SMTP_PORT: String(mails.port), UNDO_SECONDS: '60' },
    () => {},
    { schedule: 'none', binds: [{ source: folder, target: '/pb_data' }] },
  )

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'anonimizar-'))
  chmodSync(folder, 0o777)
  return folder
}

beforeAll(async () => {
  mails = await startMailServer({})
  data = aFolder()
  server = await startIn(data)
  superuser = await aSuperuser(server)
  admin = await theFirstAdmin(place())
  owner = await aUser(place())
})
afterAll(async () => {
  await server?.stop()
  await mails?.stop()
  rmSync(data, { recursive: true, force: true })
})

const mailsTo = (address: string) =>
  readdirSync(mails.folder)
    .filter((name) => !name.startsWith('.') && name.endsWith(`-${address}.eml`))
    .sort()
    .map((name) => readFileSync(join(mails.folder, name), 'utf8').replace(/=\r\n/g, '').replaceAll('=3D', '='))

/** Signs the document of a mail's link as its guest. */
async function sign(address: string, name: string) {
  await expect
    .poll(async () => {
      await sql('DELETE FROM notice_mails')
      await runMinuteJobs(server)
      return mailsTo(address).length
    })
    .toBe(1)
  const token = /\/d\/([0-9a-f]{32})/.exec(mailsTo(address)[0] ?? '')?.[1] ?? ''
  const pb = anonymous(place())
  const { otpId } = await requestCode(pb, token)
  await expect.poll(() => mailsTo(address).length).toBe(2)
  const code = /\b\d{6}\b/.exec(
    (mailsTo(address)[1] ?? '')
      .replace(/#[0-9a-f]{6}/gi, '')
      .split('\r\n\r\n')
      .slice(1)
      .join(),
  )
  await confirmCode(pb, otpId, code?.[0] ?? '')
  const open = async () =>
    (await sendBody<{ items: GuestDocument[] }>(pb, '/api/app/guest/links', { token })).items[0] as GuestDocument
  const { id } = await open()
  await readDocument(pb, id)
  const item = await open()
  const body = { action: 'sign', name, hash: item.signing?.hash, consent: buildConsent(name, item) }
  await sendBody<void>(pb, `/api/app/guest/links/${id}/signature`, {
    ...body,
    drawing: aSignature().toString('base64'),
  })
}

describe('anonymise', () => {
  it('erases every trace of the data from the data folder, and keeps number, hash and history', async () => {
    const format = await aPublishedFormat(admin, {
      fields,
      body: '# Contrato\n\nConsta que {{nombre}} pide {{notas}}.',
      signing: { signers: [{ name: 'nombre', email: 'correo', role: 'Contratista' }] },
      makesFinal: true,
      route: [{ key: 'revision', name: 'Revisión', people: [admin.id] }],
    })
    const address = `${word.toLowerCase()}@ejemplo.test`
    const file = await attach(owner, `${word}.pdf`)
    const values = {
      nombre: secret('nombre'),
      notas: secret('notas '.repeat(700)),
      correo: address,
      valor: '1234567',
      tipo: 'Propio',
      varios: ['Uno'],
      filas: [{ cosa: secret('fila') }],
      soporte: [file],
    }
    const { id } = await aDraft(owner, { ...values, nombre: secret('borrador') }, format.code)
    await requests(owner).update(id, { values })
    expect(await take(owner, 'submit', { ids: [id] })).toEqual({ changed: [id], skipped: [] })
    await owner.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text: secret('comentario') } })
    await take(admin, 'return', { ids: [id], reason: secret('motivo'), notes: { nombre: secret('nota') } })
    await requests(owner).update(id, { values: { ...values, nombre: secret('corregido') } })
    expect(await take(owner, 'submit', { ids: [id] })).toEqual({ changed: [id], skipped: [] })
    await take(admin, 'approve', { ids: [id], filled: { values: { concepto: secret('concepto') }, updated: '' } })
    await settled(owner, id)
    await sign(address, secret('firma'))
    await expect.poll(async () => (await requests(owner).getOne(id)).documentKind).toBe('final')
    const before = await settled(owner, id)
    expect(before.summary).toContain(word)
    expect((await pageOf(admin, { search: word })).totalItems).toBe(1)
    expect(await checkOf(before.checkCode)).toMatchObject({ state: 'valid', isAnonymized: false })

    await sql(`INSERT INTO outgoing_mails (id, "to", subject, html, due, attempts, created) SELECT 'correosinsalida', 'x@ejemplo.test', 'Aviso',
      '<p>${before.number}: ${secret('correo')}</p>', strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+30 minutes'), 6, '${before.created}'`)
    expect(filesWith(word, data)).toContain('data.db-wal')
    expect(storedFiles()).not.toEqual([])
    expect(await anonymize({ ids: [id] })).toEqual({ changed: [id], skipped: [] })
    await expect.poll(pendingErasures).toBe('0')

    const after = await requests(owner).getOne(id)
    expect(after).toMatchObject({
      number: before.number,
      status: 'approved',
      documentNumber: before.documentNumber,
      documentHash: before.documentHash,
      checkCode: before.checkCode,
      decidedAt: before.decidedAt,
      privacy: 'anonymized',
      values: {},
      summary: '',
      document: '',
      documentStatus: 'none',
    })
    const { history, outsideSignatures } = await viewOf(id)
    expect(history.at(-1)).toMatchObject({ action: 'anonymize', reason: 'Lo pidió su titular.', actorName: admin.name })
    expect(history.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['submit', 'comment', 'return', 'signed']),
    )
    expect(JSON.stringify(history)).not.toContain(word)
    expect(outsideSignatures).toBeUndefined()
    expect((await pageOf(admin, { search: word })).totalItems).toBe(0)
    const check = await checkOf(before.checkCode)
    expect(check).toMatchObject({ state: 'valid', isAnonymized: true, number: before.documentNumber, initials: '' })
    expect(check.files.map(({ hash }) => hash)).toContain(before.documentHash)
    expect(check.files).toHaveLength(2)
    expect((await download(owner, before)).status).toBe(404)
    expect(await audited()).toContain('El historial está completo')
    expect(await cell('SELECT count(*) FROM erased_files')).toBe('0')

    // Like PocketBase each midnight: empties the write-ahead log once no reader uses it.
    await expect.poll(() => cell('PRAGMA wal_checkpoint(TRUNCATE)')).toBe('0')
    let left: string[] = ['not read']
    await server.crash(() => {
      left = filesWith(word, data)
    })
    expect(left).toEqual([])
    expect(storedFiles()).toEqual([])
  })
})

describe('refuses', () => {
  it('requests that are open, that have a document in progress, or that were anonymised before', async () => {
    const open = await aRequest(owner, admin, 'submitted')
    const rejected = await aRequest(owner, admin, 'rejected')
    const skipped = (id: string) => ({ changed: [], skipped: [{ id, code: 'request.transition' }] })
    expect(await anonymize({ ids: [open.id] })).toEqual(skipped(open.id))
    const pending = await aRequest(owner, admin, 'approved')
    await settled(owner, pending.id)
    await sql(
      `UPDATE requests SET documentStatus = 'pending', documentLease = unixepoch() + 30 WHERE id = '${pending.id}'`,
    )
    expect(await anonymize({ ids: [pending.id] })).toEqual(skipped(pending.id))
    await sql(`UPDATE requests SET documentStatus = 'ready', documentLease = 0 WHERE id = '${pending.id}'`)
    expect(await anonymize({ ids: [rejected.id] })).toEqual({ changed: [rejected.id], skipped: [] })
    expect(await anonymize({ ids: [rejected.id] })).toEqual(skipped(rejected.id))
  })

  it('every later change of an anonymised request', async () => {
    const { id } = await aRequest(owner, admin, 'rejected')
    await anonymize({ ids: [id] })
    for (const action of ['reopen', 'hold', 'release', 'annul', 'issue', 'regenerate'])
      expect(await take(admin, action, { ids: [id], reason: 'No.' })).toMatchObject({ changed: [] })
    const comment = owner.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text: 'Hola' } })
    expect(await refusalOf(comment)).toMatchObject({ status: 409, code: 'request.transition' })
    expect(await refusalOf(requests(owner).update(id, { values: { nombre: 'Otro' } }))).toMatchObject({ status: 404 })
    expect(await requests(owner).getOne(id)).toMatchObject({ status: 'rejected', privacy: 'anonymized', values: {} })
  })

  it('a call without reason, of a requester, or that writes the mark directly', async () => {
    const { id } = await aRequest(owner, admin, 'cancelled')
    expect(await refusalOf(take(admin, 'anonymize', { ids: [id] }))).toMatchObject({ code: 'request.reason' })
    expect(await anonymize({ ids: [id] }, owner)).toEqual({ changed: [], skipped: [{ id, code: 'request.forbidden' }] })
    const draft = await aDraft(owner)
    await expect(requests(owner).update(draft.id, { privacy: 'held' })).rejects.toThrow()
    expect((await requests(owner).getOne(draft.id)).privacy).toBe('')
  })

  it('an event whose text was erased by hand', async () => {
    const { id } = await aRequest(owner, admin, 'rejected')
    const event = `subjectId = '${id}' AND action = 'reject'`
    await sql('CREATE TABLE kept_event AS SELECT id, salt, reason, details FROM events')
    // Keeps the hash, so that the chain itself still matches.
    const hash = await cell(`SELECT sha256(json_array(salt, reason, details)) FROM events WHERE ${event}`)
    await sql(`UPDATE events SET textHash = '${hash}', salt = '', reason = '', details = '' WHERE ${event}`)
    expect(await audited()).toContain('perdió su texto sin que se anonimizara')
    await sql(`UPDATE events SET textHash = '${hash?.replace(/./g, '0')}' WHERE ${event}`)
    expect(await audited()).toContain('no coincide')
    await sql(`UPDATE events SET textHash = '', (salt, reason, details) =
      (SELECT salt, reason, details FROM kept_event WHERE kept_event.id = events.id) WHERE ${event}`)
    await sql('DROP TABLE kept_event')
    expect(await audited()).toContain('El historial está completo')
  })
})

describe('hold', () => {
  it('prevents both ways to anonymise, until it is released; only administrators see it', async () => {
    const { id } = await aRequest(owner, admin, 'rejected')
    expect(await take(admin, 'hold', { ids: [id], reason: 'Hay un pleito.' })).toEqual({ changed: [id], skipped: [] })
    expect(await anonymize({ ids: [id] })).toEqual({ changed: [], skipped: [{ id, code: 'request.held' }] })
    expect((await viewOf(id)).history.at(-1)).toMatchObject({ action: 'hold', reason: 'Hay un pleito.' })
    expect((await viewOf(id, owner)).history.map(({ action }) => action)).not.toContain('hold')
    const events = await owner.pb.collection('events').getFullList({ filter: `subjectId = "${id}"` })
    expect(events.map(({ action }) => action)).toEqual(expect.not.arrayContaining(['hold']))
    const isFound = async (person: Person, query: Record<string, string>) =>
      (await pageOf(person, query)).items.some((item) => item.id === id)
    const { number } = await requests(admin).getOne(id)
    const queries: Record<string, string>[] = [{}, { owner: owner.id }, { search: number }]
    for (const query of queries) {
      expect(await isFound(admin, { ...query, privacy: 'held' })).toBe(true)
      expect(await isFound(admin, { ...query, privacy: 'anonymized' })).toBe(false)
      expect(await isFound(owner, { ...query, privacy: 'held' })).toBe(false)
    }
    expect((await refusalOf(pageOf(admin, { privacy: 'none' }))).status).toBe(400)
    await take(admin, 'release', { ids: [id], reason: 'Terminó.' })
    expect(await anonymize({ ids: [id] })).toEqual({ changed: [id], skipped: [] })
    expect(await isFound(admin, { privacy: 'anonymized' })).toBe(true)
  })
})

describe('retention', () => {
  const retention = (format: string, years: string | number, person = admin) =>
    person.pb.send<{ count: number }>(`/api/app/formats/${format}/retention?years=${years}`, {})

  it('counts, and each night anonymises the requests whose years are over, except held ones', async () => {
    const format = await aPublishedFormat(admin)
    const ids: string[] = []
    for (const nombre of ['vieja', 'nueva', 'abierta', 'retenida']) {
      const { id } = await aDraft(owner, { nombre }, format.code)
      await take(owner, 'submit', { ids: [id] })
      ids.push(id)
    }
    const [old = '', recent = '', open = '', held = ''] = ids
    await take(admin, 'reject', { ids: [old, recent, held], reason: 'No corresponde.' })
    const year = new Date().getFullYear()
    const decide = (id: string, day: string) =>
      sql(
        `UPDATE requests SET created = '${year - 9}-01-01 00:00:00.000Z', decidedAt = '${day} 12:00:00.000Z' WHERE id = '${id}'`,
      )
    for (const id of [old, held]) await decide(id, `${year - 6}-01-01`)
    await decide(recent, `${year - 4}-01-01`)
    await sql(`UPDATE requests SET created = '${year - 9}-01-01 00:00:00.000Z' WHERE id = '${open}'`)
    expect(await retention(format.id, 5)).toEqual({ count: 2 })
    await take(admin, 'hold', { ids: [held], reason: 'Hay un pleito.' })
    expect(await retention(format.id, 5)).toEqual({ count: 1 })
    expect(await retention(format.id, 3)).toEqual({ count: 2 })
    for (const years of ['0', '101', '1.5', 'x', ''])
      expect((await refusalOf(retention(format.id, years))).status).toBe(400)
    expect((await refusalOf(retention(format.id, 5, owner))).status).toBe(403)

    await superuser.crons.run('retention')
    await admin.pb.collection('formats').update(format.id, { keepYears: 5 })
    await superuser.crons.run('retention')
    await expect.poll(async () => (await requests(admin).getOne(old)).privacy).toBe('anonymized')
    expect((await viewOf(old)).history.at(-1)).toMatchObject({
      action: 'anonymize',
      actor: '',
      reason: 'Venció el plazo del formato: 5 años después de la decisión.',
    })
    const rest = await Promise.all([recent, open, held].map((id) => requests(admin).getOne(id)))
    expect(rest.map(({ privacy, values }) => [privacy, values.nombre])).toEqual([
      ['', 'nueva'],
      ['', 'abierta'],
      ['held', 'retenida'],
    ])
    expect(await audited()).toContain('El historial está completo')
  })
})

describe('a restored backup', () => {
  it('is anonymised again at startup, except held requests, and nothing of it can be undone', async () => {
    const format = await aPublishedFormat(admin, { fields: [nameField, ...fields.slice(-1)] })
    // The second row is not sent: its name is too long.
    const batch = await aCompletedBatch(owner.pb, [{ nombre: secret('lote') }, { nombre: secret('x'.repeat(61)) }], {
      code: format.code,
    })
    const aSubmitted = async (nombre: string) => {
      const { id } = await aDraft(owner, { nombre }, format.code)
      await take(owner, 'submit', { ids: [id] })
      return id
    }
    const [approved, rejected, held, open] = [
      await aSubmitted(secret('aprobada')),
      await aSubmitted(secret('rechazada')),
      await aSubmitted('Retenida'),
      await aSubmitted('Abierta'),
    ]
    await take(admin, 'reject', { filter: { batch: batch.id }, expected: 1, reason: secret('motivo') })
    await take(admin, 'reject', { ids: [held], reason: 'No corresponde.' })
    await take(admin, 'hold', { ids: [held], reason: 'Hay un pleito.' })
    const filled = { values: { concepto: secret('concepto') }, updated: '' }
    const approval = await take(admin, 'approve', { ids: [approved], filled, undoable: true })
    const rejection = await take(admin, 'reject', { ids: [rejected], reason: secret('motivo'), undoable: true })
    const decisions = [approval.undo?.id, rejection.undo?.id]
    await sql("UPDATE undoable_decisions SET until = strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+4 minutes')")
    const backup = await aBackup(admin)

    await sql("UPDATE undoable_decisions SET until = '2026-01-01 00:00:00.000Z'")
    await superuser.crons.run('decisions')
    await settled(owner, approved)
    await take(admin, 'release', { ids: [held], reason: 'Terminó.' })
    expect((await anonymize({ ids: [approved, rejected, held] })).changed).toHaveLength(3)
    expect((await anonymize({ filter: { batch: batch.id }, expected: 1 })).changed).toHaveLength(1)
    const unsent = `SELECT count(*) FROM batch_rows WHERE batch = '${batch.id}' AND ("values" != '{}' OR wrong NOT IN ('{}', 'null'))`
    expect(await cell(unsent)).toBe('1')
    await expect.poll(pendingErasures).toBe('0')
    expect(await cell(unsent)).toBe('0')
    await expect.poll(() => pending('erased_files')).toBe('0')

    const [copies, restored] = [aFolder(), aFolder()]
    onTestFinished(() => {
      for (const folder of [copies, restored]) rmSync(folder, { recursive: true, force: true })
    })
    writeFileSync(join(copies, backup.name), Buffer.from(await (await fileOf(admin, backup)).arrayBuffer()))
    const binds = [
      { source: restored, target: '/pb_data' },
      { source: copies, target: '/copias', mode: 'ro' as const },
    ]
    const restore = () => runOnce(inject('emptyImage'), ['restore', `/copias/${backup.name}`], binds)
    expect((await restore()).output).toContain('No se encontró /copias/anonimizadas.txt')
    for (const name of readdirSync(restored)) rmSync(join(restored, name), { recursive: true })
    copyFileSync(join(data, 'backups/anonimizadas.txt'), join(copies, 'anonimizadas.txt'))
    expect(await restore()).toMatchObject({ code: 0 })

    const again = await startIn(restored)
    onTestFinished(async () => void (await again.stop()))
    const boss = await theFirstAdmin({ at: again.url })
    const root = await aSuperuser(again)
    const rows = async (query: string) =>
      (await root.send<{ rows: string[][] }>('/api/sql', { method: 'POST', body: { query } })).rows
    const standing = async () => {
      const all = await pageOf(boss, { format: format.id, sort: 'number' })
      return Object.fromEntries(all.items.map(({ id, status, privacy }) => [id, [status, privacy]]))
    }
    const first = await standing()
    expect(first).toMatchObject({
      [approved]: ['approved', 'anonymized'],
      [rejected]: ['rejected', 'anonymized'],
      [held]: ['rejected', 'held'],
      [open]: ['submitted', ''],
    })
    expect((await requests(boss).getOne(held)).values.nombre).toBe('Retenida')
    for (const id of decisions) {
      const undone = boss.pb.send(`/api/app/decisions/${id}/undo`, { method: 'POST' })
      expect(await refusalOf(undone)).toMatchObject({ status: 409, code: 'request.undo' })
    }
    await runMinuteJobs(again)
    await root.crons.run('decisions')
    await expect.poll(() => rows('SELECT count(*) FROM undoable_decisions')).toEqual([['0']])
    await expect.poll(async () => (await rows('PRAGMA wal_checkpoint(TRUNCATE)'))[0]?.[0]).toBe('0')
    await take(boss, 'release', { ids: [held], reason: 'Terminó.' })

    const list = join(restored, 'backups/anonimizadas.txt')
    let left: string[] = ['not read']
    await again.crash(() => {
      left = filesWith(word, restored)
    })
    expect(left).toEqual([])
    expect((await standing())[held]).toEqual(['rejected', 'anonymized'])
    expect(await readLog(again)).not.toContain('no tiene la firma')

    const signed = readFileSync(list, 'utf8')
    const forged = `${signed}${open}\n`
    await again.crash(() => writeFileSync(list, forged))
    expect((await standing())[open]).toEqual(['submitted', ''])
    const copy = readdirSync(join(restored, 'backups')).find((name) => /^anonimizadas-\w{12}\.txt$/.test(name)) ?? ''
    expect(readFileSync(join(restored, 'backups', copy), 'utf8')).toBe(forged)
    const [, ...ids] = readFileSync(list, 'utf8').trim().split('\n')
    expect(ids.toSorted()).toEqual(signed.trim().split('\n').slice(1).toSorted())
    await again.crash()
    expect((await readLog(again)).split('no tiene la firma')).toHaveLength(2)
  })
})
