import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { computeDefaultFieldTexts } from '../../../src/batches/intake/default-texts.ts'
import { getColumnMapping } from '../../../src/domain/batches/column-matching.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import { SheetSession } from '../../../src/sheets/worker/sheet-session.ts'
import { cartaLaboral, ordenDeCompra } from '../../support/initial-formats.ts'
import { bytesOf, convertSheet, rowsXml, workbook } from '../../support/sheets.ts'

const headers =
  'Nombre completo;Tipo de documento;Número de documento;Cargo;Tipo de contrato;Fecha de ingreso;Incluir salario;Salario mensual;Ciudad;Fecha'
const person = (more: Partial<Record<'name' | 'id' | 'contract' | 'start' | 'include' | 'salary', string>> = {}) => {
  const {
    name = 'Ana Muñoz',
    id = '1020304050',
    contract = 'indefinido',
    start = '03/02/2020',
    include = 'Sí',
    salary = '2.500.000',
  } = more
  return [name, 'CC', id, 'Analista', contract, start, include, salary, 'Bogotá', '03/04/2025'].join(';')
}
const payroll = (...rows: string[]) => convertSheet(cartaLaboral.fields, bytesOf(`${headers}\n${rows.join('\n')}\n`))

describe('correct rows', () => {
  const rows = [
    person(),
    person({ contract: 'término indefinid0', start: '31/02/2020' }),
    person({ contract: 'término indefinid0', name: '' }),
    person({ contract: 'otro', salary: 'mucho' }),
  ]

  test('groups errors by cause, with counts, texts and suggestions', async () => {
    const { overview } = await payroll(...rows)
    expect(overview).toMatchObject({ total: 4, valid: 1, error: 3, discarded: 0 })
    expect(overview.groups).toEqual([
      {
        key: 'tipo_contrato',
        code: 'choice',
        count: 3,
        different: 2,
        texts: [
          { text: 'término indefinid0', count: 2, suggestion: 'término indefinido' },
          { text: 'otro', count: 1 },
        ],
      },
      { key: 'nombre_completo', code: 'required', count: 1, different: 1, texts: [{ text: '', count: 1 }] },
      { key: 'fecha_ingreso', code: 'date', count: 1, different: 1, texts: [{ text: '31/02/2020', count: 1 }] },
      { key: 'salario_mensual', code: 'number', count: 1, different: 1, texts: [{ text: 'mucho', count: 1 }] },
    ])
  })

  test('replaces equal cells at once and undoes it in one step', async () => {
    const { session } = await payroll(...rows)
    expect(session.rows.applyToEqual('tipo_contrato', 'choice', 'término indefinid0', 'término fijo')).toBe(2)
    expect(session.rows.getOverview()).toMatchObject({ valid: 1, error: 3 })
    expect(session.rows.getRow(3).sent.values.tipo_contrato).toBe('término fijo')
    expect(session.rows.getRow(5).view.cells.tipo_contrato?.text).toBe('otro')
    expect(session.rows.undo()).toBe(2)
    expect(session.rows.getRow(3).view.cells.tipo_contrato).toMatchObject({
      text: 'término indefinid0',
      error: 'choice',
    })
    expect(session.rows.undo()).toBe(0)
  })

  test('undoes an edit and a discard in turn', async () => {
    const { session } = await payroll(...rows)
    expect(session.rows.edit(3, 'fecha_ingreso', '28/02/2020').cells.fecha_ingreso).toEqual({
      text: '28/02/2020',
      edited: true,
    })
    session.rows.discard([3, 4])
    expect(session.rows.getOverview()).toMatchObject({ discarded: 2, error: 1, valid: 1 })
    expect(session.rows.getRowChunk(0).rows.map(({ row }) => row)).toEqual([2, 5])
    session.rows.undo()
    expect(session.rows.getOverview()).toMatchObject({ discarded: 0, error: 3 })
    session.rows.undo()
    expect(session.rows.getRow(3).view.cells.fecha_ingreso).toMatchObject({ text: '31/02/2020', error: 'date' })
  })

  test('keeps corrected rows in the filter until it is applied again', async () => {
    const { session } = await payroll(...rows)
    expect(session.rows.applyFilter('errors')).toBe(3)
    session.rows.edit(3, 'fecha_ingreso', '28/02/2020')
    session.rows.edit(3, 'tipo_contrato', 'fijo')
    expect(session.rows.getRows(0, 10).map(({ row, status }) => [row, status])).toEqual([
      [3, 'valid'],
      [4, 'error'],
      [5, 'error'],
    ])
    expect(session.rows.applyFilter('errors')).toBe(2)
    expect(session.rows.applyFilter({ key: 'tipo_contrato', code: 'choice' })).toBe(2)
    expect(session.rows.getRows(1, 2).map(({ row }) => row)).toEqual([5])
    expect([
      session.rows.applyFilter('all'),
      session.rows.applyFilter('warnings'),
      session.rows.applyFilter('discarded'),
    ]).toEqual([4, 0, 0])
  })
})

