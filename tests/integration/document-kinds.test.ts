import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Event } from '../../src/domain/history/event.ts'
import type { Request, RequestDocument } from '../../src/domain/requests/request-output.ts'
import { aCompletedBatch } from '../support/batch.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import {
  aDraft,
  aPublishedFormat,
  aRequest,
  download,
  earlierOf,
  formatStep,
  pageOf,
  read,
  requests,
  settled,
  settledAll,
  take,
} from '../support/requests.ts'

let ana: Person
let luis: Person
let admin: Person
beforeAll(async () => {
  ;[ana, luis, admin] = await Promise.all([aUser(), aUser(), anAdmin()])
})

const stepsOf = async (id: string) => {
  const events = await admin.pb.send<Event[]>(`/api/app/requests/${id}/history`, { method: 'GET' })
  return events.map(({ action }) => action)
}

/** Returns the text of a document; fails if its hash differs from the stored one. */
async function fileOf(person: Person, request: { id: string; collectionId: string }, name: string, hash: string) {
  const response = await download(person, request, name)
  expect(response.status).toBe(200)
  const file = await response.arrayBuffer()
  expect(createHash('sha256').update(Buffer.from(file)).digest('hex')).toBe(hash)
  return read(file)
}

const presentOf = (person: Person, request: Request) => fileOf(person, request, request.document, request.documentHash)

describe('issue document', () => {
  it('makes it final under the same number and date, and keeps the preliminary file', async () => {
    const before = await aRequest(ana, admin, 'approved')
    expect(before).toMatchObject({ finality: 'preliminary', documentKind: 'preliminary', annulledAt: '' })
    expect(await presentOf(ana, before)).toContain('PRELIMINAR')
    await take(admin, 'issue', { ids: [before.id], reason: 'Lo pide el banco.' })
    const after = await settled(ana, before.id)
    const { documentNumber, decidedAt, reviewer } = before
    expect(after).toMatchObject({ status: 'approved', documentStatus: 'ready', documentNumber, decidedAt, reviewer })
    expect(after).toMatchObject({ finality: 'final', documentKind: 'final', reason: 'Lo pide el banco.' })
    const text = await presentOf(ana, after)
    expect(text).toContain(documentNumber)
    expect(text).not.toMatch(/preliminar/i)
    const [earlier] = (await earlierOf(ana, before.id)) as [RequestDocument]
    expect(earlier).toMatchObject({ number: documentNumber, kind: 'preliminary', file: before.document })
    for (const person of [ana, admin])
      expect(await fileOf(person, earlier, earlier.file, earlier.hash)).toContain('PRELIMINAR')
    expect((await download(luis, earlier, earlier.file)).status).toBe(404)
    expect(await stepsOf(before.id)).toEqual(['create', 'submit', 'approve', 'document', 'issue', 'document'])
  })
})

describe('annul document', () => {
  it('adds the stamp, keeps earlier files, and rejects further actions', async () => {
    const { id } = await aRequest(ana, admin, 'approved')
    await take(admin, 'issue', { ids: [id] })
    const before = await settled(ana, id)
    await take(admin, 'annul', { ids: [id], reason: 'Se repite.' })
    const after = await settled(ana, id)
    expect(after).toMatchObject({
      status: 'approved',
      finality: 'final',
      documentKind: 'annulled',
      reason: 'Se repite.',
    })
    expect(after).toMatchObject({ documentNumber: before.documentNumber, letterhead: before.letterhead })
    expect(Date.parse(after.annulledAt.replace(' ', 'T'))).toBeGreaterThan(
      Date.parse(before.decidedAt.replace(' ', 'T')),
    )
    const text = await presentOf(ana, after)
    expect(text).toContain('ANULADO')
    expect(text).toMatch(/Documento anulado el \d+ de [a-z]+ de 20\d\d/)
    expect(text).toMatch(/Anulado el \d+ de [a-z]+ de 20\d\d\. Motivo: Se repite\./)
    const earlier = await earlierOf(ana, id)
    expect(earlier.map(({ kind }) => kind)).toEqual(['preliminary', 'final'])
    const last = earlier.at(-1) as RequestDocument
    expect(await fileOf(ana, last, last.file, last.hash)).not.toContain('ANULADO')
    for (const step of ['issue', 'annul', 'return', 'cancel'])
      expect((await take(admin, step, { ids: [id], reason: 'x' })).skipped).toEqual([
        { id, code: 'request.transition' },
      ])
    expect(await settled(ana, id)).toEqual(after)
  })

  it('omits the reason if the format hides it', async () => {
    const format = await aPublishedFormat(admin, { paper: { hidesAnnulReason: true } })
    const { id } = await requests(ana).create({ format: format.id, values: { nombre: 'Pedro' } })
    await take(ana, 'submit', { ids: [id] })
    await take(admin, 'approve', { ids: [id] })
    await settled(ana, id)
    await take(admin, 'annul', { ids: [id], reason: 'Se repite.' })
    const text = await presentOf(ana, await settled(ana, id))
    expect(text).toContain('ANULADO')
    expect(text).not.toContain('Se repite')
  })
})

