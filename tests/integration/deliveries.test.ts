import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { DeliveryCounts, DeliveryResult } from '../../src/domain/deliveries/delivery-output.ts'
import type { Field } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import type { Guest } from '../../src/domain/links/link-output.ts'
import type { NoticePage } from '../../src/domain/notices/notice-output.ts'
import type { RequestView } from '../../src/domain/requests/request-view.ts'
import { aCompletedBatch } from '../support/batch.ts'
import { runMinuteJobs, type Server, startServer } from '../support/container.ts'
import { thisMachine } from '../support/environment.ts'
import { aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, pageOf, requests, settled, take } from '../support/requests.ts'
import { type MailServer, startMailServer } from '../support/smtp.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 60, summary: true },
  { key: 'correo', label: 'Correo', type: 'email' },
  { key: 'celular', label: 'Celular', type: 'phone' },
]
const delivery = { email: 'correo', name: 'nombre', phone: 'celular' }

let mails: MailServer
let server: Server
let superuser: PocketBase
let admin: Person
let owner: Person
const place = () => ({ at: server.url })

beforeAll(async () => {
  mails = await startMailServer({
    unknown: /@errado\./,
    deferred: /@aplazado\./,
    speechless: /@mudo\.|^k(20|90|160)@muerte\./,
  })
  const environment = {
    SMTP_HOST: thisMachine,
    SMTP_PORT: String(mails.port),
    SMTP_TIMEOUT: '5',
    UNDO_SECONDS: '60',
  }
  server = await startServer(inject('image'), environment, () => {}, { schedule: 'none' })
  superuser = await aSuperuser(server)
  admin = await theFirstAdmin(place())
  owner = await aUser(place())
  await sendMails()
})
afterAll(async () => {
  await server.stop()
  await mails.stop()
})

const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })
/** Ends the undo windows and the pauses of the queue. */
const skipWait = () => sql("UPDATE delivery_mails SET due = '2020-01-01 00:00:00.000Z'")
/** Ends the waits, the leases of killed senders, and the time in which they could still answer. */
const endLeases = async () => {
  await skipWait()
  await sql("UPDATE delivery_mails SET endedAt = '2020-01-01 00:00:00.000Z' WHERE endedAt != ''")
}
const sendMails = () => runMinuteJobs(server)

/** Mails that the server of this file received: recipient, Message-ID and source. */
const received = () =>
  readdirSync(mails.folder)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => {
      const raw = readFileSync(join(mails.folder, name), 'utf8')
      return {
        to: name.replace(/^\d+-|\.eml$/g, ''),
        id: /^Message-ID: (.*)\r$/m.exec(raw)?.[1] ?? '',
        text: raw.replace(/=\r\n/g, ''),
      }
    })
const receivedBy = (address: string) => received().filter(({ to }) => to === address)

const aDeliveringFormat = (change: Partial<Format> = {}) =>
  aPublishedFormat(admin, { fields, makesFinal: true, delivery, ...change })

