import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { readWorkbook } from '../../../src/sheets/files/read-workbook.ts'
import type { WorkbookOrigin } from '../../../src/sheets/files/row-stamp.ts'
import type { SheetSession } from '../../../src/sheets/worker/sheet-session.ts'
import { buildErrorWorkbook } from '../../../src/sheets/writing/error-workbook.ts'
import { cartaLaboral } from '../../support/initial-formats.ts'
import { bytesOf, convertSheet, rowsXml, textsOf, unzip, workbook, zip } from '../../support/sheets.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const headers =
  'Nombre completo;Tipo de documento;Número de documento;Cargo;Tipo de contrato;Fecha de ingreso;Incluir salario;Salario mensual;Ciudad;Fecha'
type Person = Partial<Record<'name' | 'id' | 'role' | 'contract' | 'start', string>>
const person = ({
  name = 'Ana Muñoz',
  id = '0012345678',
  role = 'Analista',
  contract = 'indefinido',
  start = '03/02/2020',
}: Person = {}) => [name, 'CC', id, role, contract, start, 'Sí', '2.500.000,50', 'Bogotá', '03/04/2025'].join(';')
const payroll = async (...rows: string[]) =>
  (await convertSheet(cartaLaboral.fields, bytesOf(`${headers}\n${rows.join('\n')}\n`))).session

const march: WorkbookOrigin = {
  fileName: 'nómina marzo.xlsx',
  fileHash: 'a3'.repeat(32),
  format: 'carta0000000000',
  formatVersion: 'version00000001',
  batch: '',
  batchNumber: '',
}
const april: WorkbookOrigin = { ...march, fileName: 'nómina abril.xlsx', fileHash: 'b4'.repeat(32) }

/** Rows 2 and 4 are valid, rows 3 and 5 are not. */
const rows = [
  person(),
  person({ contract: 'otro', name: 'Eva Díaz' }),
  person(),
  person({ start: '31/02/2020', id: '0087654321' }),
]

function bookOf(session: SheetSession, origin = march) {
  const { rows: bad, keys } = session.rows.getErrorRows()
  return buildErrorWorkbook(bad, keys, cartaLaboral.fields, origin)
}

type Cells = (string | number | null)[][]

/** Returns a changed workbook as saved by a program that drops hidden sheets and columns. */
async function saved(book: Uint8Array, change: (rows: Cells) => Cells): Promise<Uint8Array> {
  const cells = ((await readXlsx(book)).sheets[0]?.rows ?? []) as Cells
  return new Uint8Array(await writeXlsx({ sheets: [{ name: 'Hoja 1', rows: change(cells) }] }))
}

const replaced = (from: string, to: string) => (rows: Cells) =>
  rows.map((row) => row.map((cell) => (cell === from ? to : cell)))

async function weighed(session: SheetSession, bytes: Uint8Array, origin = march) {
  const found = await session.rows.compareErrorWorkbook(bytes, 'errores.xlsx', origin)
  if ('refused' in found) throw new Error(found.refused)
  return found
}

const summarize = (cells: readonly { row: number; key: string; before: string; after: unknown }[]) =>
  cells.map(({ row, key, before, after }) => [row, key, before, (after as { text?: string }).text ?? ''])

