import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getContainerRuntimeClient } from 'testcontainers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Batch } from '../../src/domain/batches/batch-output.ts'
import type { Format } from '../../src/domain/formats/format.ts'
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
import { confirmAndWait, post } from '../support/batch.ts'
import { type Server, startServer } from '../support/container.ts'
import { anAdmin, aUser, type Person, setActive, theFirstAdmin } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { download, read, requests, settled, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { testServer } from '../support/test-server.ts'

const [admin, ana, beto] = await Promise.all([anAdmin(), aUser(), aUser()])
const format = await aFormatWithFiles(admin)

const draftOf = (owner: Person, soportes: unknown, at: Format = format) =>
  requests(owner).create({ format: at.id, values: { nombre: 'Ana Peña', soportes } } as never)
const submitted = async (owner: Person, id: string) => {
  const { changed, skipped } = await take(owner, 'submit', { ids: [id] })
  return changed.includes(id) ? 'sent' : skipped[0]?.errors
}
const there = (person: Person, id: string) => fetchAttachment(person, id).then((answer) => answer.status)

describe('attachment', () => {
  it('is stored, listed in the document, and served to readers of the request only', async () => {
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

  it('shows a preview of a picture, and no thumb', async () => {
    const file = await attach(ana, 'foto', aPicture())
    expect(file.name).toBe('foto.png')
    const shown = await fetchAttachment(ana, file.id, { preview: '1' })
    expect(shown.headers.get('content-disposition')).toMatch(/^inline;/)
    expect(shown.headers.get('content-type')).toBe('image/png')
    const thumb = await fetchAttachment(ana, file.id, { thumb: '100x100' })
    expect(thumb.status).toBe(404)
    const pdf = await attach(ana, 'a.pdf')
    expect((await fetchAttachment(ana, pdf.id, { preview: '1' })).headers.get('content-disposition')).toMatch(
      /^attachment;/,
    )
  })

  it('resumes after an interrupted upload, and ignores a repeated call', async () => {
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
    ['an HTML page', 'a.pdf', Buffer.from('<html><script>alert(1)</script></html>'), 'attachment.content'],
    ['macros', 'a.docx', aDocx({ 'word/vbaProject.bin': 'x' }), 'attachment.content'],
    [
      'a PDF followed by HTML',
      'a.pdf',
      Buffer.concat([aPdf(), Buffer.from('<script>1</script>')]),
      'attachment.content',
    ],
  ])('is rejected by its content: %s', async (_, name, bytes, code) => {
    expect(await refusalOf(attach(ana, name, bytes))).toMatchObject({ status: 400, code })
  })

  it('accepts 10 MB and rejects an additional byte', async () => {
    const most = aPdf(10_485_760)
    expect((await attach(ana, 'a.pdf', most)).size).toBe(10_485_760)
    expect((await refusalOf(attach(ana, 'a.pdf', aPdf(10_485_761)))).code).toBe('attachment.size')
    const id = anId()
    const tooLarge = ana.pb.send('/api/app/attachments', { method: 'POST', body: { id, name: 'a', size: 10_485_761 } })
    expect(await refusalOf(tooLarge)).toMatchObject({ fields: { size: 'attachment.size' } })
    expect((await refusalOf(sendPart(ana, anId(), 0, aPdf(600_000)))).status).toBe(413)
  })

  it('is stored as validated if chunks are written at the same time', async () => {
    const bytes = aPdf(2_000_000)
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    let storedCount = 0
    for (let delay = 0; delay < 32; delay += 8) {
      const id = anId()
      for (let at = 0; at < bytes.length; at += 524_288) await sendPart(ana, id, at, bytes.subarray(at, at + 524_288))
      let isOver = false
      const attached = attachOnly(id, bytes.length).finally(() => {
        isOver = true
      })
      const written = Array.from({ length: 2 }, async () => {
        await new Promise((resolve) => setTimeout(resolve, delay))
        while (!isOver) await sendPart(ana, id, 0, page)
      })
      const [answer] = await Promise.allSettled([attached, ...written])
      if (answer.status === 'rejected') {
        expect((await refusalOf(attached)).code).toBe('attachment.part')
        continue
      }
      storedCount++
      expect(Buffer.from(await (await fetchAttachment(ana, id)).arrayBuffer()).equals(bytes)).toBe(true)
    }
    expect(storedCount).toBeGreaterThan(0)
  })

  it("rejects an id of another user's file", async () => {
    const file = await attach(ana, 'a.pdf')
    expect(await refusalOf(attach(beto, 'b.pdf', aPdf(900), { id: file.id }))).toMatchObject({
      fields: { id: 'invalid' },
    })
    expect((await (await fetchAttachment(ana, file.id)).arrayBuffer()).byteLength).toBe(400)
  })
})

describe('submit request with attachments', () => {
  const unknown = { soportes: 'attachment.unknown' }
  it('rejects a file of another user, of another request, or unknown', async () => {
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
  it('rejects too few or too many files, and a kind that the format excludes', async () => {
    expect(await submitted(ana, (await draftOf(ana, [])).id)).toEqual({ soportes: 'required' })
    const eleven = Array.from({ length: 11 }, () => ({ id: anId(), name: 'a.pdf', size: 1 }))
    expect(await submitted(ana, (await draftOf(ana, eleven)).id)).toMatchObject({ soportes: 'max' })
    const pictures = await aFormatWithFiles(admin, { accepts: ['image'], megabytes: 1 })
    const pdf = await attach(ana, 'a.pdf')
    const disguised = [{ ...pdf, name: 'a.png' }]
    expect(await submitted(ana, (await draftOf(ana, disguised, pictures)).id)).toEqual({ soportes: 'attachment.kind' })
  })
})

describe('attachments of a draft', () => {
  it('are deleted with it, and released when it no longer names them', async () => {
    const [one, two] = [await attach(ana, '1.pdf'), await attach(ana, '2.pdf')]
    const { id } = await draftOf(ana, [one, two])
    await requests(ana).update(id, { values: { nombre: 'Ana', soportes: [one] } } as never)
    const holds = async (file: string) => (await ana.pb.collection('attachments').getOne(file)).request
    expect([await holds(one.id), await holds(two.id)]).toEqual([id, ''])
    await requests(ana).delete(id)
    expect([await there(ana, one.id), await there(ana, two.id)]).toEqual([404, 200])
  })
  it('stay with the earlier revision after a return', async () => {
    const [one, two] = [await attach(ana, '1.pdf'), await attach(ana, '2.pdf')]
    const { id } = await draftOf(ana, [one])
    await submitted(ana, id)
    await take(admin, 'return', { ids: [id], reason: 'Falta otro.' })
    await requests(ana).update(id, { values: { nombre: 'Ana', soportes: [two] } } as never)
    expect(await submitted(ana, id)).toBe('sent')
    expect([await there(admin, one.id), await there(admin, two.id)]).toEqual([200, 200])
    const [revision] = await ana.pb
      .collection('request_revisions')
      .getFullList({ batch: 30, filter: `request = "${id}"` })
    expect(revision?.values.soportes).toEqual([one])
  })
})

describe('attachments of a batch', () => {
  const rowOf = (n: number, soportes: unknown) =>
    ({ row: n + 2, values: { nombre: `Persona ${n}`, soportes } }) as never
  const aBatchOf = (total: number) =>
    post<Batch>(ana.pb, '', { format: format.id, fileName: 'a.xlsx', fileHash: randomBytes(32).toString('hex'), total })

  it('go to the request of each row, and invalid or missing files are reported', async () => {
    const batch = await aBatchOf(5)
    const [one, two, foreign] = await Promise.all([attach(ana, '1.pdf'), attach(ana, '2.pdf'), attach(beto, '3.pdf')])
    const named = [{ ...one, name: 'otro.exe', size: 7 }]
    const rows = [rowOf(0, named), rowOf(1, [two]), rowOf(2, [one]), rowOf(3, [foreign]), rowOf(4, [])]
    const outcome = await post(ana.pb, `/${batch.id}/rows`, { rows })
    expect(outcome).toEqual({
      valid: 2,
      errors: [
        { row: 4, errors: { soportes: 'attachment.unknown' } },
        { row: 5, errors: { soportes: 'attachment.unknown' } },
        { row: 6, errors: { soportes: 'required' } },
      ],
    })
    // A file of a batch row cannot be used in another request.
    expect(await submitted(ana, (await draftOf(ana, [two])).id)).toEqual({ soportes: 'attachment.unknown' })
    await confirmAndWait(ana.pb, batch)
    const made = await requests(admin).getFullList({ batch: 30, filter: `batch = "${batch.id}"`, sort: 'row' })
    expect(made.map(({ values }) => values.soportes)).toEqual([[one], [two]])
    expect([await there(admin, one.id), await there(beto, one.id)]).toEqual([200, 404])
    expect(await ana.pb.collection('attachments').getOne(two.id)).toMatchObject({ sent: true, request: made[1]?.id })
  })

  it('reports a missing file as a wrong cell until the row names an uploaded file', async () => {
    const batch = await aBatchOf(1)
    const send = (row: object) => post(ana.pb, `/${batch.id}/rows`, { rows: [{ row: 2, ...row }] })
    const values = { nombre: 'Persona 0' }
    expect(await send({ values, wrong: { soportes: 'cédula.pdf; x.pdf' } })).toEqual({
      valid: 0,
      errors: [{ row: 2, errors: { soportes: 'attachment.missing' } }],
    })
    const [kept] = (await ana.pb.collection('batch_rows').getList(1, 1, { filter: `batch = "${batch.id}"` })).items
    expect(kept).toMatchObject({ status: 'error', values, wrong: { soportes: 'cédula.pdf; x.pdf' } })
    const file = await attach(ana, 'cédula.pdf')
    expect(await send({ values: { ...values, soportes: [file] } })).toEqual({ valid: 1, errors: [] })
  })

  it('releases a file that its row no longer names', async () => {
    const batch = await aBatchOf(1)
    const [one, two] = [await attach(ana, '1.pdf'), await attach(ana, '2.pdf')]
    const send = (soportes: unknown) => post(ana.pb, `/${batch.id}/rows`, { rows: [rowOf(0, soportes)] })
    await send([one, two])
    await send([two])
    expect(await submitted(ana, (await draftOf(ana, [one])).id)).toBe('sent')
    expect(await submitted(ana, (await draftOf(ana, [two])).id)).toEqual({ soportes: 'attachment.unknown' })
  })
})

it('adds attachments to a ZIP of documents under unique names', async () => {
  const files = await Promise.all(
    ['Cédula.pdf', 'cédula.pdf', 'foto'].map((name, n) => attach(ana, name, n < 2 ? aPdf(900_000 + n) : aPicture())),
  )
  const { id } = await draftOf(ana, files)
  await submitted(ana, id)
  await take(admin, 'approve', { ids: [id] })
  const { documentNumber } = await settled(ana, id)
  const token = await admin.pb.files.getToken()
  // The checksums are cached at the second time.
  for (let time = 0; time < 2; time++) {
    const answer = await fetch(
      `${testServer().url}/api/app/requests/documents?${new URLSearchParams({ ids: id, token })}`,
    )
    const found = unzipped(Buffer.from(await answer.arrayBuffer()))
    expect(Object.keys(found).sort()).toEqual([
      `${documentNumber}.pdf`,
      `${documentNumber}/Cédula.pdf`,
      `${documentNumber}/cédula (2).pdf`,
      `${documentNumber}/foto.png`,
    ])
    expect(found[`${documentNumber}/foto.png`]?.equals(aPicture())).toBe(true)
    expect(found[`${documentNumber}/cédula (2).pdf`]?.length).toBe(900_001)
  }
})

/** Returns the content of an archive by name; fails if `unzip` finds faults. */
function unzipped(bytes: Buffer): Record<string, Buffer> {
  const folder = temporaryFolder()
  const file = join(folder, 'a.zip')
  writeFileSync(file, bytes)
  execFileSync('unzip', ['-tq', file])
  execFileSync('unzip', ['-q', file, '-d', folder], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name !== 'a.zip')
  const files = names.filter((name) => statSync(join(folder, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name))]))
}

it('serves an attachment to the approver of its step and to no other approver', async () => {
  const [lider, otra] = [await aUser(), await aUser()]
  const routed = await aFormatWithFiles(admin, {}, {
    route: [{ key: 'area', name: 'Área', people: [lider.id] }],
  } as never)
  const file = await attach(ana, 'a.pdf')
  const { id } = await draftOf(ana, [file], routed)
  expect(await there(lider, file.id)).toBe(404)
  await submitted(ana, id)
  expect([await there(lider, file.id), await there(otra, file.id)]).toEqual([200, 404])
})

describe('with 350 MiB of memory', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer(inject('image'))
    const container = (await getContainerRuntimeClient()).container.getById(server.container.getId())
    const memory = 350 * 2 ** 20
    await container.update({ Memory: memory, MemorySwap: memory })
  })
  afterAll(() => server?.stop())

  it('stores simultaneous uploads of eight users', async () => {
    const at = server.url
    // `ATTACHMENTS_EACH=8` sends 64 uploads at once; deferred ones repeat after two seconds.
    const each = Number(process.env.ATTACHMENTS_EACH || 2)
    const people = await Promise.all(Array.from({ length: 8 }, () => aUser({ at })))
    const bytes = aPdf(Number(process.env.ATTACHMENT_MB || 1) * 1_048_576)
    const all = await Promise.all(
      people.flatMap((one) => Array.from({ length: each }, () => attach(one, 'a.pdf', bytes))),
    )
    expect(all.every(({ size }) => size === bytes.length)).toBe(true)
    const { State } = await (await getContainerRuntimeClient()).container.getById(server.container.getId()).inspect()
    expect(State).toMatchObject({ Running: true, OOMKilled: false })
  })

  it('limits uploads to 5 GB per user and month', async () => {
    const at = server.url
    const [superuser, person] = await Promise.all([aSuperuser(server), aUser({ at })])
    const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })
    const bytes = aPdf(1_000)
    await attach(person, 'a.pdf', bytes)
    // Simulates files that were uploaded earlier.
    await sql(`INSERT INTO attachments (id, owner, request, name, kind, size, hash, crc, sent, file, created, updated)
      SELECT 'sent00000000000', owner, 'x', name, kind, ${5 * 2 ** 30} - 2000, hash, 0, TRUE, file, created, updated
      FROM attachments WHERE owner = '${person.id}'`)
    await attach(person, 'b.pdf', bytes)
    expect(await refusalOf(attach(person, 'c.pdf', bytes))).toMatchObject({ status: 400, code: 'attachment.quota' })
    await sql(`UPDATE attachments SET created = '2026-01-01 00:00:00.000Z' WHERE id = 'sent00000000000'`)
    await attach(person, 'c.pdf', bytes)
  })

  it('deletes files without a request after a day', async () => {
    const at = server.url
    const [superuser, person, boss] = await Promise.all([aSuperuser(server), aUser({ at }), theFirstAdmin({ at })])
    const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })
    const inDraft = await attach(person, 'a.pdf')
    const [old, fresh] = [await attach(person, 'b.pdf'), await attach(person, 'c.pdf')]
    const own = await aFormatWithFiles(boss)
    await draftOf(person, [inDraft], own)
    await sql(`UPDATE attachments SET updated = '2020-01-01 00:00:00.000Z' WHERE id IN ('${old.id}', '${inDraft.id}')`)
    await superuser.crons.run('attachments')
    await expect.poll(() => there(person, old.id)).toBe(404)
    expect([await there(person, inDraft.id), await there(person, fresh.id)]).toEqual([200, 200])
  })
})

it('refuses attachments to a deactivated user, even with an earlier file token', async () => {
  const gone = await aUser()
  const file = await attach(gone, 'a.pdf')
  const token = await gone.pb.files.getToken()
  const url = gone.pb.files.getURL({ id: file.id, collectionId: 'attachments' }, `${file.id}.bin`, { token })
  expect((await fetch(url)).status).toBe(200)
  await setActive(gone, false)
  expect((await fetch(url)).status).toBe(404)
  expect((await refusalOf(attach(gone, 'b.pdf'))).status).toBe(401)
})
