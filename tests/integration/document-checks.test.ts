import { createHash } from 'node:crypto'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { DocumentVerification } from '../../src/domain/documents/document-verification-output.ts'
import type { Request } from '../../src/domain/requests/request-output.ts'
import { aCompletedBatch } from '../support/batch.ts'
import { type Server, startServer } from '../support/container.ts'
import { anAddress, anAdmin, anonymous, aUser, type Person } from '../support/people.ts'
import { scanQrCodes } from '../support/qr.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, aRequest, download, read, requests, settled, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'

let server: Server
let superuser: PocketBase
let ana: Person
let admin: Person
beforeAll(async () => {
  server = await startServer(inject('image'), { APP_URL: 'https://formatos.ejemplo.test' })
  const at = server.url
  superuser = await aSuperuser(server)
  ;[ana, admin] = await Promise.all([aUser({ at, name: 'Íñigo Ñandú Güell' }), anAdmin({ at })])
})
afterAll(() => server.stop())

const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })

/** Verifies a code without session, from a separate address. */
const ask = (code: string, address = anAddress()) =>
  fetch(`${server.url}/api/app/documents/${encodeURIComponent(code)}`, { headers: { 'X-Forwarded-For': address } })

const check = async (code: string): Promise<DocumentVerification> => (await ask(code)).json()

const codeForm = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/

/** `2026-11-20 18:05:12.345Z` → `2026-11-20T13:05` */
const clockInBogota = (moment: string) =>
  new Date(Date.parse(moment.replace(' ', 'T')) - 5 * 3_600_000).toISOString().slice(0, 16)

async function hashOf(request: Parameters<typeof download>[1], file?: string) {
  const bytes = new Uint8Array(await (await download(ana, request, file)).arrayBuffer())
  return createHash('sha256').update(bytes).digest('hex')
}

it('states times in the time zone of the organisation when the document was generated', async () => {
  const [settings] = await admin.pb.collection('settings').getFullList()
  const change = (values: object) => admin.pb.collection('settings').update(settings?.id ?? '', values)
  const zoneError = { status: 400, fields: { timeZone: 'invalid' } }
  expect(await refusalOf(change({ timeZone: 'MX-XXX' }))).toMatchObject(zoneError)
  await change({ country: 'MX', timeZone: 'MX-PAC' })
  const request = await aRequest(ana, admin, 'approved').then(({ id }) => settled(ana, id))
  const { decidedAt, checkCode, letterhead } = request
  await change({ country: 'CO', timeZone: '' })
  expect(await admin.pb.collection('letterheads').getOne(letterhead)).toMatchObject({ timeZone: 'MX-PAC' })
  const inSonora = new Date(Date.parse(decidedAt.replace(' ', 'T')) - 7 * 3_600_000).toISOString().slice(0, 16)
  expect(await check(checkCode)).toMatchObject({ approvedAt: inSonora, date: inSonora.slice(0, 10) })
  const hour = Number(inSonora.slice(11, 13))
  const time = `${hour % 12 || 12}:${inSonora.slice(14)} ${hour < 12 ? 'a' : 'p'}. m.`
  const text = read(await (await download(ana, request)).arrayBuffer()).replace(/\s+/g, ' ')
  expect(text).toMatch(new RegExp(`Aprobó .+ el ${Number(inSonora.slice(8, 10))} de [a-z]+ de \\d{4} a las? ${time}`))
})

describe('check code', () => {
  it('is assigned with the document number, and does not change', async () => {
    const submitted = await aRequest(ana, admin, 'submitted')
    expect(submitted.checkCode).toBe('')
    await take(admin, 'approve', { ids: [submitted.id] })
    const { checkCode } = await settled(ana, submitted.id)
    expect(checkCode).toMatch(codeForm)
    for (const [step, reason] of [['regenerate'], ['issue'], ['annul', 'Error en el cargo.']]) {
      const { changed } = await take(admin, step as string, { ids: [submitted.id], reason })
      expect(changed).toEqual([submitted.id])
      expect((await settled(ana, submitted.id)).checkCode).toBe(checkCode)
    }
  })

  it('is unique among decisions at once and a batch without review', async () => {
    const drafts = await Promise.all(Array.from({ length: 55 }, () => aDraft(ana)))
    const ids = drafts.map(({ id }) => id)
    await take(ana, 'submit', { ids })
    await take(admin, 'approve', { ids })
    const format = await aPublishedFormat(admin, { requiresReview: false })
    const batch = await aCompletedBatch(
      ana.pb,
      Array.from({ length: 30 }, (_, index) => ({ nombre: `Ñ ${index}` })),
      { code: format.code },
    )
    const all = await requests(ana).getFullList({ batch: 30, filter: 'documentNumber != ""' })
    const codes = all.filter(({ id, batch: own }) => ids.includes(id) || own === batch.id).map((one) => one.checkCode)
    expect(codes).toHaveLength(85)
    for (const code of codes) expect(code).toMatch(codeForm)
    expect(new Set(codes).size).toBe(85)
  })

  it('is printed as a QR code with the verification URL', async () => {
    const request = await settled(ana, (await aRequest(ana, admin, 'approved')).id)
    const pdf = new Uint8Array(await (await download(ana, request)).arrayBuffer())
    expect(scanQrCodes(pdf, 150)).toEqual([`HTTPS://FORMATOS.EJEMPLO.TEST/VERIFICAR/${request.checkCode}`])
  })
})

