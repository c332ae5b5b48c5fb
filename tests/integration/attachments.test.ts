import { beforeAll, describe, expect, it } from 'vitest'
import type { Format } from '../../src/domain/format.ts'
import {
  aDocx,
  aFormatWithFiles,
  anId,
  aPdf,
  aPicture,
  attach,
  fetchAttachment,
  sendPart,
} from '../support/attachments.ts'
import { anAdmin, aUser, type Person, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aRequest, download, read, requests, settled, take } from '../support/requests.ts'

let admin: Person
let ana: Person
let beto: Person
let format: Format
beforeAll(async () => {
  ;[admin, ana, beto] = await Promise.all([anAdmin(), aUser(), aUser()])
  format = await aFormatWithFiles(admin)
})

const draftOf = (owner: Person, soportes: unknown, at: Format = format) =>
  requests(owner).create({ format: at.id, values: { nombre: 'Ana Peña', soportes } } as never)
const submitted = async (owner: Person, id: string) => {
  const { changed, skipped } = await take(owner, 'submit', { ids: [id] })
  return changed.includes(id) ? 'sent' : skipped[0]?.errors
}
const there = (person: Person, id: string) => fetchAttachment(person, id).then((answer) => answer.status)

describe('a file', () => {
  it('goes with its request: kept by its content, listed in the document, read by who may read the request', async () => {
    const bytes = aPdf(1_300_000)
    const file = await attach(ana, '../Cédula "1".pdf', bytes)
    expect(file).toEqual({ id: file.id, name: 'Cédula _1_.pdf', size: 1_300_000 })
    const { id } = await draftOf(ana, [{ ...file, name: 'otro.pdf', size: 1 }])
    expect(await there(admin, file.id)).toBe(200)
    expect(await submitted(ana, id)).toBe('sent')
    expect((await requests(ana).getOne(id)).values.soportes).toEqual([file])

    const answer = await fetchAttachment(admin, file.id)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Cedula _1_.pdf"; filename*=UTF-8''C%C3%A9dula%20_1_.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await there(ana, file.id)).toBe(200)
    expect(await there(beto, file.id)).toBe(404)

    await take(admin, 'approve', { ids: [id] })
    const request = await settled(ana, id)
    expect(read(await (await download(ana, request)).arrayBuffer())).toContain('Soportes: Cédula _1_.pdf.')
  })

  it('that is a picture can be looked at, and is never drawn small by the server', async () => {
    const file = await attach(ana, 'foto', aPicture())
    expect(file.name).toBe('foto.png')
    const shown = await fetchAttachment(ana, file.id, { preview: '1' })
    expect(shown.headers.get('content-disposition')).toMatch(/^inline;/)
    expect(shown.headers.get('content-type')).toBe('image/png')
    const thumb = await fetchAttachment(ana, file.id, { thumb: '100x100' })
    expect(Buffer.from(await thumb.arrayBuffer()).equals(aPicture())).toBe(true)
    const pdf = await attach(ana, 'a.pdf')
    expect((await fetchAttachment(ana, pdf.id, { preview: '1' })).headers.get('content-disposition')).toMatch(
      /^attachment;/,
    )
  })

  it('is taken up where it broke off, and a repeated call keeps no second one', async () => {
    const bytes = aPdf(1_000_000)
    const id = anId()
    await sendPart(ana, id, 0, bytes.subarray(0, 400_000))
    expect(await sendPart(ana, id, 500_000, bytes.subarray(500_000))).toEqual({ received: 400_000 })
    expect((await refusalOf(attachOnly(id, bytes.length))).code).toBe('attachment.part')
    await sendPart(ana, id, 400_000, bytes.subarray(400_000, 800_000))
    await sendPart(ana, id, 400_000, bytes.subarray(400_000, 800_000))
    expect(await sendPart(ana, id, 800_000, bytes.subarray(800_000))).toEqual({ received: 1_000_000 })
    const file = await attachOnly(id, bytes.length)
    expect(await attachOnly(id, bytes.length)).toEqual(file)
    expect(Buffer.from(await (await fetchAttachment(ana, id)).arrayBuffer()).equals(bytes)).toBe(true)
  })
  const attachOnly = (id: string, size: number) =>
    ana.pb.send('/api/app/attachments', { method: 'POST', body: { id, name: 'a.pdf', size } })

  it.each([
    ['a page', 'a.pdf', Buffer.from('<html><script>alert(1)</script></html>'), 'attachment.content'],
    ['macros', 'a.docx', aDocx({ 'word/vbaProject.bin': 'x' }), 'attachment.content'],
    [
      'a PDF with a page behind it',
      'a.pdf',
      Buffer.concat([aPdf(), Buffer.from('<script>1</script>')]),
      'attachment.content',
    ],
  ])('is refused by its content: %s', async (_, name, bytes, code) => {
    expect(await refusalOf(attach(ana, name, bytes))).toMatchObject({ status: 400, code })
  })

  it('of ten megabytes is taken, and of one byte more is not', async () => {
    const most = aPdf(10_485_760)
    expect((await attach(ana, 'a.pdf', most)).size).toBe(10_485_760)
    expect((await refusalOf(attach(ana, 'a.pdf', aPdf(10_485_761)))).code).toBe('attachment.size')
    const id = anId()
    const tooLarge = ana.pb.send('/api/app/attachments', { method: 'POST', body: { id, name: 'a', size: 10_485_761 } })
    expect(await refusalOf(tooLarge)).toMatchObject({ fields: { size: 'attachment.size' } })
    expect((await refusalOf(sendPart(ana, anId(), 0, aPdf(600_000)))).status).toBe(413)
  })

  it("under another's id changes nothing of his", async () => {
    const file = await attach(ana, 'a.pdf')
    expect(await refusalOf(attach(beto, 'b.pdf', aPdf(900), { id: file.id }))).toMatchObject({
      fields: { id: 'invalid' },
    })
    expect((await (await fetchAttachment(ana, file.id)).arrayBuffer()).byteLength).toBe(400)
  })
})

