import { describe, expect, test } from 'vitest'
import {
  findColumnTarget,
  findMappingProblems,
  getColumnMapping,
  matchColumns,
} from '../../../src/domain/batches/column-matching.ts'
import { normalizeHeader } from '../../../src/domain/batches/header-words.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import { SheetSession } from '../../../src/sheets/worker/sheet-session.ts'
import { cartaLaboral, cuentaDeCobro, ordenDeCompra, pazYSalvo } from '../../support/initial-formats.ts'
import { bytesOf, context, convertSheet, rowsXml, workbook } from '../../support/sheets.ts'

const match = (fields: readonly Field[], ...headers: (string | string[])[]) =>
  matchColumns(
    headers.map((texts, column) => ({ column, texts: [texts].flat() })),
    fields,
  )
const keys = (fields: readonly Field[], ...headers: (string | string[])[]) =>
  match(fields, ...headers).map(({ key, suggestion }) => key ?? (suggestion ? `¿${suggestion}?` : null))

describe('header variants', () => {
  test.each([
    'Número de documento',
    'numero_documento',
    'NÚMERO DE DOCUMENTO',
    'Número documento',
    'Nº documento',
    'N° de documento',
    'N.º documento',
    'No. documento',
    'Nro. Documento',
    'N°documento',
    'Documento',
    'documentos',
    'N° cédula',
    'CEDULA ',
    'cédulas',
    'Cédula de ciudadanía',
    'Cedula ciudadania *',
    'Identificación:',
    'identificaciones',
    '  Número\u00a0del  documento\u200b ',
  ])('matches %j to the document number', (header) => {
    expect(keys(cartaLaboral.fields, header)).toEqual(['numero_documento'])
  })

  test.each([
    ['Nombres y apellidos', 'nombre_completo'],
    ['Empleados', 'nombre_completo'],
    ['Tipo Doc.', 'tipo_documento'],
    ['Sueldo', 'salario_mensual'],
    ['SALARIOS', 'salario_mensual'],
    ['Fecha', 'fecha_expedicion'],
    ['Fecha de ingreso', 'fecha_ingreso'],
    ['Fec. ingreso', 'fecha_ingreso'],
    ['FCH DE INGRESO', 'fecha_ingreso'],
    ['Salario en letras', null],
    ['Observaciones', null],
    ['', null],
  ])('matches %j to %s', (header, key) => {
    expect(keys(cartaLaboral.fields, header)).toEqual([key])
  })
})

test('suggests a header with a small typo without matching it', () => {
  expect(keys(cartaLaboral.fields, 'Nombre compelto', 'Crgo', 'Sueldos brutos', 'Banco')).toEqual([
    '¿nombre_completo?',
    '¿cargo?',
    null,
    null,
  ])
})