describe('build error workbook', () => {
  test('contains only rows with errors, as text, with row numbers and messages', async () => {
    const session = await payroll(...rows)
    const { sheets, hiddenSheets } = await readWorkbook(await bookOf(session), 'errores.xlsx')
    const texts = sheets[0] ? textsOf(sheets[0]) : []
    expect(texts[0]?.slice(0, 3)).toEqual(['Fila', 'Origen: nómina marzo.xlsx', 'Nombre completo'])
    expect(texts[0]?.at(-1)).toBe('Error')
    expect(texts.slice(1).map((row) => row[0])).toEqual(['3', '5'])
    expect(texts[1]).toContain('Eva Díaz')
    expect(texts[1]?.at(-1)).toMatch(/^Tipo de contrato: No está entre las opciones\. Opciones: término indefinido · /)
    expect(texts[2]).toContain('31/02/2020')
    expect(texts[2]).toContain('0087654321')
    expect(sheets[0]?.hiddenColumns).toEqual(new Set([1]))
    expect(hiddenSheets).toEqual([])
  })

  test('states bounds, options, suggestions and check digits in the messages', async () => {
    const fields: Field[] = [
      { key: 'nit', label: 'NIT', type: 'idDocument', kinds: ['NIT'] },
      { key: 'dias', label: 'Días', type: 'integer', min: 1, max: 30 },
      { key: 'sede', label: 'Sede', type: 'choice', options: [{ value: 'Norte' }, { value: 'Sur' }] },
      { key: 'fin', label: 'Fin', type: 'date', min: '2025-01-01' },
    ]
    const csv = 'NIT;Días;Sede;Fin\n900123456-1;45;Norrte;31/12/2024\n'
    const { session } = await convertSheet(fields, bytesOf(csv))
    const { rows: bad, keys } = session.rows.getErrorRows()
    const [sheet] = (await readWorkbook(await buildErrorWorkbook(bad, keys, fields, march), 'x')).sheets
    const message = sheet ? textsOf(sheet)[1]?.at(-1) : ''
    expect(message).toContain('NIT: El dígito de verificación no corresponde. Se sugiere «900123456-8».')
    expect(message).toContain('Días: Debe ser 30 o menos.')
    expect(message).toContain('Sede: No está entre las opciones. Opciones: Norte · Sur. Se sugiere «Norte».')
    expect(message).toContain('Fin: No puede ser anterior al 01/01/2025.')
  })

  test('returns corrections to the same rows in one step, with typed dates and numbers', async () => {
    const session = await payroll(...rows)
    const parts = unzip(await bookOf(session))
    const path = 'xl/worksheets/sheet1.xml'
    const xml = (parts[path] ?? '')
      .replace('>otro<', '>fijo<')
      .replace(
        /<c r="(\w+)" s="\d+" t="inlineStr"><is><t xml:space="preserve">31\/02\/2020<\/t><\/is><\/c>/,
        '<c r="$1" s="3"><v>43889</v></c>',
      )
    const { changes, conflicts, untaken, strange } = await weighed(session, zip({ ...parts, [path]: xml }))
    expect(changes.map(({ row, key, before }) => [row, key, before])).toEqual([
      [3, 'tipo_contrato', 'otro'],
      [5, 'fecha_ingreso', '31/02/2020'],
    ])
    expect([conflicts, untaken, strange]).toEqual([[], [], []])
    expect(session.rows.getOverview()).toMatchObject({ valid: 2, error: 2 })
    expect(session.rows.applyCorrectedCells(changes)).toBe(2)
    expect(session.rows.getOverview()).toMatchObject({ valid: 4, error: 0 })
    expect(session.rows.getRow(5).sent.values).toMatchObject({
      fecha_ingreso: '2020-02-28',
      numero_documento: '0087654321',
    })
    session.rows.undo()
    expect(session.rows.getOverview()).toMatchObject({ valid: 2, error: 2 })
  })

  test('accepts a CSV saved by Excel in Spanish, without the hidden sheet', async () => {
    const session = await payroll(...rows)
    const cells = ((await readXlsx(await bookOf(session))).sheets[0]?.rows ?? []) as Cells
    const quoted = (cell: string | number | null) => (/[;"]/.test(String(cell)) ? `"${cell}"` : String(cell ?? ''))
    const lines = cells.map((row) => row.map((cell) => (cell === 'otro' ? 'fijo' : quoted(cell))).join(';'))
    const bytes = new Uint8Array(Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'))
    expect(summarize((await weighed(session, bytes)).changes)).toEqual([[3, 'tipo_contrato', 'otro', 'fijo']])
    expect(await session.rows.compareErrorWorkbook(bytes, 'errores.csv', april)).toMatchObject({
      from: { fileName: 'nómina marzo.xlsx' },
    })
  })

  test('keeps row numbers and hides its own columns when opened as a new file', async () => {
    const session = await payroll(...rows)
    const again = await convertSheet(cartaLaboral.fields, await saved(await bookOf(session), replaced('otro', 'fijo')))
    expect(again.summary.rowColumn).toBe(0)
    expect(again.summary.columns.map(({ header }) => header)).not.toContain('Origen: nómina marzo.xlsx')
    expect(again.rows.map(({ row, status }) => [row, status])).toEqual([
      [3, 'valid'],
      [5, 'error'],
    ])
  })
})

describe('workbook origin', () => {
  const refusal = async (session: SheetSession, bytes: Uint8Array, origin: WorkbookOrigin) => {
    const found = await session.rows.compareErrorWorkbook(bytes, 'x', origin)
    return 'refused' in found ? [found.refused, found.from.fileName, found.from.batchNumber] : found
  }

  test('rejects the workbook of another file by name, with or without its hidden sheet', async () => {
    const others = await bookOf(await payroll(person(), person({ role: '', name: 'Otra' })))
    const session = await payroll(...rows)
    expect(await refusal(session, others, april)).toEqual(['file', 'nómina marzo.xlsx', ''])
    expect(await refusal(session, await saved(others, (cells) => cells), april)).toEqual([
      'file',
      'nómina marzo.xlsx',
      '',
    ])
  })

  test('rejects the workbook of another format or of another batch', async () => {
    const session = await payroll(...rows)
    const sent = { ...march, batch: 'lote00000000001', batchNumber: 'LOT-2026-000012' }
    const book = await bookOf(session, sent)
    expect(await refusal(session, book, { ...sent, format: 'otro00000000000' })).toEqual([
      'format',
      'nómina marzo.xlsx',
      'LOT-2026-000012',
    ])
    const other = { ...march, batch: 'lote00000000002', batchNumber: 'LOT-2026-000013' }
    expect(await refusal(session, book, other)).toEqual(['batch', 'nómina marzo.xlsx', 'LOT-2026-000012'])
    const later = { ...sent, formatVersion: 'version00000002' }
    expect((await weighed(session, book, sent)).otherVersion).toBe(false)
    expect((await weighed(session, book, later)).otherVersion).toBe(true)
    // A workbook exported before the batch was created fits each batch of its file.
    expect((await weighed(session, await bookOf(session), other)).untaken).toEqual([])
  })

  test('rejects a missing or forged origin', async () => {
    const session = await payroll(...rows)
    const book = await bookOf(session)
    const without = (cells: Cells) => cells.map((row) => row.filter((_, index) => index !== 1))
    const forged = (text: string) => (cells: Cells) =>
      cells.map((row, i) => row.map((cell, index) => (i > 0 && index === 1 ? text : cell)))
    expect(await refusal(session, await saved(book, without), march)).toEqual(['unmarked', '', ''])
    for (const text of ['f3', 'f3.zz.a.b.0.', `f3.${'a3'.repeat(16)}.a.b.0.${'x'.repeat(9_000)}`, '=1+1'])
      expect(await refusal(session, await saved(book, forged(text)), march), text).toEqual(['unmarked', '', ''])
    expect(await refusal(session, bytesOf(`${headers}\n${person()}`), march)).toEqual(['none', '', ''])
  })

  test('removes direction marks from the file name and shortens it', async () => {
    const session = await payroll(...rows)
    const evil = { ...march, fileName: `\u202e${'x'.repeat(250)}` }
    const [, name] = (await refusal(session, await bookOf(session, evil), april)) as string[]
    expect(name).toBe('x'.repeat(120))
  })

  test('reads the origin from the hidden sheet if the column is missing', async () => {
    const session = await payroll(...rows)
    const parts = unzip(await bookOf(session))
    const path = 'xl/worksheets/sheet1.xml'
    const xml = (parts[path] ?? '').replace(/<c r="B\d+"[^>]*>.*?<\/c>/g, '').replace('>otro<', '>fijo<')
    const bytes = zip({ ...parts, [path]: xml })
    expect(summarize((await weighed(session, bytes)).changes)).toEqual([[3, 'tipo_contrato', 'otro', 'fijo']])
    expect(await refusal(session, bytes, april)).toEqual(['file', 'nómina marzo.xlsx', ''])
  })
})

describe('workbook rows', () => {
  test('accepts only exported rows and gives a reason for each rejected row', async () => {
    const session = await payroll(...rows, person({ role: '', name: 'Sexta' }), person({ role: '', name: 'Séptima' }))
    session.rows.discard([7])
    const given = await bookOf(session)
    session.rows.discard([7], false)
    session.rows.discard([6])
    const book = await saved(given, (cells) => {
      const [head = [], third = [], fifth = [], sixth = []] = cells
      const corrected = (row: Cells[number], number: number | null, mark = row[1] ?? '') =>
        row.map((cell, index) => (index === 0 ? number : index === 1 ? mark : index === 5 ? 'Jefa' : cell))
      return [
        head,
        corrected(third, 3),
        corrected(third, 3),
        corrected(fifth, 2),
        corrected(fifth, 4, ''),
        corrected(sixth, 6),
        corrected(fifth, 7, ''),
        corrected(fifth, 99, ''),
        corrected(fifth, null, ''),
      ]
    })
    const { changes, conflicts, untaken } = await weighed(session, book)
    expect([changes, conflicts]).toEqual([[], []])
    expect(untaken).toEqual([
      { row: 3, why: 'twice' },
      { row: 2, why: 'good' },
      { row: 4, why: 'good' },
      { row: 6, why: 'discarded' },
      { row: 7, why: 'notGiven' },
      { row: 99, why: 'absent' },
      { row: 9, why: 'unnumbered' },
    ])
  })

  test('distinguishes rows of two workbooks in one file', async () => {
    const session = await payroll(...rows)
    const [, ours] = (await readXlsx(await bookOf(session))).sheets[0]?.rows ?? []
    const bytes = await saved(await bookOf(session, april), ([head = [], , fifth = []]) => [
      head,
      (ours as Cells[number]).map((cell) => (cell === 'otro' ? 'fijo' : cell)),
      fifth,
    ])
    const { changes, untaken } = await weighed(session, bytes)
    expect(summarize(changes)).toEqual([[3, 'tipo_contrato', 'otro', 'fijo']])
    expect(untaken).toEqual([{ row: 5, why: 'other' }])
  })

  test('keeps later corrections and reports conflicting values', async () => {
    const session = await payroll(...rows)
    const book = await bookOf(session)
    session.rows.edit(3, 'tipo_contrato', 'término fijo')
    session.rows.edit(5, 'fecha_ingreso', '28/02/2020')
    const bytes = await saved(book, (cells) =>
      replaced(
        'otro',
        'obra o labor',
      )(cells).map((row, i) => (i === 2 ? row.map((c) => (c === 'Analista' ? 'Jefa' : c)) : row)),
    )
    const { changes, conflicts } = await weighed(session, bytes)
    expect(summarize(changes)).toEqual([[5, 'cargo', 'Analista', 'Jefa']])
    expect(summarize(conflicts)).toEqual([[3, 'tipo_contrato', 'término fijo', 'obra o labor']])
    session.rows.applyCorrectedCells(changes)
    expect(session.rows.getRow(5).sent.values).toMatchObject({ cargo: 'Jefa', fecha_ingreso: '2020-02-28' })
    session.rows.applyCorrectedCells(conflicts)
    expect(session.rows.getRow(3).view.cells.tipo_contrato?.text).toBe('obra o labor')
  })

  test('reports every change as a conflict if the workbook omits the exported values', async () => {
    const session = await payroll(...rows)
    const bytes = await saved(await bookOf(session), (cells) =>
      replaced(
        'otro',
        'fijo',
      )(cells).map((row) => row.map((cell, index) => (index === 1 ? String(cell).replace(/[^.]+$/, '') : cell))),
    )
    const { changes, conflicts } = await weighed(session, bytes)
    expect([changes, summarize(conflicts)]).toEqual([[], [[3, 'tipo_contrato', 'otro', 'fijo']]])
  })

  test('ignores another spelling of the same value', async () => {
    const session = await payroll(...rows)
    const bytes = await saved(await bookOf(session), (cells) =>
      replaced('2.500.000,50', '$ 2500000,5')(replaced('03/02/2020', '3 de febrero de 2020')(cells)),
    )
    expect(await weighed(session, bytes)).toEqual({
      changes: [],
      conflicts: [],
      wrong: [],
      untaken: [],
      strange: [],
      otherVersion: false,
    })
  })
})

describe('workbook columns', () => {
  const renamed =
    (from: string, to: string) =>
    ([head = [], ...others]: Cells) => [head.map((cell) => (cell === from ? to : cell)), ...others]

  test('recognizes a renamed column by its values and ignores a missing «Error» or «Fila»', async () => {
    const session = await payroll(...rows)
    const book = await bookOf(session)
    const puesto = await saved(book, (cells) =>
      renamed(
        'Cargo',
        'Puesto de la persona',
      )(cells).map((row, i) => row.map((c, p) => (i === 1 && p === 5 ? 'Jefa' : c))),
    )
    const known = await weighed(session, puesto)
    expect(summarize(known.changes)).toEqual([[3, 'cargo', 'Analista', 'Jefa']])
    expect(known.strange).toEqual([])

    const unknown = await saved(book, (cells) =>
      renamed(
        'Cargo',
        'Puesto de la persona',
      )(cells).map((row, i) => row.map((c, p) => (i > 0 && p === 5 ? 'Jefa' : c))),
    )
    expect(await weighed(session, unknown)).toMatchObject({ changes: [], strange: ['Puesto de la persona'] })

    const fixed = replaced('otro', 'fijo')
    for (const keep of [
      (row: Cells[number]) => row.slice(0, -1),
      (row: Cells[number]) => row.slice(1),
      (row: Cells[number]) => [...row].reverse(),
    ]) {
      const { changes } = await weighed(session, await saved(book, (cells) => fixed(cells).map(keep)))
      expect(summarize(changes)).toEqual([[3, 'tipo_contrato', 'otro', 'fijo']])
    }
  })

  test('distinguishes two fields with the same label', async () => {
    const fields: Field[] = [
      { key: 'a', label: 'Valor', type: 'text', max: 3 },
      { key: 'b', label: 'Valor', type: 'text' },
    ]
    const sheets = {
      a: rowsXml([
        ['a', 'b'],
        ['demasiado', 'bien'],
      ]),
    }
    const { session } = await convertSheet(fields, workbook({ sheets }))
    const { rows: bad, keys } = session.rows.getErrorRows()
    const book = await buildErrorWorkbook(bad, keys, fields, march)
    const { changes, strange } = await weighed(session, await saved(book, replaced('demasiado', 'uno')))
    // No cell of the first column matches the export: it is reported, and nothing is assigned to the other field.
    expect([summarize(changes), strange]).toEqual([[], ['Valor']])
  })
})

const office = spawnSync('soffice', ['--version']).status === 0
const csv = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true'

test.skipIf(!office)('accepts workbooks saved by LibreOffice, also through CSV', { timeout: 120_000 }, async () => {
  const session = await payroll(...rows, person({ start: '31/04/2021', id: '0011223344' }))
  const folder = temporaryFolder()
  const convert = (from: string, to: string, ...options: string[]) => {
    execFileSync(
      'soffice',
      [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        '--convert-to',
        to,
        ...options,
        '--outdir',
        folder,
        from,
      ],
      { stdio: 'pipe' },
    )
    return join(folder, `errores.${to.split(':')[0]}`)
  }
  const comes = async (path: string) => {
    const bytes = new Uint8Array(readFileSync(path))
    const found = await weighed(session, bytes)
    const other = await session.rows.compareErrorWorkbook(bytes, 'x', april)
    expect(other, path).toEqual({ refused: 'file', from: { fileName: 'nómina marzo.xlsx', batchNumber: '' } })
    return { ...found, changes: summarize(found.changes), conflicts: summarize(found.conflicts) }
  }
  const first = join(folder, 'errores.xlsx')
  writeFileSync(first, await bookOf(session))
  const nothing = { changes: [], conflicts: [], wrong: [], untaken: [], strange: [], otherVersion: false }
  expect(await comes(convert(first, 'ods'))).toEqual(nothing)
  const text = convert(first, csv)
  expect(await comes(text)).toEqual(nothing)
  writeFileSync(text, readFileSync(text, 'utf8').replace('31/02/2020', '28/02/2020').replace(';otro;', ';fijo;'))
  expect(await comes(text)).toEqual({
    ...nothing,
    wrong: [3, 5],
    changes: [
      [3, 'tipo_contrato', 'otro', 'fijo'],
      [5, 'fecha_ingreso', '31/02/2020', '28/02/2020'],
    ],
  })
  convert(first, 'xlsx:Calc MS Excel 2007 XML')
  expect(await comes(first)).toEqual(nothing)
  // Opens the CSV in LibreOffice: leading zeros are lost and dates are parsed.
  const again = await comes(convert(text, 'xlsx:Calc MS Excel 2007 XML', '--infilter=CSV:59,34,76,1,,3082'))
  expect(again.changes.map(([row, key]) => [row, key])).toEqual([
    [3, 'tipo_contrato'],
    [5, 'fecha_ingreso'],
  ])
  expect(again.conflicts.map(([row, key, before]) => [row, key, before])).toEqual([
    [3, 'numero_documento', '0012345678'],
    [5, 'numero_documento', '0087654321'],
    [6, 'numero_documento', '0011223344'],
  ])
})

describe('surplus cells', () => {
  const tooLong = () => payroll(person(), `${person({ role: 'Jefe' })};Abril;2026`, person({ contract: 'otro' }))

  test('are exported in separate columns and leave the row in error', async () => {
    const session = await tooLong()
    const { sheets } = await readWorkbook(await bookOf(session), 'errores.xlsx')
    const texts = sheets[0] ? textsOf(sheets[0]) : []
    expect(texts[0]?.slice(-3)).toEqual(['Sobra 1', 'Sobra 2', 'Error'])
    expect(texts[1]?.slice(-3, -1)).toEqual(['Abril', '2026'])
    expect(texts[2]?.slice(-3, -1)).toEqual(['', ''])
    const back = await saved(await bookOf(session), replaced('Jefe', 'Jefa'))
    const found = await weighed(session, back)
    expect([summarize(found.changes), found.strange]).toEqual([[[3, 'cargo', 'Jefe', 'Jefa']], []])
    session.rows.applyCorrectedCells(found.changes)
    expect(session.rows.getOverview()).toMatchObject({ valid: 1, error: 2 })
  })

  test('are removed if emptied in the workbook, and restored by undo', async () => {
    const session = await tooLong()
    const emptied = (cells: Cells) =>
      cells.map((row) => row.map((cell) => (cell === 'Abril' || cell === '2026' ? '' : cell)))
    const found = await weighed(session, await saved(await bookOf(session), emptied))
    expect(summarize(found.changes)).toEqual([[3, '*', 'Abril · 2026', '']])
    session.rows.applyCorrectedCells(found.changes)
    expect(session.rows.getOverview()).toMatchObject({ valid: 2, error: 1 })
    session.rows.undo()
    expect(session.rows.getOverview()).toMatchObject({ valid: 1, error: 2 })
  })
})
