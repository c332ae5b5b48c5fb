import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { FileReadError } from '../../../src/sheets/files/file-read-error.ts'
import { readWorkbook } from '../../../src/sheets/files/read-workbook.ts'
import { bytesOf, convertRowsToSend, convertSheet, textsOf } from '../../support/sheets.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true },
  { key: 'nota', label: 'Nota', type: 'longText' },
  { key: 'valor', label: 'Valor, COP', type: 'money', currency: 'COP' },
]

async function sheetOf(text: string, options = {}) {
  const { sheets, csv } = await readWorkbook(bytesOf(text), 'hoja', { fields, ...options })
  const [sheet] = sheets
  if (!sheet) throw new Error('no sheet')
  return { sheet, csv, texts: textsOf(sheet), numbers: sheet.numbers }
}

describe('CSV records', () => {
  test.each<[string, string, ...string[]]>([
    ['quotes, doubled quotes and delimiters inside', '"x;y";"di ""hola"""', 'x;y', 'di "hola"'],
    ['line breaks inside a quoted field', '"uno\r\ndos";2', 'uno\r\ndos', '2'],
    ['LF, CR LF and CR', '1;2\r\n3;4\r5;6', '1', '2', '3', '4', '5', '6'],
    ['a quote inside an unquoted field as text', '5" de ancho;x"y"', '5" de ancho', 'x"y"'],
    ['what follows a closing quote as part of the field', '"abc"def;"x" ', 'abcdef', 'x '],
    ['an empty quoted field', '"";2', '', '2'],
    ['fields that end the file', '1;', '1', ''],
    ['text kept by a formula', '="0012";"=""0034"""', '0012', '0034'],
    ['blanks of all kinds as nothing', '\u00a0;2\n\u200b;3', '', '2', '', '3'],
  ])('parses %s', async (_, text, ...expected) => {
    expect((await sheetOf(`a;b\n${text}`)).texts.flat()).toEqual(['a', 'b', ...expected])
  })

  test('keeps the row numbers of Excel across line breaks and empty lines', async () => {
    const { numbers, sheet } = await sheetOf('sep=;\nNombre;Nota\n"a\nb";1\n\n;;\nc;2\n')
    expect(numbers).toEqual([1, 2, 5])
    expect(sheet.records?.map(({ line }) => line)).toEqual([2, 3, 7])
    expect(sheet.lastRow).toBe(5)
  })
})

describe('unclosed quote', () => {
  test.each([
    ['Nombre;Nota\na;b\nc;"sin cerrar\nd;e\n', 3],
    ['Nombre;Nota\n"a\nb";c\n"d;e\nf;g', 4],
    ['Nombre;Nota\na;"b\nc;"d"\ne;f\n', 2],
    ['sep=;\nNombre;Nota\na;"b', 3],
  ])('rejects %j and names line %i', async (text, line) => {
    const error = await sheetOf(text).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(FileReadError)
    expect(error).toMatchObject({ code: 'file.quote', details: { line } })
    expect((error as FileReadError).message).toContain(`línea ${line} `)
  })
})

describe('delimiter detection', () => {
  test.each([
    ['Nombre;Nota\na,b,c;d', ';'],
    ['Nombre,Nota\n"a;b;c",d', ','],
    ['Nombre\tNota\na;b\tc', '\t'],
    ['Nombre|Nota\na|b', '|'],
    ['Valor, COP;Nombre\n13,75;a\n1,5;b', ';'],
    ['"Valor, COP",Nombre\n"13,75",a', ','],
    ['Informe, de; todo\n\nNombre;Nota\na;b', ';'],
    ['desconocido,otro,x\n1,2,3\n4,5,6', ','],
    ['solo\nuno', ';'],
    ['sep=,\nNombre,Nota\na;b;c,d', ','],
    ['sep=\t\r\nNombre\tNota\r\na\tb', '\t'],
  ])('detects in %j the delimiter %j', async (text, delimiter) => {
    expect((await sheetOf(text)).csv?.delimiter).toBe(delimiter)
  })

  test('allows a manual choice', async () => {
    const { texts, csv } = await sheetOf('Nombre;Nota\na,b;c', { delimiter: ',' })
    expect(csv).toMatchObject({ delimiter: ',', declared: false })
    expect(texts).toEqual([
      ['Nombre;Nota', ''],
      ['a', 'b;c'],
    ])
  })
})