/** A key is mapped; a key between question marks is only suggested; null is neither. */
describe('common headers', () => {
  test.each<[string, string | null, string | null, string | null]>([
    // header, CL, PS, CC
    ['Documento de identidad', 'numero_documento', 'numero_documento', 'numero_documento'],
    ['Doc. identidad', 'numero_documento', 'numero_documento', 'numero_documento'],
    ['C.C.', 'numero_documento', 'numero_documento', 'numero_documento'],
    ['C.C. No.', 'numero_documento', 'numero_documento', 'numero_documento'],
    ['CC', 'numero_documento', 'numero_documento', 'numero_documento'],
    ['Cédula (sin puntos)', 'numero_documento', 'numero_documento', 'numero_documento'],
    ['Identificación - solo números', 'numero_documento', 'numero_documento', 'numero_documento'],
    ['Documneto', '¿numero_documento?', '¿numero_documento?', '¿numero_documento?'],
    ['Tipo de documento de identidad', 'tipo_documento', 'tipo_documento', 'tipo_documento'],
    ['Apellidos y nombres', 'nombre_completo', 'nombre', 'nombre'],
    ['Nombre y apellido', 'nombre_completo', 'nombre', 'nombre'],
    ['Trabajador', 'nombre_completo', 'nombre', 'nombre'],
    ['Nobmre', '¿nombre_completo?', '¿nombre?', '¿nombre?'],
    ['Salario básico', 'salario_mensual', null, null],
    ['Sueldo mensual', 'salario_mensual', null, null],
    ['Sueldo mensaul', '¿salario_mensual?', null, null],
    ['Asignación básica', 'salario_mensual', null, null],
    ['Salario mensual (COP)', 'salario_mensual', null, null],
    ['Salario en pesos', 'salario_mensual', null, null],
    ['Salario (USD)', null, null, null],
    ['Salario en letras', null, null, null],
    ['Monto', null, null, 'valor'],
    ['Importe', null, null, 'valor'],
    ['Valor, COP', null, null, 'valor'],
    ['Valor (COP)', null, null, 'valor'],
    ['Valor COP', null, null, 'valor'],
    ['Valor en pesos colombianos', null, null, 'valor'],
    ['VALOR ($)', null, null, 'valor'],
    ['Monto [COP]:', null, null, 'valor'],
    ['Valor, USD', null, null, null],
    ['Valor en letras', null, null, null],
    ['Valor unitario', null, null, null],
    ['Total', null, null, 'valor'],
    ['Subtotal', null, null, null],
    ['Gran total', null, null, null],
    ['Saldo (COP)', null, 'saldo_pendiente', null],
    ['Nombre del empleado', 'nombre_completo', 'nombre', 'nombre'],
    ['Nombre del trabajador', 'nombre_completo', 'nombre', 'nombre'],
    ['NOMBRE DE LA TRABAJADORA', 'nombre_completo', 'nombre', 'nombre'],
    ['Cédula del colaborador', 'numero_documento', 'numero_documento', 'numero_documento'],
    ['Cargo del funcionario', 'cargo', null, null],
    ['Nombre del jefe', null, null, null],
    ['Fecha inicio contrato', 'fecha_ingreso', null, null],
    ['Fecha de inicio del contrato', 'fecha_ingreso', null, null],
    ['Incluye salario', 'incluir_salario', null, null],
    ['Cuenta bancaria', null, null, 'numero_cuenta'],
    ['No. de cuenta bancaria', null, null, 'numero_cuenta'],
    ['Cuenta bancaria (sin guiones)', null, null, 'numero_cuenta'],
    ['Tipo de cuenta bancaria', null, null, 'tipo_cuenta'],
    ['Entidad bancaria', null, null, 'banco'],
    ['Celular', null, null, 'telefono'],
    ['Ciudad', 'ciudad_expedicion', 'ciudad', 'ciudad'],
    ['Cuidad', '¿ciudad_expedicion?', '¿ciudad?', '¿ciudad?'],
    ['Fecha (dd/mm/aaaa)', 'fecha_expedicion', 'fecha_expedicion', 'fecha'],
    ['Fecha de ingreso dd-mm-yyyy', 'fecha_ingreso', null, null],
    ['Fecha de ingreso (día/mes/año)', 'fecha_ingreso', null, null],
    ['Fecha de vinculación', 'fecha_ingreso', null, null],
    ['Fecha de nacimiento', null, null, null],
    ['Ingreso mes', null, null, null],
    ['Cargo (dd/mm/aaaa)', null, null, null],
    ['Cargo (obligatorio)', 'cargo', null, null],
    ['Cargo (según contrato)', 'cargo', null, null],
    ['Cargo (como aparece en el contrato)', 'cargo', null, null],
    ['Cargo (ej: Analista contable)', 'cargo', null, null],
    ['Concepto (opcional)', null, 'concepto', 'concepto'],
    ['Incluir salario (Sí/No)', 'incluir_salario', null, null],
    ['Nombre (contacto)', null, null, null],
    ['Correo', null, null, null],
  ])('matches %j', (header, ...expected) => {
    expect([cartaLaboral, pazYSalvo, cuentaDeCobro].map(({ fields }) => keys(fields, header)[0])).toEqual(expected)
  })

  test('prefers names of the format over general words and headers with a unit', () => {
    expect(keys(cuentaDeCobro.fields, 'Monto', 'Valor (COP)', 'Valor')).toEqual([null, null, 'valor'])
    expect(keys(cartaLaboral.fields, 'C.C.', 'Cédula')).toEqual([null, 'numero_documento'])
  })

  test('does not match a general word that fits two fields', () => {
    const fields: Field[] = [
      { key: 'celular', label: 'Celular', type: 'phone' },
      { key: 'telefono', label: 'Teléfono', type: 'phone' },
    ]
    expect(keys(fields, 'Móvil', 'Tel', 'Teléfono')).toEqual([null, null, 'telefono'])
  })

  test('does not detect «CC» in the rows as a header row', async () => {
    const fields: Field[] = [
      { key: 'persona', label: 'Persona', type: 'text' },
      { key: 'cedula', label: 'Cédula', type: 'idDocument', kinds: ['CC'] },
    ]
    const { session } = await convertSheet(fields, bytesOf('Persona\nAna\n'))
    await session.open(bytesOf('Quién;Qué;Cuál\nAna;CC;1020304050\n'), 'archivo')
    expect(session.chooseSheet({ sheet: 0 }).header.row).toBe(1)
  })
})