async function anApproved(format: Format, values: Record<string, string>) {
  const { id } = await aDraft(owner, { nombre: 'Zoé Güell', ...values }, format.code)
  await take(owner, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  return settled(owner, id)
}

const viewOf = (person: Person, id: string) =>
  person.pb.send<RequestView>(`/api/app/requests/${id}/view`, { method: 'GET' })
const stateOf = async (id: string) => (await viewOf(owner, id)).delivery?.state
const post = <Result>(person: Person, path: string, body: object = {}) =>
  person.pb.send<Result>(`/api/app/${path}`, { method: 'POST', body })
const correct = (person: Person, corrections: { request: string; email: string }[]) =>
  post<DeliveryResult>(person, 'deliveries/correct', { corrections })
const sendAgain = (person: Person, body: object) => post<DeliveryResult>(person, 'deliveries/send', body)
/** Returns the number of all deliveries. The job of the minute may send some before the test asks for it. */
const total = (counts: DeliveryCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0)
const actionsOf = async (id: string) => (await viewOf(owner, id)).history.map(({ action }) => action)

describe('delivery of a document', () => {
  it('sends a link once, without the address or the document in it', async () => {
    const format = await aDeliveringFormat()
    const { id, documentNumber } = await anApproved(format, { correo: 'zoe@ejemplo.test' })
    await sendMails()
    expect(await stateOf(id)).toBe('sent')
    const [mail] = receivedBy('zoe@ejemplo.test')
    expect(mail?.text).toContain('Zo=C3=A9 G=C3=BCell')
    expect(mail?.text).toContain(documentNumber)
    expect(mail?.text).toMatch(new RegExp(`${server.url}/d/[0-9a-f]{32}`))
    expect(mail?.text).not.toContain('application/pdf')
    expect(await actionsOf(id)).toContain('deliverySent')
    await take(admin, 'regenerate', { ids: [id] })
    await settled(owner, id)
    await sendMails()
    expect(await stateOf(id)).toBe('sent')
    expect(receivedBy('zoe@ejemplo.test')).toHaveLength(1)
  })

  it('attaches the PDF if the format says so', async () => {
    const format = await aDeliveringFormat({ delivery: { ...delivery, attach: true } })
    const { id, documentNumber } = await anApproved(format, { correo: 'adjunto@ejemplo.test' })
    await sendMails()
    expect(await stateOf(id)).toBe('sent')
    const [mail] = receivedBy('adjunto@ejemplo.test')
    expect(mail?.text).toContain(`attachment; filename=${documentNumber}.pdf`)
    const encoded = mail?.text.split(/application\/pdf\r\n\r\n/)[1]?.split('\r\n--')[0] ?? ''
    expect(Buffer.from(encoded, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('waits for the final document, unless the format delivers preliminary ones', async () => {
    const later = await anApproved(await aDeliveringFormat({ makesFinal: false }), { correo: 'final@ejemplo.test' })
    const both = await anApproved(
      await aDeliveringFormat({ makesFinal: false, delivery: { ...delivery, preliminary: true } }),
      { correo: 'ambos@ejemplo.test' },
    )
    expect(await stateOf(later.id)).toBeUndefined()
    await sendMails()
    expect(await stateOf(both.id)).toBe('sent')
    await take(admin, 'issue', { ids: [later.id, both.id] })
    for (const { id } of [later, both]) await settled(owner, id)
    await sql('DELETE FROM notice_mails')
    await sendMails()
    expect(await stateOf(later.id)).toBe('sent')
    await sendMails()
    expect(receivedBy('ambos@ejemplo.test').length).toBe(2)
    expect(receivedBy('final@ejemplo.test')).toHaveLength(1)
  })

  it('delivers nothing that nobody approved', async () => {
    const format = await aDeliveringFormat()
    await admin.pb.collection('formats').update(format.id, { requiresReview: false })
    const { id } = await aDraft(owner, { nombre: 'Zoé', correo: 'nadie@ejemplo.test' }, format.code)
    await take(owner, 'submit', { ids: [id] })
    expect((await settled(owner, id)).documentStatus).toBe('ready')
    expect(await stateOf(id)).toBeUndefined()
    await expect(sendAgain(owner, { ids: [id] })).resolves.toMatchObject({
      changed: 0,
      skipped: [{ code: 'delivery.document' }],
    })
    await expect(correct(owner, [{ request: id, email: 'otra@ejemplo.test' }])).resolves.toMatchObject({ changed: 0 })
    const publishing = aPublishedFormat(admin, { fields, delivery, requiresReview: false })
    expect(await refusalOf(publishing)).toMatchObject({ code: 'format.invalid' })
  })

  it('sends nothing to a person whom an administrator blocked', async () => {
    const search = 'bloqueada@ejemplo.test'
    const { id } = await anApproved(await aDeliveringFormat(), { correo: search })
    const guests = await admin.pb.send<{ items: Guest[] }>('/api/app/guests', { method: 'GET', query: { search } })
    expect(guests.items).toMatchObject([{ email: search, name: 'Zoé Güell', blocked: false, documents: 1 }])
    await post(admin, `guests/${guests.items[0]?.id}/block`, { blocked: true })
    await sendMails()
    expect(await stateOf(id)).toBe('')
    expect(receivedBy(search)).toEqual([])
  })

  it('cancels a mail that was not sent when the document is annulled', async () => {
    const format = await aDeliveringFormat()
    const { id } = await anApproved(format, { correo: 'anulado@ejemplo.test' })
    await take(admin, 'annul', { ids: [id], reason: 'Error en el cargo.' })
    await settled(owner, id)
    await sendMails()
    expect(await stateOf(id)).toBe('')
    expect(receivedBy('anulado@ejemplo.test')).toEqual([])
  })
})

describe('delivery of a batch', () => {
  it('reports refused addresses, which are corrected and arrive', { timeout: 300_000 }, async () => {
    const format = await aDeliveringFormat({ name: 'Carta de vacaciones' })
    const rows = Array.from({ length: 300 }, (_, i) => ({
      nombre: `Persona ${i}`,
      correo: i % 25 === 3 ? `p${i}@errado.test` : `p${i}@lote.test`,
    }))
    const batch = await aCompletedBatch(owner.pb, rows, { code: format.code })
    await take(admin, 'approve', { filter: { batch: batch.id, status: 'submitted' }, expected: 300 })
    const counts = () => owner.pb.send<DeliveryCounts>(`/api/app/batches/${batch.id}/deliveries`, { method: 'GET' })
    await expect.poll(async () => total(await counts()), { timeout: 60_000 }).toBe(300)
    await sendMails()
    expect(await counts()).toEqual({ waiting: 0, sent: 288, opened: 0, refused: 0, address: 12, unknown: 0 })
    const arrived = received().filter(({ to }) => to.endsWith('@lote.test'))
    expect(new Set(arrived.map(({ to }) => to)).size).toBe(288)
    expect(arrived).toHaveLength(288)
    const failed = await pageOf(owner, { batch: batch.id, delivery: 'failed', sort: 'number' })
    expect(failed.items.map(({ recipient }) => recipient).sort()).toEqual(
      [3, 28, 53, 78, 103, 128, 153, 178, 203, 228, 253, 278].map((i) => `p${i}@errado.test`).sort(),
    )
    const notices = await owner.pb.send('/api/app/notices', { method: 'GET' })
    expect(notices.items).toContainEqual(expect.objectContaining({ kind: 'deliveryFailed', count: 12 }))
    const corrections = failed.items.map(({ id, recipient }) => ({
      request: id,
      email: recipient.replace('errado', 'corregido'),
    }))
    expect(await correct(owner, corrections)).toMatchObject({ changed: 12, skipped: [], undo: { seconds: 60 } })
    await expect.poll(counts).toMatchObject({ waiting: 12, address: 0 })
    await skipWait()
    await sendMails()
    expect(await counts()).toEqual({ waiting: 0, sent: 300, opened: 0, refused: 0, address: 0, unknown: 0 })
    expect(received().filter(({ to }) => to.endsWith('@corregido.test'))).toHaveLength(12)
    const [first] = corrections
    // The values, which were approved, stay as they are.
    expect((await requests(owner).getOne(first?.request ?? '')).values.correo).toMatch(/@errado\.test$/)
    expect((await viewOf(owner, first?.request ?? '')).delivery?.email).toMatch(/@corregido\.test$/)
  })

  it('sends all documents of a person in one mail', async () => {
    const format = await aDeliveringFormat()
    const rows = Array.from({ length: 45 }, () => ({ nombre: 'Zoé', correo: 'varios@ejemplo.test' }))
    const batch = await aCompletedBatch(owner.pb, rows, { code: format.code })
    await take(admin, 'approve', { filter: { batch: batch.id, status: 'submitted' }, expected: 45 })
    const counts = () => owner.pb.send<DeliveryCounts>(`/api/app/batches/${batch.id}/deliveries`, { method: 'GET' })
    await expect.poll(async () => total(await counts()), { timeout: 60_000 }).toBe(45)
    await sendMails()
    expect(await counts()).toMatchObject({ sent: 45 })
    expect(receivedBy('varios@ejemplo.test')).toHaveLength(1)
    expect(receivedBy('varios@ejemplo.test')[0]?.text).toContain('Y 25 m=C3=A1s.')
  })

  it('sends one mail to a person if the batch is approved in parts', async () => {
    const format = await aDeliveringFormat()
    const people = ['partes', 'partes', 'otra', 'partes']
    const rows = people.map((name) => ({ nombre: name, correo: `${name}@ejemplo.test` }))
    const batch = await aCompletedBatch(owner.pb, rows, { code: format.code })
    const ids = (await pageOf(admin, { batch: batch.id, sort: 'number' })).items.map(({ id }) => id)
    const approve = async (some: string[]) => {
      await take(admin, 'approve', { ids: some })
      for (const id of some) await settled(owner, id)
    }
    const sendOthers = async (name: string) => {
      const { id } = await anApproved(await aDeliveringFormat(), { correo: `${name}@ejemplo.test` })
      await sendMails()
      expect(await stateOf(id)).toBe('sent')
    }
    await approve(ids.slice(0, 1))
    await sendOthers('suelta')
    await approve(ids.slice(1, 3))
    await sendOthers('suelta2')
    expect(receivedBy('partes@ejemplo.test')).toEqual([])
    // Makes the queued mails older than five minutes. The last request is still not approved.
    await sql("UPDATE delivery_mails SET due = strftime('%Y-%m-%d %H:%M:%fZ', 'now', '-301 seconds')")
    await sendMails()
    expect(receivedBy('partes@ejemplo.test').length).toBe(1)
    expect(receivedBy('partes@ejemplo.test')[0]?.text.match(/<li>/g)).toHaveLength(2)
    await sendMails()
    expect((await pageOf(owner, { batch: batch.id, delivery: 'sent' })).totalItems).toBe(3)
    expect(receivedBy('otra@ejemplo.test')).toHaveLength(1)
    // The last part leaves at once, because no document follows.
    await approve(ids.slice(3))
    await sql('DELETE FROM notice_mails')
    await sendMails()
    expect(receivedBy('partes@ejemplo.test').length).toBe(2)
  })

  it('loses no mail and repeats none by itself when the server dies', { timeout: 300_000 }, async () => {
    const format = await aDeliveringFormat()
    const rows = Array.from({ length: 200 }, (_, i) => ({ nombre: `Persona ${i}`, correo: `k${i}@muerte.test` }))
    const batch = await aCompletedBatch(owner.pb, rows, { code: format.code })
    await take(admin, 'approve', { filter: { batch: batch.id, status: 'submitted' }, expected: 200 })
    const counts = () => owner.pb.send<DeliveryCounts>(`/api/app/batches/${batch.id}/deliveries`, { method: 'GET' })
    await expect.poll(async () => total(await counts()), { timeout: 60_000 }).toBe(200)
    const sent = () => received().filter(({ to }) => to.endsWith('@muerte.test'))
    const inFlight = ['k20@muerte.test', 'k90@muerte.test', 'k160@muerte.test']
    for (const victim of inFlight) {
      // A killed sender leaves its lease, which ends after a minute.
      await endLeases()
      await superuser.crons.run('minute')
      await expect.poll(() => receivedBy(victim).length).toBe(1)
      await server.crash()
    }
    await endLeases()
    await sendMails()
    expect(await counts()).toMatchObject({ waiting: 0 })
    const { sent: confirmed, unknown } = await counts()
    const unconfirmed = await pageOf(owner, { batch: batch.id, delivery: 'unknown' })
    expect(confirmed + unknown).toBe(200)
    // Each death stops at most two senders.
    expect(unknown).toBeLessThanOrEqual(6)
    const once = sent().map(({ to }) => to)
    expect(new Set(once).size).toBe(once.length)
    const doubtful = unconfirmed.items.map(({ recipient }) => recipient)
    expect(doubtful).toEqual(expect.arrayContaining(inFlight))
    expect(new Set([...once, ...doubtful]).size).toBe(200)
    await sendAgain(owner, { ids: unconfirmed.items.map(({ id }) => id) })
    await endLeases()
    await sendMails()
    expect(await counts()).toMatchObject({ waiting: 0, sent: 200, unknown: 0 })
    expect(new Set(sent().map(({ to }) => to)).size).toBe(200)
  })

  it('does not repeat a mail whose answer is lost', async () => {
    const format = await aDeliveringFormat()
    const { id } = await anApproved(format, { correo: 'callado@mudo.test' })
    await sendMails()
    expect(await stateOf(id)).toBe('unknown')
    await skipWait()
    await sendMails()
    expect(receivedBy('callado@mudo.test')).toHaveLength(1)
    const { items } = await owner.pb.send<NoticePage>('/api/app/notices', { method: 'GET' })
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: 'deliveryFailed',
        subjectId: id,
        details: expect.objectContaining({ code: 'delivery.unknown' }),
      }),
    )
    expect(await actionsOf(id)).toContain('deliveryFailed')
    await sendAgain(owner, { ids: [id] })
    expect(await stateOf(id)).toBe('waiting')
  })
})

describe('delivery that fails', () => {
  const deliveryNotice = async (id: string) =>
    (await owner.pb.send<NoticePage>('/api/app/notices', { method: 'GET' })).items.find(
      ({ kind, subjectId }) => kind === 'deliveryFailed' && subjectId === id,
    )
  const ofRequest = (id: string) => `WHERE link IN (SELECT id FROM links WHERE request = '${id}')`
  /** Makes the attempt that follows `before` attempts. */
  const attempt = async (id: string, before: number) => {
    const asked = mails.asked()
    await sql(`UPDATE delivery_mails SET attempts = ${before}, due = '2020-01-01 00:00:00.000Z' ${ofRequest(id)}`)
    await sendMails()
    expect(mails.asked()).toBeGreaterThan(asked)
  }

  it('is reported after four hours, and given up after three days', async () => {
    const { id } = await anApproved(await aDeliveringFormat(), { correo: 'tarde@aplazado.test' })
    await attempt(id, 7)
    expect(await deliveryNotice(id)).toBeUndefined()
    await attempt(id, 8)
    await expect
      .poll(() => deliveryNotice(id))
      .toMatchObject({
        details: { text: expect.stringMatching(/respondió: 451 .*Greylisted/) },
      })
    expect(await stateOf(id)).toBe('waiting')
    // A retry by an administrator does not repeat the report.
    await sql(`UPDATE delivery_mails SET due = '2020-01-01 00:00:00.000Z' ${ofRequest(id)}`)
    await post(admin, 'mail/retry')
    const query = queryOf(superuser)
    expect(Number((await query(`SELECT attempts FROM delivery_mails ${ofRequest(id)}`))[0]?.[0])).toBeGreaterThan(8)
    await attempt(id, 9)
    await attempt(id, 17)
    await expect.poll(() => stateOf(id)).toBe('refused')
    expect(await viewOf(owner, id)).toMatchObject({ delivery: { error: expect.stringContaining('Greylisted') } })
    expect((await actionsOf(id)).filter((action) => action === 'deliveryFailed')).toHaveLength(1)
    expect(receivedBy('tarde@aplazado.test')).toEqual([])
    expect(await sendAgain(owner, { ids: [id] })).toMatchObject({ changed: 1 })
  })

  it('sends the link alone if the files are too large for a mail', async () => {
    const format = await aDeliveringFormat({ delivery: { ...delivery, attach: true } })
    const correo = 'pesado@ejemplo.test'
    // After this mail, the person gets no other for five minutes.
    const { id } = await anApproved(format, { correo })
    await sendMails()
    expect(await stateOf(id)).toBe('sent')
    const rows = Array.from({ length: 68 }, () => ({ nombre: 'Zoé', correo }))
    const batch = await aCompletedBatch(owner.pb, rows, { code: format.code })
    await take(admin, 'approve', { filter: { batch: batch.id, status: 'submitted' }, expected: 68 })
    const counts = () => owner.pb.send<DeliveryCounts>(`/api/app/batches/${batch.id}/deliveries`, { method: 'GET' })
    await expect.poll(counts).toMatchObject({ waiting: 68 })
    const { items } = await pageOf(owner, { batch: batch.id, perPage: 100 })
    const document = new File(['%PDF-1.7\n', new Uint8Array(120_000)], 'grande.pdf', { type: 'application/pdf' })
    for (const each of items) await superuser.collection('requests').update(each.id, { document })
    await sql('DELETE FROM notice_mails')
    await sendMails()
    expect(await counts()).toMatchObject({ sent: 68 })
    const [, mail] = receivedBy(correo)
    expect(mail?.text).toContain('Los documentos no van adjuntos porque pesan demasiado para un correo.')
    expect(mail?.text).toMatch(/\/d\/[0-9a-f]{32}/)
    expect(mail?.text).not.toContain('application/pdf')
  })
})

describe('sending again', () => {
  it('can be undone until the mails leave', async () => {
    const format = await aDeliveringFormat()
    const { id } = await anApproved(format, { correo: 'otravez@ejemplo.test' })
    await sendMails()
    expect(await stateOf(id)).toBe('sent')
    const { undo } = await correct(owner, [{ request: id, email: 'cambiado@ejemplo.test' }])
    expect(await viewOf(owner, id)).toMatchObject({ delivery: { state: 'waiting', email: 'cambiado@ejemplo.test' } })
    expect(await refusalOf(post(admin, `deliveries/${undo?.id}/undo`))).toMatchObject({ status: 409 })
    expect(await post(owner, `deliveries/${undo?.id}/undo`)).toEqual({ changed: 1 })
    expect(await viewOf(owner, id)).toMatchObject({ delivery: { state: 'sent', email: 'otravez@ejemplo.test' } })
    expect(await refusalOf(post(owner, `deliveries/${undo?.id}/undo`))).toMatchObject({ status: 409 })
    expect(await actionsOf(id)).toEqual(expect.arrayContaining(['deliveryCorrected', 'deliveryUndone']))
  })

  it('replaces the former link, at most ten times', async () => {
    const format = await aDeliveringFormat()
    const { id } = await anApproved(format, { correo: 'repetido@ejemplo.test' })
    await sendMails()
    expect(await stateOf(id)).toBe('sent')
    expect(await sendAgain(owner, { ids: [id] })).toMatchObject({ changed: 1 })
    expect(await sendAgain(owner, { ids: [id] })).toMatchObject({
      changed: 0,
      skipped: [{ id, code: 'delivery.waiting' }],
    })
    await skipWait()
    await sendMails()
    // A mailbox gets one delivery in five minutes.
    expect(receivedBy('repetido@ejemplo.test')).toHaveLength(1)
    await sql('DELETE FROM notice_mails')
    await sendMails()
    expect(await stateOf(id)).toBe('sent')
    const [first, second] = receivedBy('repetido@ejemplo.test').map(({ text }) => /\/d\/(\w{32})/.exec(text)?.[1])
    expect(first).not.toBe(second)
    await sql('UPDATE links SET timesSent = 10')
    expect(await sendAgain(owner, { ids: [id] })).toMatchObject({
      changed: 0,
      skipped: [{ id, code: 'delivery.limit' }],
    })
  })

  it('is only for the requester and administrators', async () => {
    const format = await aDeliveringFormat()
    const { id } = await anApproved(format, { correo: 'ajeno@ejemplo.test' })
    const stranger = await aUser(place())
    expect(await sendAgain(stranger, { ids: [id] })).toEqual({
      changed: 0,
      skipped: [{ id, code: 'request.notFound' }],
    })
    expect(await correct(stranger, [{ request: id, email: 'a@b.test' }])).toMatchObject({ changed: 0 })
    expect(await refusalOf(post(stranger, `requests/${id}/link`))).toMatchObject({ status: 404 })
    expect((await viewOf(admin, id)).delivery).toBeDefined()
    const { url } = await post<{ url: string }>(owner, `requests/${id}/link`)
    expect(url).toMatch(new RegExp(`^${server.url}/d/[0-9a-f]{32}$`))
  })

  it('refuses addresses that are none, and more corrections than a day allows', async () => {
    const format = await aDeliveringFormat()
    const { id } = await anApproved(format, { correo: 'bueno@ejemplo.test' })
    for (const email of ['nada', 'a@b.test\r\nBcc: c@d.test', 'Ana <a@b.test>', ''])
      expect(await correct(owner, [{ request: id, email }])).toEqual({ changed: 0, skipped: [{ id, code: 'email' }] })
    await sql(
      `INSERT INTO events (id, subject, subjectId, actor, owner, action, created, updated)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       SELECT substr(lower(hex(randomblob(8))), 2), 'requests', '${id}', '${owner.id}', '${owner.id}', 'deliveryCorrected',
         strftime('%Y-%m-%d %H:%M:%fZ'), '' FROM n`,
    )
    expect(await refusalOf(correct(owner, [{ request: id, email: 'otro@ejemplo.test' }]))).toMatchObject({
      code: 'delivery.corrections',
    })
    expect(await correct(admin, [{ request: id, email: 'otro@ejemplo.test' }])).toMatchObject({ changed: 1 })
  })
})

it('delivers by one sender, so that other mails do not wait for a batch', async () => {
  const slow = await startMailServer()
  const environment = { SMTP_HOST: thisMachine, SMTP_PORT: String(slow.port) }
  const other = await startServer(inject('image'), environment, () => {}, { schedule: 'none' })
  try {
    const at = other.url
    const [root, boss, ana] = [await aSuperuser(other), await theFirstAdmin({ at }), await aUser({ at })]
    const format = await aPublishedFormat(boss, { fields, makesFinal: true, delivery })
    await runMinuteJobs(other)
    expect(await root.collection('outgoing_mails').getFullList()).toEqual([])
    slow.hold()
    for (const correo of ['uno@ejemplo.test', 'dos@ejemplo.test']) {
      const { id } = await aDraft(ana, { nombre: 'Zoé', correo }, format.code)
      await take(ana, 'submit', { ids: [id] })
      await take(boss, 'approve', { ids: [id] })
      await settled(ana, id)
    }
    const sqlThere = (query: string) => root.send('/api/sql', { method: 'POST', body: { query } })
    // Leaves only the deliveries to send.
    for (const query of ['DELETE FROM outgoing_mails', 'DELETE FROM decision_mails', "UPDATE notices SET mail = ''"])
      await sqlThere(query)
    const claimed = async () => (await sqlThere("SELECT count(*) FROM delivery_mails WHERE claim != ''")).rows[0][0]
    await root.crons.run('minute')
    await expect.poll(claimed).toBe('1')
    // A second job ends at once, because the sender is busy.
    await runMinuteJobs(other)
    expect(await claimed()).toBe('1')
  } finally {
    slow.release()
    await other.stop()
    await slow.stop()
  }
})
