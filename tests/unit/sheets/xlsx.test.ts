import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { readWorkbook } from '../../../src/sheets/files/read-workbook.ts'
import { cartaLaboral } from '../../support/initial-formats.ts'
import { columnOf, convertSheet, fixture, rowsXml, textsOf, unzip, workbook, zip } from '../../support/sheets.ts'

const text: Field = { key: 'texto', label: 'Texto', type: 'text' }

async function firstSheet(bytes: Uint8Array) {
  const { sheets } = await readWorkbook(bytes, 'libro')
  const [sheet] = sheets
  if (!sheet) throw new Error('no sheet')
  return sheet
}

describe.each(['nomina.xlsx', 'nomina.ods'])('payroll saved by LibreOffice: %s', (name) => {
  const taken = convertSheet(cartaLaboral.fields, fixture(name))

  test('proposes the sheet with matching headers and only names hidden sheets', async () => {
    const { book, summary } = await taken
    expect(book.sheets.map((sheet) => sheet.name)).toEqual(['Portada', 'Nómina'])
    expect(book).toMatchObject({ proposed: 1, hiddenSheets: ['Listas'] })
    expect(summary.header).toMatchObject({ row: 3, span: 1 })
    expect(summary.columns.filter(({ hidden }) => hidden).map(({ letter }) => letter)).toEqual(['D'])
    expect(summary.columns.at(-1)).toMatchObject({ letter: 'K', header: 'Notas' })
  })

  test('ignores and counts blank rows, and excludes hidden and filtered rows', async () => {
    const { overview, summary, rows } = await taken
    expect(overview).toMatchObject({ total: 12, ignoredBlank: 314 })
    expect(summary.hiddenRows).toBe(2)
    expect(rows.map(({ row }) => row)).toEqual([4, 5, 8, 9, 10, 12, 13, 14, 15, 16, 18, 19])
  })

  test('includes hidden rows on request', async () => {
    const { rows } = await convertSheet(cartaLaboral.fields, fixture(name), { includeHidden: true })
    expect(rows.map(({ row }) => row)).toEqual([4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 18, 19])
  })

  test('offers to discard the total row', async () => {
    expect((await taken).overview.offered).toEqual([{ row: 19, why: 'total' }])
  })

  test('keeps displayed zeros of documents and rejects numbers over fifteen digits', async () => {
    const { session } = await taken
    expect(session.rows.getRow(4).sent.values.numero_documento).toBe('0012345678')
    expect(session.rows.getRow(5).sent.values.numero_documento).toBe('1020304050')
    expect(session.rows.getRow(13).view.cells.numero_documento).toMatchObject({ error: 'precision' })
    expect(session.rows.getRow(14).sent.values.numero_documento).toBe('52000007')
  })

  test('reads exact numbers and stored results of formulas', async () => {
    const { session } = await taken
    const salaries = [4, 5, 8, 14].map((row) => session.rows.getRow(row).sent.values.salario_mensual)
    expect(salaries).toEqual(['2500000.00', '1234567.89', '2000000.50', '13.75'])
    expect(session.rows.getRow(9).view.cells.salario_mensual).toEqual({ text: '#N/A', error: 'excelError' })
    expect(session.rows.getRow(10).view.cells.ciudad_expedicion).toEqual({ text: '', error: 'required' })
  })

  test('reads date cells, drops times with a warning and offers to convert bare serials', async () => {
    const { session, questions } = await taken
    expect([4, 5, 12].map((row) => session.rows.getRow(row).sent.values.fecha_ingreso)).toEqual([
      '2020-02-03',
      '2021-12-31',
      '2022-03-01',
    ])
    expect(session.rows.getRow(12).view.cells.fecha_ingreso).toMatchObject({ warning: 'time' })
    expect(questions.find(({ kind }) => kind === 'serial')).toMatchObject({
      count: 1,
      rows: [18],
      samples: [{ text: '45750', readings: { yes: '03/04/2025' } }],
    })
    const answered = await convertSheet(cartaLaboral.fields, fixture(name), { answers: { '5:serial': 'yes' } })
    expect(answered.session.rows.getRow(18).sent.values.fecha_ingreso).toBe('2025-04-03')
  })

  test('fills vertically merged cells only in rows with other values, with a warning', async () => {
    const { rows } = await taken
    expect(columnOf(rows, 'ciudad_expedicion').slice(8, 10)).toEqual([
      ['Medellín', 'merged'],
      ['Medellín', 'merged'],
    ])
  })
})