test('returns the rule that matched a header', () => {
  const fields: Field[] = [{ key: 'valor', label: 'Total a pagar', type: 'money', aliases: ['importe'] }]
  expect(match(fields, 'VALOR', 'Total a pagar', 'Importes').map(({ how }) => how)).toEqual(['key', 'label', 'alias'])
})

test('reports two columns of one field and missing required fields', () => {
  const mapping = getColumnMapping(
    match(cuentaDeCobro.fields, 'Nombre', 'Nombre o razón social', 'Número de documento'),
  )
  const problems = findMappingProblems(mapping, cuentaDeCobro.fields)
  expect(problems[0]).toEqual({ kind: 'duplicate', key: 'nombre', columns: [0, 1] })
  expect(problems.slice(1)).toContainEqual({ kind: 'missing', key: 'valor' })
  expect(problems).not.toContainEqual({ kind: 'missing', key: 'telefono' })
  expect(problems).not.toContainEqual({ kind: 'missing', key: 'valor_en_letras' })
})

test('prefers the exact name over a name without «número»', () => {
  const fields: Field[] = [
    { key: 'cuenta', label: 'Cuenta', type: 'text' },
    { key: 'numero_cuenta', label: 'Número de cuenta', type: 'text' },
  ]
  expect(keys(fields, 'Cuenta', 'N.º cuenta')).toEqual(['cuenta', 'numero_cuenta'])
})

describe('two-level headers', () => {
  const fields: Field[] = [
    { key: 'nombre_comprador', label: 'Nombre del comprador', type: 'text' },
    { key: 'vendedor_nombre', label: 'Vendedor: nombre', type: 'text' },
    { key: 'valor', label: 'Valor', type: 'money' },
  ]
  test('match by both levels in either order, or by the lower level', () => {
    const both = (upper: string, lower: string) => [`${upper} / ${lower}`, `${lower} / ${upper}`, lower]
    expect(keys(fields, both('Comprador', 'Nombre'), both('Vendedor', 'Nombre'), both('Totales', 'Valor'))).toEqual([
      'nombre_comprador',
      'vendedor_nombre',
      'valor',
    ])
  })
})

describe('heads under a merged group', () => {
  const row = ['Ana', 'CC', '1020304050', 'Jefe', 'indefinido', '03/02/2020', 'Sí', '1000000', 'Cali']
  const keysOf = async (bytes: Uint8Array) => {
    const session = new SheetSession(cartaLaboral.fields, context)
    await session.open(bytes, 'x')
    const { columns, header } = session.chooseSheet({ sheet: 0 })
    return [header.row, header.span, ...columns.map(({ key }) => key ?? null)]
  }
  const merged = (rows: (string | null)[][], ...refs: string[]) =>
    workbook({
      sheets: {
        a: `${rowsXml(rows)}<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`,
      },
    })
  const upper = ['Empleado', 'Documento', null, 'Cargo', 'Contrato', null, 'Salario', null, 'Ciudad']
  const lower = [null, 'Tipo', 'Número', null, 'Tipo', 'Fecha de inicio', 'Incluir', 'Valor', null]
  const all = [
    ...['nombre_completo', 'tipo_documento', 'numero_documento', 'cargo', 'tipo_contrato', 'fecha_ingreso'],
    ...['incluir_salario', 'salario_mensual', 'ciudad_expedicion'],
  ]

  test('match with the name of their group', async () => {
    const bytes = merged([upper, lower, row], 'A1:A2', 'B1:C1', 'D1:D2', 'E1:F1', 'G1:H1', 'I1:I2')
    expect(await keysOf(bytes)).toEqual([1, 2, ...all])
  })

  test('match in a CSV too, which lost the merged cells', async () => {
    const lines = [upper, lower, row].map((cells) => cells.map((cell) => cell ?? '').join(';'))
    expect(await keysOf(bytesOf(lines.join('\n')))).toEqual([1, 2, ...all])
  })

  test('below a title alone are the only header', async () => {
    const title = ['NÓMINA DE MAYO', null, null, null]
    const heads = ['Nombre', 'Cédula', 'Nombre', 'Cargo']
    const rows = [title, heads, ['Ana', '1020304050', 'Eva', 'Jefa']]
    const expected = [2, 1, 'nombre_completo', 'numero_documento', 'nombre_completo', 'cargo']
    expect(await keysOf(merged(rows, 'A1:D1'))).toEqual(expected)
    expect(await keysOf(bytesOf(rows.map((cells) => cells.join(';')).join('\n')))).toEqual(expected)
  })

  test('of another person match nothing if the group tells them apart', async () => {
    const groups = ['Empleado', null, 'Cargo', 'Jefe', null, 'Ciudad']
    const heads = ['Nombre', 'Cédula', null, 'Nombre', 'Cargo', null]
    const bytes = merged(
      [groups, heads, ['Ana', '1020304050', 'Jefe', 'Eva', 'Gerente', 'Cali']],
      'A1:B1',
      'C1:C2',
      'D1:E1',
      'F1:F2',
    )
    expect(await keysOf(bytes)).toEqual([
      ...[1, 2, 'nombre_completo', 'numero_documento', 'cargo', null, null, 'ciudad_expedicion'],
    ])
  })
})

