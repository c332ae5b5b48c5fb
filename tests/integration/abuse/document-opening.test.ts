import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentVerification } from '../../../src/domain/documents/document-verification-output.ts'
import type { Values } from '../../../src/domain/fields/field.ts'
import type { Format } from '../../../src/domain/formats/format.ts'
import type { Request } from '../../../src/domain/requests/request-output.ts'
import type { RequestView } from '../../../src/domain/requests/request-view.ts'
import { Scene } from '../../support/abuse.ts'
import { anAddress, aUser, type Person, theFirstAdmin } from '../../support/people.ts'
import { aPublishedFormat, aRequest, requests, settled, take } from '../../support/requests.ts'

let scene: Scene
let ana: Person
let admin: Person
let format: Format
beforeAll(async () => {
  scene = await Scene.open({ UNDO_SECONDS: '0' })
  ;[ana, admin] = await Promise.all([aUser(scene.place), theFirstAdmin(scene.place)])
  format = await aPublishedFormat(admin, letter)
})
afterAll(() => scene?.close())

const letter: Partial<Format> = {
  fields: [
    { key: 'nombre', label: 'Nombre', type: 'text', required: true },
    { key: 'cedula', label: 'Cédula', type: 'idDocument' },
    { key: 'salario', label: 'Salario', type: 'money', currency: 'COP' },
    { key: 'ciudad', label: 'Ciudad', type: 'text' },
    { key: 'correo', label: 'Correo', type: 'email' },
    { key: 'con_bono', label: 'Con bono', type: 'boolean' },
    { key: 'bono', label: 'Bono', type: 'money', currency: 'COP' },
    { key: 'idiomas', label: 'Idiomas', type: 'choices', options: [{ value: 'español' }, { value: 'inglés' }] },
    { key: 'cargos', label: 'Cargos', type: 'table', columns: [{ key: 'ciudad', label: 'Ciudad', type: 'text' }] },
    { key: 'nota', label: 'Nota interna', type: 'text', approvers: 'keep' },
  ],
  body: 'Consta que **{{nombre}}**, con documento {{cedula}}, de {{ciudad|mayusculas}}, gana {{salario}}{{#con_bono}} y {{bono}}{{/con_bono}}. Habla {{idiomas|largo}}.\n\n{{#cargos}}\n- {{ciudad}}\n{{/cargos}}',
  verification: { shown: ['nombre', 'salario', 'bono'], holder: 'cedula' },
}
const values = {
  nombre: 'María Güell',
  cedula: '0012345678',
  salario: '2500000.00',
  ciudad: 'Cali',
  correo: 'maria@ejemplo.test',
  con_bono: false,
  bono: '700000.00',
  idiomas: ['español', 'inglés'],
  cargos: [{ ciudad: 'Pasto' }, { ciudad: 'Neiva' }],
}

async function aDocument(change: Values = {}, of = format): Promise<Request> {
  const { id } = await requests(ana).create({ format: of.id, values: { ...values, ...change } })
  await take(ana, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  return settled(ana, id)
}

const check = async ({ checkCode }: { checkCode: string }): Promise<DocumentVerification> =>
  (
    await fetch(`${scene.server.url}/api/app/documents/${checkCode}`, { headers: { 'X-Forwarded-For': anAddress() } })
  ).json()

/** Sends digits without session, from an address of their own, until the server has a slot. */
async function send({ checkCode }: { checkCode: string }, digits: unknown, file = '', address = anAddress()) {
  for (;;) {
    const response = await fetch(`${scene.server.url}/api/app/documents/${encodeURIComponent(checkCode)}${file}`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': address, 'Content-Type': 'application/json' },
      body: JSON.stringify({ digits }),
    })
    if (response.status !== 503) return response
  }
}
/** Returns status and code of a refusal. */
async function answer(sent: Response | Promise<Response>): Promise<string> {
  const response = await sent
  return `${response.status} ${(await response.json()).data?.code?.code ?? 'invalid'}`
}