describe.each(['niveles.xlsx', 'niveles.ods'])('two-level headers: %s', (name) => {
  const fields: Field[] = [
    { key: 'comprador_nombre', label: 'Comprador: nombre', type: 'text', aliases: ['Nombre, datos del comprador'] },
    { key: 'comprador_nit', label: 'NIT datos comprador', type: 'idDocument', kinds: ['NIT'] },
    { key: 'vendedor_nombre', label: 'Datos vendedor nombre', type: 'text' },
    {
      key: 'vendedor_nit',
      label: 'Vendedor NIT',
      type: 'idDocument',
      kinds: ['NIT'],
      aliases: ['datos del vendedor NIT'],
    },
    { key: 'valor', label: 'Valor', type: 'decimal' },
    { key: 'fecha', label: 'Fecha', type: 'date' },
  ]
  test('are read together', async () => {
    const { summary, session } = await convertSheet(fields, fixture(name))
    expect(summary.header).toMatchObject({ row: 1, span: 2, score: 6 })
    expect(summary.columns[0]?.header).toBe('Datos del comprador / Nombre')
    expect(session.rows.getRowChunk(0).rows).toEqual([
      {
        row: 3,
        values: {
          comprador_nombre: 'Ana',
          comprador_nit: '900123456-8',
          vendedor_nombre: 'Luis',
          vendedor_nit: '890903938-8',
          valor: '1500.5',
          fecha: '2025-01-31',
        },
      },
      {
        row: 4,
        values: {
          comprador_nombre: 'Eva',
          comprador_nit: '890903938-8',
          vendedor_nombre: 'Iván',
          vendedor_nit: '900123456-8',
          valor: '0.1',
          fecha: '2024-02-29',
        },
      },
    ])
  })
})

test.each(['base1904.xlsx', 'base1904.ods'])('reads the 1904 calendar of %s', async (name) => {
  const fields: Field[] = [
    { key: 'fecha', label: 'Fecha', type: 'date' },
    { key: 'texto', label: 'Texto', type: 'text' },
    { key: 'porcentaje', label: 'Porcentaje', type: 'percent' },
    { key: 'logico', label: 'Lógico', type: 'boolean' },
    { key: 'serial', label: 'Serial', type: 'date' },
  ]
  const { session, rows } = await convertSheet(fields, fixture(name), { answers: { '4:serial': 'yes' } })
  const [first, second] = session.rows.getRowChunk(0).rows
  expect(first?.values).toEqual({
    fecha: '2025-04-03',
    texto: expect.stringMatching(/^3 de (abril|April) de 2025$/),
    porcentaje: '19',
    logico: true,
    serial: '2025-04-03',
  })
  expect(rows[0]?.cells.texto?.warning).toBe('displayed')
  expect(second?.values).toMatchObject({ fecha: '1904-01-02', porcentaje: '7.5', logico: false })
})

test('reports a formula without a stored value as an error', async () => {
  const parts = unzip(fixture('nomina.xlsx'))
  const path = 'xl/worksheets/sheet2.xml'
  const stripped = (parts[path] ?? '').replace(/(<\/f>)<v>[^<]*<\/v>/g, '$1')
  expect(stripped).not.toBe(parts[path])
  const { session } = await convertSheet(cartaLaboral.fields, zip({ ...parts, [path]: stripped }))
  for (const [row, key] of [
    [8, 'salario_mensual'],
    [9, 'salario_mensual'],
    [10, 'ciudad_expedicion'],
  ] as const) {
    expect(session.rows.getRow(row).view.cells[key]).toEqual({ text: '#¡SIN CALCULAR!', error: 'formula' })
    expect(session.rows.getRow(row).sent.wrong?.[key]).toBe('#¡SIN CALCULAR!')
    expect(session.rows.getRow(row).sent.values).not.toHaveProperty(key)
  }
})