test('matches table cells by key and by label', () => {
  expect(
    keys(ordenDeCompra.fields, 'items_1_cantidad', 'Ítems 2 Cantidad', 'ítems 3 valor unitario', 'items_201_cantidad'),
  ).toEqual(['items_1_cantidad', 'items_2_cantidad', 'items_3_valor_unitario', null])
  expect(findColumnTarget('items_2_cantidad', ordenDeCompra.fields)).toMatchObject({
    table: { key: 'items', index: 2 },
  })
  expect(findColumnTarget('items_0_cantidad', ordenDeCompra.fields)).toBeUndefined()
})

test('prefers remembered choices, also that a column fills no field', () => {
  const headers = ['Cargo', 'Nombre', 'Mi columna'].map((text, column) => ({ column, texts: [text] }))
  const remembered = {
    [normalizeHeader('Mi columna')]: 'cargo',
    [normalizeHeader('Cargo')]: '',
    [normalizeHeader('x')]: 'y',
  }
  const found = matchColumns(headers, cartaLaboral.fields, remembered)
  expect(found).toEqual([
    { column: 0 },
    { column: 1, key: 'nombre_completo', how: 'alias' },
    { column: 2, key: 'cargo', how: 'remembered' },
  ])
})

describe('payroll with short headers', () => {
  const headers = 'Empleado;T. doc;Cédula;Cargo;Tipo contrato;F. ingreso;Sueldo básico;Dirigida a;Sede;Observaciones'
  const row = (kind: string, day: string) =>
    `Ana Muñoz;${kind};16480894;Auxiliar contable;Indefinido;${day};1.800.000;Banco Popular;Cali;Ninguna`
  const summaryOf = async (...rows: string[]) =>
    (await convertSheet(cartaLaboral.fields, bytesOf([headers, ...rows].join('\n')))).summary.columns

  test('matches eight of ten columns and suggests one', async () => {
    const columns = await summaryOf(row('CC', '03/02/2020'), row('CE', '15/07/2021'))
    expect(columns.map(({ key, suggestion }) => key ?? (suggestion ? `? ${suggestion}` : null))).toEqual([
      'nombre_completo',
      'tipo_documento',
      'numero_documento',
      'cargo',
      'tipo_contrato',
      'fecha_ingreso',
      'salario_mensual',
      'dirigido_a',
      '? ciudad_expedicion',
      null,
    ])
    expect(columns[1]?.how).toBe('abbreviation')
  })

  test('matches a short header of serial dates, or if some values are invalid', async () => {
    const columns = await summaryOf(row('CC', '43864'), row('cc', 'pendiente'))
    expect([columns[1]?.key, columns[5]?.key]).toEqual(['tipo_documento', 'fecha_ingreso'])
  })

  test('does not match a short header alone if its values have another type', async () => {
    const columns = await summaryOf(row('17', 'enero'), row('18', 'febrero'))
    expect([columns[1]?.key, columns[5]?.key]).toEqual([undefined, undefined])
  })
})
