import { describe, expect, it } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import type { RequestView } from '../../src/domain/requests/request-view.ts'
import {
  aCertificate,
  aFormerEmployeeList,
  anEmail,
  anId,
  certificateFields,
  openExternalForm,
  signInByAddress,
  submitExternally,
} from '../support/external.ts'
import { listDocuments, openLink, readDocument } from '../support/links.ts'
import { importRecords } from '../support/lists.ts'
import { linksIn, mailsTo, mailTo } from '../support/mailbox.ts'
import { anAdmin, anonymous, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aPublishedFormat, formatStep, pageOf, requests, settled, take } from '../support/requests.ts'
import { signInSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

const ines = { cedula: '1020304050', nombre: 'Inés Peña', cargo: 'Auxiliar contable' }
const [admin, superuser] = await Promise.all([anAdmin(), signInSuperuser(testServer().url)])
const email = anEmail()
const list = await aFormerEmployeeList(admin, [
  { ...ines, correo: email.toUpperCase() },
  { cedula: '79000111', nombre: 'Luis Ñandú', cargo: 'Conductor', correo: 'luis@otro.test' },
])
const format = await aCertificate(admin, list)

const formats = (pb = anonymous()) => pb.send('/api/app/external/formats', { method: 'GET' })
const storedOf = async (number: string) => (await pageOf(admin, { search: number })).items[0]
const viewOf = ({ pb }: Person, id: string) => pb.send<RequestView>(`/api/app/requests/${id}/view`, { method: 'GET' })

describe('format for people without an account', () => {
  it.each([
    ['a field with a file', { extra: { type: 'file' } }, 'fields.4.type', 'format.external'],
    ['a unique value that anyone types', { extra: { type: 'text', unique: true } }, 'fields.4.type', 'format.external'],
    ['no review', { change: { requiresReview: false } }, 'external.who', 'format.externalReview'],
    ['no list', { external: { who: 'list' } }, 'external.field', 'format.externalList'],
    ['a column without addresses', { external: { email: 'cargo' } }, 'external.email', 'format.externalList'],
    ['the signature of the requester', { signs: 'owner' }, 'signatures.0.by', 'format.external'],
  ] as [string, { extra?: object; external?: object; change?: object; signs?: string }, string, string][])(
    'cannot be published with %s',
    async (_, { extra, external, change, signs }, path, code) => {
      const fields = certificateFields(list)
      if (extra) fields.push({ key: 'extra', label: 'Extra', ...extra } as Field)
      const publishing = aCertificate(admin, list, {
        fields,
        ...(external && { external: { who: 'list', field: 'cedula', email: 'correo', ...external } }),
        ...(external && 'who' in external && { external: { who: 'list' } }),
        ...(signs && { signatures: [{ by: 'owner', caption: '' }] }),
        ...change,
      })
      expect(await refusalOf(publishing)).toMatchObject({ code: 'format.invalid', fields: { [path]: code } })
    },
  )

  it('is offered while it is published and open, and nothing else is', async () => {
    const closed = await aPublishedFormat(admin)
    const other = await aCertificate(admin, list, { name: 'Otra constancia' })
    const offered = async () => (await formats()).items.map(({ id }: { id: string }) => id)
    expect(await offered()).toEqual(expect.arrayContaining([format.id, other.id]))
    expect(await offered()).not.toContain(closed.id)
    expect((await formats()).items.find(({ id }: { id: string }) => id === other.id)).toEqual({
      id: other.id,
      name: 'Otra constancia',
      description: '',
      recordLabel: 'Cédula',
    })
    // Here a name is chosen, and the identifying column fills another field.
    const identified: Partial<Format> = {
      fields: [
        {
          ...{ key: 'persona', label: 'Persona', type: 'text', required: true, summary: true },
          list: { id: list, column: 'nombre', match: 'cedula', fills: [{ key: 'documento', column: 'cedula' }] },
        },
        { key: 'documento', label: 'Documento', type: 'text' },
      ],
      body: '{{persona}}',
      external: { who: 'list', field: 'persona', email: 'correo' },
    }
    const matching = await aCertificate(admin, list, identified)
    const open = await aPublishedFormat(admin, { external: { who: 'anyone' } })
    const labelOf = async (format: Format) =>
      (await formats()).items.find(({ id }: { id: string }) => id === format.id)?.recordLabel
    expect([await labelOf(matching), await labelOf(open)]).toEqual(['Documento', ''])
    await formatStep(admin, other, 'archive')
    expect(await offered()).not.toContain(other.id)
    const pb = await signInByAddress(email)
    for (const { id } of [closed, other])
      expect(await refusalOf(openExternalForm(pb, { format: id, record: ines.cedula }))).toMatchObject({
        status: 404,
        code: 'external.closed',
      })
  })
})

describe('request without an account', () => {
  it('has the values of the list, whatever the person sends', { timeout: 60_000 }, async () => {
    const pb = await signInByAddress(email, { after: 1 })
    const opened = await openExternalForm(pb, { format: format.id, record: '1.020.304.050' })
    expect(opened.values).toEqual(ines)
    expect(opened.locked.sort()).toEqual(['cargo', 'cedula', 'nombre'])
    const id = anId()
    const body = { id, format: format.id, record: ines.cedula }
    const values = { cedula: '79000111', nombre: 'Otro', cargo: 'Gerente', motivo: 'Un banco' }
    const { number } = await submitExternally(pb, { ...body, values })
    expect(number).toMatch(/^SOL-\d{4}-\d{6}$/)
    expect(await submitExternally(pb, { ...body, values: { motivo: 'Otra vez' } })).toEqual({ number })
    const stored = await requests(admin).getOne(id)
    expect(stored).toMatchObject({ number, status: 'submitted', values: { ...ines, motivo: 'Un banco' } })
    expect(await storedOf(number)).toMatchObject({ id, ownerName: email, owner: 'externalpersons', decidable: true })
    expect((await viewOf(admin, id)).route.ownerName).toBe(email)
    await take(admin, 'reject', { ids: [id], reason: 'Ya lo tiene.' })
    expect((await requests(admin).getOne(id)).status).toBe('rejected')
  })

  it('leaves nothing behind if its values are invalid', { timeout: 60_000 }, async () => {
    const pb = await signInByAddress(email, { after: 2 })
    const id = anId()
    const refusal = await refusalOf(
      submitExternally(pb, { id, format: format.id, record: ines.cedula, values: { motivo: 'x'.repeat(61) } }),
    )
    expect(refusal).toMatchObject({ status: 400, code: 'request.values', fields: { motivo: 'length' } })
    expect((await refusalOf(requests(admin).getOne(id))).status).toBe(404)
  })

  it('is open to anyone with a confirmed address if the format says so', { timeout: 60_000 }, async () => {
    const open = await aPublishedFormat(admin, { external: { who: 'anyone' } })
    const somebody = anEmail()
    const pb = await signInByAddress(somebody)
    expect(await openExternalForm(pb, { format: open.id })).toMatchObject({ values: {}, locked: [] })
    const { number } = await submitExternally(pb, { format: open.id, values: { nombre: 'Eva' } })
    expect((await storedOf(number))?.ownerName).toBe(somebody)
  })

  it('is made once by parallel calls with its id', { timeout: 60_000 }, async () => {
    const open = await aPublishedFormat(admin, { external: { who: 'anyone' } })
    const pb = await signInByAddress(anEmail())
    const body = { id: anId(), format: open.id, values: { nombre: 'Eva' } }
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => submitExternally(pb, body)))
    for (const other of others) expect(other).toEqual(first)
    expect((await storedOf(first?.number ?? ''))?.id).toBe(body.id)
  })

  it('waits for a review, also after the format stops requiring one', { timeout: 60_000 }, async () => {
    const open = await aPublishedFormat(admin, { external: { who: 'anyone' } })
    await admin.pb.collection('formats').update(open.id, { requiresReview: false })
    const pb = await signInByAddress(anEmail())
    const { number } = await submitExternally(pb, { format: open.id, values: { nombre: 'Eva' } })
    expect((await storedOf(number))?.status).toBe('submitted')
  })

  it('has an owner who is in no list of users, gets nothing and does not change', async () => {
    const id = 'externalpersons'
    expect((await refusalOf(admin.pb.collection('users').getOne(id))).status).toBe(404)
    const found = await admin.pb.send('/api/app/people', { query: { search: 'Personas externas', all: 'true' } })
    expect(found.items).toEqual([])
    const users = await admin.pb.collection('users').getFullList({ filter: 'name = "Personas externas"' })
    expect(users).toEqual([])
    const activated = await refusalOf(admin.pb.send('/api/app/users/activate', { method: 'POST', body: { ids: [id] } }))
    expect(activated.status).toBe(400)
    expect((await refusalOf(admin.pb.collection('users').update(id, { name: 'Otra' }))).status).toBe(404)
  })

  it('is invisible to other users', async () => {
    const { number } = await submitExternally(await signInByAddress(email, { after: 3 }), {
      format: format.id,
      record: ines.cedula,
      values: { motivo: 'Un banco' },
    })
    const ana = await aUser()
    expect((await pageOf(ana, { search: number })).items).toEqual([])
  })
})