describe('a request is refused', () => {
  const unknown = { soportes: 'attachment.unknown' }
  it("that names a stranger's file, one of another request, or one that is not there", async () => {
    const foreign = await attach(beto, 'b.pdf')
    expect(await submitted(ana, (await draftOf(ana, [foreign])).id)).toEqual(unknown)
    expect(await there(ana, foreign.id)).toBe(404)
    const own = await attach(ana, 'a.pdf')
    const { id: first } = await draftOf(ana, [own])
    const { id: second } = await draftOf(ana, [own])
    expect(await submitted(ana, second)).toEqual(unknown)
    expect(await submitted(ana, first)).toBe('sent')
    expect(await submitted(ana, (await draftOf(ana, [{ id: anId(), name: 'a.pdf', size: 1 }])).id)).toEqual(unknown)
  })
  it('that has none, too many, or of another kind or size than its format takes', async () => {
    expect(await submitted(ana, (await draftOf(ana, [])).id)).toEqual({ soportes: 'required' })
    const eleven = Array.from({ length: 11 }, () => ({ id: anId(), name: 'a.pdf', size: 1 }))
    expect(await submitted(ana, (await draftOf(ana, eleven)).id)).toMatchObject({ soportes: 'max' })
    const pictures = await aFormatWithFiles(admin, { accepts: ['image'], megabytes: 1 })
    const pdf = await attach(ana, 'a.pdf')
    const disguised = [{ ...pdf, name: 'a.png' }]
    expect(await submitted(ana, (await draftOf(ana, disguised, pictures)).id)).toEqual({ soportes: 'attachment.kind' })
  })
})

describe('the files of a draft', () => {
  it('go with it, and one that it no longer names is its owner’s alone again', async () => {
    const [one, two] = [await attach(ana, '1.pdf'), await attach(ana, '2.pdf')]
    const { id } = await draftOf(ana, [one, two])
    await requests(ana).update(id, { values: { nombre: 'Ana', soportes: [one] } } as never)
    const holds = async (file: string) => (await ana.pb.collection('attachments').getOne(file)).request
    expect([await holds(one.id), await holds(two.id)]).toEqual([id, ''])
    await requests(ana).delete(id)
    expect([await there(ana, one.id), await there(ana, two.id)]).toEqual([404, 200])
  })
  it('that came back stay with what was sent before', async () => {
    const [one, two] = [await attach(ana, '1.pdf'), await attach(ana, '2.pdf')]
    const { id } = await draftOf(ana, [one])
    await submitted(ana, id)
    await take(admin, 'return', { ids: [id], reason: 'Falta otro.' })
    await requests(ana).update(id, { values: { nombre: 'Ana', soportes: [two] } } as never)
    expect(await submitted(ana, id)).toBe('sent')
    expect([await there(admin, one.id), await there(admin, two.id)]).toEqual([200, 200])
    const [revision] = await ana.pb.collection('request_revisions').getFullList({ filter: `request = "${id}"` })
    expect(revision?.values.soportes).toEqual([one])
  })
})

it('a person who was deactivated reads no file, with a token from before either', async () => {
  const gone = await aUser()
  const file = await attach(gone, 'a.pdf')
  const token = await gone.pb.files.getToken()
  const url = gone.pb.files.getURL({ id: file.id, collectionId: 'attachments' }, `${file.id}.bin`, { token })
  expect((await fetch(url)).status).toBe(200)
  await setActive(gone, false)
  expect((await fetch(url)).status).toBe(404)
  expect((await refusalOf(attach(gone, 'b.pdf'))).status).toBe(401)
})

it('formats without files are as they were', async () => {
  expect((await aRequest(ana, admin, 'approved')).status).toBe('approved')
})