describe('dependent fields', () => {
  test('drops hidden values with a warning, valid or not', async () => {
    const { session, overview } = await payroll(person({ include: 'No' }), person({ include: 'No', salary: 'mucho' }))
    expect(overview).toMatchObject({ valid: 2, warned: 2 })
    expect(session.rows.getRowChunk(0).rows.map(({ values, warnings }) => [values.salario_mensual, warnings])).toEqual([
      [undefined, { salario_mensual: 'hidden' }],
      [undefined, { salario_mensual: 'hidden' }],
    ])
  })

  test('drops nothing while the condition is invalid', async () => {
    const { session } = await payroll(person({ include: 'quizá' }))
    expect(session.rows.getRowChunk(0).rows[0]).toMatchObject({
      values: { salario_mensual: '2500000.00' },
      wrong: { incluir_salario: 'quizá' },
    })
    expect(session.rows.getRow(2).view.cells.salario_mensual).toEqual({ text: '2.500.000' })
  })

  test('sends a value that is invalid only because of another field', async () => {
    const fields: Field[] = [
      { key: 'inicio', label: 'Inicio', type: 'date' },
      { key: 'fin', label: 'Fin', type: 'date', min: '@inicio' },
    ]
    const { session, rows } = await convertSheet(fields, bytesOf('Inicio;Fin\n03/04/2025;01/04/2025\n'))
    expect(rows[0]?.cells.fin).toMatchObject({ text: '01/04/2025', error: 'min' })
    expect(session.rows.getRowChunk(0).rows[0]?.values).toEqual({ inicio: '2025-04-03', fin: '2025-04-01' })
  })

  test('combines cells into table rows and keeps errors at their columns', async () => {
    const header = 'items_1_descripcion;items_1_cantidad;items_3_descripcion;items_3_cantidad'
    const { session, rows } = await convertSheet(ordenDeCompra.fields, bytesOf(`${header}\nPapel;2,5;Tinta;muchas\n`))
    expect(session.rows.getRowChunk(0).rows[0]?.values.items).toEqual([
      { descripcion: 'Papel', cantidad: '2.5' },
      {},
      { descripcion: 'Tinta' },
    ])
    expect(session.rows.getRowChunk(0).rows[0]?.wrong).toEqual({ items_3_cantidad: 'muchas' })
    expect(rows[0]?.cells.items_3_cantidad).toMatchObject({ text: 'muchas', error: 'number' })
    expect(rows[0]?.errors).not.toHaveProperty('items')
  })

  test('allows editing a field without a column', async () => {
    const { session, rows } = await convertSheet(
      cartaLaboral.fields,
      bytesOf(`${headers.replace('Cargo;', 'Otra;')}\n${person()}\n`),
    )
    expect(rows[0]?.cells.cargo).toEqual({ text: '', error: 'required' })
    expect(session.rows.edit(2, 'cargo', 'Gerente')).toMatchObject({ status: 'valid' })
  })
})