describe('answer to a request without an account', () => {
  const sendMails = async () => {
    // A guest gets at most one of these mails in five minutes.
    await superuser.send('/api/sql', { method: 'POST', body: { query: 'DELETE FROM notice_mails' } })
    await superuser.crons.run('minute')
  }
  async function answerTo(address: string, after: number) {
    // A run sends nothing while another sender is busy.
    const askedFor = async () => {
      await sendMails()
      return mailsTo(address).length
    }
    await expect.poll(askedFor, { interval: 250 }).toBeGreaterThan(after)
    const mail = await mailTo(address, { after })
    const token = linksIn(mail).flatMap((link) => link.split('/d/')[1] ?? [])[0] ?? ''
    return { mail, token }
  }
  const rowsOf = async (query: string): Promise<[[string]]> =>
    (await superuser.send('/api/sql', { method: 'POST', body: { query } })).rows
  const count = async (query: string) => Number((await rowsOf(`SELECT count(*) FROM ${query}`))[0][0])

  it('brings it back for correction, and then the document', { timeout: 120_000 }, async () => {
    const person = anEmail()
    const own = await aFormerEmployeeList(admin, [{ ...ines, correo: person }])
    const certificate = await aCertificate(admin, own, { makesFinal: true })
    const pb = await signInByAddress(person)
    const id = anId()
    const body = { id, format: certificate.id, record: ines.cedula, values: { motivo: 'x' } }
    const { number } = await submitExternally(pb, body)
    const notes = { motivo: 'Escriba la entidad.' }
    await take(admin, 'return', { ids: [id], reason: 'Falta la entidad.', notes })
    const returned = await answerTo(person, 1)
    for (const text of ['Hay que corregirla', 'Falta la entidad.', number]) expect(returned.mail.text).toContain(text)
    const opened = await openLink(anonymous(), returned.token)
    expect(opened).toMatchObject({ purpose: 'ask', count: 1 })
    expect(JSON.stringify(opened)).not.toContain(person)
    const [request] = (await listDocuments(pb, returned.token)).requests
    expect(request).toMatchObject({ number, status: 'returned', reason: 'Falta la entidad.' })

    const link = request?.id
    const form = await openExternalForm(pb, { link })
    expect(form).toMatchObject({ values: { ...ines, motivo: 'x' }, reason: 'Falta la entidad.', notes })
    expect(form.locked.sort()).toEqual(['cargo', 'cedula', 'nombre'])
    const values = { cedula: '79000111', nombre: 'Otro', motivo: 'Un banco' }
    expect(await submitExternally(pb, { link, values })).toEqual({ number })
    // The client repeats a call without an answer.
    expect(await submitExternally(pb, { link, values })).toEqual({ number })
    expect(await refusalOf(submitExternally(pb, { link, values: { ...values, motivo: 'Otro' } }))).toMatchObject({
      code: 'link.expired',
    })
    expect(await requests(admin).getOne(id)).toMatchObject({
      status: 'submitted',
      revision: 1,
      values: { ...ines, motivo: 'Un banco' },
    })
    expect(await refusalOf(openExternalForm(pb, { link }))).toMatchObject({ status: 404 })

    await take(admin, 'approve', { ids: [id] })
    const { documentNumber } = await settled(admin, id)
    const approved = await answerTo(person, 2)
    for (const text of ['Aprobada', documentNumber]) expect(approved.mail.text).toContain(text)
    expect(await refusalOf(listDocuments(pb, returned.token))).toMatchObject({ code: 'link.expired' })
    const { items } = await listDocuments(pb, approved.token)
    expect(items).toEqual([expect.objectContaining({ number: documentNumber, state: 'valid', isReady: true })])
    expect((await (await readDocument(pb, items[0]?.id ?? '')).text()).slice(0, 5)).toBe('%PDF-')
    const answers = async () => (await viewOf(admin, id)).history.filter(({ action }) => action === 'answerSent')
    await expect.poll(answers).toHaveLength(2)
    await take(admin, 'regenerate', { ids: [id] })
    await settled(admin, id)
    expect(await count(`delivery_mails JOIN links ON links.id = link WHERE request = '${id}'`)).toBe(0)
  })

  it('is corrected with its stored values if the record has left the list', { timeout: 60_000 }, async () => {
    const person = anEmail()
    const own = await aFormerEmployeeList(admin, [{ ...ines, correo: person }])
    const [source, ...others] = certificateFields(own)
    const fields = [{ ...source, list: { ...source?.list, fixed: true } } as Field, ...others]
    const certificate = await aCertificate(admin, own, { fields })
    const pb = await signInByAddress(person)
    const id = anId()
    await submitExternally(pb, { id, format: certificate.id, record: ines.cedula, values: { motivo: 'x' } })
    await take(admin, 'return', { ids: [id], reason: 'Falta la entidad.' })
    await importRecords(admin, { id: own }, [
      { cedula: '79000111', nombre: 'Luis', cargo: 'Conductor', correo: 'l@otro.test' },
    ])
    await answerTo(person, 1)
    const [[link]] = await rowsOf(`SELECT id FROM links WHERE request = '${id}'`)
    await submitExternally(pb, { link, values: { cargo: 'Gerente', motivo: 'Un banco' } })
    expect(await requests(admin).getOne(id)).toMatchObject({
      status: 'submitted',
      values: { ...ines, motivo: 'Un banco' },
    })
  })

  it.each(['reject', 'cancel'])('tells of %s with the reason, and nothing goes to the owner', async (action) => {
    const person = anEmail()
    const open = await aPublishedFormat(admin, { external: { who: 'anyone' } })
    const pb = await signInByAddress(person)
    const id = anId()
    await submitExternally(pb, { id, format: open.id, values: { nombre: 'Eva' } })
    await take(admin, action, { ids: [id], reason: 'No hay <b>datos</b>.' })
    const { mail, token } = await answerTo(person, 1)
    expect(mail.text).toContain('No hay &#60;b&#62;datos')
    const { items, requests: asked } = await listDocuments(pb, token)
    expect([items, asked.length]).toEqual([[], 1])
    expect(await count('notices WHERE "to" = \'externalpersons\'')).toBe(0)
    expect(await count("decision_mails WHERE owner = 'externalpersons'")).toBe(0)
  })

  it('is not sent about a request that was opened again in between', async () => {
    const person = anEmail()
    const open = await aPublishedFormat(admin, { external: { who: 'anyone' } })
    const id = anId()
    await submitExternally(await signInByAddress(person), { id, format: open.id, values: { nombre: 'Eva' } })
    await take(admin, 'reject', { ids: [id], reason: 'Error.' })
    await take(admin, 'reopen', { ids: [id], reason: 'Era un error.' })
    await sendMails()
    await expect.poll(() => count(`delivery_mails JOIN links ON links.id = link WHERE request = '${id}'`)).toBe(0)
    await take(admin, 'reject', { ids: [id], reason: 'No procede.' })
    expect((await answerTo(person, 1)).mail.text).toContain('No procede.')
    expect(mailsTo(person)).toHaveLength(2)
  })
})
