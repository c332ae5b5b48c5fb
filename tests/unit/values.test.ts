import { describe, expect, it, test } from 'vitest'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { createValidator, getVisibleFields, summarizeRequest, validateValues } from '../../src/domain/fields/values.ts'
import { initialFormats } from '../../src/domain/formats/seed/initial-formats.ts'
import { cartaLaboral as letterValues } from '../support/batch.ts'
import { cartaLaboral, ordenDeCompra, pazYSalvo, vacacionesOPermiso } from '../support/initial-formats.ts'

const context = { today: '2026-11-20', country: 'CO' }
const letter: Values = letterValues({ expedido_en: 'Bogotá D. C.', dirigido_a: 'A quien interese' })
const check = createValidator(cartaLaboral.fields, context)
const with_ = (over: Record<string, unknown>) => check({ ...letter, ...over })

it('accepts the values of the contract and computes the amount in words', () => {
  expect(check(letter)).toEqual({
    values: { ...letter, salario_en_letras: 'DOS MILLONES QUINIENTOS MIL PESOS M/CTE' },
    errors: {},
    warnings: {},
  })
})

describe('cached validation', () => {
  const fields: Field[] = [
    { key: 'desde', label: 'Desde', type: 'date' },
    { key: 'hasta', label: 'Hasta', type: 'date', min: '@desde' },
    { key: 'tipo', label: 'Tipo', type: 'choice', options: [{ value: 'CC' }, { value: 'NIT' }] },
    { key: 'numero', label: 'Número', type: 'idDocument', kindFrom: 'tipo' },
    { key: 'cargo', label: 'Cargo', type: 'text', max: 10 },
  ]

  it('validates a repeated text again if the result depends on another field', () => {
    const checkRow = createValidator(fields, context, true)
    const hasta = '2026-02-01'
    expect(checkRow({ desde: '2026-01-01', hasta }).errors).toEqual({})
    expect(checkRow({ desde: '2026-03-01', hasta }).errors).toEqual({ hasta: 'min' })
    expect(checkRow({ desde: '2026-01-01', hasta }).errors).toEqual({})
    expect(checkRow({ tipo: 'CC', numero: '90012345678' }).errors).toEqual({ numero: 'length' })
    expect(checkRow({ tipo: 'NIT', numero: '900123456-8' }).errors).toEqual({})
    expect(checkRow({ tipo: 'CC', numero: '900123456-8' }).errors).toEqual({ numero: 'invalid' })
  })

  it('returns the value or error of each repetition', () => {
    const checkRow = createValidator(fields, context, true)
    const results = [' Jefe ', 'Coordinadora', ' Jefe ', 'Coordinadora'].map((cargo) => checkRow({ cargo }))
    const valid = { values: { cargo: 'Jefe' }, errors: {}, warnings: {} }
    const tooLong = { values: {}, errors: { cargo: 'length' }, warnings: {} }
    expect(results).toEqual([valid, tooLong, valid, tooLong])
  })
})

