import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import type { ExportedFormatVersion, ExportedRequest } from '../../../src/domain/requests/request-export.ts'
import { addFormulaProtection, formatCsvRows, removeFormulaProtection } from '../../../src/domain/text/csv.ts'
import { createCsvExport, createXlsxExport, type ExportWriter } from '../../../src/sheets/writing/export-writer.ts'
import { StreamingWorkbook } from '../../../src/sheets/writing/workbook-file.ts'
import { unzip } from '../../support/sheets.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'cedula', label: 'Cédula', type: 'idDocument' },
  { key: 'cuenta', label: 'Cuenta', type: 'text' },
  { key: 'ingreso', label: 'Ingreso', type: 'date' },
  { key: 'salario', label: 'Salario', type: 'money', currency: 'COP' },
  { key: 'dias', label: 'Días', type: 'integer' },
  { key: 'horas', label: 'Horas', type: 'decimal', decimals: 6 },
  { key: 'iva', label: 'IVA', type: 'percent' },
  { key: 'activo', label: 'Activo', type: 'boolean' },
  { key: 'dotacion', label: 'Dotación', type: 'choices', options: [{ value: 'Botas' }, { value: 'Casco' }] },
  { key: 'nota', label: 'Nota', type: 'longText' },
  { key: 'total', label: 'Total', type: 'computed', currency: 'CLP', formula: 'dias' },
  {
    key: 'items',
    label: 'Ítems',
    type: 'table',
    columns: [
      { key: 'que', label: 'Qué', type: 'text' },
      { key: 'cuanto', label: 'Cuánto', type: 'decimal' },
    ],
  },
]
/** Fields of an earlier version: the days were a text, and the office existed. */
const earlier: Field[] = [
  { key: 'dias', label: 'Días de antes', type: 'text' },
  { key: 'oficina', label: 'Oficina', type: 'text' },
]
const version = (id: string, number: number, of: Field[], code = 'AB'): ExportedFormatVersion => ({
  id,
  version: number,
  format: code.toLowerCase(),
  code,
  name: `Formato ${code}`,
  fields: of,
  isSigned: false,
})

const request = (change: Partial<ExportedRequest>): ExportedRequest => ({
  number: 'SOL-2026-000001',
  status: 'approved',
  format: 'ab',
  formatCode: 'AB',
  formatName: 'Formato AB',
  formatVersion: 'two',
  summary: 'Ñandú · 3/4',
  ownerName: 'Ana Peña',
  batchNumber: '',
  row: 0,
  created: '2026-03-04 15:05:09.123Z',
  submittedAt: '2026-03-04 23:59:00.000Z',
  decidedAt: '',
  reviewerName: 'Íñigo',
  documentNumber: 'AB-2026-000001',
  finality: 'final',
  annulledAt: '',
  reason: '',
  unsigned: '',
  values: {},
  ...change,
})

const rows: ExportedRequest[] = [
  request({
    values: {
      nombre: '=1+1',
      cedula: '0012345678',
      cuenta: '000123456789012345',
      ingreso: '2020-02-03',
      salario: '2500000.50',
      dias: 15,
      horas: '0.1',
      iva: '19',
      activo: true,
      dotacion: ['Botas', 'Casco'],
      nota: 'Dice «a;b»\ny "c"',
      total: '1234',
      items: [
        { que: '3-4', cuanto: '10.5' },
        { que: '@SUM(A1)', cuanto: '-2' },
      ],
    },
  }),
  request({
    number: 'SOL-2026-000002',
    formatVersion: 'one',
    status: 'submitted',
    finality: '',
    documentNumber: '',
    values: { dias: '007', oficina: '-5' },
  }),
  request({
    number: '',
    status: 'draft',
    finality: '',
    documentNumber: '',
    submittedAt: '',
    values: { ingreso: '1899-12-31', salario: '12345678901234567.89', horas: '3.25', iva: '12.5', dias: 0 },
  }),
]
const versions = [version('two', 2, fields), version('one', 1, earlier)]

const common = [
  ...['Número', 'Estado', 'Código', 'Formato', 'Datos', 'Solicitante', 'Lote', 'Fila', 'Creada', 'Enviada', 'Decidida'],
  ...['Decidida por', 'Documento', 'Clase de documento', 'Motivo'],
]
const office = spawnSync('soffice', ['--version']).status === 0
const folder = temporaryFolder()

async function whole(file: ExportWriter): Promise<Buffer> {
  for (const row of rows) await file.add([row])
  return Buffer.from(await (await file.finish()).arrayBuffer())
}

const text = (value: string) => (value === '' ? null : { text: value })
const float = (value: string) => ({ float: value })

