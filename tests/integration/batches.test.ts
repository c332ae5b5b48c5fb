import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientResponseError } from 'pocketbase'
import { describe, expect, inject, it } from 'vitest'
import type { Batch, BatchRowResult, RowChunkResult } from '../../src/domain/batches/batch-output.ts'
import type { Field } from '../../src/domain/fields/field.ts'
import type { RequestItem, RequestPage } from '../../src/domain/requests/request-output.ts'
import {
  aBatch,
  aCompletedBatch,
  cartaLaboral,
  confirmAndWait,
  cuentaDeCobro,
  formatOf,
  isDone,
  post,
  progressOf,
  progressWhen,
  sendRows,
} from '../support/batch.ts'
import { startServer } from '../support/container.ts'
import { anAdmin, aUser, type Person, setActive } from '../support/people.ts'
import { refusalOf } from '../support/refusal.ts'
import { aPublishedFormat } from '../support/requests.ts'
import { queryOf } from '../support/standing.ts'
import { aSuperuser } from '../support/superuser.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { testServer } from '../support/test-server.ts'

const ana = await aUser()

/** Body that creates a batch with an id chosen by the client, for a file that was not sent before. */
const aFileInput = async ({ pb }: Person) => ({
  id: randomBytes(8).toString('hex').slice(1),
  format: await formatOf(pb, 'CL'),
  fileName: 'a.csv',
  fileHash: randomBytes(32).toString('hex'),
  total: 1,
})

const outcomesOf = (pb: Person['pb'], batch: Batch, query = {}) =>
  pb.send<BatchRowResult[]>(`/api/app/batches/${batch.id}/outcomes`, { method: 'GET', query })

const countsOf = (pb: Person['pb'], batch: Batch) => pb.send(`/api/app/batches/${batch.id}/counts`, { method: 'GET' })

const requestsOf = (person: Person, batch: Batch) =>
  person.pb.send<RequestPage>('/api/app/requests', {
    method: 'GET',
    query: { batch: batch.id, perPage: 200, sort: 'number' },
  })

/** Creates and confirms a batch that takes some seconds. */
const aSentBatch = async (owner: Person) => {
  const batch = await aBatch(owner.pb, { total: 2000 })
  const rows = Array.from({ length: 1000 }, () => cartaLaboral())
  for (let from = 2; from < 2000; from += 1000) await sendRows(owner.pb, batch, rows, from)
  await post(owner.pb, `/${batch.id}/confirm`)
  return batch
}

/** Creates a batch that stopped because its owner was deactivated; repeats if it completed before. */
async function aStoppedBatch(owner: Person, admin: Person) {
  for (;;) {
    const batch = await aSentBatch(owner)
    await setActive(owner, false)
    const held = await progressWhen(admin.pb, batch, (now) => now.status === 'interrupted' || isDone(now))
    if (!isDone(held)) return { batch, held }
    await setActive(owner, true)
  }
}

describe('batch of an inactive owner', () => {
  it('is resumed by an administrator only, who is recorded as actor', async () => {
    const [eva, admin, luis] = await Promise.all([aUser(), anAdmin(), aUser()])
    const hers = await aBatch(eva.pb, { total: 1 })
    await sendRows(eva.pb, hers, [cartaLaboral()])
    expect(await refusalOf(post(admin.pb, `/${hers.id}/confirm`))).toMatchObject({ code: 'batch.forbidden' })
    const { batch, held } = await aStoppedBatch(eva, admin)
    expect(await refusalOf(post(luis.pb, `/${batch.id}/confirm`))).toMatchObject({ code: 'batch.notFound' })
    expect(await confirmAndWait(admin.pb, batch)).toMatchObject({ status: 'completed', createdCount: 2000 })
    const page = await admin.pb.send<RequestPage>('/api/app/requests', {
      method: 'GET',
      query: { batch: batch.id, perPage: 1, sort: '-number' },
    })
    expect([page.totalItems, page.items[0]?.owner]).toEqual([2000, eva.id])
    const [event] = await admin.pb.collection('events').getFullList({ filter: `subjectId = "${page.items[0]?.id}"` })
    expect(event).toMatchObject({
      action: 'submit',
      actor: held.createdCount < 2000 ? admin.id : eva.id,
      owner: eva.id,
    })
  })

  it('is confirmed by an administrator if the owner had not sent it', async () => {
    const [eva, admin] = await Promise.all([aUser(), anAdmin()])
    const batch = await aBatch(eva.pb, { total: 1 })
    await sendRows(eva.pb, batch, [cartaLaboral()])
    await setActive(eva, false)
    expect(await progressOf(admin.pb, batch)).toMatchObject({ status: 'ready', code: 'batch.ownerInactive' })
    for (const call of ['rows', 'discard'])
      expect((await refusalOf(post(admin.pb, `/${batch.id}/${call}`, { rows: [2] }))).status).toBe(403)
    expect(await confirmAndWait(admin.pb, batch)).toMatchObject({ status: 'completed', createdCount: 1 })
  })
})