describe('non-canonical values', () => {
  test.each([
    [{ fecha_ingreso: '31/02/2020' }, { fecha_ingreso: 'date' }],
    [{ fecha_ingreso: '03/02/2020' }, { fecha_ingreso: 'date' }],
    [{ fecha_ingreso: '2020-02-31' }, { fecha_ingreso: 'date' }],
    [{ fecha_ingreso: '2026-11-21' }, { fecha_ingreso: 'future' }],
    [{ fecha_ingreso: 20200203 }, { fecha_ingreso: 'date' }],
    [{ salario_mensual: '1.234,56' }, { salario_mensual: 'number' }],
    [{ salario_mensual: 2500000 }, { salario_mensual: 'number' }],
    [{ salario_mensual: '0.00' }, { salario_mensual: 'min' }],
    [{ salario_mensual: '-1.00' }, { salario_mensual: 'min' }],
    [{ salario_mensual: '1.005' }, { salario_mensual: 'decimals' }],
    [{ salario_mensual: '1E+06' }, { salario_mensual: 'precision' }],
    [{ salario_mensual: '9'.repeat(30) }, { salario_mensual: 'max' }],
    [{ salario_mensual: undefined }, { salario_mensual: 'required' }],
    [{ incluir_salario: 'Sí' }, { incluir_salario: 'boolean' }],
    [{ tipo_contrato: 'Término Indefinido' }, { tipo_contrato: 'choice' }],
    [{ tipo_contrato: ['término indefinido'] }, { tipo_contrato: 'choice' }],
    [{ numero_documento: 12345678 }, { numero_documento: 'invalid' }],
    [{ numero_documento: '12' }, { numero_documento: 'length' }],
    [{ cargo: { $gt: '' } }, { cargo: 'invalid' }],
    [{ cargo: 5 }, { cargo: 'invalid' }],
    [{ cargo: '   ' }, { cargo: 'required' }],
    [{ cargo: '\u200b' }, { cargo: 'required' }],
    [{ salario_mensual: ' ' }, { salario_mensual: 'required' }],
    [{ fecha_ingreso: '\u3000' }, { fecha_ingreso: 'required' }],
    [{ cargo: null }, { cargo: 'required' }],
    [{ cargo: [] }, { cargo: 'required' }],
    [{ cargo: 'x'.repeat(121) }, { cargo: 'length' }],
    [{ cargo: 'a\u0000b' }, { cargo: 'characters' }],
    [{ cargo: '\ud800' }, { cargo: 'characters' }],
    [{ cargo: 'Analista \ue000oabc' }, { cargo: 'characters' }],
    [{ numero_documento: '\u202d1020304050\u202c' }, { numero_documento: 'characters' }],
    [{ tipo_contrato: '\u202dtérmino indefinido' }, { tipo_contrato: 'characters' }],
    [{ cargo: '#N/A' }, { cargo: 'excelError' }],
    [{ cargo: '#¡SIN CALCULAR!' }, { cargo: 'formula' }],
    [{ nombre_completo: 'Al' }, { nombre_completo: 'length' }],
    [
      { fecha_ingreso: Number.NaN, cargo: true },
      { fecha_ingreso: 'date', cargo: 'invalid' },
    ],
  ] as const)('are rejected at their key: %j', (over, errors) => {
    const checked = with_(over)
    const wrong = Object.keys(errors)
    // A hidden or unreadable «incluir_salario» hides the salary too.
    expect(Object.fromEntries(wrong.map((key) => [key, checked.errors[key]]))).toEqual(errors)
    expect(Object.keys(checked.errors).sort()).toEqual(wrong.sort())
    for (const key of wrong) expect(checked.values).not.toHaveProperty(key)
  })

  test.each([null, undefined, 1, 'x', [letter], true])('rejects %j as a row', (given) => {
    expect(check(given).errors['*']).toBe('row')
  })
})

it('normalizes texts, documents, phones and money, and removes unknown keys', () => {
  const { values, errors } = with_({
    cargo: '  Jefe\u00a0 de  nómina ',
    numero_documento: '1.020.304.050',
    salario_mensual: '2500000',
    otra: { profundo: [[]] },
    constructor: 'x',
    salario_en_letras: 'MIL',
  })
  expect(errors).toEqual({})
  expect(values).toMatchObject({
    cargo: 'Jefe de nómina',
    numero_documento: '1020304050',
    salario_mensual: '2500000.00',
  })
  expect(values.salario_en_letras).toBe('DOS MILLONES QUINIENTOS MIL PESOS M/CTE')
  expect(Object.keys(values)).not.toContain('otra')
  expect(Object.hasOwn(values, 'constructor')).toBe(false)
})

it('ignores inherited properties', () => {
  expect(check(Object.create(letter)).errors.cargo).toBe('required')
})

it('removes hidden values with a warning and computes nothing from them', () => {
  const { values, errors, warnings } = with_({ incluir_salario: false })
  expect(errors).toEqual({})
  expect(warnings).toEqual({ salario_mensual: 'hidden' })
  expect(values).not.toHaveProperty('salario_mensual')
  expect(values).not.toHaveProperty('salario_en_letras')
})