describe('finality of a format', () => {
  const final = (text = '{{nombre}}') => ({ body: text, makesFinal: true })

  it('applies to the requests of that version at approval', async () => {
    const format = await aPublishedFormat(admin)
    const old = await aDraft(ana, { nombre: 'Ana' }, format.code)
    const stored = await admin.pb.collection('formats').update(format.id, { makesFinal: true })
    expect(stored.edited).toBe(true)
    // Other users see the published version.
    expect((await ana.pb.collection('formats').getOne(format.id)).makesFinal).toBe(false)
    expect(await formatStep(admin, format, 'publish')).toMatchObject({ version: 2, edited: false })
    expect((await ana.pb.collection('formats').getOne(format.id)).makesFinal).toBe(true)
    const fresh = await aDraft(ana, { nombre: 'Ana' }, format.code)
    const ids = [old.id, fresh.id]
    await take(ana, 'submit', { ids })
    expect((await requests(ana).getOne(fresh.id)).finality).toBe('')
    await take(admin, 'approve', { ids })
    const made = await settledAll(ana, ids)
    expect(made.map(({ finality, documentKind }) => [finality, documentKind])).toEqual([
      ['preliminary', 'preliminary'],
      ['final', 'final'],
    ])
    expect(await presentOf(ana, made[1] as Request)).not.toMatch(/preliminar/i)
  })

  it('applies at once without review, also to batches', async () => {
    const { code, id: format } = await aPublishedFormat(admin, { ...final(), requiresReview: false })
    const one = await aDraft(ana, { nombre: 'Ana' }, code)
    await take(ana, 'submit', { ids: [one.id] })
    expect(await settled(ana, one.id)).toMatchObject({ finality: 'final', documentKind: 'final' })
    const batch = await aCompletedBatch(
      ana.pb,
      [1, 2, 3].map((n) => ({ nombre: `Ana ${n}` })),
      { code },
    )
    const { items, totalItems } = await pageOf(ana, { batch: batch.id, documentKind: 'final' })
    expect(totalItems).toBe(3)
    expect(items.map(({ finality }) => finality)).toEqual(['final', 'final', 'final'])
    expect((await pageOf(ana, { format, documentKind: 'final' })).totalItems).toBe(4)
  })

  it('applies again after a return and a second approval', async () => {
    const nota = { key: 'nota', label: 'Nota', type: 'longText' as const, max: 5000 }
    const { code } = await aPublishedFormat(admin, { ...final('{{nota}}\n'.repeat(101)), fields: [nota] })
    const { id } = await aDraft(ana, { nota: 'x'.repeat(5000) }, code)
    await take(ana, 'submit', { ids: [id] })
    await take(admin, 'approve', { ids: [id] })
    expect(await settled(ana, id)).toMatchObject({ finality: 'final', documentStatus: 'failed', documentKind: '' })
    await take(admin, 'return', { ids: [id], reason: 'Es muy largo.' })
    expect(await requests(ana).getOne(id)).toMatchObject({ finality: '', status: 'returned' })
    await requests(ana).update(id, { values: { nota: 'Corto.' } })
    await take(ana, 'submit', { ids: [id] })
    await take(admin, 'approve', { ids: [id] })
    expect(await settled(ana, id)).toMatchObject({ finality: 'final', documentStatus: 'ready', documentKind: 'final' })
  })
})