describe('unique values', () => {
  const fields: Field[] = [
    { key: 'codigo', label: 'Código', type: 'text', unique: true },
    { key: 'otro', label: 'Otro', type: 'text' },
  ]
  const codes = async (...cells: string[]) =>
    convertSheet(fields, bytesOf(`Código;Otro\n${cells.map((c) => `${c};x`).join('\n')}`))
  const marked = (session: Awaited<ReturnType<typeof codes>>['session']) => {
    session.rows.applyFilter('all')
    return session.rows.getRows(0, 99).map(({ cells }) => cells.codigo?.error ?? '')
  }

  test('mark all but the first equal row as duplicates, and update after corrections', async () => {
    const { session } = await codes('a', 'b', 'a', 'a')
    expect(marked(session)).toEqual(['', '', 'duplicate', 'duplicate'])
    session.rows.edit(2, 'codigo', 'c')
    expect(marked(session)).toEqual(['', '', '', 'duplicate'])
    session.rows.edit(5, 'codigo', 'b')
    expect(marked(session)).toEqual(['', '', '', 'duplicate'])
    session.rows.discard([3])
    expect(marked(session)).toEqual(['', '', '', ''])
    for (let i = 0; i < 3; i++) session.rows.undo()
    expect(marked(session)).toEqual(['', '', 'duplicate', 'duplicate'])
  })

  test('are reported for a column with one value in all of 50,000 rows', async () => {
    const { session } = await codes(...Array.from({ length: 50_000 }, () => 'a'))
    expect(session.rows.getOverview()).toMatchObject({ valid: 1, error: 49_999 })
    session.rows.edit(2, 'codigo', 'b')
    expect(marked(session).slice(0, 3)).toEqual(['', '', 'duplicate'])
  })

  test('ignore case and accents, but not punctuation', async () => {
    const { session } = await codes('Peña-1', 'PENA-1', 'pena 1', 'peña-1')
    expect(marked(session)).toEqual(['', 'duplicate', '', 'duplicate'])
  })
})

describe('send rows', () => {
  test('sends each row once, in chunks of a thousand', async () => {
    const { session } = await payroll(
      ...Array.from({ length: 2_345 }, (_, i) => person({ id: String(10_000_000 + i) })),
    )
    session.rows.discard([2, 1500])
    const sizes: number[] = []
    const seen = new Set<number>()
    for (let from: number | null = 0; from !== null; ) {
      const { rows, next } = session.rows.getRowChunk(from)
      sizes.push(rows.length)
      for (const { row } of rows) seen.add(row)
      from = next
    }
    expect(sizes).toEqual([1000, 1000, 343])
    expect(seen.size).toBe(2_343)
  })

  test('sends an invalid cell as its original text', async () => {
    const fields: Field[] = [{ key: 'v', label: 'V', type: 'decimal', decimals: 3 }]
    const { session } = await convertSheet(fields, bytesOf('V\n1.234.567,5\n12.5\n'), { answers: { '0:decimal': ',' } })
    expect(session.rows.getRowChunk(0).rows).toEqual([
      { row: 2, values: { v: '1234567.5' } },
      { row: 3, values: {}, wrong: { v: '12.5' } },
    ])
  })

  test('marks errors of the server until the cell changes', async () => {
    const { session } = await payroll(person(), person({ id: '52000001' }))
    session.rows.addServerErrors([{ row: 3, errors: { numero_documento: 'duplicate' } }])
    expect(session.rows.getRow(3).view.cells.numero_documento).toMatchObject({ error: 'duplicate' })
    expect(session.rows.getOverview()).toMatchObject({ valid: 1, error: 1 })
    expect(session.rows.getRow(3).sent.values.numero_documento).toBe('52000001')
    expect(session.rows.edit(3, 'numero_documento', '52000002').status).toBe('valid')
  })

  test('returns the same hash for the same file', async () => {
    const [a, b, c] = await Promise.all([payroll(person()), payroll(person()), payroll(person({ name: 'Eva Díaz' }))])
    expect(b.book.hash).toBe(a.book.hash)
    expect(c.book.hash).not.toBe(a.book.hash)
    const bytes = bytesOf(`Nombre\n${'María\n'.repeat(20_000)}`)
    const { hash } = await new SheetSession(cartaLaboral.fields, { today: '2025-04-03', country: 'CO' }).open(
      bytes,
      'a.csv',
    )
    expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'))
  })
})

