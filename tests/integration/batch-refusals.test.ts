import { randomBytes } from 'node:crypto'
import type PocketBase from 'pocketbase'
import { describe, expect, inject, it } from 'vitest'
import { maxBatchRows } from '../../src/domain/batches/batch.ts'
import type { Batch } from '../../src/domain/batches/batch-output.ts'
import { aBatch, cartaLaboral, formatOf, post, progressOf, progressWhen, sendRows } from '../support/batch.ts'
import { startServer } from '../support/container.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aPublishedFormat, formatStep, pageOf, requests, take } from '../support/requests.ts'
import { aSuperuser } from '../support/superuser.ts'

const [ana, admin] = await Promise.all([aUser(), anAdmin()])

const rowsOf = (pb: PocketBase, batch: Batch) =>
  pb.collection('batch_rows').getFullList({ batch: 30, filter: `batch = "${batch.id}"`, sort: 'row' })

/** Sends the same call several times at once; returns statuses or error codes. */
async function atOnce(times: number, call: () => Promise<Batch>): Promise<(string | undefined)[]> {
  const answers = await Promise.allSettled(Array.from({ length: times }, call))
  return Promise.all(
    answers.map(async (answer) =>
      answer.status === 'fulfilled'
        ? answer.value.status
        : (await refusalOf(Promise.reject(answer.reason as unknown))).code,
    ),
  )
}

describe('simultaneous calls', () => {
  it('create one batch for one file', async () => {
    const format = await formatOf(ana.pb, 'CL')
    const input = { format, fileName: 'a.csv', fileHash: randomBytes(32).toString('hex'), total: 1 }
    const results = await atOnce(4, () => post<Batch>(ana.pb, '', input))
    expect(results.toSorted()).toEqual(['batch.duplicate', 'batch.duplicate', 'batch.duplicate', 'loaded'])
  })

  it('submit a batch once', async () => {
    const batch = await aBatch(ana.pb, { total: 2 })
    await sendRows(ana.pb, batch, [cartaLaboral(), cartaLaboral({ cargo: 'Tesorera' })])
    const results = await atOnce(4, () => post<Batch>(ana.pb, `/${batch.id}/confirm`))
    expect(results.toSorted()).toEqual(['batch.transition', 'batch.transition', 'batch.transition', 'processing'])
    await progressWhen(ana.pb, batch, ({ status }) => status === 'completed')
    expect((await pageOf(ana, { batch: batch.id })).totalItems).toBe(2)
  })

  it('keep the requests of a batch cancelled during processing, and make no more', async () => {
    const batch = await aBatch(ana.pb, { total: 4000 })
    for (let from = 2; from < 4000; from += 1000)
      await sendRows(
        ana.pb,
        batch,
        Array.from({ length: 1000 }, () => cartaLaboral()),
        from,
      )
    await post(ana.pb, `/${batch.id}/confirm`)
    await post(ana.pb, `/${batch.id}/cancel`)
    const { status, createdCount } = await progressOf(ana.pb, batch)
    expect(status).toBe('cancelled')
    expect(createdCount).toBeLessThan(4000)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await progressOf(ana.pb, batch)).toMatchObject({ status: 'cancelled', createdCount })
    expect((await pageOf(ana, { batch: batch.id })).totalItems).toBe(createdCount)
  })
})

describe('confirm batch', () => {
  it('is rejected for an archived format until it is restored', async () => {
    const format = await aPublishedFormat(admin)
    const batch = await aBatch(ana.pb, { code: format.code, total: 1 })
    await sendRows(ana.pb, batch, [{ nombre: 'Ana' }])
    await formatStep(admin, format, 'archive')
    expect(await refusalOf(post(ana.pb, `/${batch.id}/confirm`))).toMatchObject({ code: 'format.notPublished' })
    expect(await progressOf(ana.pb, batch)).toMatchObject({ status: 'ready' })
    await formatStep(admin, format, 'restore')
    await post(ana.pb, `/${batch.id}/confirm`)
    await progressWhen(ana.pb, batch, ({ status }) => status === 'completed')
  })

  it('is rejected if every row duplicates an open request, with an error on each row', async () => {
    const fields = [{ key: 'nombre', label: 'Nombre', type: 'text' as const, required: true, unique: true }]
    const format = await aPublishedFormat(admin, { fields })
    const { id } = await requests(ana).create({ format: format.id, values: { nombre: 'Ana' } })
    await take(ana, 'submit', { ids: [id] })
    const batch = await aBatch(ana.pb, { code: format.code, total: 1 })
    await sendRows(ana.pb, batch, [{ nombre: 'Ana' }])
    expect(await refusalOf(post(ana.pb, `/${batch.id}/confirm`))).toMatchObject({ status: 400, code: 'batch.empty' })
    expect(await rowsOf(ana.pb, batch)).toMatchObject([{ status: 'error', errors: { nombre: 'duplicate' } }])
    expect(await progressOf(ana.pb, batch)).toMatchObject({ status: 'fixing', errorCount: 1 })
  })
})

