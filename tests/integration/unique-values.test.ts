import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import { aBatch, confirmAndWait, isDone, post, progressWhen, sendRows } from '../support/batch.ts'
import { type Server, startServer } from '../support/container.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aDraft, aPublishedFormat, formatStep, pageOf, requests, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'

const [admin, ana, luis] = await Promise.all([anAdmin(), aUser(), aUser()])

const codeField = (unique: boolean): Field => ({ key: 'codigo', label: 'Código', type: 'text', required: true, unique })
const aFormatOf = (unique: boolean, by = admin) =>
  aPublishedFormat(by, { fields: [codeField(unique)], body: '{{codigo}}', requiresReview: true })

const draftOf = async (code: string, codigo: string, person = ana) => (await aDraft(person, { codigo }, code)).id
const submit = (id: string, person = ana) => take(person, 'submit', { ids: [id] })
const refused = (id: string) => ({
  changed: [],
  skipped: [{ id, code: 'request.values', errors: { codigo: 'duplicate' } }],
})
const taken = (id: string) => ({ changed: [id], skipped: [] })

/** Submits a request with this value and returns the result. */
async function sent(code: string, codigo: string, person = ana) {
  const id = await draftOf(code, codigo, person)
  return { id, outcome: await submit(id, person) }
}

describe('unique value', () => {
  it('ignores extra spaces, case and accents, but not punctuation', async () => {
    const { code } = await aFormatOf(true)
    const first = await sent(code, 'Peña-01 A')
    expect(first.outcome).toEqual(taken(first.id))
    for (const codigo of ['  Peña-01   A ', 'peña-01 a', 'PENA-01 Á', 'PEÑA-01 A']) {
      const same = await sent(code, codigo, luis)
      expect([codigo, same.outcome]).toEqual([codigo, refused(same.id)])
    }
    for (const codigo of ['Peña01 A', 'Peña-01A', 'Peña 01 A']) {
      const other = await sent(code, codigo, luis)
      expect([codigo, other.outcome]).toEqual([codigo, taken(other.id)])
    }
  })

  it('keeps the value of its request when only the case changes', async () => {
    const { code } = await aFormatOf(true)
    const first = await sent(code, 'Ñ-1')
    await take(admin, 'return', { ids: [first.id], reason: 'x' })
    const second = await sent(code, 'B', luis)
    await take(admin, 'return', { ids: [second.id], reason: 'x' })
    await requests(luis).update(second.id, { values: { codigo: 'n-1' } })
    await requests(ana).update(first.id, { values: { codigo: 'ñ-1' } })
    expect(await submit(second.id, luis)).toEqual(refused(second.id))
    expect(await submit(first.id)).toEqual(taken(first.id))
  })

  it('is refused once if two drafts that differ in case are submitted together', async () => {
    const { code } = await aFormatOf(true)
    const [first, second] = [await draftOf(code, 'É-1'), await draftOf(code, 'e-1')]
    const { changed, skipped } = await take(ana, 'submit', { ids: [first, second] })
    expect([changed, skipped]).toEqual([[first], refused(second).skipped])
  })

  it('stays with its request if a draft with the same value is submitted beside it', async () => {
    const { code } = await aFormatOf(true)
    const first = await sent(code, 'A')
    await take(admin, 'return', { ids: [first.id], reason: 'x' })
    const draft = await draftOf(code, 'a')
    const { changed, skipped } = await take(ana, 'submit', { ids: [draft, first.id] })
    expect([changed, skipped]).toEqual([[first.id], refused(draft).skipped])
  })

  it('is released when its request changes it, and not restored if taken', async () => {
    const { code } = await aFormatOf(true)
    const first = await sent(code, 'A')
    await take(admin, 'return', { ids: [first.id], reason: 'x' })
    const early = await sent(code, 'A', luis)
    expect(early.outcome).toEqual(refused(early.id))
    await requests(ana).update(first.id, { values: { codigo: 'B' } })
    expect(await submit(early.id, luis)).toEqual(taken(early.id))
    // The current value of a returned request counts.
    const late = await sent(code, 'B', luis)
    expect(late.outcome).toEqual(refused(late.id))
    await requests(ana).update(first.id, { values: { codigo: 'A' } })
    expect(await submit(first.id)).toEqual(refused(first.id))
    expect(await submit(late.id, luis)).toEqual(taken(late.id))
  })

  it('is held again by a reopened request', async () => {
    const { code } = await aFormatOf(true)
    const first = await sent(code, 'A')
    await take(admin, 'reject', { ids: [first.id], reason: 'x' })
    await take(admin, 'reopen', { ids: [first.id], reason: 'x' })
    const second = await sent(code, 'A', luis)
    expect(second.outcome).toEqual(refused(second.id))
    await take(ana, 'cancel', { ids: [first.id] })
    expect(await submit(second.id, luis)).toEqual(taken(second.id))
  })

  it('prevents a reopening while another open request holds it', async () => {
    const { code } = await aFormatOf(true)
    const first = await sent(code, 'A')
    await take(admin, 'reject', { ids: [first.id], reason: 'x' })
    const second = await sent(code, 'A', luis)
    expect(await take(admin, 'reopen', { ids: [first.id], reason: 'x' })).toEqual({
      changed: [],
      skipped: [{ id: first.id, code: 'request.duplicate', errors: { codigo: 'duplicate' } }],
    })
    await take(admin, 'approve', { ids: [second.id] })
    expect(await take(admin, 'reopen', { ids: [first.id], reason: 'x' })).toEqual(taken(first.id))
  })

  it('allows the reopening of one of two rejected requests', async () => {
    const { code } = await aFormatOf(true)
    const first = await sent(code, 'A')
    await take(admin, 'reject', { ids: [first.id], reason: 'x' })
    const second = await sent(code, 'A', luis)
    await take(admin, 'reject', { ids: [second.id], reason: 'x' })
    const { changed, skipped } = await take(admin, 'reopen', { ids: [first.id, second.id], reason: 'x' })
    expect([changed, skipped.map(({ id }) => id)]).toEqual([[first.id], [second.id]])
  })

  it('passes to a returned request with the same value before new requests', async () => {
    const { code } = await aFormatOf(true)
    const first = await sent(code, 'A')
    const second = await sent(code, 'B', luis)
    await take(admin, 'return', { ids: [second.id], reason: 'x' })
    await requests(luis).update(second.id, { values: { codigo: 'A' } })
    await take(admin, 'approve', { ids: [first.id] })
    const third = await sent(code, 'A')
    expect(third.outcome).toEqual(refused(third.id))
    expect(await submit(second.id, luis)).toEqual(taken(second.id))
  })

  it('is checked against requests of versions in which it was not unique', async () => {
    const format = await aFormatOf(false)
    const [first, second] = [await sent(format.code, 'A'), await sent(format.code, 'A', luis)]
    expect([first.outcome, second.outcome]).toEqual([taken(first.id), taken(second.id)])
    const drafted = await draftOf(format.code, 'B')
    await admin.pb.collection('formats').update(format.id, { fields: [codeField(true)] })
    await formatStep(admin, format, 'publish')
    const third = await sent(format.code, 'A')
    expect(third.outcome).toEqual(refused(third.id))
    // A draft of an earlier version is validated by that version, but its value counts for later ones.
    expect(await submit(drafted)).toEqual(taken(drafted))
    const fourth = await sent(format.code, 'B', luis)
    expect(fourth.outcome).toEqual(refused(fourth.id))
  })
})

