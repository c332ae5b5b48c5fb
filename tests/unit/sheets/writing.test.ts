import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { findMappingProblems, getColumnMapping } from '../../../src/domain/batches/column-matching.ts'
import { validateValues } from '../../../src/domain/fields/values.ts'
import { initialFormats } from '../../../src/domain/formats/seed/initial-formats.ts'
import { readWorkbook } from '../../../src/sheets/files/read-workbook.ts'
import { buildErrorWorkbook } from '../../../src/sheets/writing/error-workbook.ts'
import { buildResultWorkbook, formatResultCsv } from '../../../src/sheets/writing/result-table.ts'
import { buildTemplateWorkbook, formatTemplateCsv } from '../../../src/sheets/writing/template.ts'
import { bytesOf, context, convertSheet, textsOf, unzip } from '../../support/sheets.ts'

const origin = { fileHash: 'a3'.repeat(32), format: 'f', formatVersion: 'v', batch: '', batchNumber: '' }
const later = { ...context, today: '2026-11-21' }
const carta = initialFormats.find(({ code }) => code === 'CL')
const fields = carta?.fields ?? []

describe.each(initialFormats)('template of $code', ({ name, fields }) => {
  const required = fields.filter((field) => field.required && field.type !== 'computed')

  test('as a workbook matches every header and recognizes its valid example', async () => {
    const taken = await convertSheet(fields, await buildTemplateWorkbook(name, fields, later), { context: later })
    expect(taken.book.hiddenSheets).toEqual(taken.book.hiddenSheets.length ? ['Opciones'] : [])
    expect(findMappingProblems(getColumnMapping(taken.summary.columns), fields)).toEqual([])
    expect(taken.summary.columns.every(({ key, how }) => key && how !== 'remembered')).toBe(true)
    expect(taken.questions).toEqual([])
    expect(taken.overview).toMatchObject({ total: 1, error: 0, offered: [{ row: 2, why: 'example' }] })
    const values = taken.session.rows.getRowChunk(0).rows[0]?.values ?? {}
    expect(validateValues(fields, values, later).errors).toEqual({})
    for (const { key } of required) expect(values).toHaveProperty(key)
  })

  test('as a CSV matches every header and recognizes its valid example', async () => {
    const csv = formatTemplateCsv(fields, later)
    expect(csv.startsWith('\ufeff')).toBe(true)
    const taken = await convertSheet(fields, bytesOf(csv), { context: later })
    expect(taken.book.csv).toMatchObject({ encoding: 'utf-8', delimiter: ';' })
    expect(findMappingProblems(getColumnMapping(taken.summary.columns), fields)).toEqual([])
    expect(taken.overview).toMatchObject({ total: 1, error: 0, offered: [{ row: 2, why: 'example' }] })
  })
})

describe('template of the employment certificate', () => {
  test('formats columns as text so that later rows keep their zeros', async () => {
    const parts = unzip(await buildTemplateWorkbook('Carta laboral', fields, context))
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
    const styles = (parts['xl/styles.xml'] ?? '').match(/<cellXfs.*<\/cellXfs>/)?.[0].match(/<xf [^>]*>/g) ?? []
    const formats = [...sheet.matchAll(/<col [^>]*style="(\d+)"/g)].map(
      ([, style]) => /numFmtId="(\d+)"/.exec(styles[Number(style)] ?? '')?.[1],
    )
    const types = fields.filter(({ type }) => type !== 'computed').map(({ type }) => type)
    expect(formats).toEqual(types.map((type) => (type === 'date' ? '164' : type === 'money' ? '4' : '49')))
  })

  test('offers choices as drop-down lists', async () => {
    const bytes = await buildTemplateWorkbook('Carta laboral', fields, context)
    const { sheets } = await readXlsx(bytes)
    const lists = sheets[0]?.dataValidations?.filter(({ type }) => type === 'list') ?? []
    expect(lists).toHaveLength(3)
    expect(lists.map(({ range }) => range)).toEqual(['B2:B100001', 'F2:F100001', 'H2:H100001'])
    expect(sheets[1]?.rows.slice(0, 2)).toEqual([
      ['CC', 'término indefinido', 'Sí'],
      ['CE', 'término fijo', 'No'],
    ])
    expect(sheets[1]?.hidden).toBe(true)
  })
})