it('rejects a draft with the id of a batch row', async () => {
  const batch = await aBatch(ana.pb, { total: 1 })
  await sendRows(ana.pb, batch, [cartaLaboral()])
  const [row] = await rowsOf(ana.pb, batch)
  const draft = { id: row?.id, format: await formatOf(ana.pb, 'CL'), values: cartaLaboral() }
  expect(await refusalOf(ana.pb.collection('requests').create(draft))).toMatchObject({ code: 'request.forbidden' })
  await post(ana.pb, `/${batch.id}/confirm`)
  await progressWhen(ana.pb, batch, ({ status }) => status === 'completed')
})

describe('batch limits', () => {
  it('reject more rows than the total, also if row numbers are missing', async () => {
    const batch = await aBatch(ana.pb, { total: 2 })
    await sendRows(ana.pb, batch, [cartaLaboral()], 2)
    await sendRows(ana.pb, batch, [cartaLaboral()], 9)
    expect(await refusalOf(sendRows(ana.pb, batch, [cartaLaboral()], 5))).toMatchObject({ code: 'batch.tooMany' })
    expect(await rowsOf(ana.pb, batch)).toMatchObject([{ row: 2 }, { row: 9 }])
  })

  it.each([
    ['a warning without a code', { cargo: { a: 1 } }],
    ['a warning of 100 kB', { cargo: 'x'.repeat(100_000) }],
  ])('reject %s', async (_, warnings) => {
    const batch = await aBatch(ana.pb, { total: 1 })
    const rows = [{ row: 2, values: cartaLaboral(), warnings }]
    expect(await refusalOf(post(ana.pb, `/${batch.id}/rows`, { rows }))).toMatchObject({ fields: { 'rows.0': 'row' } })
    expect(await rowsOf(ana.pb, batch)).toEqual([])
  })

  it.each(['', '\u200b', 'a\u0000b', 'n\u202eslx.mx', '\ue000.xlsx', 'x'.repeat(256)])(
    'reject the file name %j',
    async (fileName) => {
      const input = { format: await formatOf(ana.pb, 'CL'), fileHash: 'cd'.repeat(32), total: 1 }
      expect((await refusalOf(post(ana.pb, '', { ...input, fileName }))).fields.fileName).toBeDefined()
    },
  )

  it('limit the unsent rows of a user, without counting submitted rows', async () => {
    const server = await startServer(inject('image'))
    try {
      const eva = await aUser({ at: server.url })
      const [full, other] = [await aBatch(eva.pb, { total: 1 }), await aBatch(eva.pb, { total: 1 })]
      await sendRows(eva.pb, full, [cartaLaboral()])
      const superuser = await aSuperuser(server)
      await superuser.collection('batches').update(full.id, { bytes: 1024 ** 3 })
      for (const batch of [full, other])
        expect((await refusalOf(sendRows(eva.pb, batch, [cartaLaboral()]))).code).toBe('batch.space')
      await post(eva.pb, `/${full.id}/confirm`)
      await progressWhen(eva.pb, full, ({ status }) => status === 'completed')
      expect(await sendRows(eva.pb, other, [cartaLaboral()])).toMatchObject({ valid: 1 })
      // A partially sent batch counts as unsent.
      const half = await aBatch(eva.pb, { total: 2 })
      await sendRows(eva.pb, half, [cartaLaboral(), cartaLaboral({ fecha_ingreso: '31/02/2020' })])
      await superuser.collection('batches').update(half.id, { bytes: 1024 ** 3 - 100_000 })
      await post(eva.pb, `/${half.id}/confirm`)
      await progressWhen(eva.pb, half, ({ status }) => status === 'completed_with_pending')
      const left = (await superuser.collection('batches').getOne(half.id)).bytes
      expect(left).toBeGreaterThan(100)
      expect(left).toBeLessThan(2_000)
      await superuser.collection('batches').update(half.id, { bytes: 1024 ** 3 })
      for (const batch of [half, other])
        expect((await refusalOf(sendRows(eva.pb, batch, [cartaLaboral()]))).code).toBe('batch.space')
    } finally {
      await server.stop()
    }
  })

  it('discard all rows of the largest sheet, and reject an additional row', async () => {
    const batch = await aBatch(ana.pb, { total: 1 })
    await sendRows(ana.pb, batch, [cartaLaboral()])
    const rows = Array.from({ length: maxBatchRows }, (_, index) => index + 2)
    await post(ana.pb, `/${batch.id}/discard`, { rows })
    expect(await progressOf(ana.pb, batch)).toMatchObject({ discardedCount: 1 })
    const refusal = await refusalOf(post(ana.pb, `/${batch.id}/discard`, { rows: [...rows, 1] }))
    expect(refusal).toMatchObject({ status: 400, fields: { rows: 'row' } })
  })
})
