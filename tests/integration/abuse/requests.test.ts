import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCentralDirectory, createLocalHeader } from '../../../src/domain/documents/zip.ts'
import { authorizedBy, Scene } from '../../support/abuse.ts'
import {
  aBatch,
  aCompletedBatch,
  cartaLaboral,
  confirmAndWait,
  formatOf,
  post,
  progressOf,
  sendRows,
} from '../../support/batch.ts'
import { asPerson, openBrowser, openPage, openPageAs } from '../../support/browser.ts'
import { aUser, theFirstAdmin } from '../../support/people.ts'
import { refusalOf } from '../../support/refusal.ts'
import { aDraft, aRequest, requests, take } from '../../support/requests.ts'
import { rowsXml, unzip, workbook, zip } from '../../support/sheets.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const scene = await Scene.open()
const [ana, luis, admin] = await Promise.all([aUser(scene.place), aUser(scene.place), theFirstAdmin(scene.place)])
const format = await formatOf(ana.pb, 'CL')
const browser = await openBrowser()
afterAll(async () => {
  await browser?.close()
  await scene?.close()
})

const expectUnchanged = (id: string, call: () => Promise<unknown>) => scene.unchanged('requests', id, call)

/** Returns how a draft is refused; fails if anything was stored. */
async function nothing(body: object) {
  const before = await scene.count('requests')
  const refusal = await refusalOf(requests(ana).create(body))
  expect(await scene.count('requests')).toBe(before)
  return refusal
}

/** Returns the body of a draft whose values are raw JSON. */
const raw = (values: string, id = '') =>
  scene.ask('/api/collections/requests/records', {
    method: 'POST',
    ...authorizedBy(ana.pb.authStore.token),
    body: `{${id && `"id":"${id}",`}"format":"${format}","values":${values}}`,
  })

