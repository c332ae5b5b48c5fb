import { describe, expect, test } from 'vitest'
import type { UploadedFile } from '../../../src/domain/attachments/file-names.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import { inspectFileContents } from '../../../src/sheets/files/file-inspection.ts'
import { SheetSession } from '../../../src/sheets/worker/sheet-session.ts'
import { aPdf, aPicture } from '../../support/attachments.ts'
import { bytesOf, context, convertSheet, zip } from '../../support/sheets.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true },
  { key: 'soportes', label: 'Soportes', type: 'file', required: true, max: 2, megabytes: 1 },
]
let last = 0
const given = (path: string, more: Partial<UploadedFile> = {}): UploadedFile => ({
  ...{ id: `archivo${String(++last).padStart(8, '0')}`, path, name: path.split('/').at(-1) ?? '', size: 400 },
  ...more,
})
/** Creates a row per cell text. */
async function rowsOf(...cells: string[]) {
  const lines = cells.map((cell, index) => `N${index};"${cell.replaceAll('"', '""')}"`)
  return (await convertSheet(fields, bytesOf(`Nombre;Soportes\n${lines.join('\n')}\n`))).session
}
const readStates = (session: SheetSession) =>
  session.rows.getRows(0, 99).map(({ cells }) => cells.soportes?.error ?? cells.soportes?.suggestion ?? 'good')
const sent = (session: SheetSession) =>
  session.rows
    .getRowChunk(0)
    .rows.map(({ values }) => (values.soportes as { name: string }[] | undefined)?.map(({ name }) => name))

describe('file name in a cell', () => {
  test.each([
    ['as it is', 'cédula.pdf', 'cédula.pdf'],
    ['in capitals', 'CÉDULA.PDF', 'cédula.pdf'],
    ['whose accents are composed', 'ce\u0301dula.pdf', 'cédula.pdf'],
    ['in a folder', 'soportes/cédula.pdf', 'todo/soportes/cédula.pdf'],
    ['in a folder of Windows', 'C:\\Users\\Ana\\soportes\\cédula.pdf', 'soportes/cédula.pdf'],
    ['in quotes, as Windows copies it', '"C:\\soportes\\cédula.pdf"', 'soportes/cédula.pdf'],
    ['without its folder', 'cédula.pdf', 'uno/dos/cédula.pdf'],
    ['that contains the separator', 'uno; dos.pdf', 'uno; dos.pdf'],
    ['of a folder of a Mac', 'cédula.pdf', 'soportes/ce\u0301dula.pdf'],
  ])('finds the file of a name %s', async (_, cell, path) => {
    const session = await rowsOf(cell)
    session.rows.applyFilter('all')
    expect(readStates(session)).toEqual(['attachment.missing'])
    session.rows.addFiles([given(path, { name: 'cédula.pdf' })])
    expect(readStates(session)).toEqual(['good'])
    expect(sent(session)).toEqual([['cédula.pdf']])
  })

  test.each([
    ['in another folder', 'a/cédula.pdf', 'b/cédula.pdf', 'cédula.pdf'],
    ['without accents', 'cedula.pdf', 'b/cédula.pdf', 'cédula.pdf'],
    ['without its ending', '1020304050', 'b/1020304050.pdf', '1020304050.pdf'],
  ])('only suggests the file of a name %s', async (_, cell, path, suggestion) => {
    const session = await rowsOf(cell)
    session.rows.applyFilter('all')
    session.rows.addFiles([given(path)])
    expect(session.rows.getRows(0, 1)[0]?.cells.soportes).toMatchObject({ error: 'attachment.missing', suggestion })
    session.rows.applySuggestions('soportes', 'attachment.missing')
    expect(readStates(session)).toEqual(['good'])
  })

  test('lists several files by semicolons or lines, up to the limit of the field', async () => {
    const session = await rowsOf('a.pdf; b.pdf', 'a.pdf\nb.pdf', 'a.pdf;b.pdf;c.pdf', 'a.pdf;d.pdf')
    session.rows.applyFilter('all')
    session.rows.addFiles(['a.pdf', 'b.pdf', 'c.pdf'].map((path) => given(path)))
    expect(readStates(session)).toEqual(['good', 'good', 'max', 'attachment.missing'])
    expect(sent(session)).toEqual([['a.pdf', 'b.pdf'], ['a.pdf', 'b.pdf'], undefined, undefined])
  })
})