test('marks columns filled by a list and is imported like any other', async () => {
  const bringers = new Map([
    ['cargo', 'Empleados'],
    ['salario_mensual', 'Empleados'],
  ])
  const bytes = await buildTemplateWorkbook('Carta laboral', fields, later, bringers)
  const { sheets } = await readXlsx(bytes)
  const headers = sheets[0]?.rows[0] ?? []
  expect(headers).toContain('Cargo (opcional)')
  expect(headers).toContain('Nombre completo *')
  const sheet = unzip(bytes)['xl/worksheets/sheet1.xml'] ?? ''
  expect(sheet.match(/prompt="Puede faltar: se toma de la lista «Empleados»\./g)).toHaveLength(2)
  for (const file of [bytes, bytesOf(formatTemplateCsv(fields, later, bringers))])
    expect((await convertSheet(fields, file, { context: later })).overview).toMatchObject({ total: 1, error: 0 })
})

describe('prevent formulas in exports', () => {
  const evil = ['=HYPERLINK("http://evil")', '+1', '-1', '@x', '\tx', '\rx', '=1+1;"x"']

  test('prefixes CSV cells with an apostrophe, which the import removes', async () => {
    const csv = formatResultCsv({ headers: ['Nombre', 'Número'], rows: evil.map((text) => [text, 'SOL-1']) })
    expect(csv).toContain(`"'=HYPERLINK(""http://evil"")"`)
    const { sheets } = await readWorkbook(bytesOf(csv), 'x')
    const cells = (sheets[0] ? textsOf(sheets[0]) : []).slice(1).map(([text]) => text ?? '')
    expect(cells.map((text) => text[0])).toEqual(evil.map(() => "'"))
    const taken = await convertSheet([{ key: 'nombre', label: 'Nombre', type: 'text' }], bytesOf(csv))
    expect(taken.session.rows.getRowChunk(0).rows.map(({ values }) => values.nombre)).toEqual(
      evil.map((text) => text.trim()),
    )
  })

  test('writes workbooks as text without formulas', async () => {
    const rows = evil.map((text) => [text])
    for (const bytes of [
      await buildResultWorkbook('Lote', { headers: ['=1'], rows }),
      await buildErrorWorkbook(
        evil.map((text, i) => ({ row: i + 2, texts: { cargo: text }, errors: { cargo: 'length' } })),
        ['cargo'],
        fields,
        { ...origin, fileName: evil[0] ?? '' },
      ),
    ]) {
      for (const part of Object.values(unzip(bytes))) expect(part).not.toMatch(/<f[ >]/)
      const xml = unzip(bytes)['xl/worksheets/sheet1.xml'] ?? ''
      expect(xml).not.toMatch(/<f[ >]/)
      expect(xml.match(/t="inlineStr"/g)?.length).toBeGreaterThanOrEqual(evil.length)
    }
  })
})

test('keeps texts of the error workbook intact, also characters invalid in XML', async () => {
  const text = 'a\u0000b\u0007 <&> "c" _x0041_ \ud800 👩'
  const bytes = await buildErrorWorkbook(
    [{ row: 5, texts: { cargo: text }, errors: { cargo: 'invalid', '*': 'row' } }],
    ['cargo'],
    fields,
  )
  const { sheets } = await readXlsx(bytes)
  expect(sheets[0]?.rows[0]).toEqual(['Fila', 'Cargo', 'Error'])
  const own = await readWorkbook(bytes, 'x')
  expect(own.sheets[0] && textsOf(own.sheets[0])[1]).toEqual([
    '5',
    'ab <&> "c" _x0041_  👩',
    'Cargo: El valor no es válido. Por ejemplo: Analista de nómina. La fila: La fila tiene más datos que encabezados: puede que estén corridos.',
  ])
})

test('writes a workbook of a hundred thousand rows', { timeout: 30_000 }, async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => [
    'Íñigo Núñez',
    String(i).padStart(10, '0'),
    `SOL-2026-${i}`,
    'Enviada',
  ])
  const bytes = await buildResultWorkbook('Lote', { headers: ['Nombre', 'Cédula', 'Número', 'Estado'], rows })
  const { sheets } = await readWorkbook(bytes, 'x')
  expect(sheets[0]?.count).toBe(100_001)
  expect(sheets[0] && textsOf(sheets[0]).at(-1)).toEqual(rows.at(-1))
})