type Cell = null | Record<string, string>
const unescaped = (xml: string) =>
  xml
    .replace(/<text:s\/>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')

/** Returns the cells by sheet as LibreOffice reads them, without trailing empty cells and rows. */
function opened(name: string, ...options: string[]): Record<string, Cell[][]> {
  const profile = `-env:UserInstallation=file://${folder}/profile`
  const to = ['--convert-to', 'fods', '--outdir', folder]
  execFileSync('soffice', [profile, '--headless', ...options, ...to, join(folder, name)], {
    stdio: 'pipe',
    env: { ...process.env, TZ: 'America/Bogota' },
  })
  const xml = readFileSync(join(folder, name.replace(/\..*/, '.fods')), 'utf8')
  const tables = [...xml.matchAll(/<table:table table:name="([^"]*)"[\s\S]*?<\/table:table>/g)]
  return Object.fromEntries(
    tables.map(([table, sheet = '']) => {
      const found = [...table.matchAll(/<table:table-row([^>]*)>([\s\S]*?)<\/table:table-row>/g)].flatMap(
        ([, head, row]) => (/number-rows-repeated="\d{3,}"/.test(head ?? '') ? [] : [cellsOf(row ?? '')]),
      )
      return [unescaped(sheet), found.filter((row) => row.length > 0)]
    }),
  )
}

function cellsOf(row: string): Cell[] {
  const cells = [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)].flatMap(
    ([, head = '', inside = '']) => {
      const [, type = ''] = /office:value-type="(\w+)"/.exec(head) ?? []
      const [, value = ''] = /office:(?:date-)?value="([^"]*)"/.exec(head) ?? []
      const lines = [...inside.matchAll(/<text:p>([\s\S]*?)<\/text:p>/g)].map(([, line = '']) => unescaped(line))
      const [, times = '1'] = /number-columns-repeated="(\d+)"/.exec(head) ?? []
      const cell: Cell = /formula/.test(head)
        ? { formula: head }
        : type === ''
          ? null
          : type === 'string'
            ? { text: lines.join('\n') }
            : { [type]: value }
      return cell === null && Number(times) > 50 ? [] : Array.from({ length: Number(times) }, () => cell)
    },
  )
  while (cells.length && cells.at(-1) === null) cells.pop()
  return cells
}