describe('unique value in a batch', () => {
  const rowsOf = (codes: string[]) => codes.map((codigo) => ({ codigo }))

  it('reports duplicate rows as errors, and is held by the requests made', async () => {
    const { code } = await aFormatOf(true)
    const first = await sent(code, 'A')
    const batch = await aBatch(ana.pb, { code, total: 4 })
    await sendRows(ana.pb, batch, rowsOf(['a', 'Bó', 'BO', 'C']))
    const { createdCount, errorCount } = await confirmAndWait(ana.pb, batch)
    expect({ createdCount, errorCount }).toEqual({ createdCount: 2, errorCount: 2 })
    const inError = await admin.pb.collection('batch_rows').getFullList({
      batch: 30,
      filter: admin.pb.filter('batch = {:batch} && status = "error"', { batch: batch.id }),
      sort: 'row',
    })
    expect(inError.map(({ row, errors }) => [row, errors])).toEqual([
      [2, { codigo: 'duplicate' }],
      [4, { codigo: 'duplicate' }],
    ])
    const late = await sent(code, 'c', luis)
    expect(late.outcome).toEqual(refused(late.id))
    await take(admin, 'reject', { ids: [first.id], reason: 'x' })
    const again = await aBatch(luis.pb, { code, total: 3 })
    await sendRows(luis.pb, again, rowsOf(['A', 'bo', 'c']))
    expect(await confirmAndWait(luis.pb, again)).toMatchObject({ createdCount: 1, errorCount: 2 })
  })

  const manyRows = (count: number) => rowsOf(Array.from({ length: count }, (_, n) => `N-${n}`))
  async function manySent(person: Person, code: string, count: number) {
    const batch = await aBatch(person.pb, { code, total: count })
    const rows = manyRows(count)
    for (let from = 0; from < count; from += 1000)
      await sendRows(person.pb, batch, rows.slice(from, from + 1000), from + 2)
    return batch
  }

  it('is made once by two simultaneous batches', async () => {
    const { code, id: format } = await aFormatOf(true)
    const count = 3000
    const [one, two] = await Promise.all([manySent(ana, code, count), manySent(luis, code, count)])
    await Promise.all([post(ana.pb, `/${one.id}/confirm`), post(luis.pb, `/${two.id}/confirm`)])
    const ends = await Promise.all([progressWhen(ana.pb, one, isDone), progressWhen(luis.pb, two, isDone)])
    expect(ends[0].createdCount + ends[1].createdCount).toBe(count)
    expect(ends[0].errorCount + ends[1].errorCount).toBe(count)
    expect((await pageOf(admin, { format })).totalItems).toBe(count)
    const late = ends.find(({ errorCount }) => errorCount > 0)
    expect(late?.status).toBe('completed_with_pending')
  })

  it('is made once by a simultaneous request and row', async () => {
    const { code, id: format } = await aFormatOf(true)
    const batch = await manySent(ana, code, 3000)
    const single = await draftOf(code, 'N-2999', luis)
    await post(ana.pb, `/${batch.id}/confirm`)
    const { changed } = await submit(single, luis)
    const { createdCount, errorCount } = await progressWhen(ana.pb, batch, isDone)
    expect([createdCount + changed.length, errorCount]).toEqual([3000, changed.length])
    expect((await pageOf(admin, { format, search: 'N-2999', status: 'submitted' })).totalItems).toBe(1)
  })
})