describe('batch rows', () => {
  it('are validated, stored with errors, corrected and discarded', async () => {
    const batch = await aBatch(ana.pb, { total: 3 })
    const bad = cartaLaboral({ fecha_ingreso: '31/02/2020' })
    const result = await sendRows(ana.pb, batch, [cartaLaboral(), bad, bad])
    expect(result.valid).toBe(1)
    expect(result.errors).toEqual([
      { row: 3, errors: { fecha_ingreso: 'date' } },
      { row: 4, errors: { fecha_ingreso: 'date' } },
    ])
    expect(await progressOf(ana.pb, batch)).toMatchObject({ status: 'fixing', errorCount: 2, createdCount: 0 })
    await sendRows(ana.pb, batch, [cartaLaboral()], 3)
    await post(ana.pb, `/${batch.id}/discard`, { rows: [4] })
    expect(await progressOf(ana.pb, batch)).toMatchObject({ status: 'ready', errorCount: 0, discardedCount: 1 })
    const storedRows = await ana.pb
      .collection('batch_rows')
      .getFullList({ batch: 30, filter: `batch = "${batch.id}"`, sort: 'row' })
    expect(storedRows.map(({ row, status }) => [row, status])).toEqual([
      [2, 'valid'],
      [3, 'valid'],
      [4, 'discarded'],
    ])
    expect(storedRows[0]?.values.salario_en_letras).toBe('DOS MILLONES QUINIENTOS MIL PESOS M/CTE')
    expect((await requestsOf(ana, batch)).totalItems).toBe(0)
  })

  it('do not change when sent again, and keep warnings', async () => {
    const batch = await aBatch(ana.pb, { total: 1 })
    const rows = [{ row: 7, values: cartaLaboral(), warnings: { fecha_ingreso: 'century' } }]
    for (let time = 0; time < 2; time++) await post(ana.pb, `/${batch.id}/rows`, { rows })
    const storedRows = await ana.pb.collection('batch_rows').getFullList({ batch: 30, filter: `batch = "${batch.id}"` })
    expect(storedRows.map(({ row, status, warnings }) => ({ row, status, warnings }))).toEqual([
      { row: 7, status: 'valid', warnings: { fecha_ingreso: 'century' } },
    ])
  })

  it.each([
    ['no rows', { rows: [] }],
    ['1,001 rows', { rows: Array.from({ length: 1001 }, (_, row) => ({ row: row + 2, values: {} })) }],
    ['a row without a number', { rows: [{ values: {} }] }],
    [
      '300 keys',
      { rows: [{ row: 2, values: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, 1])) }] },
    ],
    ['a text instead of a list', { rows: 'x' }],
  ])('reject a body with %s', async (_, body) => {
    const batch = await aBatch(ana.pb)
    expect((await refusalOf(post(ana.pb, `/${batch.id}/rows`, body))).status).toBe(400)
    expect(await progressOf(ana.pb, batch)).toMatchObject({ status: 'loaded' })
  })

  it('keep the text of wrong cells, and return it with the error codes', async () => {
    const batch = await aBatch(ana.pb, { total: 4 })
    const { fecha_ingreso, salario_mensual, ...others } = cartaLaboral()
    const tooLong = { row: 4, values: cartaLaboral(), wrong: { '*1': 'Abril', '*2': '2026' } }
    const rows = [
      { row: 2, values: { ...others, salario_mensual }, wrong: { fecha_ingreso: '31/12/2040' } },
      {
        row: 3,
        values: { ...others, fecha_ingreso },
        wrong: { salario_mensual: '$ 0,00', tipo_documento: 'Cédula rara' },
      },
      tooLong,
      { row: 5, values: cartaLaboral(), wrong: {}, warnings: { fecha_ingreso: 'century' } },
    ]
    const result = await post<RowChunkResult>(ana.pb, `/${batch.id}/rows`, { rows })
    const errors = [
      { row: 2, errors: { fecha_ingreso: 'future' } },
      { row: 3, errors: { salario_mensual: 'min', tipo_documento: 'choice' } },
      { row: 4, errors: { '*': 'row' } },
    ]
    expect(result).toEqual({ valid: 1, errors })
    const outcomes = await outcomesOf(ana.pb, batch, { values: true })
    expect(
      outcomes.map(({ row, wrong, errors: codes }) => [row, JSON.parse(wrong ?? ''), JSON.parse(codes ?? '')]),
    ).toEqual([
      [2, rows[0]?.wrong, errors[0]?.errors],
      [3, rows[1]?.wrong, errors[1]?.errors],
      [4, tooLong.wrong, errors[2]?.errors],
      [5, {}, {}],
    ])
    expect(JSON.parse(outcomes[2]?.values ?? '')).toEqual(cartaLaboral())
    expect(JSON.parse(outcomes[0]?.values ?? '')).not.toHaveProperty('fecha_ingreso')
    await sendRows(ana.pb, batch, [cartaLaboral()], 4)
    const [mended] = await ana.pb
      .collection('batch_rows')
      .getFullList({ batch: 30, filter: `batch = "${batch.id}" && row = 4` })
    expect(mended).toMatchObject({ status: 'valid', wrong: {}, errors: {} })
  })

  it.each([
    ['a list instead of an object', []],
    ['a number', { cargo: 1 }],
    ['300 cells', Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`*${n}`, 'x']))],
    ['a key of 10,000 characters', { ['x'.repeat(10_000)]: 'x' }],
  ])('reject wrong cells with %s', async (_, wrong) => {
    const batch = await aBatch(ana.pb, { total: 1 })
    const rows = [{ row: 2, values: cartaLaboral(), wrong }]
    expect(await refusalOf(post(ana.pb, `/${batch.id}/rows`, { rows }))).toMatchObject({ fields: { 'rows.0': 'row' } })
    expect(await progressOf(ana.pb, batch)).toMatchObject({ status: 'loaded' })
  })

  it('drop invisible characters, deep values and rows larger than a request', async () => {
    const batch = await aBatch(ana.pb, { total: 3 })
    const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)])
    const rows = [
      { row: 2, values: { cargo: 'Jefe\u202e', otra: 'cosa' }, wrong: { nombre_completo: 'A\ue000n\u0000a' } },
      { row: 3, values: { cargo: deep(900) } },
      { row: 4, values: cartaLaboral(), wrong: { '*1': 'x'.repeat(65_536) } },
    ]
    const result = await post<RowChunkResult>(ana.pb, `/${batch.id}/rows`, { rows })
    expect(result.errors.map(({ errors }) => errors)).toMatchObject([
      { nombre_completo: 'characters', cargo: 'characters' },
      { cargo: 'invalid' },
      { '*': 'length' },
    ])
    const storedRows = await ana.pb
      .collection('batch_rows')
      .getFullList({ batch: 30, filter: `batch = "${batch.id}"`, sort: 'row' })
    expect(storedRows[0]).toMatchObject({ values: { cargo: 'Jefe' }, wrong: { nombre_completo: 'Ana' } })
    expect(storedRows[0]?.values).not.toHaveProperty('otra')
    expect(JSON.stringify(storedRows[1]?.values.cargo).length).toBeLessThan(40)
    expect(storedRows[2]).toMatchObject({ values: {}, wrong: {} })
  })

  it('fill missing values only where the format says so, with a warning', async () => {
    const fields: Field[] = [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true },
      { key: 'incluir_salario', label: 'Incluir salario', type: 'boolean', required: true },
      { key: 'salario', label: 'Salario', type: 'money', visibleIf: { key: 'incluir_salario', equals: true } },
      { key: 'fecha', label: 'Fecha', type: 'date', required: true },
      { key: 'area', label: 'Área', type: 'text', required: true, default: 'Ventas', fillIfMissing: true },
    ]
    const { code } = await aPublishedFormat(await anAdmin(), { fields })
    const batch = await aBatch(ana.pb, { code, total: 4 })
    const rows = [
      { row: 2, values: { nombre: 'Ana', salario: '2500000.00' } },
      { row: 3, values: { nombre: 'Íñigo' } },
      { row: 4, values: { nombre: 'Luz', fecha: '2026-01-02', incluir_salario: false } },
      { row: 5, values: { nombre: 'Sol', incluir_salario: false, area: 'Compras' }, wrong: { fecha: 'ayer' } },
    ]
    const result = await post<RowChunkResult>(ana.pb, `/${batch.id}/rows`, { rows })
    const missing = { incluir_salario: 'required', fecha: 'required' }
    expect(result.errors).toEqual([
      { row: 2, errors: missing },
      { row: 3, errors: missing },
      { row: 5, errors: { fecha: 'date' } },
    ])
    const stored = await ana.pb.collection('batch_rows').getList(1, 4, { filter: `batch = "${batch.id}"`, sort: 'row' })
    expect(stored.items.map(({ values, warnings }) => [values.area, warnings])).toEqual([
      ['Ventas', { area: 'filled' }],
      ['Ventas', { area: 'filled' }],
      ['Ventas', { area: 'filled' }],
      ['Compras', {}],
    ])
    expect(stored.items.map(({ values }) => values.fecha)).toEqual([undefined, undefined, '2026-01-02', undefined])
  })
})