const zone = process.env.TZ
/** Runs `make` in Bogotá's time zone, because times are exported in the local zone. */
async function inBogota<Made>(make: () => Promise<Made>): Promise<Made> {
  process.env.TZ = 'America/Bogota'
  try {
    return await make()
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
}

test.skipIf(!office)('exports one format as a workbook with typed cells and a sheet for its table', async () => {
  writeFileSync(
    join(folder, 'libro.xlsx'),
    await inBogota(() => whole(createXlsxExport({ versions, withReviewer: true }))),
  )
  const book = opened('libro.xlsx')
  expect(Object.keys(book)).toEqual(['Solicitudes', 'Ítems'])
  const [headers, first, second, third] = book.Solicitudes ?? []
  expect(headers).toEqual(
    [
      ...common,
      ...[
        'Nombre',
        'Cédula',
        'Cuenta',
        'Ingreso',
        'Salario (COP)',
        'Días',
        'Horas',
        'IVA',
        'Activo',
        'Dotación',
        'Nota',
      ],
      ...['Total (CLP)', 'Oficina'],
    ].map(text),
  )
  expect(first).toEqual([
    ...['SOL-2026-000001', 'Aprobada', 'AB', 'Formato AB', 'Ñandú · 3/4', 'Ana Peña', '', ''].map(text),
    { date: '2026-03-04T10:05:00' },
    { date: '2026-03-04T18:59:00' },
    null,
    ...['Íñigo', 'AB-2026-000001', 'Definitivo', '', '=1+1', '0012345678', '000123456789012345'].map(text),
    { date: '2020-02-03' },
    float('2500000.5'),
    float('15'),
    float('0.1'),
    { percentage: '0.19' },
    ...['Sí', 'Botas; Casco', 'Dice «a;b»\ny "c"'].map(text),
    float('1234'),
  ])
  expect(second?.slice(15)).toEqual([null, null, null, null, null, ...['007', '', '', '', '', '', '', '-5'].map(text)])
  expect(third?.slice(15)).toEqual([
    ...['', '', '', '31/12/1899', '12345678901234567.89'].map(text),
    float('0'),
    float('3.25'),
    { percentage: '0.125' },
  ])
  const whose = ['SOL-2026-000001', 'Aprobada', 'Ñandú · 3/4', 'Ana Peña'].map(text)
  expect(book.Ítems).toEqual([
    ['Número', 'Estado', 'Datos', 'Solicitante', 'Línea', 'Qué', 'Cuánto'].map(text),
    [...whose, float('1'), text('3-4'), float('10.5')],
    [...whose, float('2'), text('@SUM(A1)'), float('-2')],
  ])
})

test.skipIf(!office)(
  'exports a CSV that a Spanish spreadsheet opens with the same values',
  { timeout: 60_000 },
  async () => {
    writeFileSync(
      join(folder, 'lista.csv'),
      await inBogota(() => whole(createCsvExport({ versions, withReviewer: false }))),
    )
    // Semicolons, UTF-8, Spanish, and number detection as when opened by hand.
    const [headers, first, second, third] =
      Object.values(opened('lista.csv', '--infilter=CSV:59,34,76,1,,3082,false,true'))[0] ?? []
    const own = common.filter((name) => name !== 'Decidida por')
    expect(headers?.slice(0, 14)).toEqual(own.map(text))
    expect(first?.slice(8, 10)).toEqual([{ date: '2026-03-04T10:05:00' }, { date: '2026-03-04T18:59:00' }])
    expect(first?.slice(14)).toEqual([
      ...["'=1+1", "'0012345678", "'000123456789012345"].map(text),
      { date: '2020-02-03' },
      float('2500000.5'),
      float('15'),
      float('0.1'),
      { percentage: '0.19' },
      ...['Sí', 'Botas; Casco', 'Dice «a;b»\ny "c"'].map(text),
      float('1234'),
      text('3-4 · 10,5\n\u200b@SUM(A1) · -2'),
    ])
    expect(second?.slice(19)).toEqual([...["'007", '', '', '', '', '', '', '', "'-5"].map(text)])
    expect(third?.slice(17)).toEqual([
      text("'31/12/1899"),
      text("'12345678901234567.89"),
      float('0'),
      float('3.25'),
      { percentage: '0.125' },
    ])
  },
)

test('exports several formats as a common sheet and one sheet each, with valid names', async () => {
  const other = version('three', 1, [{ key: 'a', label: 'A', type: 'text' }], 'ZZ')
  const long = { ...other, name: 'Un nombre [muy] largo: con signos que Excel no toma' }
  const all = [...versions, long, { ...long, id: 'four', format: 'yy' }]
  const file = createXlsxExport({ versions: all, withReviewer: false })
  await file.add([...rows, request({ format: 'zz', formatVersion: 'three', values: { a: 'x' } })])
  const parts = unzip(new Uint8Array(await (await file.finish()).arrayBuffer()))
  expect([...(parts['xl/workbook.xml'] ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'Solicitudes',
    'AB Formato AB',
    'AB Ítems',
    'ZZ Un nombre muy largo con sign',
    'ZZ Un nombre muy largo con si 2',
  ])
  const numbers = (sheet: number) => parts[`xl/worksheets/sheet${sheet}.xml`]?.match(/SOL-2026-00000\d/g)
  expect(numbers(1)).toEqual(['SOL-2026-000001', 'SOL-2026-000002', 'SOL-2026-000001'])
  expect(numbers(2)).toEqual(['SOL-2026-000001', 'SOL-2026-000002'])
  expect(numbers(4)).toEqual(['SOL-2026-000001'])
  expect(numbers(5)).toBeNull()
  const csv = createCsvExport({ versions: all, withReviewer: false })
  expect(await (await csv.finish()).text()).toBe(`${common.filter((name) => name !== 'Decidida por').join(';')}\r\n`)
})

test('continues a full sheet in another sheet', async () => {
  const book = new StreamingWorkbook(3)
  const sheet = book.sheet('Ítems', [{ header: 'N', width: 5, look: 'general' }])
  await sheet.add([[1], [2], [3]])
  await sheet.add([[4], [5]])
  const parts = unzip(new Uint8Array(await (await book.finish()).arrayBuffer()))
  const values = [1, 2, 3].map((place) =>
    [...(parts[`xl/worksheets/sheet${place}.xml`] ?? '').matchAll(/<v>(\d)<\/v>/g)].map(([, value]) => value),
  )
  expect(values).toEqual([['1', '2'], ['3', '4'], ['5']])
  expect(parts['xl/workbook.xml']).toMatch(/"Ítems".*"Ítems 2".*"Ítems 3"/)
})

test.each([
  ['0012', "'0012"],
  ['12345678901234567', "'12345678901234567"],
  ['3-4', "'3-4"],
  ['1/2/2026', "'1/2/2026"],
  ['12e5', "'12e5"],
  ['900123456', '900123456'],
  ['900123456-8', '900123456-8'],
  ['300 123 4567', '300 123 4567'],
])('protects %s as text, and the import removes the apostrophe', (text, kept) => {
  expect(addFormulaProtection(text)).toBe(kept)
  expect(removeFormulaProtection(kept)).toBe(text)
  expect(formatCsvRows([[addFormulaProtection(text)]])).toBe(`${kept}\r\n`)
})
