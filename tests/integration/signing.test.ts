import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Signatory } from '../../src/domain/documents/signatory.ts'
import type { SignatureBlock } from '../../src/domain/documents/signature-block.ts'
import type { Field } from '../../src/domain/fields/field.ts'
import type { Format, FormatVersion } from '../../src/domain/formats/format.ts'
import type { Event } from '../../src/domain/history/event.ts'
import type { RequestView } from '../../src/domain/requests/request-view.ts'
import { type Server, startServer } from '../support/container.ts'
import { listen } from '../support/listening.ts'
import { anAdmin, anonymous, aUser, type Person } from '../support/people.ts'
import { aPng, aPngHeader, aSignature } from '../support/pictures.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, download, formatStep, read, requests, settled, take } from '../support/requests.ts'
import { testServer } from '../support/test-server.ts'

let ana: Person
let luis: Person
let admin: Person
beforeAll(async () => {
  ;[ana, luis, admin] = await Promise.all([aUser({ name: 'Ana Ruiz Ñáñez' }), aUser(), anAdmin({ name: 'Berta Cano' })])
})

const signatories = ({ pb }: Pick<Person, 'pb'>) => pb.collection<Signatory>('signatories')
const picture = (bytes: Uint8Array, name = 'firma.png') => new File([new Uint8Array(bytes)], name)

function aSignatory(change: object = {}): Promise<Signatory> {
  return signatories(admin).create({
    name: 'Clara Inés Rojas',
    post: 'Directora de Talento Humano',
    idDocument: 'C. C. 52.345.678',
    active: true,
    ...change,
  })
}

const nombre: Field = { key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 60 }
const signedBy = (signatures: SignatureBlock[], change: Partial<Format> = {}) =>
  aPublishedFormat(admin, { fields: [nombre], signatures, ...change })