describe('unique value and superuser', () => {
  let server: Server
  let superuser: Person['pb']
  let first: string
  let code: string
  let eva: Person
  beforeAll(async () => {
    server = await startServer(inject('image'))
    const place = { at: server.url }
    const [chief, user] = await Promise.all([anAdmin(place), aUser(place)])
    eva = user
    superuser = await aSuperuser(server)
    code = (await aFormatOf(true, chief)).code
    first = (await sent(code, 'A', eva)).id
  })
  afterAll(async () => {
    await server?.stop()
  })
  const again = () => refusalOf(superuser.collection('requests').create({ ...copy, values: { codigo: 'A' } }))
  let copy: object

  it('prevents the superuser from making a second holder', async () => {
    const { format, formatVersion, owner } = await superuser.collection('requests').getOne(first)
    copy = { format, formatVersion, owner, status: 'submitted', documentStatus: 'none' }
    expect((await again()).status).toBe(400)
    const other = (await sent(code, 'B', eva)).id
    const change = (id: string, body: object) => refusalOf(superuser.collection('requests').update(id, body))
    expect((await change(other, { values: { codigo: 'A' } })).status).toBe(400)
    const draft = await draftOf(code, 'A', eva)
    expect((await change(draft, { status: 'submitted' })).status).toBe(400)
    const insert = `UPDATE requests SET status = 'submitted' WHERE id = '${draft}'`
    expect((await refusalOf(superuser.send('/api/sql', { method: 'POST', body: { query: insert } }))).status).toBe(400)
    expect((await superuser.collection('requests').getOne(other)).values).toEqual({ codigo: 'B' })
  })

  const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })
  const aBatchOf = async (codes: string[]) => {
    const batch = await aBatch(eva.pb, { code, total: codes.length })
    await sendRows(
      eva.pb,
      batch,
      codes.map((codigo) => ({ codigo })),
    )
    return batch
  }

  it('is found in rows that a clock in the future has stored', async () => {
    const batch = await aBatchOf(['A', 'K', 'k'])
    await sql(`UPDATE batch_rows SET updated = '2099-01-01 10:00:00.000Z' WHERE batch = '${batch.id}'`)
    expect(await confirmAndWait(eva.pb, batch)).toMatchObject({ createdCount: 1, errorCount: 2 })
  })

  it('is counted as an error in a batch whose confirmation then fails', async () => {
    const batch = await aBatchOf(['L', 'l', 'A'])
    await sql(`CREATE TRIGGER refuse BEFORE UPDATE ON batches WHEN NEW.status = 'processing'
      BEGIN SELECT RAISE(ABORT, 'refused'); END`)
    await refusalOf(post(eva.pb, `/${batch.id}/confirm`))
    expect(await eva.pb.collection('batches').getOne(batch.id)).toMatchObject({ status: 'fixing', errorCount: 2 })
    await sql('DROP TRIGGER refuse')
    expect(await confirmAndWait(eva.pb, batch)).toMatchObject({ createdCount: 1, errorCount: 2 })
  })

  it('is released when the superuser deletes or changes its request', async () => {
    await superuser.collection('requests').update(first, { values: { codigo: 'C' } })
    const made = await superuser.collection('requests').create({ ...copy, values: { codigo: 'A' } })
    expect((await again()).status).toBe(400)
    await superuser.collection('requests').delete(made.id)
    expect(await superuser.collection('requests').create({ ...copy, values: { codigo: 'A' } })).toBeDefined()
    const late = await sent(code, 'C', eva)
    expect(late.outcome).toEqual(refused(late.id))
  })
})