describe('suspicious row', () => {
  test('with totals is offered for discarding', async () => {
    const { overview } = await payroll(
      person(),
      'TOTAL;;;;;;;2.500.000;;',
      'Subtotal:;;;;;;;$ 1,00;;',
      'Totales Ltda.;;;;;;;;;',
    )
    expect(overview.offered).toEqual([
      { row: 3, why: 'total' },
      { row: 4, why: 'total' },
    ])
    expect(overview.total).toBe(4)
  })

  test.each([
    'TOTAL NÓMINA',
    'SUBTOTAL ÁREA COMERCIAL',
    'Sub-total: ventas',
    'Gran total',
    'Sumas iguales',
    'Suma total',
  ])('is offered if named %j next to a sum', async (name) => {
    const { overview } = await payroll(person(), `${name};;;;;;;2.500.000;;`)
    expect(overview.offered).toEqual([{ row: 3, why: 'total' }])
  })

  test.each(['Totalcom;;;;;;;2.500.000;;', 'Ana Total;;;;;;;2.500.000;;', 'Total Gómez;;;Jefe;;;;2.500.000;;'])(
    'is not offered if it names a person: %j',
    async (row) => expect((await payroll(person(), row)).overview.offered).toEqual([]),
  )

  test('is offered if it is the example of the template', async () => {
    const example =
      'María José Güell Peña;CC;1020304050;Analista de nómina;término indefinido;03/02/2020;Sí;$ 2.500.000,00;Bogotá D. C.;20/11/2026'
    expect((await payroll(example, person())).overview.offered).toEqual([{ row: 2, why: 'example' }])
  })
})

describe('identical rows', () => {
  const rows = [
    person(),
    person({ name: 'Eva' }),
    person(),
    person({ name: 'Ana  Muñoz' }),
    person(),
    person({ name: 'Eva' }),
  ]

  test('are reported with the row they repeat and remain valid', async () => {
    const { overview, session } = await payroll(...rows)
    expect(overview).toMatchObject({ total: 6, valid: 6, error: 0, warned: 0 })
    expect(overview.same).toEqual({
      count: 3,
      rows: [
        { row: 4, of: 2 },
        { row: 6, of: 2 },
        { row: 7, of: 3 },
      ],
    })
    expect(session.rows.getRowChunk(0).rows).toHaveLength(6)
  })

  test('can be discarded together and restored', async () => {
    const { session } = await payroll(...rows)
    expect(session.rows.discard('repeated')).toBe(3)
    expect(session.rows.getOverview()).toMatchObject({ discarded: 3, same: { count: 0, rows: [] } })
    expect(session.rows.getRowChunk(0).rows.map(({ row }) => row)).toEqual([2, 3, 5])
    session.rows.undo()
    expect(session.rows.getOverview()).toMatchObject({ discarded: 0, same: { count: 3 } })
  })

  test('are no longer reported after a change', async () => {
    const { session } = await payroll(...rows)
    session.rows.edit(4, 'cargo', 'Tesorera')
    session.rows.discard([3])
    expect(session.rows.getOverview().same).toEqual({ count: 1, rows: [{ row: 6, of: 2 }] })
  })
})