describe('the verification page', () => {
  it('shows no field of a format that chooses none', async () => {
    const { id } = await aRequest(ana, admin, 'approved')
    const request = await settled(ana, id)
    expect(await check(request)).toMatchObject({ state: 'preliminary', fields: [], asksDigits: false })
    expect(await answer(send(request, '5678'))).toBe('400 document.digits')
  })

  it('shows the fields of the format, and with the digits the others that the document prints', async () => {
    const request = await aDocument()
    const shown = [
      { label: 'Nombre', value: 'María Güell' },
      { label: 'Salario', value: '$ 2.500.000,00' },
    ]
    const before = await check(request)
    expect(before).toMatchObject({ fields: shown, asksDigits: true, signers: [], seal: null })
    for (const hidden of ['12345678', '12.345.678', 'CALI', 'maria@', '700', 'Pasto'])
      expect(JSON.stringify(before)).not.toContain(hidden)
    const opened = await send(request, '5678')
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(await opened.json()).toEqual({
      fields: [
        { label: 'Cédula', value: '0012345678' },
        { label: 'Ciudad', value: 'CALI' },
        { label: 'Idiomas', value: 'español e inglés' },
      ],
    })
  })

  it('shows a field that a condition omits only if the document prints it', async () => {
    const { fields } = await check(await aDocument({ con_bono: true }))
    expect(fields.at(-1)).toEqual({ label: 'Bono', value: '$ 700.000,00' })
  })

  it('sends the PDF with the digits', async () => {
    const request = await aDocument()
    const file = await send(request, '5678', '/file')
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${request.documentNumber}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    const hash = createHash('sha256').update(new Uint8Array(await file.arrayBuffer()))
    expect(hash.digest('hex')).toBe(request.documentHash)
    expect(await answer(send(request, '5679', '/file'))).toBe('400 document.digits')
  })

  it('shows no field of an annulled document, nor of one that is being corrected', async () => {
    const [annulled, returned] = [await aDocument(), await aDocument()]
    await take(admin, 'annul', { ids: [annulled.id], reason: 'Un error.' })
    // Only a document that could not be made returns to its requester.
    await scene.sql(`UPDATE requests SET documentStatus = 'failed' WHERE id = '${returned.id}'`)
    await take(admin, 'return', { ids: [returned.id], reason: 'Falta algo.' })
    await settled(ana, annulled.id)
    for (const [request, state] of [
      [annulled, 'annulled'],
      [returned, 'withdrawn'],
    ] as const) {
      expect(await check(request)).toMatchObject({ state, fields: [], asksDigits: false })
      for (const file of ['', '/file']) expect(await answer(send(request, '5678', file))).toBe('400 document.digits')
    }
  })

  it('follows the version of the document, not later ones', async () => {
    const own = await aPublishedFormat(admin, letter)
    const request = await aDocument({}, own)
    await admin.pb.collection('formats').update(own.id, { verification: {} })
    await admin.pb.send(`/api/app/formats/${own.id}/publish`, { method: 'POST', body: {} })
    expect(await check(request)).toMatchObject({ asksDigits: true })
    expect(await check(await aDocument({}, own))).toMatchObject({ fields: [], asksDigits: false })
  })
})