describe('verify document', () => {
  const facts = (request: Request) => ({
    code: request.checkCode,
    organisation: 'Mi organización',
    format: 'Carta laboral',
    number: request.documentNumber,
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    initials: 'Í. Ñ. G.',
    approvedAt: clockInBogota(request.decidedAt),
    approver: 'A. N.',
    signers: [],
    seal: null,
    fields: [],
    asksDigits: false,
    version: 1,
  })

  it('returns the states preliminary, valid and annulled, with the hashes of all files', async () => {
    const first = await settled(ana, (await aRequest(ana, admin, 'approved')).id)
    const preliminary = { hash: await hashOf(first), kind: 'preliminary', replacedOn: '' }
    const all = { ...facts(first), annulledOn: '', isAnonymized: false }
    expect(await check(first.checkCode)).toEqual({ ...all, state: 'preliminary', files: [preliminary] })

    await take(admin, 'issue', { ids: [first.id] })
    const second = await settled(ana, first.id)
    const final = { hash: await hashOf(second), kind: 'final', replacedOn: '' }
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    expect(await check(first.checkCode)).toEqual({
      ...all,
      state: 'valid',
      files: [final, { ...preliminary, replacedOn: day }],
    })

    await take(admin, 'annul', { ids: [first.id], reason: 'La persona no existe.' })
    const third = await settled(ana, first.id)
    expect(await check(first.checkCode)).toEqual({
      ...all,
      annulledOn: day,
      state: 'annulled',
      files: [
        { hash: await hashOf(third), kind: 'annulled', replacedOn: '' },
        { ...final, replacedOn: day },
        { ...preliminary, replacedOn: day },
      ],
    })
  })

  it('returns the state withdrawn after a return', async () => {
    const { id, checkCode } = await aRequest(ana, admin, 'approved')
    await sql(`UPDATE requests SET documentStatus = 'failed' WHERE id = '${id}'`)
    await take(admin, 'return', { ids: [id], reason: 'Falta el cargo.' })
    expect(await check(checkCode)).toMatchObject({ state: 'withdrawn', annulledOn: '', approvedAt: '', approver: '' })
    await take(ana, 'submit', { ids: [id] })
    expect(await check(checkCode)).toMatchObject({ state: 'withdrawn' })
    await take(admin, 'approve', { ids: [id] })
    await settled(ana, id)
    expect(await check(checkCode)).toMatchObject({ state: 'preliminary', files: [{}, {}] })
  })

  it('returns no values, and of the requester only initials', async () => {
    const { id, checkCode } = await aRequest(ana, admin, 'approved')
    await take(admin, 'annul', { ids: [id], reason: 'Motivo secreto.' })
    await settled(ana, id)
    const text = await (await ask(checkCode)).text()
    for (const word of [
      'María',
      'Güell',
      '0012345678',
      'Analista',
      'Íñigo',
      ana.email,
      ana.id,
      id,
      'secreto',
      'Amparo',
    ])
      expect(text).not.toContain(word)
  })

  it('forbids caching and indexing of the answer', async () => {
    const { checkCode } = await aRequest(ana, admin, 'approved')
    for (const code of [checkCode, '0000-0000-0000'])
      expect(Object.fromEntries((await ask(code)).headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
  })
})

describe('check code as typed', () => {
  it('is accepted in lower case, with other or no hyphens, and with letters for digits', async () => {
    const { id } = await aRequest(ana, admin, 'approved')
    await sql(`UPDATE requests SET checkCode = '01AB-C1D0-EFG1' WHERE id = '${id}'`)
    for (const typed of ['01AB-C1D0-EFG1', '01abc1d0efg1', ' oiab clDO eFgL ', 'O1AB–CID0–EFG1', '01ab.c1d0.efg1'])
      expect([typed, (await ask(typed)).status]).toEqual([typed, 200])
  })

  it.each([
    '0000-0000-0000',
    'x',
    '7K3M-9QXW-2TB',
    '7K3M-9QXW-2TBDD',
    'UUUU-UUUU-UUUU',
    "' OR 1=1 --",
    '%',
    'Ñ'.repeat(500),
    '../requests',
  ])('returns the same error for «%s»', async (code) => {
    const answer = await ask(code)
    expect(answer.status).toBe(404)
    const { data, message } = await answer.json()
    expect(data.code.code).toBe('document.unknown')
    expect(message).toBe(
      'Ningún documento tiene este código. Revise que lo copió completo: son doce letras y números, al pie del documento.',
    )
  })

  it('is unknown until the document has a file', async () => {
    const { id, checkCode } = await aRequest(ana, admin, 'approved')
    await sql(`UPDATE requests SET document = '', documentStatus = 'pending' WHERE id = '${id}'`)
    expect((await ask(checkCode)).status).toBe(404)
  })
})

describe('failed verifications', () => {
  it('are limited to thirty per address, also at once, without affecting other addresses', async () => {
    const { checkCode } = await aRequest(ana, admin, 'approved')
    const address = anAddress()
    for (let i = 0; i < 35; i++) expect((await ask(checkCode, address)).status).toBe(200)
    const pb = anonymous({ at: server.url, address })
    const tries = Array.from({ length: 40 }, (_, index) =>
      refusalOf(pb.send(`/api/app/documents/7K3M-9QXW-${1000 + index}`, { method: 'GET' })),
    )
    const refusals = await Promise.all(tries)
    expect(refusals.filter(({ status, code }) => status === 404 && code === 'document.unknown')).toHaveLength(30)
    expect(refusals.filter(({ status, code }) => status === 429 && code === 'document.attempts')).toHaveLength(10)
    const right = await ask(checkCode, address)
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await right.json()).message).toMatch(
      /^Se escribieron demasiados códigos que no existen. Espere [45] minutos/,
    )
    expect((await ask(checkCode)).status).toBe(200)
  })
})