test('shows the interpreted value if an answer or convention changes the text', async () => {
  const fields: Field[] = [
    { key: 'fecha', label: 'Fecha', type: 'date' },
    { key: 'cedula', label: 'Cédula', type: 'idDocument' },
    { key: 'valor', label: 'Valor', type: 'decimal', decimals: 3 },
  ]
  const bytes = bytesOf('Fecha;Cédula;Valor\n04/25/2023;0012345678;1.234\n04/03/23;12345678;5.678\n')
  const answers = { '0:dateOrder': 'mdy', '1:zeros': 'yes', '2:decimal': '.' }
  const { rows } = await convertSheet(fields, bytes, { answers })
  expect(rows.map(({ cells }) => ['fecha', 'cedula', 'valor'].map((key) => cells[key]?.understood))).toEqual([
    ['25 de abril de 2023', undefined, '1,234'],
    ['3 de abril de 2023', '0012345678', '5,678'],
  ])
  const plain = await convertSheet(
    fields,
    bytesOf('Fecha;Cédula;Valor\n03/04/2023;0012345678;1,5\n3/4/23;12345678;2\n'),
  )
  expect(
    plain.rows.map(({ cells }) => [cells.fecha?.understood, cells.fecha?.warning, cells.valor?.understood]),
  ).toEqual([
    [undefined, undefined, undefined],
    ['3 de abril de 2023', 'century', undefined],
  ])
})

test('shows amounts in the format of the sheet and edits them as plain text', async () => {
  const cell = { xml: '<c s="1"><v>2500000</v></c>' }
  const bytes = workbook({ sheets: { a: rowsXml([['Valor'], [cell]]) }, formats: ['"$" #,##0'] })
  const { summary, rows, session } = await convertSheet([{ key: 'valor', label: 'Valor', type: 'money' }], bytes)
  expect(summary.columns[0]?.samples).toEqual(['$ 2.500.000'])
  expect(summary.preview[1]?.texts).toEqual(['$ 2.500.000'])
  expect(rows[0]?.cells.valor).toEqual({ text: '2500000', shown: '$ 2.500.000' })
  expect(session.rows.getRow(2).sent.values).toEqual({ valor: '2500000.00' })
  expect(session.rows.edit(2, 'valor', '3.000.000').cells.valor).toEqual({ text: '3.000.000', edited: true })
})

test('exports results with the original columns, number and status of each row', async () => {
  const { session } = await convertSheet(
    [{ key: 'nombre', label: 'Nombre', type: 'text' }],
    workbook({ sheets: { a: rowsXml([['Título'], ['Nombre', 'Extra'], ['Ana', '=1+1'], ['Eva', 5]]) } }),
  )
  expect(session.rows.getResultTable({ 3: { number: 'SOL-2026-000001', status: 'Enviada' } })).toEqual({
    headers: ['Nombre', 'Extra', 'Número', 'Estado'],
    rows: [
      ['Ana', '=1+1', 'SOL-2026-000001', 'Enviada'],
      ['Eva', '5', '', ''],
    ],
  })
})

test('rejects two columns for one field', async () => {
  const fields: Field[] = [{ key: 'nombre', label: 'Nombre', type: 'text' }]
  const { session, summary } = await convertSheet(fields, bytesOf('Nombre;Otro\nAna;Eva\n'))
  expect(summary.columns.map(({ key }) => key)).toEqual(['nombre', undefined])
  expect(() => session.convert({ mapping: { 0: 'nombre', 1: 'nombre' } })).toThrow()
})

