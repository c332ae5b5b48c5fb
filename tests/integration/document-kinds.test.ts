import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Event } from '../../src/domain/history/event.ts'
import type { Request, RequestDocument } from '../../src/domain/requests/request.ts'
import { aCompletedBatch } from '../support/batch.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
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

  it('keeps it final when it is regenerated', async () => {
    const { id } = await aRequest(ana, admin, 'approved')
    await take(admin, 'issue', { ids: [id] })
    await settled(ana, id)
    await take(admin, 'regenerate', { ids: [id] })
    expect(await presentOf(ana, await settled(ana, id))).not.toMatch(/preliminar/i)
    expect((await earlierOf(ana, id)).map(({ kind }) => kind)).toEqual(['preliminary', 'final'])
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
    for (const step of ['issue', 'annul', 'regenerate', 'return', 'cancel'])
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

  it('rejects changes of finality by record calls', async () => {
    const { id } = await aRequest(ana, admin, 'approved')
    const draft = await aDraft(ana)
    const set = [
      { finality: 'final' },
      { annulledAt: '2026-01-01 00:00:00.000Z' },
      { documentKind: 'final' },
      { documentHash: 'x' },
    ]
    for (const change of set)
      for (const [person, which] of [
        [ana, draft.id],
        [ana, id],
        [admin, id],
      ] as const)
        expect((await refusalOf(requests(person).update(which, change))).status).toBeGreaterThanOrEqual(400)
    for (const change of set)
      expect((await refusalOf(requests(ana).create({ format: draft.format, values: {}, ...change }))).status).toBe(400)
    expect(await requests(ana).getOne(draft.id)).toEqual(draft)
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

describe('simultaneous issue and annul', () => {
  it('apply a filter only if the expected count matches', async () => {
    const { code, id: format } = await aPublishedFormat(admin)
    const drafts = await Promise.all(Array.from({ length: 70 }, (_, n) => aDraft(ana, { nombre: `Ana ${n}` }, code)))
    const ids = drafts.map(({ id }) => id)
    await take(ana, 'submit', { ids })
    await take(admin, 'approve', { ids })
    await settledAll(ana, ids)
    await take(admin, 'annul', { ids: ids.slice(0, 5), reason: 'Se repiten.' })
    const filter = { format, documentKind: 'preliminary' } as const
    expect(await refusalOf(take(admin, 'issue', { filter, expected: 70 }))).toMatchObject({
      status: 409,
      code: 'request.expected',
      fields: { actual: '65' },
    })
    expect((await take(ana, 'issue', { filter: { ...filter, owner: ana.id }, expected: 65 })).changed).toEqual([])
    expect((await take(admin, 'issue', { filter, expected: 65 })).changed).toHaveLength(65)
    const made = await settledAll(ana, ids)
    expect(made.filter(({ documentKind }) => documentKind === 'final')).toHaveLength(65)
    expect(new Set(made.map(({ documentNumber }) => documentNumber)).size).toBe(70)
    const all = await take(admin, 'annul', { filter: { format }, expected: 70, reason: 'Se anulan todos.' })
    expect(all.changed).toHaveLength(65)
    expect(all.skipped.map(({ code }) => code)).toEqual(Array(5).fill('request.transition'))
    expect((await pageOf(ana, { format, documentKind: 'annulled' })).totalItems).toBe(70)
    for (const id of [ids[0], ids[69]] as string[])
      expect(await presentOf(ana, await settled(ana, id))).toContain('ANULADO')
  })

  it('end with the annulled document and every earlier file', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, documentNumber } = await aRequest(ana, admin, 'approved')
      const [issued, annulled, again, second] = await Promise.all([
        take(admin, 'issue', { ids: [id] }),
        take(admin, 'annul', { ids: [id], reason: 'Se repite.' }),
        take(admin, 'regenerate', { ids: [id] }),
        take(admin, 'annul', { ids: [id], reason: 'También.' }),
      ])
      expect(annulled.changed.length + second.changed.length).toBe(1)
      const after = await settled(ana, id)
      expect(after).toMatchObject({ documentStatus: 'ready', documentKind: 'annulled', documentNumber })
      expect(after.finality).toBe(issued.changed.length ? 'final' : 'preliminary')
      expect(await presentOf(ana, after)).toContain('ANULADO')
      const steps = await stepsOf(id)
      for (const [step, outcome] of [
        ['issue', issued.changed],
        ['regenerate', again.changed],
      ] as const)
        expect(steps.filter((one) => one === step)).toHaveLength(outcome.length)
      expect(steps.filter((one) => one === 'annul')).toHaveLength(1)
      const earlier = await earlierOf(ana, id)
      expect(steps.filter((one) => one === 'document')).toHaveLength(earlier.length + 1)
      for (const { kind, file, hash, ...kept } of earlier) {
        const text = await fileOf(ana, kept as RequestDocument, file, hash)
        expect(text.includes('PRELIMINAR')).toBe(kind === 'preliminary')
        expect(kind).not.toBe('annulled')
      }
    }
  })
})
