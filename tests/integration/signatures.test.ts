import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type PocketBase from 'pocketbase'
import type { ClientResponseError } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import type { SigningSettings } from '../../src/domain/formats/signing-settings.ts'
import type { GuestDocument } from '../../src/domain/links/link-output.ts'
import { buildConsent } from '../../src/domain/links/signing.ts'
import type { SigningCounts } from '../../src/domain/links/signing-output.ts'
import type { RequestExportChunk } from '../../src/domain/requests/request-export.ts'
import type { Request } from '../../src/domain/requests/request-output.ts'
import type { RequestView } from '../../src/domain/requests/request-view.ts'
import { aCompletedBatch } from '../support/batch.ts'
import { runMinuteJobs, type Server, startServer } from '../support/container.ts'
import { thisMachine } from '../support/environment.ts'
import { confirmCode, readDocument, requestCode, sendBody } from '../support/links.ts'
import { anonymous, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { aSignature } from '../support/pictures.ts'
import { refusalOf } from '../support/refusal.ts'
import {
  aDraft,
  aPublishedFormat,
  download,
  earlierOf,
  pageOf,
  read,
  requests,
  settled,
  settledAll,
  take,
} from '../support/requests.ts'
import { type MailServer, startMailServer } from '../support/smtp.ts'
import { aSuperuser } from '../support/superuser.ts'

const fields: Field[] = [
  { key: 'contratista', label: 'Contratista', type: 'text', required: true, max: 60, summary: true },
  { key: 'correo', label: 'Correo', type: 'email', required: true },
  { key: 'testigo', label: 'Testigo', type: 'text', required: true, max: 60 },
  { key: 'correo_testigo', label: 'Correo del testigo', type: 'email', required: true },
]
const signers = [
  { name: 'contratista', email: 'correo', role: 'Contratista' },
  { name: 'testigo', email: 'correo_testigo', role: 'Testigo' },
]

let mails: MailServer
let server: Server
let superuser: PocketBase
let admin: Person
let owner: Person
const place = () => ({ at: server.url })

beforeAll(async () => {
  mails = await startMailServer({ unknown: /@errado\./, speechless: /^(c10|t30)@muerte\./ })
  const environment = { SMTP_HOST: thisMachine, SMTP_PORT: String(mails.port), UNDO_SECONDS: '0' }
  server = await startServer(inject('image'), environment, () => {}, { schedule: 'none' })
  superuser = await aSuperuser(server)
  admin = await theFirstAdmin(place())
  owner = await aUser(place())
})
afterAll(async () => {
  await server.stop()
  await mails.stop()
})

const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })
/** Sends all queued mails, without the pause between two mails to one person. */
async function sendMails() {
  await sql('DELETE FROM notice_mails')
  await runMinuteJobs(server)
}

/** Sends the mails until `read` returns what is expected. A run does nothing while another sender is busy. */
const sendUntil = <Value>(read: () => Value) =>
  expect.poll(
    async () => {
      await sendMails()
      return read()
    },
    { interval: 250 },
  )

/** Mails to an address, oldest first, decoded enough to find links and words. */
const mailsTo = (address: string) =>
  readdirSync(mails.folder)
    .filter((name) => !name.startsWith('.') && name.endsWith(`-${address}.eml`))
    .sort()
    .map((name) => readFileSync(join(mails.folder, name), 'utf8').replace(/=\r\n/g, '').replaceAll('=3D', '='))
/** Sends the queued mails until an address has a number of mails; returns the token of the last one. */
async function tokenOf(address: string, count = 1): Promise<string> {
  await sendUntil(() => mailsTo(address).length).toBe(count)
  return /\/d\/([0-9a-f]{32})/.exec(mailsTo(address).at(-1) ?? '')?.[1] ?? ''
}

let people = 0
const anAddress = () => `firma-${++people}@ejemplo.test`

interface Contract {
  id: string
  number: string
  addresses: [string, string]
}