describe('requests', () => {
  it('rejects a draft with another owner', async () => {
    expect(await nothing({ format, values: {}, owner: luis.id })).toMatchObject({ status: 400 })
  })

  it('rejects a new draft with status approved', async () => {
    expect((await nothing({ format, values: {}, status: 'approved' })).status).toBe(400)
  })

  it('rejects an update of the status to approved', async () => {
    for (const status of ['draft', 'submitted'] as const) {
      const { id } = await aRequest(ana, admin, status)
      const refusal = await expectUnchanged(id, () => requests(ana).update(id, { status: 'approved' } as never))
      expect([400, 404]).toContain(refusal.status)
    }
  })

  it('answers 404 to other users', async () => {
    const { id } = await aDraft(luis)
    const foreign = requests(ana)
    for (const call of [
      () => foreign.getOne(id),
      () => foreign.update(id, { values: {} }),
      () => foreign.delete(id),
      () => ana.pb.send(`/api/app/requests/${id}/history`, { method: 'GET' }),
      () => ana.pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text: 'Hola' } }),
    ])
      expect((await expectUnchanged(id, call)).status).toBe(404)
    expect((await foreign.getList(1, 30, { filter: `id = "${id}"` })).items).toEqual([])
    expect(await scene.count('events', `subjectId = '${id}'`)).toBe(1)
  })

  it('rejects a change of owner', async () => {
    const { id } = await aDraft(ana)
    expect([400, 404]).toContain(
      (await expectUnchanged(id, () => requests(ana).update(id, { owner: luis.id } as never))).status,
    )
  })

  it('rejects changes to an approved request', async () => {
    const { id } = await aRequest(ana, admin, 'approved')
    const values = () => scene.sql(`SELECT "values", status FROM requests WHERE id = '${id}'`)
    const before = await values()
    expect((await refusalOf(requests(ana).update(id, { values: { cargo: 'Otro' } }))).status).toBe(404)
    expect((await refusalOf(requests(ana).delete(id))).status).toBe(404)
    expect(await values()).toEqual(before)
  })

  it('reports a stale revision in Spanish', async () => {
    const draft = await aDraft(ana)
    await requests(ana).update(draft.id, { values: { cargo: 'Primero' } })
    const late = () => requests(ana).update(draft.id, { values: {} }, { query: { updated: draft.updated } })
    expect(await expectUnchanged(draft.id, late)).toMatchObject({ status: 409, code: 'request.changed' })
    const { response } = await late().catch((error) => error)
    expect(response.message).toBe('Otra persona cambió la solicitud al mismo tiempo. Revísela y confirme de nuevo.')
  })

  it('rejects filters and sorts by server-only fields', async () => {
    const { id } = await aDraft(ana)
    for (const query of [
      { filter: 'documentLease > 0' },
      { sort: 'documentLease' },
      { filter: 'owner.tokenKey ~ "a"' },
      { sort: 'owner.password' },
    ])
      expect((await expectUnchanged(id, () => requests(ana).getList(1, 1, query))).status).toBe(400)
  })

  it('expands related records without secrets or other users', async () => {
    const { id } = await aDraft(ana)
    const own = await requests(ana).getOne(id, { expand: 'owner' })
    expect(own).toHaveProperty('expand.owner.id', ana.id)
    expect(JSON.stringify(own)).not.toMatch(/password|tokenKey/)
    // Decided by another user, who is not visible to the requester.
    const decided = await aRequest(ana, admin, 'returned')
    const shown = await requests(ana).getOne(decided.id, { expand: 'owner,reviewer' })
    expect(JSON.stringify(shown)).not.toContain(admin.email)
    expect(await scene.stored('requests', decided.id)).toMatchObject({ owner: ana.id, reviewer: admin.id })
  })

  it('rejects filters that join other collections', async () => {
    const { id } = await aDraft(ana)
    for (const filter of ['@collection.users.role = "_admin"', '@collection.users.email ~ "a"'])
      for (const collection of ['requests', 'users'])
        expect((await expectUnchanged(id, () => ana.pb.collection(collection).getList(1, 1, { filter }))).status).toBe(
          403,
        )
  })

  it('accepts 65,536 bytes of values and rejects 65,537', async () => {
    const text = (length: number) => JSON.stringify({ cargo: 'x'.repeat(length) })
    const before = await scene.count('requests')
    const full = await raw(text(65_536 - text(0).length))
    expect(full.status).toBe(200)
    expect((await raw(text(65_537 - text(0).length))).status).toBe(400)
    expect(await scene.count('requests')).toBe(before + 1)
    expect((await scene.stored('requests', JSON.parse(full.text).id)).values.cargo).toHaveLength(65_524)
  })

  it('rejects a text that is too long, blank or malformed', async () => {
    // Drafts may be incomplete; wrong values are refused at submission.
    for (const [cargo, code] of [
      ['x'.repeat(121), 'length'],
      ['   ', 'required'],
    ] as const) {
      const draft = await aDraft(ana, cartaLaboral({ cargo }))
      expect((await take(ana, 'submit', { ids: [draft.id] })).skipped).toMatchObject([{ errors: { cargo: code } }])
      expect(await scene.stored('requests', draft.id)).toMatchObject({ status: 'draft', number: '' })
    }
    const before = await scene.count('requests')
    for (const values of ['{"cargo":"a\\u0000b"}', '{"cargo":"a\\ud800b"}'])
      expect((await raw(values)).status).toBe(400)
    expect(await scene.count('requests')).toBe(before)
  })

  it('rejects 10,000 nested arrays', async () => {
    const before = await scene.count('requests')
    for (const values of ['['.repeat(10_000) + ']'.repeat(10_000), `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`])
      expect((await raw(values)).status).toBe(400)
    expect(await scene.count('requests')).toBe(before)
  })

  it('creates one draft for a repeated id', async () => {
    const before = await scene.count('requests')
    for (const id of ['unaclavepropia1', 'unaclavepropia2']) {
      const sent = await Promise.all(Array.from({ length: 5 }, () => raw('{"cargo":"Analista"}', id)))
      sent.push(await raw('{"cargo":"Analista"}', id))
      expect(sent.map(({ status, text }) => [status, JSON.parse(text).id])).toEqual(Array(6).fill([200, id]))
      expect(await scene.count('events', `subjectId = '${id}'`)).toBe(1)
    }
    expect(await scene.count('requests')).toBe(before + 2)
  })
})