describe('encodings', () => {
  const windows = Buffer.from([
    0x4e, 0x6f, 0x6d, 0x62, 0x72, 0x65, 0x3b, 0x4e, 0x6f, 0x74, 0x61, 0x0a, 0x80, 0x3b, 0x93, 0xf1, 0x94,
  ])

  test('detects UTF-16 without a byte order mark by its zeros', async () => {
    for (const swapped of [false, true]) {
      const bytes = Buffer.from('Nombre;Nota\nÑandú;ñ', 'utf16le')
      const { sheets, csv } = await readWorkbook(new Uint8Array(swapped ? bytes.swap16() : bytes), 'x', { fields })
      expect(csv?.encoding).toBe('utf-16')
      expect(sheets[0] && textsOf(sheets[0])[1]).toEqual(['Ñandú', 'ñ'])
    }
  })

  test('reports lost characters of a wrong choice and suggests the right encoding', async () => {
    const { mojibake } = await readWorkbook(new Uint8Array(windows), 'x', { fields, encoding: 'utf-8' })
    expect(mojibake).toMatchObject({ encoding: 'windows-1252' })
  })

  test('reports characters already lost in the file', async () => {
    const { mojibake } = await readWorkbook(bytesOf('Nombre;Nota\nMu\ufffdoz;x'), 'x', { fields })
    expect(mojibake).toEqual({ count: 1, broken: 'Mu\ufffdoz' })
  })
})

describe('ragged records', () => {
  test('fill missing cells at the end with a warning', async () => {
    const { rows } = await convertSheet(fields, bytesOf('Nombre;Nota;Valor, COP\nAna\nEva;x;5'))
    expect(rows.map(({ status, warnings }) => [status, warnings])).toEqual([
      ['valid', { '*': 'short' }],
      ['valid', {}],
    ])
  })

  test('report surplus cells only if not empty, with the line and without shifting values', async () => {
    const { session, rows } = await convertSheet(
      fields,
      bytesOf('Nombre;Nota\nAna;"a\nb";;\nEva;calle 5; apto 3\nIván;x'),
    )
    expect(rows.map(({ row, line, errors }) => [row, line, errors])).toEqual([
      [2, 2, {}],
      [3, 4, { '*': 'row' }],
      [4, 5, {}],
    ])
    expect(rows[1]?.surplus).toEqual([' apto 3'])
    expect(session.rows.getRowChunk(0).rows[1]).toEqual({
      ...{ row: 3, values: { nombre: 'Eva', nota: 'calle 5' }, wrong: { '*1': ' apto 3' } },
    })
    session.rows.accept([3])
    expect(session.rows.getRowChunk(0).rows[1]).toEqual({ row: 3, values: { nombre: 'Eva', nota: 'calle 5' } })
    session.rows.undo()
    expect(session.rows.getOverview()).toMatchObject({ error: 1, valid: 2 })
  })
})

test('removes an apostrophe before a formula and keeps any other', async () => {
  const csv = "Nombre;Nota\n'=1+1;'-5\n'+57;'@x\n'＝1+1;'＠x\n'tis;''=a"
  expect((await convertRowsToSend(fields, bytesOf(csv))).map(({ values }) => Object.values(values))).toEqual([
    ['=1+1', '-5'],
    ['+57', '@x'],
    ['＝1+1', '＠x'],
    ["'tis", "''=a"],
  ])
})