async function approved(format: { id: string }, values: object = { nombre: 'Pedro' }) {
  const { id } = await requests(ana).create({ format: format.id, values })
  await take(ana, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  return settled(ana, id)
}

async function textOf(request: Awaited<ReturnType<typeof approved>>) {
  return read(await (await download(ana, request)).arrayBuffer())
}

/** Returns kind, width and height of each image of a document, from `pdfimages`. */
async function picturesIn(request: Awaited<ReturnType<typeof approved>>) {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
  try {
    const file = join(folder, 'document.pdf')
    writeFileSync(file, Buffer.from(await (await download(ana, request)).arrayBuffer()))
    const lines = execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' }).trim().split('\n').slice(2)
    return lines.map((line) => line.trim().split(/\s+/).slice(2, 5).join(' '))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('signed document', () => {
  it('shows signatory, approver, owner and a name in a field, as the format defines', async () => {
    const { id } = await aSignatory()
    const fields: Field[] = [
      nombre,
      { key: 'recibe', label: 'Recibe', type: 'text', max: 60 },
      { key: 'cargo', label: 'Cargo', type: 'text', max: 60 },
      { key: 'cedula', label: 'Cédula', type: 'idDocument', kinds: ['CC'] },
    ]
    const format = await signedBy(
      [
        { by: 'signatory', signatory: id },
        { by: 'approver', caption: 'Aprobó' },
        { by: 'owner', caption: 'Solicitó' },
        { by: 'field', name: 'recibe', post: 'cargo', document: 'cedula', caption: 'Recibe' },
      ],
      { fields },
    )
    const values = { nombre: 'Pedro', recibe: 'Hugo Paz', cargo: 'Almacenista', cedula: '1020304050' }
    const request = await approved(format, values)
    const text = await textOf(request)
    for (const line of ['Clara Inés Rojas', 'Directora de Talento Humano', 'C. C. 52.345.678', 'Aprobó', 'Berta Cano'])
      expect(text).toContain(line)
    for (const line of ['Solicitó', 'Ana Ruiz Ñáñez', 'Recibe', 'Hugo Paz', 'Almacenista', 'C. C. 1.020.304.050'])
      expect(text).toContain(line)
    // Line breaks depend on the length of the time.
    expect(text.replace(/\s+/g, ' ')).toMatch(/Aprobó Berta Cano el \d+ de \S+ de \d{4} a las? \d+:\d\d [ap]\. m\. /)
    const alone = await textOf(await approved(format))
    expect(alone).not.toContain('Recibe')
    expect(alone).toContain('Solicitó')
  })

  it('names the user whom a substitute represents, in the approval and in the signature', async () => {
    const [boss, deputy] = await Promise.all([aUser({ name: 'Óscar Peña Muñoz' }), aUser({ name: 'Delia Roca' })])
    const route = [{ key: 'jefe', name: 'Jefe', people: [boss.id] }]
    const format = await signedBy([{ by: 'approver' }, { by: 'owner' }], { route })
    const day = new Date().toISOString().slice(0, 10)
    // Until the next day, because the organisation's day may differ from the day in UTC.
    const [from, to] = [-1, 1].map((days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10))
    await boss.pb.collection('substitutions').create({ person: boss.id, substitute: deputy.id, from, to })
    const approvedBy = async (person: Person) => {
      const { id } = await requests(ana).create({ format: format.id, values: { nombre: 'Pedro' } })
      await take(ana, 'submit', { ids: [id] })
      await take(person, 'approve', { ids: [id] })
      const request = await settled(ana, id)
      return { signers: request.signers, text: (await textOf(request)).replace(/\s+/g, ' ') }
    }
    const { signers, text } = await approvedBy(deputy)
    expect(signers).toMatchObject({ approver: 'Delia Roca', inPlaceOf: 'Óscar Peña Muñoz' })
    expect(signers?.signers.map(({ inPlaceOf }) => inPlaceOf)).toEqual(['Óscar Peña Muñoz', undefined])
    // In the signature, with a capital letter, on a line of its own.
    expect(text).toContain('En lugar de Óscar Peña Muñoz')
    expect(text).toContain('Aprobó Delia Roca, en lugar de Óscar Peña Muñoz, el ')
    const own = await approvedBy(boss)
    expect(own.signers).not.toHaveProperty('inPlaceOf')
    expect(own.text).not.toMatch(/en lugar de/i)
  })

  it('contains the scanned signature only if the signatory allows it for the format', async () => {
    const { id } = await aSignatory({ signature: picture(aSignature()) })
    const format = await signedBy([{ by: 'signatory', signatory: id }])
    expect(await picturesIn(await approved(format))).toEqual([])
    await signatories(admin).update(id, { formats: [format.id] })
    expect(await picturesIn(await approved(format))).toEqual(['image 300 100', 'smask 300 100'])
  })

  it('shows the scanned signature to readers, and before approval to its approver only', async () => {
    const chief = await anAdmin({ name: 'Darío Mesa' })
    const format = await signedBy([{ by: 'approver' }])
    const own = { name: 'Darío Mesa Ortiz', post: 'Gerente', user: chief.id, formats: [format.id] }
    await aSignatory({ ...own, signature: picture(aSignature()) })
    const { id } = await requests(ana).create({ format: format.id, values: { nombre: 'Pedro' } })
    const seenBy = async ({ pb }: Person) => (await pb.send<RequestView>(`/api/app/requests/${id}/view`, {})).signatures
    await take(ana, 'submit', { ids: [id] })
    expect(await seenBy(ana)).toEqual({})
    expect(await seenBy(admin)).toEqual({})
    const scan = { src: expect.stringMatching(/^data:image\/png;base64,/), width: 300, height: 100 }
    expect(await seenBy(chief)).toEqual({ approving: scan, 'approving organisation': scan })
    await take(chief, 'approve', { ids: [id] })
    const { signers } = await settled(ana, id)
    const signatureImage = signers?.signers[0]?.image ?? ''
    expect(signatureImage).not.toBe('')
    for (const person of [ana, admin, chief]) expect(await seenBy(person)).toEqual({ [signatureImage]: scan })
    expect((await refusalOf(seenBy(await aUser()))).status).toBe(404)
  })

  it('shows the approver’s account as signatory with post and signature', async () => {
    const chief = await anAdmin({ name: 'Darío Mesa' })
    const format = await signedBy([{ by: 'approver' }])
    const mine = { name: 'Darío Mesa Ortiz', post: 'Gerente', user: chief.id, formats: [format.id] }
    await aSignatory({ ...mine, signature: picture(aSignature()) })
    const { id } = await requests(ana).create({ format: format.id, values: { nombre: 'Pedro' } })
    await take(ana, 'submit', { ids: [id] })
    await take(chief, 'approve', { ids: [id] })
    const request = await settled(ana, id)
    expect(await textOf(request)).toMatch(/Darío Mesa Ortiz\s+Gerente/)
    expect(await picturesIn(request)).toEqual(['image 300 100', 'smask 300 100'])
  })

  it('keeps its signatures when regenerated, despite changed signatories', async () => {
    const { id } = await aSignatory({ signature: picture(aSignature()) })
    const format = await signedBy([{ by: 'signatory', signatory: id }])
    await signatories(admin).update(id, { formats: [format.id] })
    const first = await approved(format)
    const bytes = Buffer.from(await (await download(ana, first)).arrayBuffer())
    await signatories(admin).update(id, { name: 'Otra Persona', active: false, signature: null })
    await take(admin, 'regenerate', { ids: [first.id] })
    const second = await settled(ana, first.id)
    expect(second.document).not.toBe(first.document)
    expect(Buffer.from(await (await download(ana, second)).arrayBuffer()).equals(bytes)).toBe(true)
  })

  it.each([
    ['is not active', { active: false }],
    ['has not begun', { from: '2199-01-01' }],
    ['has ended', { to: '2001-12-31' }],
  ])('fails with the name if the signatory %s, and uses the replacement', async (_, change) => {
    const { id } = await aSignatory(change)
    const format = await signedBy([{ by: 'signatory', signatory: id }])
    const request = await approved(format)
    expect(request).toMatchObject({ status: 'approved', documentStatus: 'failed', documentError: 'document.signatory' })
    expect(request.documentErrorDetails).toMatchObject({ name: 'Clara Inés Rojas' })
    const other = await aSignatory({ name: 'Eva Suplente' })
    await signatories(admin).update(id, { replacedBy: other.id })
    await take(admin, 'regenerate', { ids: [request.id] })
    const text = await textOf(await settled(ana, request.id))
    expect(text).toContain('Eva Suplente')
    expect(text).not.toContain('Clara')
  })

  it('names the expected signatories in the preview, without pictures', async () => {
    const { id } = await aSignatory({ signature: picture(aSignature()) })
    const format = await signedBy([{ by: 'signatory', signatory: id }, { by: 'approver' }, { by: 'owner' }])
    const body = JSON.stringify({ format: format.id, values: { nombre: 'Pedro' } })
    const answer = await fetch(`${testServer().url}/api/app/requests/preview`, {
      method: 'POST',
      body,
      headers: { Authorization: ana.pb.authStore.token, 'Content-Type': 'application/json' },
    })
    const text = read(await answer.arrayBuffer())
    for (const line of ['Clara Inés Rojas', '(quien apruebe)', 'Ana Ruiz Ñáñez']) expect(text).toContain(line)
    const version = await ana.pb
      .collection<FormatVersion>('format_versions')
      .getFirstListItem(ana.pb.filter('format = {:id}', { id: format.id }))
    expect(version.signatories).toEqual([
      { id, name: 'Clara Inés Rojas', post: 'Directora de Talento Humano', idDocument: 'C. C. 52.345.678' },
    ])
  })
})

describe('new installation', () => {
  let server: Server
  let owner: Person
  let boss: Person
  beforeAll(async () => {
    server = await startServer(inject('image'))
    const at = server.url
    ;[owner, boss] = await Promise.all([aUser({ at }), anAdmin({ at, name: 'Berta Cano' })])
  })
  afterAll(() => server.stop())

  async function letter(by = boss) {
    const { id } = await aDraft(owner)
    await take(owner, 'submit', { ids: [id] })
    await take(by, 'approve', { ids: [id] })
    const request = await settled(owner, id)
    return read(await (await download(owner, request)).arrayBuffer())
  }
  async function previewed(by = owner) {
    const id = (await by.pb.collection<Format>('formats').getFirstListItem('code = "CL"')).id
    const version = await by.pb
      .collection<FormatVersion>('format_versions')
      .getFirstListItem(`format = "${id}" && version = 1`)
    return version.signatories?.map(({ name }) => name)
  }
  const electronically = (name: string, known: string) => {
    const sentence = `Aprobado electrónicamente por ${name}, el \\d+ de [a-z]+ de \\d{4}`.replaceAll(' ', '\\s+')
    return new RegExp(`Atentamente,\\s+${sentence}\\s+${known}Compruebe`)
  }
  const add = (change: object) =>
    signatories(boss).create({
      name: 'Clara Inés Rojas',
      post: 'Directora',
      idDocument: 'C. C. 1',
      active: true,
      ...change,
    })

  it('signs letters by the approver, by the only signatory, or by the approver as signatory', async () => {
    expect(await previewed()).toEqual([])
    expect(await letter()).toMatch(electronically('Berta Cano', ''))
    await add({})
    expect(await previewed()).toEqual(['Clara Inés Rojas'])
    expect(await letter()).toMatch(/Atentamente,\s+Clara Inés Rojas\s+Directora\s+C\. C\. 1\s+Compruebe/)
    const chief = await anAdmin({ at: server.url, name: 'Darío Mesa' })
    await add({ name: 'Darío Mesa Ortiz', post: 'Gerente', user: chief.id })
    // The format names neither of the two signatories, so no signatory signs.
    expect(await letter()).toMatch(electronically('Berta Cano', ''))
    expect(await letter(chief)).toMatch(electronically('Darío Mesa Ortiz', 'Gerente\\s+C\\. C\\. 1\\s+'))
    expect(await previewed()).toEqual([])
    // The preview shows how the approver would sign.
    expect(await previewed(boss)).toEqual(['Berta Cano'])
    expect(await previewed(chief)).toEqual(['Darío Mesa Ortiz', 'Darío Mesa Ortiz'])
  })
})

describe('signatories', () => {
  it('are readable and writable by administrators only, with their signatures', async () => {
    const one = await aSignatory({ signature: picture(aSignature()) })
    const address = (person: Person, token: string) => person.pb.files.getURL(one, one.signature, { token })
    const token = await admin.pb.files.getToken()
    expect((await fetch(address(admin, token))).status).toBe(200)
    expect((await fetch(`${address(admin, token)}&thumb=100x100`)).status).toBe(404)
    const large = new File([new Uint8Array(aPngHeader(20_000, 20_000))], 'firma.png', { type: 'image/png' })
    expect((await refusalOf(aSignatory({ signature: large }))).fields).toEqual({ signature: 'picture.pixels' })
    for (const person of [ana, luis]) {
      expect((await fetch(address(person, await person.pb.files.getToken()))).status).toBe(404)
      expect(await signatories(person).getFullList()).toEqual([])
      expect((await refusalOf(signatories(person).getOne(one.id))).status).toBe(404)
      expect((await refusalOf(signatories(person).create({ name: 'Yo', active: true }))).status).toBe(400)
      expect((await refusalOf(signatories(person).update(one.id, { name: 'Yo' }))).status).toBe(404)
    }
    expect((await fetch(address(ana, ''))).status).toBe(404)
    expect((await refusalOf(signatories({ pb: anonymous() }).getOne(one.id))).status).toBe(404)
    expect((await refusalOf(signatories(admin).delete(one.id))).status).toBe(403)
    for (const person of [ana, admin])
      expect((await refusalOf(person.pb.collection('signature_copies').getFullList())).status).toBe(403)
  })

  it.each([
    'signatories_via_formats.name ~ "C"',
    '@collection.signatories.name ~ "C"',
    '@collection.signature_copies.source ~ "a"',
  ])('are not found through %s', async (filter) => {
    expect((await refusalOf(ana.pb.collection('formats').getFullList({ filter }))).status).toBe(
      filter.includes('_via_') ? 400 : 403,
    )
  })

  it('are reported in realtime to administrators only, and recorded without picture', async () => {
    const [outside, inside] = await Promise.all([ana, admin].map(({ pb }) => listen(pb, 'signatories/*')))
    const { id } = await aSignatory()
    await signatories(admin).update(id, { post: 'Gerente', signature: picture(aSignature()) })
    await expect.poll(() => inside?.messages.filter(({ record }) => record.id === id).length).toBe(2)
    expect(outside?.messages).toEqual([])
    for (const page of [outside, inside]) page?.close()
    const [latest] = await admin.pb
      .collection<Event>('events')
      .getFullList({ filter: `subjectId = "${id}"`, sort: '-@rowid' })
    expect(latest).toMatchObject({ subject: 'signatories', action: 'update', actor: admin.id })
    expect(latest?.details).toEqual({
      fields: ['post', 'signature'],
      changes: { post: { from: 'Directora de Talento Humano', to: 'Gerente' } },
    })
  })

  it.each([
    [{ name: ' ' }, 'name', 'required'],
    [{ name: 'Ω Anny' }, 'name', 'unprintable'],
    [{ post: 'x'.repeat(121) }, 'post', 'length'],
    [{ idDocument: 'a\u0007b' }, 'idDocument', 'characters'],
    [{ from: '2026-02-01', to: '2026-01-31' }, 'to', 'signatory.period'],
    [{ from: '1/2/2026' }, 'from', 'date'],
  ])('reject %j at their field', async (change, field, code) => {
    expect(await refusalOf(aSignatory(change))).toMatchObject({ status: 400, fields: { [field]: code } })
  })

  it('have at most one account each, and a valid picture', async () => {
    const chief = await anAdmin()
    await aSignatory({ user: chief.id })
    expect((await refusalOf(aSignatory({ user: chief.id }))).fields).toEqual({ user: 'signatory.account' })
    const broken = aSignature().subarray(0, 60)
    expect((await refusalOf(aSignatory({ signature: picture(broken) }))).fields).toEqual({ signature: 'picture.kind' })
    const wall = Buffer.from(aSignature())
    wall.writeUInt32BE(60_000, 16)
    wall.writeUInt32BE(60_000, 20)
    expect((await refusalOf(aSignatory({ signature: picture(wall) }))).fields).toEqual({ signature: 'picture.pixels' })
    const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect((await refusalOf(aSignatory({ signature: picture(page, 'firma.png') }))).status).toBe(400)
    // The id becomes part of a path.
    for (const id of ['../requests/a', 'a', 'AAAAAAAAAAAAAAA'])
      expect(await refusalOf(aSignatory({ id, signature: picture(aSignature()) }))).toMatchObject({
        status: 400,
        fields: { id: 'invalid' },
      })
  })
})

describe('format', () => {
  it('hides unpublished signatures from users', async () => {
    const format = await signedBy([{ by: 'owner' }])
    await admin.pb.collection('formats').update(format.id, { signatures: [{ by: 'approver', caption: 'Secreto' }] })
    const seen = await ana.pb.collection<Format>('formats').getOne(format.id)
    expect(seen.signatures).toEqual([{ by: 'owner' }])
    const ask = { filter: 'signatures ~ "Secreto"' }
    expect((await refusalOf(ana.pb.collection('formats').getFullList(ask))).code).toBe('query.unpublished')
    const own = await admin.pb.collection<Format>('formats').getOne(format.id)
    expect(own.edited).toBe(true)
  })

  it('is rejected with an unknown signatory or field', async () => {
    const draft = (signatures: SignatureBlock[]) =>
      refusalOf(signedBy(signatures)).then(({ code, fields }) => [code, fields])
    expect(await draft([{ by: 'signatory', signatory: 'abcdefghijklmno' }])).toEqual([
      'format.invalid',
      { 'signatures.0.signatory': 'format.signatory' },
    ])
    expect(await draft([{ by: 'field', name: 'otra' }])).toEqual([
      'format.invalid',
      { 'signatures.0.name': 'format.unknown' },
    ])
  })

  it('prints the date of a field in head and body', async () => {
    const fields: Field[] = [nombre, { key: 'dia', label: 'Día', type: 'date', required: true }]
    const body = '# Constancia\n\n{{nombre}}, el {{fecha_documento|largo}}.'
    const format = await aPublishedFormat(admin, { fields, body, paper: { date: 'dia' } })
    const text = await textOf(await approved(format, { nombre: 'Pedro', dia: '2025-02-03' }))
    expect(text.match(/3 de febrero de 2025/g)).toHaveLength(2)
    const copy = await formatStep(admin, format, 'copy', { code: 'ZZQ', name: 'Copia' })
    expect(copy.paper).toEqual({ date: 'dia' })
  })

  it('prints the issuer named in fields, or no letterhead', async () => {
    const fields: Field[] = [nombre, { key: 'calle', label: 'Calle', type: 'text' }]
    const body = 'Consta que {{nombre}} existe.'
    const issuer = { letterhead: 'issuer' as const, issuer: { name: 'nombre', address: 'calle' } }
    const issued = await aPublishedFormat(admin, { fields, body, paper: issuer })
    const values = { nombre: 'Pedro Pérez', calle: 'Calle 9 N.º 3-21' }
    const own = await textOf(await approved(issued, values))
    expect(own).toMatch(/^\s*Pedro Pérez\b/)
    expect(own).toContain('Calle 9 N.º 3-21')
    const bare = await aPublishedFormat(admin, { fields, body, paper: { letterhead: 'none' } })
    expect(await textOf(await approved(bare, values))).toMatch(/^\s*PRELIMINAR/)
  })
})

it('prints page size and notation of the settings unless the format sets them', async () => {
  const settings = await admin.pb.collection('settings').getFirstListItem('')
  const change = (said: object) => admin.pb.collection('settings').update(settings.id, said)
  const fields: Field[] = [nombre, { key: 'valor', label: 'Valor', type: 'money', currency: 'MXN' }]
  const body = '{{nombre}} recibe {{valor}}.'
  const values = { nombre: 'Pedro', valor: '1234567.50' }
  const follows = await aPublishedFormat(admin, { fields, body })
  const chooses = await aPublishedFormat(admin, { fields, body, paper: { size: 'legal', country: 'CL' } })
  const sheetOf = async (request: Awaited<ReturnType<typeof approved>>) => {
    const bytes = await (await download(ana, request)).arrayBuffer()
    const page = /\/MediaBox\[0 0 ([\d.]+ [\d.]+)\]/.exec(Buffer.from(bytes).toString('latin1'))?.[1]
    return [page, /recibe (.*)\.$/m.exec(await read(bytes))?.[1]]
  }
  const before = await approved(follows, values)
  expect(await sheetOf(before)).toEqual(['612 792', 'MX$ 1.234.567,50'])
  await change({ pageSize: 'a4', pageCountry: 'MX' })
  try {
    expect(await sheetOf(await approved(follows, values))).toEqual(['595.28 841.89', '$1,234,567.50'])
    expect(await sheetOf(await approved(chooses, values))).toEqual(['612 1008', 'MX$1.234.567,50'])
    // The annulled document is the issued document with a stamp.
    await take(admin, 'annul', { ids: [before.id], reason: 'Se repite.' })
    expect(await sheetOf(await settled(ana, before.id))).toEqual(['612 792', 'MX$ 1.234.567,50'])
    for (const [said, field] of [
      [{ pageSize: 'a5' }, 'pageSize'],
      [{ pageMargins: '' }, 'pageMargins'],
      [{ pageCountry: 'XX' }, 'pageCountry'],
    ] as const)
      expect(await refusalOf(change(said))).toMatchObject({ status: 400, fields: { [field]: 'invalid' } })
  } finally {
    await change({ pageSize: 'letter', pageCountry: '' })
  }
})

it('prints transparent and opaque logos', async () => {
  const settings = await admin.pb.collection('settings').getFirstListItem('')
  const change = (logo: File | null) => admin.pb.collection('settings').update(settings.id, { logo })
  const format = await signedBy([{ by: 'owner' }])
  try {
    await change(
      picture(
        aPng(960, 300, (x, y) => [200, (x >> 5) * 8, (y >> 5) * 8, (x >> 4) % 2 ? 255 : 90]),
        'logo.png',
      ),
    )
    expect(await picturesIn(await approved(format))).toEqual(['image 480 150', 'smask 480 150'])
    await change(
      picture(
        aPng(40, 20, () => [9, 90, 60]),
        'logo.png',
      ),
    )
    expect(await picturesIn(await approved(format))).toEqual(['image 40 20'])
  } finally {
    await change(null)
  }
})