test('reports files that the field does not accept, and accepts corrected files', async () => {
  const session = await rowsOf('a.pdf', 'b.zip', 'c.pdf')
  session.rows.applyFilter('all')
  session.rows.addFiles([
    given('a.pdf', { size: 1_048_577 }),
    given('b.zip'),
    given('c.pdf', { fault: 'attachment.content' }),
  ])
  expect(readStates(session)).toEqual(['attachment.size', 'attachment.kind', 'attachment.content'])
  const { missing, refused, leftOver } = session.rows.getFileReport()
  expect([missing.length, refused.length, leftOver.length]).toEqual([0, 3, 0])
  // Dropped again after correction, with the same path or alone.
  session.rows.addFiles([given('a.pdf'), given('otra/c.pdf')])
  expect(readStates(session)).toEqual(['good', 'attachment.kind', 'good'])
})

test('asks for a choice between files of the same name, which can change later', async () => {
  const session = await rowsOf('cédula.pdf', 'ana/cédula.pdf', 'Cédula.pdf')
  session.rows.applyFilter('all')
  const [ana, luz] = [given('todo/ana/cédula.pdf'), given('todo/luz/cédula.pdf')]
  session.rows.addFiles([ana, luz])
  expect(readStates(session)).toEqual(['attachment.several', 'good', 'attachment.several'])
  const paths = [ana.path, luz.path]
  expect(session.rows.getFileReport().same).toEqual([{ name: 'cédula.pdf', paths, chosen: '', rows: 2 }])
  expect(session.rows.getFileReport()).toMatchObject({ leftOver: [], rows: { naming: 3, complete: 1 } })
  session.rows.chooseFile('cédula.pdf', luz.path)
  expect(readStates(session)).toEqual(['good', 'good', 'good'])
  const ids = () => session.rows.getRowChunk(0).rows.map(({ values }) => (values.soportes as { id: string }[])[0]?.id)
  expect(ids()).toEqual([luz.id, ana.id, luz.id])
  session.rows.chooseFile('cédula.pdf', ana.path)
  expect(ids()).toEqual([ana.id, ana.id, ana.id])
  expect(session.rows.getFileReport().leftOver.map(({ name }) => name)).toEqual([luz.path])
})

test('counts rows with all files, missing files and unused files', async () => {
  const session = await rowsOf('a.pdf', 'b.pdf; c.pdf', '', 'a.pdf')
  session.rows.addFiles([
    given('a.pdf'),
    given('b.pdf'),
    given('d.pdf'),
    given('e.exe', { fault: 'attachment.content' }),
  ])
  expect(session.rows.getFileReport()).toEqual({
    given: { count: 4, bytes: 1600 },
    rows: { naming: 3, complete: 2 },
    uses: { count: 3, bytes: 1200 },
    missing: [{ row: 3, key: 'soportes', name: 'c.pdf', code: 'attachment.missing' }],
    refused: [],
    leftOver: [
      { name: 'd.pdf', size: 400, code: '' },
      { name: 'e.exe', size: 400, code: 'attachment.content' },
    ],
    same: [],
  })
  // Files of rows with other errors are not needed yet.
  expect(session.rows.getNeededFiles(0)).toMatchObject({ count: 2, bytes: 800 })
  expect(session.rows.getNeededFiles(2)).toMatchObject({ count: 1 })
  session.rows.discard([2, 5])
  expect(session.rows.getFileReport()).toMatchObject({ rows: { naming: 1, complete: 0 } })
  expect(session.rows.getFileReport().leftOver).toHaveLength(3)
})

test('keeps the files of a stored row and accepts further files', async () => {
  const session = new SheetSession(fields, context)
  const file = { id: 'servidor0000001', name: 'a.pdf', size: 400 }
  const { keys } = session.openRows([
    { row: 2, values: { soportes: [file] }, errors: { nombre: 'required' } },
    { row: 3, values: { nombre: 'Luz' }, wrong: { soportes: 'b.pdf' }, errors: { soportes: 'attachment.missing' } },
    { row: 4, values: { nombre: 'Eva', soportes: [file] }, errors: { soportes: 'attachment.unknown' } },
  ])
  expect(keys).toEqual(['nombre', 'soportes'])
  session.rows.applyFilter('all')
  expect(readStates(session)).toEqual(['good', 'attachment.missing', 'attachment.missing'])
  const b = given('b.pdf')
  session.rows.addFiles([b, given('a.pdf')])
  expect(readStates(session)).toEqual(['good', 'good', 'good'])
  expect(session.rows.getUnsavedRows().sent.map(({ row }) => row)).toEqual([3, 4])
  session.rows.edit(2, 'nombre', 'Ana')
  const { sent: rows } = session.rows.getUnsavedRows()
  expect(rows.find(({ row }) => row === 2)?.values.soportes).toEqual([file])
  expect(rows.find(({ row }) => row === 3)?.values.soportes).toEqual([{ id: b.id, name: 'b.pdf', size: 400 }])
})

