import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { FileReadError } from '../../../src/sheets/files/file-read-error.ts'
import { readWorkbook } from '../../../src/sheets/files/read-workbook.ts'
import { bytesOf, converted, sentFrom, textsOf } from '../../support/sheets.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true },
  { key: 'nota', label: 'Nota', type: 'longText' },
  { key: 'valor', label: 'Valor, COP', type: 'money', currency: 'COP' },
]

async function sheetOf(text: string, options = {}) {
  const { sheets, csv } = await readWorkbook(bytesOf(text), 'hoja', { fields, ...options })
  const [sheet] = sheets
  if (!sheet) throw new Error('no sheet')
  return { sheet, csv, texts: textsOf(sheet), numbers: Array.from(sheet.numbers.subarray(0, sheet.count)) }
}

describe('records', () => {
  test.each<[string, string, string[][]]>([
    [
      'quotes, doubled quotes and delimiters inside',
      'a;b\r\n"x;y";"di ""hola"""',
      [
        ['a', 'b'],
        ['x;y', 'di "hola"'],
      ],
    ],
    [
      'line breaks inside a quoted field',
      'a;b\n"uno\r\ndos";2',
      [
        ['a', 'b'],
        ['uno\r\ndos', '2'],
      ],
    ],
    [
      'LF, CR LF and CR',
      'a;b\n1;2\r\n3;4\r5;6',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
    [
      'a quote inside an unquoted field is text',
      'a;b\n5" de ancho;x"y"',
      [
        ['a', 'b'],
        ['5" de ancho', 'x"y"'],
      ],
    ],
    [
      'what follows a closing quote belongs to the field',
      'a;b\n"abc"def;"x" ',
      [
        ['a', 'b'],
        ['abcdef', 'x '],
      ],
    ],
    [
      'an empty quoted field',
      'a;b\n"";2',
      [
        ['a', 'b'],
        ['', '2'],
      ],
    ],
    [
      'fields that end the file',
      'a;b\n1;',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'text kept by a formula',
      'a;b\n="0012";"=""0034"""',
      [
        ['a', 'b'],
        ['0012', '0034'],
      ],
    ],
    [
      'blanks of all kinds are nothing',
      'a;b\n\u00a0;2\n\u200b;3',
      [
        ['a', 'b'],
        ['', '2'],
        ['', '3'],
      ],
    ],
  ])('%s', async (_, text, expected) => {
    expect((await sheetOf(text)).texts).toEqual(expected)
  })

  test('rows keep the numbers that Excel shows: a record with line breaks is one, an empty line as well', async () => {
    const { numbers, sheet } = await sheetOf('sep=;\nNombre;Nota\n"a\nb";1\n\n;;\nc;2\n')
    expect(numbers).toEqual([1, 2, 5])
    expect(Array.from(sheet.records?.lines.subarray(0, 3) ?? [])).toEqual([2, 3, 7])
    expect(sheet.lastRow).toBe(5)
  })
})

describe('a quote that never closes', () => {
  test.each([
    ['Nombre;Nota\na;b\nc;"sin cerrar\nd;e\n', 3],
    ['Nombre;Nota\n"a\nb";c\n"d;e\nf;g', 4],
    ['Nombre;Nota\na;"b\nc;"d"\ne;f\n', 2],
    ['sep=;\nNombre;Nota\na;"b', 3],
  ])('%j is refused and line %i named', async (text, line) => {
    const error = await sheetOf(text).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(FileReadError)
    expect(error).toMatchObject({ code: 'file.quote', details: { line } })
    expect((error as FileReadError).message).toContain(`línea ${line} `)
  })
})

describe('the delimiter', () => {
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
  ])('of %j is %j', async (text, delimiter) => {
    expect((await sheetOf(text)).csv?.delimiter).toBe(delimiter)
  })

  test('may be chosen by hand', async () => {
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

  test('what is not strict UTF-8 is Windows-1252, euro and curly quotes included', async () => {
    const { sheets, csv } = await readWorkbook(new Uint8Array(windows), 'x', { fields })
    expect(csv?.encoding).toBe('windows-1252')
    expect(sheets[0] && textsOf(sheets[0])[1]).toEqual(['€', '“ñ”'])
  })

  test('UTF-16 is known without a mark by its zeros', async () => {
    for (const swapped of [false, true]) {
      const bytes = Buffer.from('Nombre;Nota\nÑandú;ñ', 'utf16le')
      const { sheets, csv } = await readWorkbook(new Uint8Array(swapped ? bytes.swap16() : bytes), 'x', { fields })
      expect(csv?.encoding).toBe('utf-16')
      expect(sheets[0] && textsOf(sheets[0])[1]).toEqual(['Ñandú', 'ñ'])
    }
  })

  test('a wrong choice shows lost letters and offers the encoding that fits', async () => {
    const { mojibake } = await readWorkbook(new Uint8Array(windows), 'x', { fields, encoding: 'utf-8' })
    expect(mojibake).toMatchObject({ encoding: 'windows-1252' })
  })

  test('letters already lost in the file are said to be lost', async () => {
    const { mojibake } = await readWorkbook(bytesOf('Nombre;Nota\nMu\ufffdoz;x'), 'x', { fields })
    expect(mojibake).toEqual({ count: 1, broken: 'Mu\ufffdoz' })
  })
})

describe('ragged records', () => {
  test('missing fields at the end are empty, with a warning', async () => {
    const { rows } = await converted(fields, bytesOf('Nombre;Nota;Valor, COP\nAna\nEva;x;5'))
    expect(rows.map(({ status, warnings }) => [status, warnings])).toEqual([
      ['valid', { '*': 'short' }],
      ['valid', {}],
    ])
  })

  test('more fields than headers are an error only if they hold something; the line is told and nothing is shifted', async () => {
    const { session, rows } = await converted(fields, bytesOf('Nombre;Nota\nAna;"a\nb";;\nEva;calle 5; apto 3\nIván;x'))
    expect(rows.map(({ row, line, errors }) => [row, line, errors])).toEqual([
      [2, 2, {}],
      [3, 4, { '*': 'row' }],
      [4, 5, {}],
    ])
    expect(rows[1]?.surplus).toEqual([' apto 3'])
    expect(session.rows.portion(0).rows[1]).toEqual({
      ...{ row: 3, values: { nombre: 'Eva', nota: 'calle 5' }, wrong: { '*1': ' apto 3' } },
    })
    session.rows.accept([3])
    expect(session.rows.portion(0).rows[1]).toEqual({ row: 3, values: { nombre: 'Eva', nota: 'calle 5' } })
    session.rows.undo()
    expect(session.rows.overview()).toMatchObject({ error: 1, valid: 2 })
  })
})

test('an apostrophe in front of what would be a formula is taken off, any other stays', async () => {
  const csv = "Nombre;Nota\n'=1+1;'-5\n'+57;'@x\n'tis;''=a"
  expect((await sentFrom(fields, bytesOf(csv))).map(({ values }) => Object.values(values))).toEqual([
    ['=1+1', '-5'],
    ['+57', '@x'],
    ["'tis", "''=a"],
  ])
})