const aSigningFormat = (signing: SigningSettings = {}) =>
  aPublishedFormat(admin, {
    fields,
    body: '# Contrato\n\nEntre las partes y {{contratista}}.',
    signatures: [{ by: 'field', name: 'contratista', caption: 'Contratista' }],
    makesFinal: true,
    paper: { evidence: true },
    signing: { signers, ...signing },
  })

/** Creates an approved request with two outside signers. */
async function aContract(signing: SigningSettings = {}): Promise<Contract> {
  const format = await aSigningFormat(signing)
  const addresses: [string, string] = [anAddress(), anAddress()]
  const values = { contratista: 'Zoé Güell', correo: addresses[0], testigo: 'Luis Gil', correo_testigo: addresses[1] }
  const { id } = await aDraft(owner, values, format.code)
  await take(owner, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  const { documentNumber, finality } = await settled(owner, id)
  expect(finality).toBe('preliminary')
  return { id, number: documentNumber, addresses }
}

/** Signs a person in with the code of their mailbox. */
async function enter(token: string, address: string): Promise<PocketBase> {
  const pb = anonymous(place())
  const before = mailsTo(address).length
  const { otpId } = await requestCode(pb, token)
  await expect.poll(() => mailsTo(address).length).toBe(before + 1)
  const code = /\b\d{6}\b/.exec(
    (mailsTo(address).at(-1) ?? '')
      .replace(/#[0-9a-f]{6}/gi, '')
      .split('\r\n\r\n')
      .slice(1)
      .join(),
  )?.[0]
  await confirmCode(pb, otpId, code ?? '')
  return pb
}

const listOf = async (pb: PocketBase, token: string) =>
  (await sendBody<{ items: GuestDocument[] }>(pb, '/api/app/guest/links', { token })).items
const itemOf = async (pb: PocketBase, token: string) => (await listOf(pb, token))[0] as GuestDocument
const answer = (pb: PocketBase, id: string, body: object) =>
  sendBody<void>(pb, `/api/app/guest/links/${id}/signature`, body)

const codeOf = ({ response }: ClientResponseError): string => response.data.code.code

/** Builds the body of a signature of what the page shows. */
const signatureOf = (item: GuestDocument, name: string, change: object = {}) => ({
  action: 'sign',
  name,
  hash: item.signing?.hash,
  consent: buildConsent(name, item),
  ...change,
})

/** Opens the link of a mail, reads the document and signs it. */
async function sign(address: string, name: string, count = 1, change: object = {}) {
  const token = await tokenOf(address, count)
  const pb = await enter(token, address)
  const { id } = await itemOf(pb, token)
  expect((await readDocument(pb, id)).status).toBe(200)
  await answer(pb, id, signatureOf(await itemOf(pb, token), name, change))
  return { pb, token, id }
}

const viewOf = (id: string, person = owner) =>
  person.pb.send<RequestView>(`/api/app/requests/${id}/view`, { method: 'GET' })
const actionsOf = async (id: string) => (await viewOf(id)).history.map(({ action }) => action)
/** Waits for the final document of a request. */
async function finalOf(id: string): Promise<Request> {
  await expect.poll(async () => (await requests(owner).getOne(id)).documentKind).toBe('final')
  return settled(owner, id)
}

describe('outside signers', () => {
  it('sign the preliminary document, and then it is final with their lines filled', async () => {
    const { id, addresses, number } = await aContract()
    const [first, second] = addresses
    const png = aSignature().toString('base64')
    const { pb, token, id: link } = await sign(first, 'Zoé Güell', 1, { drawing: png })
    expect(mailsTo(first)[0]).toContain('le pide firmar')
    expect((await itemOf(pb, token)).signing?.state).toBe('signed')
    expect((await requests(owner).getOne(id)).finality).toBe('preliminary')
    expect(await refusalOf(answer(pb, link, signatureOf(await itemOf(pb, token), 'Zoé Güell')))).toMatchObject({
      status: 409,
      code: 'sign.signed',
    })

    await sign(second, 'luis gil')
    const made = await finalOf(id)
    const text = read(await (await download(owner, made)).arrayBuffer())
    expect(text).not.toContain('PRELIMINAR')
    expect(text).toContain('Firmado electrónicamente por luis gil, el')
    expect(text).toMatch(/Firmado electrónicamente el \d+ de\s+Testigo\s+\w+ de \d{4} a las? \d+:\d\d/)
    expect(text).toContain('Constancia de aprobación y firma')
    const { history, evidence = [] } = await viewOf(id)
    expect(evidence.map(({ name, role, confirmation }) => [name, role, confirmation])).toEqual([
      [admin.name, 'Aprobó la solicitud', 'Había iniciado sesión'],
      ['Zoé Güell', 'Firmó como Contratista', 'Código enviado a f***@ejemplo.test'],
      ['luis gil', 'Firmó como Testigo', 'Código enviado a f***@ejemplo.test'],
    ])
    const signed = history.flatMap(({ action, details }) => (action === 'signed' ? [details?.evidence] : []))
    expect(signed).toMatchObject(evidence.slice(1).map(({ hash }) => ({ hash, sentTo: 'f***@ejemplo.test' })))
    const sentTo = history.flatMap(({ action, details }) => (action === 'signed' ? [details?.email] : []))
    expect(sentTo).toEqual(['f***@ejemplo.test', 'f***@ejemplo.test'])
    const actions = await actionsOf(id)
    expect(actions.filter((action) => action === 'signed')).toHaveLength(2)
    expect(actions.indexOf('signedByAll')).toBeGreaterThan(actions.lastIndexOf('signed'))

    // The link of the first mail was replaced by that of the final document.
    const last = await tokenOf(first, 3)
    expect(mailsTo(first)[2]).toContain('que ya tiene todas las firmas')
    const again = await enter(last, first)
    expect(await itemOf(again, last)).toMatchObject({ state: 'valid', number, signing: { state: 'signed' } })
    const [kept] = await earlierOf(owner, id)
    const stored = await sql(
      `SELECT name || ' ' || documentHash || ' ' || address || ' ' || consent AS text FROM signatures WHERE request = '${id}' ORDER BY id`,
    )
    expect(JSON.stringify(stored)).toContain(
      `Zoé Güell ${kept?.hash} f***@ejemplo.test Yo, Zoé Güell, leí el documento «Constancia de prueba», ${number}, y lo firmo.`,
    )
  })

  it('are asked one after another if the format says so', async () => {
    const { id, addresses } = await aContract({ order: 'sequence' })
    await tokenOf(addresses[0])
    expect(mailsTo(addresses[1])).toHaveLength(0)
    await sign(addresses[0], 'Zoé Güell')
    await sign(addresses[1], 'Luis Gil')
    await finalOf(id)
  })

  it('stop the others by a refusal, and its reason reaches the requester and who had signed', async () => {
    const { id, addresses } = await aContract()
    await sign(addresses[0], 'Zoé Güell')
    const token = await tokenOf(addresses[1])
    const pb = await enter(token, addresses[1])
    const { id: link } = await itemOf(pb, token)
    expect((await refusalOf(answer(pb, link, { action: 'refuse', reason: ' ' }))).status).toBe(400)
    await answer(pb, link, { action: 'refuse', reason: 'El valor no es el acordado.' })
    expect((await itemOf(pb, token)).signing?.state).toBe('refused')
    expect((await refusalOf(answer(pb, link, { action: 'refuse', reason: 'Otra vez' }))).code).toBe('sign.refused')
    const notices = await owner.pb.send<{ items: { kind: string; details: { by: string; text: string } }[] }>(
      '/api/app/notices',
      {},
    )
    expect(notices.items.find(({ kind }) => kind === 'signing')?.details).toMatchObject({
      by: 'Testigo',
      text: 'El valor no es el acordado.',
    })
    await tokenOf(addresses[0], 3)
    expect(mailsTo(addresses[0])[2]).toContain('Testigo no lo firm=C3=B3. Motivo: El valor no es el acordado.')
    expect((await requests(owner).getOne(id)).finality).toBe('preliminary')
  })
})

describe('a signature', () => {
  it('is refused before the document was opened, and after it changed', async () => {
    const { id, addresses } = await aContract()
    const token = await tokenOf(addresses[0])
    const pb = await enter(token, addresses[0])
    const shown = await itemOf(pb, token)
    expect(shown.signing).toMatchObject({ state: 'open', isRead: false, role: 'Contratista' })
    const body = signatureOf(shown, 'Zoé Güell')
    expect(await refusalOf(answer(pb, shown.id, body))).toMatchObject({ status: 409, code: 'sign.changed' })
    await readDocument(pb, shown.id)
    expect((await itemOf(pb, token)).signing?.isRead).toBe(true)
    expect((await refusalOf(answer(pb, shown.id, { ...body, consent: 'Acepto.' }))).code).toBe('sign.changed')

    await admin.pb.collection('settings').update((await admin.pb.collection('settings').getFirstListItem('')).id, {
      organisationName: `Otra organización ${Date.now()}`,
    })
    await take(admin, 'regenerate', { ids: [id] })
    await settled(owner, id)
    const changed = await itemOf(pb, token)
    expect(changed.signing?.hash).not.toBe(shown.signing?.hash)
    expect(changed.signing?.isRead).toBe(false)
    expect((await refusalOf(answer(pb, shown.id, body))).code).toBe('sign.changed')
    expect((await refusalOf(answer(pb, shown.id, signatureOf(changed, 'Zoé Güell')))).code).toBe('sign.changed')
    await readDocument(pb, shown.id)
    await answer(pb, shown.id, signatureOf(changed, 'Zoé Güell'))
  })

  it('is only of the person of the link, with its mailbox', async () => {
    const { addresses } = await aContract()
    const tokens = [await tokenOf(addresses[0]), await tokenOf(addresses[1])]
    const pb = await enter(tokens[0] ?? '', addresses[0])
    const own = await itemOf(pb, tokens[0] ?? '')
    await readDocument(pb, own.id)
    const other = await enter(tokens[1] ?? '', addresses[1])
    const body = signatureOf(own, 'Zoé Güell')
    expect((await refusalOf(answer(other, own.id, body))).status).toBe(404)
    expect((await refusalOf(answer(anonymous(place()), own.id, body))).status).toBe(401)
    expect((await refusalOf(answer(owner.pb, own.id, body))).status).toBe(401)
    expect((await refusalOf(listOf(other, tokens[0] ?? ''))).status).toBe(401)
  })

  it('accepts only a small PNG as drawing, and only a name that can be printed', async () => {
    const { addresses } = await aContract()
    const token = await tokenOf(addresses[0])
    const pb = await enter(token, addresses[0])
    await readDocument(pb, (await itemOf(pb, token)).id)
    const item = await itemOf(pb, token)
    const invalid = [
      { drawing: Buffer.from('<svg onload="alert(1)"/>').toString('base64') },
      { drawing: aSignature().subarray(0, 60).toString('base64') },
      { drawing: aSignature(1_300, 10).toString('base64') },
      { drawing: 'A'.repeat(50_000) },
    ]
    for (const change of invalid)
      expect((await refusalOf(answer(pb, item.id, signatureOf(item, 'Zoé', change)))).status).toBe(400)
    expect((await refusalOf(answer(pb, item.id, signatureOf(item, 'Zoé 🖊')))).status).toBe(400)
    expect((await itemOf(pb, token)).signing?.state).toBe('open')
  })

  it('or a refusal is stored once, also if several are sent at the same time', async () => {
    const { id, addresses } = await aContract()
    const token = await tokenOf(addresses[0])
    const pb = await enter(token, addresses[0])
    await readDocument(pb, (await itemOf(pb, token)).id)
    const item = await itemOf(pb, token)
    const body = signatureOf(item, 'Zoé Güell')
    const refusal = { action: 'refuse', reason: 'No soy yo.' }
    const sent = [body, refusal, body, refusal].map((each) => answer(pb, item.id, each))
    const codes = await Promise.all(sent.map((each) => each.then(() => '', codeOf)))
    expect(codes.filter((code) => code === '')).toHaveLength(1)
    expect(['sign.signed', 'sign.refused', 'sign.closed']).toEqual(expect.arrayContaining(codes.filter(Boolean)))
    expect((await sql(`SELECT count(*) FROM signatures WHERE request = '${id}'`)).rows).toEqual([['1']])
  })

  it('ends with the document', async () => {
    const { id, addresses } = await aContract()
    const token = await tokenOf(addresses[0])
    const pb = await enter(token, addresses[0])
    const item = await itemOf(pb, token)
    expect((await take(admin, 'issue', { ids: [id] })).skipped).toEqual([{ id, code: 'sign.pending' }])
    await readDocument(pb, item.id)
    await take(admin, 'annul', { ids: [id], reason: 'Se hizo por error.' })
    await settled(owner, id)
    expect((await refusalOf(answer(pb, item.id, signatureOf(item, 'Zoé')))).code).toBe('sign.closed')
    expect((await itemOf(pb, token)).signing?.state).toBe('closed')
  })
})

const call = (person: Person, path: string, body: object) =>
  person.pb.send<{ changed: number; skipped: { id: string; code: string }[] }>(`/api/app/signatures/${path}`, {
    method: 'POST',
    body,
  })
const signaturesOf = async (id: string, person = owner) => (await viewOf(id, person)).outsideSignatures ?? []
const statesOf = async (id: string) => (await signaturesOf(id)).map(({ state }) => state)

describe('the requester', () => {
  it('sees who has signed, and reminds the others', async () => {
    const { id, addresses } = await aContract()
    expect(await statesOf(id)).toEqual(['waiting', 'waiting'])
    await sign(addresses[0], 'Zoé Güell')
    await sendUntil(() => statesOf(id)).toEqual(['signed', 'sent'])
    expect((await signaturesOf(id))[0]).toMatchObject({ role: 'Contratista', name: 'Zoé Güell', email: addresses[0] })
    const stranger = await aUser(place())
    expect((await call(stranger, 'ask', { ids: [id] })).skipped).toEqual([{ id, code: 'sign.none' }])
    expect(await call(owner, 'ask', { ids: [id] })).toEqual({ changed: 1, skipped: [] })
    expect((await call(owner, 'ask', { ids: [id] })).skipped).toEqual([{ id, code: 'delivery.waiting' }])
    await tokenOf(addresses[1], 2)
    expect(mailsTo(addresses[1])[1]).toContain('espera su firma en este documento')
    expect(mailsTo(addresses[0])).toHaveLength(2)
    expect(await actionsOf(id)).toContain('signReminded')
    await sql(`UPDATE links SET timesSent = 10 WHERE request = '${id}'`)
    expect((await call(owner, 'ask', { ids: [id] })).skipped).toEqual([{ id, code: 'delivery.limit' }])
  })

  it('replaces a wrong address, and the former link ends', async () => {
    const format = await aSigningFormat()
    const [first, right, witness] = [anAddress(), anAddress(), anAddress()]
    const values = { contratista: 'Zoé Güell', correo: first, testigo: 'Luis Gil', correo_testigo: 'luis@errado.test' }
    const { id } = await aDraft(owner, values, format.code)
    await take(owner, 'submit', { ids: [id] })
    await take(admin, 'approve', { ids: [id] })
    await settled(owner, id)
    const token = await tokenOf(first)
    await sendUntil(() => statesOf(id)).toEqual(['sent', 'undelivered'])
    const [contractor, second] = await signaturesOf(id)
    expect(second?.error).toContain('User unknown')
    const notices = await owner.pb.send<{ items: { details: { signing?: string } }[] }>('/api/app/notices', {})
    expect(notices.items.some(({ details }) => details.signing === 'undelivered')).toBe(true)

    const pb = await enter(token, first)
    const { id: link } = await itemOf(pb, token)
    expect((await refusalOf(call(owner, `${second?.id}/correct`, { email: 'sin arroba' }))).fields).toEqual({
      email: 'email',
    })
    await call(owner, `${second?.id}/correct`, { email: witness })
    await call(owner, `${contractor?.id}/correct`, { email: right })
    expect((await refusalOf(itemOf(pb, token))).status).toBe(404)
    expect((await refusalOf(answer(pb, link, { action: 'refuse', reason: 'No soy' }))).status).toBe(404)
    await sign(right, 'Zoé Güell')
    await sign(witness, 'Luis Gil')
    await finalOf(id)
    const corrected = (await viewOf(id)).history.filter(({ action }) => action === 'signCorrected')
    expect(corrected[0]?.details).toEqual({ from: 'luis@errado.test', email: witness })
    expect((await refusalOf(call(owner, `${second?.id}/correct`, { email: right }))).code).toBe('sign.none')
  })

  it('corrects at most 1,000 addresses in a day', async () => {
    const { id } = await aContract()
    const person = await aUser(place())
    await sql(`UPDATE requests SET owner = '${person.id}' WHERE id = '${id}'`)
    await sql(`INSERT INTO events (id, subject, subjectId, actor, owner, action, created, updated)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
      SELECT substr(lower(hex(randomblob(8))), 2), 'requests', '${id}', '${person.id}', '${person.id}', 'signCorrected',
        strftime('%Y-%m-%d %H:%M:%fZ'), '' FROM n`)
    const [signer] = await signaturesOf(id, person)
    await call(person, `${signer?.id}/correct`, { email: anAddress() })
    const again = await refusalOf(call(person, `${signer?.id}/correct`, { email: anAddress() }))
    expect(again).toMatchObject({ status: 429, code: 'delivery.corrections' })
  })

  it('cancels the signatures and may ask for them again, or an administrator issues the document without them', async () => {
    const { id, addresses } = await aContract()
    await sign(addresses[0], 'Zoé Güell')
    const token = await tokenOf(addresses[1])
    expect((await call(owner, 'cancel', { ids: [id] })).changed).toBe(1)
    expect(await statesOf(id)).toEqual(['signed', 'cancelled'])
    const pb = await enter(token, addresses[1])
    const { id: link, signing } = await itemOf(pb, token)
    expect(signing?.state).toBe('cancelled')
    expect((await refusalOf(answer(pb, link, { action: 'refuse', reason: 'No' }))).code).toBe('sign.closed')
    expect((await call(owner, 'ask', { ids: [id] })).changed).toBe(1)
    await tokenOf(addresses[1], 3)
    expect(await statesOf(id)).toEqual(['signed', 'sent'])
    await call(owner, 'cancel', { ids: [id] })
    expect((await take(admin, 'issue', { ids: [id] })).skipped).toEqual([])
    const text = read(await (await download(owner, await finalOf(id))).arrayBuffer())
    expect(text).toContain('Firmado electrónicamente por Zoé')
    expect(text).not.toContain('Firmado electrónicamente por Luis')
  })
})

describe('a batch', () => {
  it('counts its documents by state, and the missing ones are a filter, a reminder and an export', async () => {
    const format = await aSigningFormat()
    const addresses = Array.from({ length: 4 }, anAddress)
    const rows = addresses.map((correo, at) => ({
      contratista: `Persona ${at}`,
      correo,
      testigo: 'Luis Gil',
      // One witness signs all documents; they are asked for in one mail.
      correo_testigo: addresses[0] ?? '',
    }))
    const { id: batch } = await aCompletedBatch(owner.pb, rows, { code: format.code })
    await take(admin, 'approve', { filter: { batch, status: 'submitted' }, expected: 4 })
    const found = (await pageOf(owner, { batch, sort: 'number' })).items
    await settledAll(
      owner,
      found.map(({ id }) => id),
    )
    const counts = () => owner.pb.send<SigningCounts>(`/api/app/batches/${batch}/signatures`, {})
    const none = { pending: 0, undelivered: 0, expired: 0, refused: 0, cancelled: 0, signed: 0 }
    expect(await counts()).toEqual({ ...none, pending: 4 })
    const token = await tokenOf(addresses[0] ?? '')
    for (const address of addresses.slice(1)) await tokenOf(address)
    const pb = await enter(token, addresses[0] ?? '')
    // Their first document has two roles of the same person.
    expect((await listOf(pb, token)).map(({ signing }) => signing?.role)).toEqual([
      ...['Contratista', 'Testigo'],
      ...['Testigo', 'Testigo', 'Testigo'],
    ])
    for (const { id } of (await listOf(pb, token)).slice(0, 2)) {
      await readDocument(pb, id)
      const item = (await listOf(pb, token)).find((one) => one.id === id) as GuestDocument
      await answer(pb, id, signatureOf(item, 'Luis Gil'))
    }
    const [first, second, third, fourth] = found.map(({ id }) => id)
    await finalOf(first ?? '')
    const token3 = /\/d\/([0-9a-f]{32})/.exec(mailsTo(addresses[2] ?? '')[0] ?? '')?.[1] ?? ''
    const pb3 = await enter(token3, addresses[2] ?? '')
    await answer(pb3, (await itemOf(pb3, token3)).id, { action: 'refuse', reason: 'No es mi nombre.' })
    await sql(`UPDATE links SET state = 'failed' WHERE request = '${fourth}' AND position = 0`)
    expect(await counts()).toEqual({ ...none, pending: 1, undelivered: 1, refused: 1, signed: 1 })

    const idsOf = async (signing: string) => {
      const own = (await pageOf(owner, { batch, signing, sort: 'number' })).items.map(({ id }) => id)
      const all = (await pageOf(admin, { signing, sort: 'number' })).items.map(({ id }) => id)
      expect(all.filter((id) => found.some((one) => one.id === id))).toEqual(own)
      return own
    }
    expect(await idsOf('missing')).toEqual([second, fourth])
    expect(await idsOf('signed')).toEqual([first])
    expect(await idsOf('refused')).toEqual([third])
    expect((await pageOf(owner, { batch, sort: 'number' })).items.map(({ signing }) => signing)).toEqual([
      ...['signed', 'pending', 'refused', 'undelivered'],
    ])
    const { rows: exported, versions } = await owner.pb.send<RequestExportChunk>('/api/app/requests/export', {
      query: { batch, signing: 'missing' },
    })
    expect(versions[0]?.isSigned).toBe(true)
    expect(exported.map(({ unsigned }) => unsigned)).toEqual([
      `Persona 1 (${addresses[1]}), Luis Gil (${addresses[0]})`,
      `Persona 3 (${addresses[3]}), Luis Gil (${addresses[0]})`,
    ])
    const reminded = await call(owner, 'ask', { filter: { batch, signing: 'missing' }, expected: 2 })
    expect(reminded).toEqual({ changed: 2, skipped: [] })
  })

  it('loses no mail and repeats none by itself when the server dies', { timeout: 300_000 }, async () => {
    const format = await aSigningFormat()
    const rows = Array.from({ length: 50 }, (_, at) => ({
      ...{ contratista: `Persona ${at}`, correo: `c${at}@muerte.test` },
      ...{ testigo: `Testigo ${at}`, correo_testigo: `t${at}@muerte.test` },
    }))
    const { id: batch } = await aCompletedBatch(owner.pb, rows, { code: format.code })
    await take(admin, 'approve', { filter: { batch, status: 'submitted' }, expected: 50 })
    /** Returns the addresses of the links that match a condition. */
    const addressesOf = async (condition: string) => {
      const query = `SELECT email FROM links JOIN guests ON guests.id = guest JOIN requests ON requests.id = request
        WHERE batch = '${batch}' AND ${condition}`
      return ((await sql(query)).rows as string[][]).flat()
    }
    await expect.poll(() => addressesOf('true')).toHaveLength(100)
    /** Ends the leases of a killed sender, and the time in which the mail server could still answer. */
    const endLeases = async () => {
      await sql("UPDATE delivery_mails SET due = '2020-01-01 00:00:00.000Z'")
      await sql("UPDATE delivery_mails SET endedAt = '2020-01-01 00:00:00.000Z' WHERE endedAt != ''")
    }
    const inFlight = ['c10@muerte.test', 't30@muerte.test']
    for (const victim of inFlight) {
      await endLeases()
      await superuser.crons.run('minute')
      await expect.poll(() => mailsTo(victim).length).toBe(1)
      await server.crash()
    }
    await endLeases()
    await sendMails()
    expect(await addressesOf("links.state = 'waiting'")).toEqual([])
    const doubtful = await addressesOf("links.state = 'failed' AND error LIKE 'unknown:%'")
    expect(doubtful).toEqual(expect.arrayContaining(inFlight))
    // Each death stops one sender.
    expect(doubtful.length).toBeLessThanOrEqual(2)
    const received = rows.flatMap(({ correo, correo_testigo }) => [...mailsTo(correo), ...mailsTo(correo_testigo)])
    expect(received).toHaveLength(100)
    expect((await addressesOf("links.state = 'sent'")).length + doubtful.length).toBe(100)
    const counts = await owner.pb.send<SigningCounts>(`/api/app/batches/${batch}/signatures`, {})
    expect(counts).toMatchObject({ pending: 48, undelivered: 2 })
    await call(owner, 'ask', { filter: { batch, signing: 'undelivered' }, expected: 2 })
    await sendUntil(() => addressesOf("links.state != 'sent'")).toEqual([])
  })
})

describe('time', () => {
  it('ends a signature, and the requester learns of it once and asks again', async () => {
    const { id, addresses } = await aContract({ expires: 5 })
    const token = await tokenOf(addresses[0])
    expect(mailsTo(addresses[0])[0]).toContain('Puede firmar hasta el')
    const days = await sql(
      `SELECT round(julianday(expires) - julianday('now')) AS days FROM links WHERE request = '${id}'`,
    )
    expect(JSON.stringify(days)).toContain('5')
    const pb = await enter(token, addresses[0])
    const { id: link } = await itemOf(pb, token)
    await sql(`UPDATE links SET expires = '2026-01-01 00:00:00.000Z' WHERE request = '${id}'`)
    expect((await refusalOf(itemOf(pb, token))).status).toBe(404)
    expect((await refusalOf(answer(pb, link, { action: 'refuse', reason: 'Tarde' }))).status).toBe(404)
    await sendUntil(() => statesOf(id)).toEqual(['expired', 'expired'])
    const expired = (await viewOf(id)).history.filter(({ action }) => action === 'signExpired')
    expect(expired).toHaveLength(2)
    const notices = await owner.pb.send<{ items: { details: { signing?: string } }[] }>('/api/app/notices', {})
    expect(notices.items.filter(({ details }) => details.signing === 'expired')).toHaveLength(1)
    expect((await call(owner, 'ask', { ids: [id] })).changed).toBe(1)
    await sign(addresses[0], 'Zoé Güell', 3)
  })

  it('brings at most five reminders, every few days', async () => {
    const { id, addresses } = await aContract({ remindEvery: 2 })
    const read = async (what: string) => (await sql(`SELECT ${what}`)).rows[0][0]
    const mailed = (count: number) =>
      sendUntil(() => read(`min(timesSent) FROM links WHERE request = '${id}'`)).toBe(String(count))
    const setMailed = (hours: number) =>
      sql(`UPDATE links SET sentAt = strftime('%Y-%m-%d %H:%M:%fZ', 'now', '-${hours} hours') WHERE request = '${id}'`)
    await mailed(1)
    // The mail before each reminder was sent two days ago, in the afternoon.
    for (let count = 1; count <= 6; count++) {
      await setMailed(40)
      await sendMails()
      await mailed(Math.min(count, 5) + 1)
      expect(mailsTo(addresses[0])).toHaveLength(Math.min(count, 5) + 1)
    }
    await sql(`UPDATE links SET reminders = 0 WHERE request = '${id}'`)
    await setMailed(30)
    await sendMails()
    expect(await read(`max(reminders) FROM links WHERE request = '${id}'`)).toBe('0')
  })
})