describe('uploaded files and ZIPs', () => {
  const file = (path: string, bytes: Uint8Array | string) => ({
    path,
    file: new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], path.split('/').at(-1) ?? '', {
      lastModified: 7,
    }),
  })
  const pdf = Uint8Array.from(aPdf())

  test('are identified by content; system files are omitted', async () => {
    const { given: found } = await inspectFileContents([
      file('s/contrato.pdf', pdf),
      file('s/foto', Uint8Array.from(aPicture())),
      file('s/carta.pdf', '<html>no</html>'),
      file('s/grande.pdf', Uint8Array.from(aPdf(10_485_761))),
      file('s/.DS_Store', 'x'),
      file('s/Thumbs.db', 'x'),
      file('s/~$carta.docx', 'x'),
    ])
    expect(found.map(({ path, name, fault }) => [path, name, fault])).toEqual([
      ['s/contrato.pdf', 'contrato.pdf', undefined],
      ['s/foto', 'foto.png', undefined],
      ['s/carta.pdf', 'carta.pdf', 'attachment.content'],
      ['s/grande.pdf', 'grande.pdf', 'attachment.size'],
    ])
  })

  test('have an id derived from path, size and time', async () => {
    const once = await inspectFileContents([file('s/a.pdf', pdf)])
    const again = await inspectFileContents([
      file('s/a.pdf', pdf),
      file('t/a.pdf', pdf),
      file('s/a.pdf', Uint8Array.from(aPdf(500))),
    ])
    const ids = again.given.map(({ id }) => id)
    expect(ids[0]).toBe(once.given[0]?.id)
    expect(ids[0]).toMatch(/^[a-z0-9]{15}$/)
    expect(new Set(ids).size).toBe(3)
  })

  test('include the files of a ZIP; a path outside the ZIP is only a name', async () => {
    const packed = zip({
      'ana/cédula.pdf': pdf,
      '../../etc/luz.pdf': pdf,
      'ana/': '',
      '__MACOSX/ana/._cédula.pdf': 'x',
      'ana/nota.txt': 'x',
    })
    const { given: found, contents, unopened } = await inspectFileContents([file('todo.zip', packed)])
    expect(found.map(({ path, name, fault }) => [path, name, fault])).toEqual([
      ['todo.zip/ana/cédula.pdf', 'cédula.pdf', undefined],
      ['todo.zip/../../etc/luz.pdf', 'luz.pdf', undefined],
      ['todo.zip/ana/nota.txt', 'nota.txt', 'attachment.content'],
    ])
    expect(await Promise.all(contents.map(async (one) => (await one.file.arrayBuffer()).byteLength))).toEqual([
      400, 400,
    ])
    expect(unopened).toEqual([])
  })

  test('decode names of a ZIP made by Windows in Spanish', async () => {
    const utf8 = Buffer.from(zip({ 'C1dula de Pe2a.pdf': pdf }))
    const bytes = Uint8Array.from(utf8.map((byte) => (byte === 0x31 ? 0x82 : byte === 0x32 ? 0xa4 : byte)))
    // Checksum and sizes do not contain this byte.
    const { given: found } = await inspectFileContents([file('w.zip', bytes)])
    expect(found.map(({ path }) => path)).toEqual(['w.zip/Cédula de Peña.pdf'])
  })

  test('report oversized, damaged or locked ZIPs by name and keep the other files', async () => {
    const bomb = zip({ 'a.pdf': new Uint8Array(20_000_000) }, (entry) => {
      entry.size = 1_000
    })
    const { given: found, unopened } = await inspectFileContents([
      file('bomba.zip', bomb),
      file('roto.zip', 'PK\u0003\u0004 y nada más'),
      file('a.pdf', pdf),
      file('grande.zip', zip({ 'a.pdf': new Uint8Array(20_000_000) })),
    ])
    expect(unopened).toEqual([
      { path: 'bomba.zip', code: 'file.expands' },
      { path: 'roto.zip', code: 'file.damaged' },
    ])
    expect(found.map(({ path, fault }) => [path, fault])).toEqual([
      ['a.pdf', undefined],
      ['grande.zip/a.pdf', 'attachment.size'],
    ])
  })

  test('include all of a thousand files in one ZIP', async () => {
    const parts = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`d/${index}.pdf`, pdf]))
    const { contents } = await inspectFileContents([file('todo.zip', zip(parts))])
    expect(contents).toHaveLength(1_000)
  })
})