it('does not validate hidden values', () => {
  expect(with_({ incluir_salario: false, salario_mensual: { odd: 1 } }).errors).toEqual({})
})

describe('conditions', () => {
  const chain: Field[] = [
    { key: 'c', label: 'C', type: 'text', required: true, visibleIf: { key: 'b', equals: 'sí' } },
    { key: 'b', label: 'B', type: 'choice', options: [{ value: 'sí' }], visibleIf: { key: 'a', equals: true } },
    { key: 'a', label: 'A', type: 'boolean' },
    { key: 'd', label: 'D', type: 'text', requiredIf: { key: 'e', equals: 'x' } },
    { key: 'e', label: 'E', type: 'choices', options: [{ value: 'x' }, { value: 'y' }] },
  ]

  it('hide fields that depend on a hidden field, in any order', () => {
    expect(validateValues(chain, { a: false, b: 'sí', c: 'x' }, context)).toEqual({
      values: { a: false },
      errors: {},
      warnings: { b: 'hidden', c: 'hidden' },
    })
    expect(validateValues(chain, { a: true, b: 'sí' }, context).errors).toEqual({ c: 'required' })
    expect(getVisibleFields(chain, { a: false, b: 'sí' }).map(({ key }) => key)).toEqual(['a', 'd', 'e'])
  })

  it('match any of several choices', () => {
    expect(validateValues(chain, { e: ['x', 'y'] }, context).errors).toEqual({ d: 'required' })
    expect(validateValues(chain, { e: ['y'] }, context).errors).toEqual({})
  })
})

it('validates a document by the kind in another field', () => {
  const over = { ...paz, tipo_documento: 'NIT' }
  const errorOf = (numero_documento: string, tipo_documento: string) =>
    validateValues(pazYSalvo.fields, { ...over, tipo_documento, numero_documento }, context).errors.numero_documento
  expect(errorOf('900123456-8', 'NIT')).toBeUndefined()
  expect(errorOf('900123456-7', 'NIT')).toBe('checkDigit')
  expect(errorOf('900123456-7', 'CC')).toBe('invalid')
  expect(errorOf('900123456', 'CC')).toBeUndefined()
})

const paz: Values = {
  nombre: 'Íñigo Núñez',
  tipo_documento: 'CC',
  numero_documento: '1020304050',
  concepto: 'cartera',
  dependencia: 'Tesorería',
  periodo_hasta: '2026-10-31',
  saldo_pendiente: '0.00',
  vigencia_dias: 30,
  ciudad: 'Cali',
  fecha_expedicion: '2026-11-20',
}
test.each([
  [{}, {}],
  [{ saldo_pendiente: '0.01' }, { saldo_pendiente: 'max' }],
  [{ vigencia_dias: 0 }, { vigencia_dias: 'min' }],
  [{ vigencia_dias: 366 }, { vigencia_dias: 'max' }],
  [{ vigencia_dias: '30' }, { vigencia_dias: 'number' }],
  [{ vigencia_dias: 1.5 }, { vigencia_dias: 'number' }],
  [{ observaciones: 'una\r\ndos' }, {}],
])('validates paz y salvo %j: %j', (over, errors) => {
  expect(validateValues(pazYSalvo.fields, { ...paz, ...over }, context).errors).toEqual(errors)
})