describe('create and confirm batch', () => {
  it('reports a duplicate file of a format, and accepts it with `again`', async () => {
    const input = { format: await formatOf(ana.pb, 'CL'), fileName: 'a.csv', fileHash: 'ab'.repeat(32), total: 1 }
    const first = await post<Batch>(ana.pb, '', input)
    const refused = await post(ana.pb, '', input).catch((error: ClientResponseError) => error)
    expect(refused).toMatchObject({ status: 409 })
    expect((refused as ClientResponseError).response.data).toMatchObject({
      code: { code: 'batch.duplicate' },
      earlier: { id: first.id, number: first.number, ownerName: ana.name },
    })
    const luis = await aUser()
    const foreign = await post(luis.pb, '', input).catch((error: ClientResponseError) => error)
    expect((foreign as ClientResponseError).response.data.earlier).toMatchObject({ id: '', number: first.number })
    expect((await post<Batch>(ana.pb, '', { ...input, again: true })).number).not.toBe(first.number)
  })

  it('returns the batch of a repeated call with the same id, and refuses ids of other records', async () => {
    const [input, admin] = await Promise.all([aFileInput(ana), anAdmin()])
    const first = await post<Batch>(ana.pb, '', input)
    expect(first.id).toBe(input.id)
    expect(await post(ana.pb, '', input)).toMatchObject({ id: first.id, number: first.number })
    expect(await post(ana.pb, '', { ...input, again: true })).toMatchObject({ number: first.number })
    const events = await admin.pb.collection('events').getFullList({ filter: `subjectId = "${first.id}"` })
    expect(events).toMatchObject([{ action: 'create' }])

    const luis = await aUser()
    const other = await aFileInput(luis)
    const refused = { status: 400, response: { data: { id: { code: 'invalid' } } } }
    const refusalWith = (person: Person, body: object) => post(person.pb, '', body).catch((error: unknown) => error)
    expect(await refusalWith(luis, { ...input, again: true })).toMatchObject(refused)
    expect(await refusalWith(ana, { ...other, id: first.id })).toMatchObject(refused)
    // Rows of a batch have the first 10 characters of its id.
    expect(await refusalWith(luis, { ...other, id: `${first.id.slice(0, 10)}00000` })).toMatchObject(refused)
    const draft = await ana.pb.collection('requests').create({ format: input.format, values: {} })
    expect(await refusalWith(luis, { ...other, id: `${draft.id.slice(0, 10)}00000` })).toMatchObject(refused)
    expect(await post(luis.pb, '', other)).toMatchObject({ id: other.id })
  })

  it('makes one submitted request per valid row, and the corrected rows later', async () => {
    const batch = await aBatch(ana.pb, { total: 3 })
    const bad = cartaLaboral({ numero_documento: 'x' })
    await sendRows(ana.pb, batch, [cartaLaboral(), bad, cartaLaboral({ cargo: 'Tesorera' })])
    const first = await confirmAndWait(ana.pb, batch)
    expect(first).toMatchObject({ status: 'completed_with_pending', createdCount: 2, errorCount: 1 })
    const { items } = await requestsOf(ana, batch)
    expect(items.map(({ row, status }) => [row, status])).toEqual([
      [2, 'submitted'],
      [4, 'submitted'],
    ])
    expect(new Set(items.map(({ number }) => number)).size).toBe(2)
    const events = await ana.pb.collection('events').getFullList({ filter: `subjectId = "${items[0]?.id}"` })
    expect(events).toMatchObject([{ action: 'submit', to: 'submitted', actor: ana.id }])

    await sendRows(ana.pb, batch, [cartaLaboral({ cargo: 'Contadora' })], 3)
    await post(ana.pb, `/${batch.id}/confirm`)
    const second = await progressWhen(ana.pb, batch, ({ status }) => status === 'completed')
    expect(second).toMatchObject({ createdCount: 3, errorCount: 0 })
    expect((await requestsOf(ana, batch)).items.map(({ row }) => row).toSorted()).toEqual([2, 3, 4])
    expect(await refusalOf(post(ana.pb, `/${batch.id}/confirm`))).toMatchObject({ code: 'batch.transition' })
  })

  it('returns the result of each row in order, from any row', async () => {
    const batch = await aBatch(ana.pb, { total: 3 })
    await sendRows(ana.pb, batch, [cartaLaboral(), cartaLaboral({ fecha_ingreso: '31/02/2020' }), cartaLaboral()])
    await post(ana.pb, `/${batch.id}/discard`, { rows: [4] })
    await confirmAndWait(ana.pb, batch)
    const [request] = (await requestsOf(ana, batch)).items
    expect(await countsOf(ana.pb, batch)).toEqual({ submitted: 1 })
    expect(await outcomesOf(ana.pb, batch)).toEqual([
      { row: 2, status: 'created', number: request?.number, requestStatus: 'submitted' },
      { row: 3, status: 'error', number: '', requestStatus: '' },
      { row: 4, status: 'discarded', number: '', requestStatus: '' },
    ])
    const [wrong, ...others] = await outcomesOf(ana.pb, batch, { after: 2, values: true })
    expect(JSON.parse(wrong?.values ?? '')).toMatchObject({ fecha_ingreso: '31/02/2020' })
    expect(JSON.parse(wrong?.errors ?? '')).toEqual({ fecha_ingreso: 'date' })
    expect(others.map(({ row }) => row)).toEqual([4])
    expect(await outcomesOf(ana.pb, batch, { after: 4 })).toEqual([])
    expect(await outcomesOf(ana.pb, batch, { status: 'discarded' })).toMatchObject([{ row: 4 }])
  })

  it('rejects a batch without valid rows, and rows of a cancelled batch', async () => {
    const batch = await aBatch(ana.pb, { total: 1 })
    await sendRows(ana.pb, batch, [cartaLaboral({ fecha_ingreso: '' })])
    expect(await refusalOf(post(ana.pb, `/${batch.id}/confirm`))).toMatchObject({ status: 400, code: 'batch.empty' })
    await post(ana.pb, `/${batch.id}/cancel`)
    expect(await refusalOf(sendRows(ana.pb, batch, [cartaLaboral()]))).toMatchObject({ code: 'batch.transition' })
  })

  it('makes documents without review, and returns them as one ZIP', async () => {
    const batch = await aCompletedBatch(
      ana.pb,
      [cuentaDeCobro(), cuentaDeCobro({ nombre: 'Ana Ñ' }), cuentaDeCobro()],
      {
        code: 'CC',
      },
    )
    let items: RequestItem[] = []
    while (items.filter(({ documentStatus }) => documentStatus === 'ready').length < 3)
      items = (await requestsOf(ana, batch)).items
    const token = await ana.pb.files.getToken()
    const answer = await fetch(`${testServer().url}/api/app/batches/${batch.id}/documents?token=${token}`)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${batch.number}.zip"`)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const texts = unzippedTexts(new Uint8Array(await answer.arrayBuffer()))
    expect(Object.keys(texts).toSorted()).toEqual(items.map(({ documentNumber }) => `${documentNumber}.pdf`).toSorted())
    expect(Object.values(texts).filter((text) => text.includes('Ana Ñ'))).toHaveLength(1)
  })
})