describe('read cells', () => {
  const cell = (xml: string) => ({ xml })
  test.each<[string, string, string]>([
    ['a shared text', '<c t="s"><v>0</v></c>', 'uno & dos'],
    ['runs of rich text without their reading', '<c t="s"><v>1</v></c>', 'rico'],
    ['an escaped control character', '<c t="inlineStr"><is><t>a_x000D_b_x005F_c</t></is></c>', 'a\rb_c'],
    ['entities and CDATA', '<c t="str"><v>&lt;b&gt;&#241;&#xF1;<![CDATA[<&]]></v></c>', '<b>ññ<&'],
    ['a formula of text', '<c t="str"><f>"a"</f><v>a</v></c>', 'a'],
    ['a formula whose text is empty', '<c t="str"><f>""</f><v></v></c>', ''],
    ['a formula without value', '<c><f>1+1</f></c>', '#¡SIN CALCULAR!'],
    ['a formula with an empty value', '<c><f>1+1</f><v/></c>', '#¡SIN CALCULAR!'],
    ['an error', '<c t="e"><v>#REF!</v></c>', '#REF!'],
    ['a boolean', '<c t="b"><v>1</v></c>', 'VERDADERO'],
    ['an exponent', '<c><v>1.5E3</v></c>', '1500'],
    ['seventeen digits of 1.1', '<c><v>1.1000000000000001</v></c>', '1,1'],
    ['a small number', '<c><v>1E-7</v></c>', '0,0000001'],
    ['a large number', '<c><v>123456789012345</v></c>', '123456789012345'],
    ['one digit too many', '<c><v>1234567890123456</v></c>', '1,23456789012346E+15'],
    ['an ISO date', '<c t="d" s="2"><v>2025-04-03</v></c>', '03/04/2025'],
    ['only spaces', '<c t="inlineStr"><is><t> \u00a0\u200b</t></is></c>', ''],
  ])('reads %s', async (_, xml, shown) => {
    const sheet = await firstSheet(
      workbook({
        sheets: {
          a: rowsXml([
            ['x', 'y'],
            ['fila', cell(xml)],
          ]),
        },
        shared: '<si><t>uno &amp; dos</t></si><si><r><t>ri</t></r><r><t>co</t></r><rPh><t>furi</t></rPh></si>',
        formats: ['0', 'dd/mm/yyyy'],
      }),
    )
    expect(textsOf(sheet)[1]?.[1]).toBe(shown)
  })

  test.each<[string, number, string]>([
    ['0000000000', 12345678, '0012345678'],
    ['[Red]0000000000', 12345678, '0012345678'],
    ['[$-240A]0000000000;[Red]-0000000000', 12345678, '0012345678'],
    ['[>100]00000;000', 7, '00007'],
    ['0000000000_)', 12345678, '0012345678'],
    ['00', 123, '123'],
    ['#,##0', 12345678, '12345678'],
    ['0.00', 1.5, '1,5'],
    ['0%', 0.19, '19 %'],
    ['[$COP] #,##0.00', 5, '5'],
    ['"días" 0', 5, '5'],
    ['0 \\d', 5, '5'],
    ['General', 5, '5'],
    ['dd/mm/yyyy', 45750, '03/04/2025'],
    ['d-mmm-yy', 45750, '3-abr-25'],
    ['[$-F800]dddd, d" de "mmmm" de "yyyy', 45750, 'jueves, 3 de abril de 2025'],
    ['dd/mm/yyyy hh:mm', 45750.4375, '03/04/2025 10:30'],
    ['h:mm AM/PM', 0.75, '6:00 p. m.'],
    ['mm:ss', 0.5, '00:00'],
    ['[h]:mm', 1.5, '1,5'],
    ['yyyy\\-mm\\-dd', 45750.9999999, '2025-04-04'],
    ['dd/mm/yyyy', 59, '28/02/1900'],
    ['dd/mm/yyyy', 60, '60'],
    ['dd/mm/yyyy', 61, '01/03/1900'],
    ['dd/mm/yyyy', -1, '-1'],
  ])('applies format %s to %d as %s', async (code, value, shown) => {
    const sheet = await firstSheet(
      workbook({ sheets: { a: rowsXml([['x'], [cell(`<c s="1"><v>${value}</v></c>`)]]) }, formats: [code] }),
    )
    expect(textsOf(sheet)[1]?.[0]).toBe(shown)
  })

  test('positions cells by reference, or in order if it is missing', async () => {
    const sheet = await firstSheet(
      workbook({
        sheets: {
          a: '<dimension ref="A1:XFD1048576"/><sheetData><row r="5"><c r="C5"><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row></sheetData>',
        },
      }),
    )
    expect(sheet.numbers).toEqual([5, 6])
    expect(textsOf(sheet)).toEqual([
      ['', '', '1', '2'],
      ['3', '', '', ''],
    ])
  })

  test('assigns horizontally merged values to the first column', async () => {
    const { rows } = await convertSheet(
      [text, { key: 'otro', label: 'Otro', type: 'text' }],
      workbook({
        sheets: {
          a: `${rowsXml([
            ['Texto', 'Otro'],
            ['ancho', null],
          ])}<mergeCells><mergeCell ref="A2:B2"/></mergeCells>`,
        },
      }),
    )
    expect(rows[0]?.cells).toEqual({ texto: { text: 'ancho', warning: 'merged' }, otro: { text: '' } })
  })

  test('warns about cells merged sideways only if they cover two mapped columns', async () => {
    const program = (fields: Field[]) =>
      convertSheet(
        fields,
        workbook({
          sheets: {
            a: `${rowsXml([
              ['Texto', null, 'Otro'],
              ['uno', null, 'a'],
              ['dos', null, 'b'],
              ['tres', null, null],
            ])}<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A2:B2"/><mergeCell ref="A3:B3"/><mergeCell ref="A4:C4"/></mergeCells>`,
          },
        }),
      )
    const two = await program([text, { key: 'otro', label: 'Otro', type: 'text' }])
    expect(columnOf(two.rows, 'texto').map(([, code]) => code)).toEqual(['', '', 'merged'])
    expect(two.overview.warned).toBe(1)
    expect((await program([text])).overview.warned).toBe(0)
  })

  test('ignores namespace prefixes of other writers', async () => {
    const parts = unzip(workbook({ sheets: { a: rowsXml([['Texto'], ['uno']]) } }))
    const prefixed = Object.fromEntries(
      Object.entries(parts).map(([name, xml]) => [
        name,
        name.includes('sheet0') ? xml.replace(/<(\/?)(\w)/g, '<$1x:$2') : xml,
      ]),
    )
    expect(textsOf(await firstSheet(zip(prefixed)))).toEqual([['Texto'], ['uno']])
  })
})

test('reads an exact number, and booleans and dates as displayed, into a text field', async () => {
  const { rows } = await convertSheet(
    [text],
    workbook({
      sheets: {
        a: rowsXml([['Texto'], [1234.5], [{ xml: '<c t="b"><v>0</v></c>' }], [{ xml: '<c s="1"><v>45750</v></c>' }]]),
      },
      formats: ['d" de "mmmm'],
    }),
  )
  expect(columnOf(rows, 'texto')).toEqual([
    ['1234,5', ''],
    ['FALSO', ''],
    ['3 de abril', 'displayed'],
  ])
})