describe('number of drafts', () => {
  it('is at most 500 for each user', async () => {
    const eva = await aUser(scene.place)
    const { id } = await aDraft(eva)
    const columns = 'format, formatVersion, owner, status, "values", documentStatus, created, updated'
    await scene.sql(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 498)
      INSERT INTO requests (id, ${columns}) SELECT substr(lower(hex(randomblob(8))), 2), ${columns} FROM requests, n WHERE id = '${id}'`)
    const last = await aDraft(eva)
    expect(await refusalOf(aDraft(eva))).toMatchObject({ status: 400, code: 'request.drafts' })
    expect(await scene.count('requests', `owner = '${eva.id}'`)).toBe(500)
    // Others, and changes of drafts that exist, are unaffected.
    await aDraft(luis)
    await requests(eva).update(last.id, { values: { cargo: 'Otro' } })
    await requests(eva).delete(last.id)
    await aDraft(eva)
  })
})

describe('batches', () => {
  it('validates 20 rows with one error: 19 valid, the error named, nothing submitted', async () => {
    const before = await scene.count('requests')
    const batch = await aBatch(ana.pb, { total: 20 })
    const rows = Array.from({ length: 20 }, (_, index) =>
      cartaLaboral(index === 6 ? { fecha_ingreso: '31/02/2020' } : {}),
    )
    expect(await sendRows(ana.pb, batch, rows)).toEqual({
      valid: 19,
      errors: [{ row: 8, errors: { fecha_ingreso: 'date' } }],
    })
    expect(await scene.count('batch_rows', `batch = '${batch.id}' AND status = 'valid'`)).toBe(19)
    expect(await scene.count('requests')).toBe(before)
    expect(await confirmAndWait(ana.pb, batch)).toMatchObject({ createdCount: 19, errorCount: 1 })
    expect(await scene.count('requests')).toBe(before + 19)
  })

  it('rejects more rows than the limit or than the file had', async () => {
    const input = { format, fileName: 'a.csv', fileHash: 'ab'.repeat(32), total: 100_001 }
    const batches = await scene.count('batches')
    expect(await refusalOf(post(ana.pb, '', input))).toMatchObject({ status: 400, fields: { total: 'batch.tooMany' } })
    expect(await scene.count('batches')).toBe(batches)
    const batch = await aBatch(ana.pb, { total: 1001 })
    const rows = Array.from({ length: 1001 }, (_, index) => ({ row: index + 2, values: {} }))
    expect(await refusalOf(post(ana.pb, `/${batch.id}/rows`, { rows }))).toMatchObject({ status: 400 })
    const two = await aBatch(ana.pb, { total: 1 })
    expect(await refusalOf(sendRows(ana.pb, two, [cartaLaboral(), cartaLaboral()]))).toMatchObject({
      status: 400,
      code: 'batch.tooMany',
    })
    expect(await scene.count('batch_rows', `batch IN ('${batch.id}', '${two.id}')`)).toBe(0)
  })

  describe('on the page', () => {
    let page: Page
    const sent: string[] = []
    beforeAll(async () => {
      page = await openPage(browser, { baseURL: scene.server.url })
      page.on('request', (call) => {
        if (call.method() === 'POST' && call.url().includes('/api/app/batches')) sent.push(call.url())
      })
      await asPerson(page, ana)
      await page.goto(`/app/request/create-batch?format=${format}`)
      await page.getByText('Suelte aquí su hoja de cálculo').waitFor()
    })

    async function expectRefused(name: string, bytes: Uint8Array, sentence: string | RegExp) {
      const batches = await scene.count('batches')
      // Uploads a file from disk, because bytes would be sent to the page as text.
      const folder = temporaryFolder()
      writeFileSync(join(folder, name), bytes)
      await page.locator('input[type=file]').setInputFiles(join(folder, name))
      await page
        .getByRole('alert')
        .filter({ hasText: `No se pudo usar «${name}»` })
        .getByText(sentence)
        .waitFor()
      expect([sent, await scene.count('batches')]).toEqual([[], batches])
    }

    /** Returns a gigabyte packed into ten megabytes: one compressed block a thousand times. */
    function gigabyte(): Uint8Array {
      const salt = randomBytes(9_000)
      const block = Buffer.alloc(2 ** 20, salt)
      const packed = deflateRawSync(block, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
      const body = Buffer.concat([...Array.from({ length: 1024 }, () => packed), Buffer.from([3, 0])])
      const parts = unzip(workbook({ sheets: { a: rowsXml([['Nombre'], ['Ana']]) } }))
      const chunks: Uint8Array[] = []
      const entries = []
      let offset = 0
      for (const [name, text] of Object.entries(parts)) {
        const isLarge = name.endsWith('sheet0.xml')
        const bytes = isLarge ? body : deflateRawSync(text)
        const entry = {
          name,
          crc: isLarge ? 0 : crc32(text),
          size: isLarge ? 2 ** 30 : Buffer.byteLength(text),
          packed: bytes.length,
          offset,
        }
        const header = createLocalHeader(entry)
        chunks.push(header, bytes)
        entries.push(entry)
        offset += header.length + bytes.length
      }
      return new Uint8Array(Buffer.concat([...chunks, ...createCentralDirectory(entries, offset)]))
    }

    /** Returns the private memory of the browser's pages in MiB. */
    async function memory(): Promise<number> {
      const session = await browser.newBrowserCDPSession()
      const { processInfo } = await session.send('SystemInfo.getProcessInfo')
      await session.detach()
      const held = processInfo.map(({ id, type }) => {
        if (type !== 'renderer') return 0
        const [, resident = 0, shared = 0] = readFileSync(`/proc/${id}/statm`, 'utf8').split(' ').map(Number)
        return ((resident - shared) * 4096) / 2 ** 20
      })
      return held.reduce((sum, each) => sum + each, 0)
    }

    // tests/unit/sheets/limits.test.ts checks its duration.
    it('refuses a workbook of 1 GB unpacked with little memory, and stays usable', async () => {
      const bomb = gigabyte()
      expect(bomb.length).toBeGreaterThan(9_000_000)
      const before = await memory()
      let most = 0
      let isOver = false
      const watch = (async () => {
        while (!isOver) most = Math.max(most, (await memory()) - before)
      })()
      await expectRefused('bomba.xlsx', bomb, 'El archivo ocupa demasiado al abrirse.')
      isOver = true
      await watch
      expect(before).toBeGreaterThan(10)
      expect(most).toBeLessThan(100)
      await page.getByText('Qué columnas lleva').click()
      await page.getByText('Las que tienen * son obligatorias.').waitFor()
    })

    it('refuses a program and a workbook with external entities, and uploads nothing', async () => {
      const program = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(4096)])
      await expectRefused('hoja.xlsx', program, 'Es un programa, no una hoja de cálculo.')
      const parts = unzip(workbook({ sheets: { a: rowsXml([['Nombre'], ['Ana']]) } }))
      const text = parts['xl/worksheets/sheet0.xml']?.replace('Ana', '&afuera;') ?? ''
      const entity = `<!DOCTYPE x [<!ENTITY afuera SYSTEM "file:///etc/passwd">]>${text}`
      const bytes = zip({ ...parts, 'xl/worksheets/sheet0.xml': entity })
      await expectRefused('entidad.xlsx', bytes, 'El archivo no se abrió por seguridad')
    })
  })

  it('reports values of wrong types as cell errors, and rejects malformed rows', async () => {
    const batch = await aBatch(ana.pb, { total: 3 })
    const rows = [
      { row: 2, values: { ...cartaLaboral(), cargo: { a: [1] }, incluir_salario: 'quizá', fecha_ingreso: 7 } },
      { row: 3, values: { ...cartaLaboral(), cargo: [[['x']]] } },
    ]
    const { valid, errors } = await post<{ valid: number; errors: { row: number; errors: object }[] }>(
      ana.pb,
      `/${batch.id}/rows`,
      { rows },
    )
    expect([valid, errors.map(({ row, errors: codes }) => [row, Object.keys(codes).toSorted()])]).toEqual([
      0,
      [
        [2, ['cargo', 'fecha_ingreso', 'incluir_salario']],
        [3, ['cargo']],
      ],
    ])
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 1]))
    for (const values of [many, [], 'x', null])
      expect((await refusalOf(post(ana.pb, `/${batch.id}/rows`, { rows: [{ row: 4, values }] }))).status).toBe(400)
    expect(await scene.count('batch_rows', `batch = '${batch.id}' AND status = 'error'`)).toBe(2)
    expect(await scene.count('batch_rows', `batch = '${batch.id}'`)).toBe(2)
  })

  it('stores text that begins like a formula, and exports it as text', async () => {
    const eva = await aUser(scene.place)
    const evil = ['=HYPERLINK("http://evil")', '+1 más', '-1 menos', '@SUM(A1)', '\t=1+1']
    const batch = await aCompletedBatch(
      eva.pb,
      evil.map((nombre_completo) => cartaLaboral({ nombre_completo })),
    )
    const stored = await scene.sql(
      `SELECT "values" ->> 'nombre_completo' FROM requests WHERE batch = '${batch.id}' ORDER BY row`,
    )
    // Tabs become spaces, and surrounding spaces are removed.
    expect(stored.flat()).toEqual([...evil.slice(0, 4), '=1+1'])
    const page = await openPageAs(browser, eva, '/app/request/', { baseURL: scene.server.url })
    await page.getByRole('button', { name: 'Exportar' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV para Excel (.csv)' }).click(),
    ])
    const csv = readFileSync(await download.path(), 'utf8').replace(/^\ufeff/, '')
    const cells = csv.split('\r\n').flatMap((line) => [...line.matchAll(/(?:^|;)("(?:[^"]|"")*"|[^;]*)/g)])
    const texts = cells.map(([, cell = '']) => cell.replace(/^"|"$/g, '').replaceAll('""', '"'))
    // In the summary and as value.
    const asText = expect.stringMatching(/^'=HYPERLINK\("http/)
    expect(texts.filter((text) => text.includes('HYPERLINK'))).toEqual([asText, asText])
    expect(texts.filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([])
  })

  it('refuses PocketBase batch calls, and answers 404 for another user’s batch', async () => {
    const before = await scene.count('requests')
    const call = { method: 'POST', url: '/api/collections/requests/records', body: { format, values: {} } }
    expect((await refusalOf(ana.pb.send('/api/batch', { method: 'POST', body: { requests: [call] } }))).status).toBe(
      403,
    )
    expect(await scene.count('requests')).toBe(before)
    const batch = await aBatch(luis.pb, { total: 2 })
    await sendRows(luis.pb, batch, [cartaLaboral(), cartaLaboral({ fecha_ingreso: '' })])
    const rows = () => scene.sql(`SELECT * FROM batch_rows WHERE batch = '${batch.id}'`)
    const stood = await rows()
    const get = (path: string) => () => ana.pb.send(`/api/app/batches/${batch.id}/${path}`, { method: 'GET' })
    for (const call of [
      () => post(ana.pb, `/${batch.id}/rows`, { rows: [{ row: 2, values: cartaLaboral({ cargo: 'Otro' }) }] }),
      () => post(ana.pb, `/${batch.id}/confirm`),
      () => post(ana.pb, `/${batch.id}/cancel`),
      () => post(ana.pb, `/${batch.id}/discard`, { rows: [2] }),
      ...['progress', 'counts', 'outcomes', 'documents'].map(get),
      () => ana.pb.collection('batches').getOne(batch.id),
    ])
      expect((await scene.unchanged('batches', batch.id, call)).status).toBe(404)
    expect((await ana.pb.collection('batch_rows').getList(1, 30, { filter: `batch = "${batch.id}"` })).items).toEqual(
      [],
    )
    expect(await rows()).toEqual(stood)
    expect(await progressOf(luis.pb, batch)).toMatchObject({ status: 'fixing', errorCount: 1 })
  })
})