/** Returns the text of each PDF of a ZIP by name, read by independent tools. */
function unzippedTexts(zip: Uint8Array): Record<string, string> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.zip'), zip)
  execFileSync('unzip', ['-q', 'a.zip'], { cwd: folder })
  const names = execFileSync('unzip', ['-Z1', 'a.zip'], { cwd: folder, encoding: 'utf8' }).trim().split('\n')
  return Object.fromEntries(
    names.map((name) => [name, execFileSync('pdftotext', [name, '-'], { cwd: folder, encoding: 'utf8' })]),
  )
}

// Concurrent, because the first test waits for the job of the next minute.
describe.concurrent('interrupted batch', () => {
  it('waits while its owner is inactive, and resumes after activation', async () => {
    const [eva, admin] = await Promise.all([aUser(), anAdmin()])
    const { batch, held } = await aStoppedBatch(eva, admin)
    expect(held.code).toBe('batch.ownerInactive')
    expect(held.createdCount).toBeLessThan(2000)
    const [told] = await admin.pb.collection('events').getFullList({
      filter: `subjectId = "${batch.id}" && action = "interrupt"`,
    })
    expect(told).toMatchObject({ from: 'processing', to: 'interrupted', details: { code: 'batch.ownerInactive' } })
    await setActive(eva, true)
    expect((await progressOf(admin.pb, batch)).code).toBeUndefined()
    expect(await progressWhen(admin.pb, batch, isDone)).toMatchObject({ status: 'completed', createdCount: 2000 })
  })

  it('resumes after a crash, without missing or duplicate requests', { timeout: 300_000 }, async () => {
    const server = await startServer(inject('image'))
    try {
      const [ana, superuser] = await Promise.all([aUser({ at: server.url }), aSuperuser(server)])
      const total = Number(process.env.BATCH_ROWS ?? 10_000)
      const batch = await aBatch(ana.pb, { total })
      for (let from = 0; from < total; from += 1000) {
        const portion = Array.from({ length: 1000 }, (_, index) =>
          cartaLaboral({ numero_documento: String(10_000_000 + from + index) }),
        )
        await sendRows(ana.pb, batch, portion, from + 2)
      }
      await post(ana.pb, `/${batch.id}/confirm`)
      await progressWhen(ana.pb, batch, ({ createdCount }) => createdCount > 0)
      await server.crash()
      expect((await progressOf(ana.pb, batch)).createdCount).toBeLessThan(total)
      await progressWhen(ana.pb, batch, isDone)
      expect((await requestsOf(ana, batch)).totalItems).toBe(total)
      const numbers =
        'count(*), count(DISTINCT row), count(DISTINCT number), substr(min(number), -6) + 0, substr(max(number), -6) + 0'
      expect(await queryOf(superuser)(`SELECT ${numbers} FROM requests WHERE batch = '${batch.id}'`)).toEqual([
        [total, total, total, 1, total].map(String),
      ])
    } finally {
      await server.stop()
    }
  })
})

it('limits the size of each answer with row results', async () => {
  const ana = await aUser()
  const batch = await aBatch(ana.pb, { total: 90 })
  const rows = Array.from({ length: 30 }, () => cartaLaboral({ cargo: 'x'.repeat(60_000) }))
  for (const from of [2, 32, 62]) await sendRows(ana.pb, batch, rows, from)
  const answers: number[][] = []
  for (let after = 0; ; after = answers.at(-1)?.at(-1) ?? 0) {
    const outcomes = await outcomesOf(ana.pb, batch, { values: true, after })
    if (outcomes.length === 0) break
    answers.push(outcomes.map(({ row }) => row))
  }
  expect(answers.flat()).toEqual(Array.from({ length: 90 }, (_, index) => index + 2))
  expect(Math.max(...answers.map((each) => each.length))).toBeLessThan(70)
})