describe('digits of a document', () => {
  it('block it after five wrong attempts, whoever sends them, for a day, a week and then a month each', async () => {
    const request = await aDocument()
    const day = 86_400
    for (const seconds of [day, 7 * day, 30 * day, 30 * day]) {
      for (let i = 0; i < 5; i++) expect(await answer(send(request, `000${i}`))).toBe('400 document.digits')
      for (const [digits, file] of [
        ['5678', ''],
        ['5678', '/file'],
        ['0000', ''],
      ] as const) {
        const blocked = await send(request, digits, file)
        const wait = Number(blocked.headers.get('retry-after'))
        expect([wait > seconds - 400, wait <= seconds]).toEqual([true, true])
        expect(await answer(blocked)).toBe('429 document.blocked')
      }
      await scene.sql(`UPDATE wrong_digits SET until = until - ${seconds} WHERE request = '${request.id}'`)
      expect((await send(request, '5678')).status).toBe(200)
    }
    expect(await check(request)).toMatchObject({ asksDigits: true })
    const { history } = await admin.pb.send<RequestView>(`/api/app/requests/${request.id}/view`, { method: 'GET' })
    const blocks = history.filter(({ action }) => action === 'digitsBlocked')
    expect(blocks.map(({ reason }) => reason)).toEqual(['Por 24 horas.', 'Por 7 días.', 'Por 30 días.', 'Por 30 días.'])
  })

  it('open it again after an administrator has ended the block', async () => {
    const request = await aDocument()
    for (let i = 0; i < 5; i++) expect(await answer(send(request, `000${i}`))).toBe('400 document.digits')
    expect(await answer(send(request, '5678'))).toBe('429 document.blocked')
    await admin.pb.send(`/api/app/requests/${request.id}/digits`, { method: 'DELETE' })
    expect((await send(request, '5678')).status).toBe(200)
    for (let i = 0; i < 4; i++) expect(await answer(send(request, `000${i}`))).toBe('400 document.digits')
    expect((await send(request, '5678')).status).toBe(200)
  })

  it('do not block it by four wrong attempts and correct ones', async () => {
    const request = await aDocument()
    for (let i = 0; i < 4; i++) expect(await answer(send(request, `000${i}`))).toBe('400 document.digits')
    for (let i = 0; i < 6; i++) expect((await send(request, '5678')).status).toBe(200)
    expect(await scene.count('events', `action = 'digitsBlocked' AND subjectId = '${request.id}'`)).toBe(0)
  })

  it('are counted one by one if they arrive at once', async () => {
    const request = await aDocument()
    const tries = Array.from({ length: 40 }, (_, i) => answer(send(request, String(1000 + i), i % 2 ? '' : '/file')))
    const answers = await Promise.all(tries)
    expect(answers.filter((one) => one === '400 document.digits')).toHaveLength(5)
    expect(answers.filter((one) => one === '429 document.blocked')).toHaveLength(35)
  })

  it('are not reset by correct digits in between', async () => {
    const request = await aDocument()
    for (let i = 0; i < 5; i++) {
      expect((await send(request, '5678')).status).toBe(200)
      expect(await answer(send(request, '0000'))).toBe('400 document.digits')
    }
    expect(await answer(send(request, '5678'))).toBe('429 document.blocked')
  })

  it('have the same response whatever the reason', async () => {
    const [short, none] = await Promise.all([aDocument({ cedula: 'AB-123' }), aDocument({ cedula: '' })])
    const right = await aDocument()
    const codes = [right, short, none, ...['0000-0000-0000', '%', "' OR 1=1 --"].map((checkCode) => ({ checkCode }))]
    for (const file of ['', '/file']) {
      const bodies = await Promise.all(codes.map(async (one) => (await send(one, '0123', file)).text()))
      expect(new Set(bodies).size).toBe(1)
    }
  })

  it.each([['12345'], ['123'], ['١٢٣٤'], ['12.4'], [5678], [null], [['5678']], [undefined]])(
    'count no attempt if they are %j',
    async (digits) => {
      const request = await aDocument()
      expect(await answer(send(request, digits))).toBe('400 invalid')
      expect(await scene.count('wrong_digits', `request = '${request.id}'`)).toBe(0)
    },
  )

  it('are limited to thirty wrong ones per network, also for codes that do not exist', async () => {
    const request = await aDocument()
    const address = anAddress()
    for (let i = 0; i < 35; i++) expect((await send(request, '5678', '', address)).status).toBe(200)
    const unknown = { checkCode: '0000-0000-0000' }
    for (let i = 0; i < 30; i++) expect(await answer(send(unknown, '5678', '', address))).toBe('400 document.digits')
    expect(await answer(send(request, '5678', '', address))).toBe('429 document.digitAttempts')
    expect((await send(request, '5678')).status).toBe(200)
  })
})