describe('tables', () => {
  const order: Values = {
    proveedor: 'Papelería El Cóndor',
    proveedor_nit: '890903938-8',
    fecha: '2026-11-20',
    fecha_entrega: '2026-11-20',
    lugar_entrega: 'Bodega',
    condiciones_pago: 'contado',
    moneda: 'COP',
    solicitado_por: 'Ana',
  }
  const item = { descripcion: 'Resma', unidad: 'caja', cantidad: '2.500', valor_unitario: '100.10', iva_pct: '19' }
  const checkOrder = createValidator(ordenDeCompra.fields, context)
  const checkItems = (items: unknown) => checkOrder({ ...order, items })

  it('computes rows, sums and amounts in words exactly', () => {
    const { values, errors } = checkItems([item, { ...item, cantidad: '0.333', iva_pct: '5' }])
    expect(errors).toEqual({})
    expect(values.items).toEqual([
      { ...item, cantidad: '2.5', total: '250.25', iva: '47.55' },
      { ...item, cantidad: '0.333', iva_pct: '5', total: '33.33', iva: '1.67' },
    ])
    expect(values).toMatchObject({
      subtotal: '283.58',
      iva: '49.22',
      total: '332.80',
      total_en_letras: 'TRESCIENTOS TREINTA Y DOS PESOS CON OCHENTA CENTAVOS M/CTE',
    })
  })

  test.each([
    [undefined, { items: 'required' }],
    [[], { items: 'required' }],
    [[{}], { items: 'required' }],
    ['x', { items: 'invalid' }],
    [{ 0: item }, { items: 'invalid' }],
    [[item, 'x', null], { 'items.1': 'invalid', 'items.2': 'invalid' }],
    [[item, {}, { ...item, cantidad: '2,5' }], { 'items.2.cantidad': 'number' }],
    [
      [{ descripcion: 'Resma' }],
      {
        'items.0.unidad': 'required',
        'items.0.cantidad': 'required',
        'items.0.valor_unitario': 'required',
        'items.0.iva_pct': 'required',
      },
    ],
    [[{ ...item, cantidad: [['1']] }], { 'items.0.cantidad': 'number' }],
    [[{ ...item, iva_pct: '17' }], { 'items.0.iva_pct': 'choice' }],
    [Array.from({ length: 201 }, () => item), { items: 'max' }],
    [Array.from({ length: 100_000 }, () => 0), { items: 'max' }],
  ])('validates rows %#', (items, errors) => expect(checkItems(items).errors).toEqual(errors))

  it('validates a date against another date', () => {
    expect(checkOrder({ ...order, items: [item], fecha_entrega: '2026-11-19' }).errors).toEqual({
      fecha_entrega: 'min',
    })
  })
})

it('summarizes a request in a short text', () => {
  expect(summarizeRequest(cartaLaboral, cartaLaboral.fields, letter)).toEqual({
    summary: 'María José Güell Peña · 0012345678 · $ 2.500.000,00',
    idDocument: '0012345678',
    amount: '$ 2.500.000,00',
  })
  expect(summarizeRequest(cartaLaboral, cartaLaboral.fields, { ...letter, salario_mensual: '' })).toEqual({
    summary: 'María José Güell Peña · 0012345678 · Analista de nómina',
    idDocument: '0012345678',
    amount: '',
  })
  expect(summarizeRequest(cartaLaboral, cartaLaboral.fields, {})).toEqual({
    summary: 'Carta laboral',
    idDocument: '',
    amount: '',
  })
  const long = summarizeRequest(cartaLaboral, cartaLaboral.fields, {
    ...letter,
    nombre_completo: 'ñ'.repeat(5000),
    cargo: 'x'.repeat(5000),
  })
  expect(long.summary.length).toBeLessThanOrEqual(200)
})

const item = { descripcion: 'Resma', unidad: 'caja', cantidad: '2', valor_unitario: '10.00', iva_pct: '0' }

it('summarizes by the chosen fields, in order and as printed', () => {
  const chosen = ['fecha_ingreso', 'incluir_salario', 'cargo']
  const fields = cartaLaboral.fields.map((field) => ({ ...field, summary: chosen.includes(field.key) }))
  expect(summarizeRequest(cartaLaboral, fields, letter).summary).toBe('Analista de nómina · 03/02/2020 · Sí')
  // A draft may hold anything.
  const wrong = { cargo: { a: 1 }, incluir_salario: 'quizá', fecha_ingreso: ['x'] } as unknown as Values
  expect(summarizeRequest(cartaLaboral, fields, wrong).summary).toBe('Carta laboral')
})