describe('default values for missing columns', () => {
  const { fields } = cartaLaboral
  const today = { today: '2026-11-20', country: 'CO' }
  const sources = { 'organisation.city': 'Cali' }
  const headers = 'Nombre completo;Tipo de documento;Número de documento;Cargo;Tipo de contrato;Fecha de ingreso'
  const row = 'Ana Muñoz;CC;16480894;Auxiliar;término fijo;03/02/2020'

  async function filled(text: string, own: Record<string, string> = {}) {
    const session = new SheetSession(fields, today)
    const book = await session.open(bytesOf(text), 'nómina.csv')
    const mapping = getColumnMapping(session.chooseSheet({ sheet: book.proposed }).columns)
    const fills = computeDefaultFieldTexts({ mapping, fills: own }, { fields, context: today, sources })
    const overview = session.convert({ mapping, fills, sources })
    session.rows.applyFilter('all')
    return { fills, overview, rows: session.rows.getRows(0, 10), sent: session.rows.getRowChunk(0).rows }
  }

  test('include date and city of issue, and exclude the salary without its column', async () => {
    const { fills, overview, sent, rows } = await filled(`${headers}\n${row}\n${row.replace('Ana', 'Eva')}\n`)
    expect(fills).toEqual({ incluir_salario: 'No', ciudad_expedicion: 'Cali', fecha_expedicion: '20/11/2026' })
    expect(overview).toMatchObject({ total: 2, valid: 2, error: 0, warned: 0 })
    expect(sent[0]?.values).toMatchObject({
      incluir_salario: false,
      ciudad_expedicion: 'Cali',
      fecha_expedicion: '2026-11-20',
    })
    expect(rows[0]?.cells.ciudad_expedicion?.text).toBe('Cali')
  })

  test('include the salary if its column exists', async () => {
    const { fills, sent } = await filled(`${headers};Salario mensual\n${row};1.800.000\n`)
    expect(fills.incluir_salario).toBe('Sí')
    expect(sent[0]?.values).toMatchObject({ incluir_salario: true, salario_mensual: '1800000.00' })
  })

  test('are replaced by typed values for all rows', async () => {
    const { fills, sent } = await filled(`${headers}\n${row}\n`, { ciudad_expedicion: 'Pasto', otra: 'x' })
    expect(fills).toEqual({ incluir_salario: 'No', ciudad_expedicion: 'Pasto', fecha_expedicion: '20/11/2026' })
    expect(sent[0]?.values.ciudad_expedicion).toBe('Pasto')
  })

  test('never fill an empty «incluir salario» or date, and other cells only if the format says so', async () => {
    const bill: Field[] = [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true },
      { key: 'incluir_salario', label: 'Incluir salario', type: 'boolean', required: true, fillIfMissing: true },
      { key: 'salario', label: 'Salario', type: 'money', visibleIf: { key: 'incluir_salario', equals: true } },
      { key: 'fecha', label: 'Fecha', type: 'date', required: true, default: 'hoy', fillIfMissing: true },
      { key: 'ciudad', label: 'Ciudad', type: 'text', required: true },
      { key: 'area', label: 'Área', type: 'text', required: true, default: 'Ventas', fillIfMissing: true },
    ]
    const session = new SheetSession(bill, today)
    await session.open(bytesOf('Nombre;Incluir salario;Salario;Fecha;Ciudad;Área\nAna;;5;;;\n'), 'cuentas.csv')
    const mapping = getColumnMapping(session.chooseSheet({ sheet: 0 }).columns)
    session.convert({ mapping, sources })
    session.rows.applyFilter('all')
    const [row] = session.rows.getRows(0, 1)
    const code = (key: string) => row?.cells[key]?.error ?? row?.cells[key]?.warning
    expect(['incluir_salario', 'fecha', 'ciudad', 'area'].map(code)).toEqual([
      'required',
      'required',
      'required',
      'filled',
    ])
    expect(row?.cells.area?.understood).toBe('Ventas')
  })

  test('fill empty required cells with a warning', async () => {
    const { rows, overview, sent } = await filled(`${headers};Ciudad de expedición\n${row};\n${row};Tunja\n`)
    expect(overview).toMatchObject({ valid: 2, warned: 1 })
    expect(rows[0]?.cells.ciudad_expedicion).toMatchObject({ text: '', warning: 'filled', understood: 'Cali' })
    expect(sent.map(({ values }) => values.ciudad_expedicion)).toEqual(['Cali', 'Tunja'])
  })

  test('exclude profile values and fields shown by a negative answer', async () => {
    const others: Field[] = [
      { key: 'a', label: 'A', type: 'text', required: true },
      { key: 'b', label: 'B', type: 'text', from: 'profile.name', default: 'x' },
      { key: 'c', label: 'C', type: 'boolean', required: true },
      { key: 'd', label: 'D', type: 'text', visibleIf: { key: 'c', equals: false } },
    ]
    const all = { 'profile.name': 'Ana', ...sources }
    expect(
      computeDefaultFieldTexts({ mapping: { 0: 'a' }, fills: {} }, { fields: others, context: today, sources: all }),
    ).toEqual({})
  })
})