describe('amount of a summary', () => {
  const money = (key: string): Field => ({ key, label: key, type: 'money' })
  const decimal = (key: string): Field => ({ key, label: key, type: 'decimal', decimals: 2 })
  const others = [
    money('precio'),
    money('costo'),
    decimal('cantidad'),
    { key: 'doble', label: 'Doble', type: 'computed', formula: '2 * precio' },
    {
      ...money('items'),
      type: 'table',
      columns: [
        decimal('unidades'),
        { key: 'valor', label: 'Valor', type: 'computed', formula: 'unidades * precio' },
        { key: 'peso', label: 'Peso', type: 'computed', formula: 'unidades * cantidad' },
      ],
    },
  ] as const satisfies Field[]
  const values = { precio: '10.00', costo: '4.00', cantidad: '3', items: [{ unidades: '2' }] }
  const amountOf = (formula: string, change: Partial<Field> = {}) => {
    const computed: Field = { key: 'c', label: 'C', type: 'computed', formula, summary: true, decimals: 2, ...change }
    return summarizeRequest({ name: 'Compra' }, [...others, computed], values).amount
  }

  it.each([
    ['cantidad * precio', '30,00'],
    ['precio - costo', '6,00'],
    ['(precio + 1) * cantidad / 2', '16,50'],
    ['doble + cantidad', '23,00'],
    ['suma(items.valor)', '20,00'],
  ])('is a computed result in money: %s', (formula, amount) => expect(amountOf(formula)).toBe(amount))

  it('is a computed number with a currency', () => {
    expect(amountOf('cantidad * 5', { currency: 'COP' })).toBe('$ 15,00')
    expect(amountOf('suma(items.peso)', { currency: 'COP' })).toBe('$ 6,00')
  })

  it.each([
    'cantidad * 5',
    'precio / costo',
    'precio * costo',
    'suma(items.peso)',
    'suma(items.unidades)',
    'c + precio',
    'enLetras(precio)',
  ])('is no other computed value: %s', (formula) => expect(amountOf(formula)).toBe(''))

  it('is no amount in words', () => expect(amountOf('enLetras(precio)', { currency: 'COP' })).toBe(''))

  it('does not double the work with each field that two others reference', () => {
    const chain = Array.from({ length: 60 }, (_, i): Field => {
      const before = i === 0 ? 'cantidad' : `c${i - 1}`
      return { key: `c${i}`, label: 'C', type: 'computed', formula: `${before} - ${before} + 1`, summary: i === 59 }
    })
    expect(summarizeRequest({ name: 'Compra' }, [...others, ...chain], values)).toMatchObject({
      summary: '1',
      amount: '',
    })
  })
})

it('takes no computed number of days as the amount', () => {
  const { name, fields } = vacacionesOPermiso
  const chosen = fields.map((field) => ({ ...field, summary: ['dias', 'numero_documento'].includes(field.key) }))
  const values = { numero_documento: '52345678', fecha_inicio: '2026-12-01', fecha_fin: '2026-12-10' }
  expect(summarizeRequest({ name }, chosen, values)).toEqual({
    summary: '52345678 · 10',
    idDocument: '52345678',
    amount: '',
  })
})

it.each([
  [
    'AE',
    { entrega: 'Uno', recibe: 'Dos', tipo_documento: 'CC', numero_documento: '123' },
    'Dos · 123 · Uno',
    '123',
    '',
  ],
  ['CC', { nombre: 'Ana', numero_documento: '123', valor: '10.00' }, 'Ana · 123 · $ 10,00', '123', '$ 10,00'],
  ['OC', { proveedor: 'Ferro', proveedor_nit: '1', moneda: 'COP', items: [item] }, 'Ferro · 1 · 20,00', '1', '20,00'],
  ['OC', {}, 'Orden de compra', '', ''],
  ['MI', { para: 'Todos', de: 'Ana', asunto: 'Cierre', ciudad: 'Cali' }, 'Todos · Ana · Cierre', '', ''],
] as const)(
  'summarizes %s by name, identity number and amount if no fields are chosen',
  (code, values, summary, idDocument, amount) => {
    const { name, fields } = initialFormats.find((each) => each.code === code) ?? cartaLaboral
    const found = summarizeRequest({ name }, fields, values as unknown as Values)
    expect(found).toEqual({ summary, idDocument, amount })
  },
)
