import { describe, expect, it, test } from 'vitest'
import type { Column } from '../../../src/domain/fields/field.ts'
import { formatValue } from '../../../src/domain/fields/values.ts'
import { typed } from './typed.ts'

const contract = {
  type: 'choice',
  options: [
    { value: 'término indefinido', aliases: ['indefinido'] },
    { value: 'término fijo' },
    { value: 'obra o labor' },
  ],
} as const satisfies Partial<Column>
const purposes = {
  type: 'choices',
  options: [{ value: 'ventas' }, { value: 'envío, y entrega' }, { value: 'información' }],
} as const satisfies Partial<Column>

test.each(['Sí', 'Si', 'SI', 's', 'X', '1', 'Verdadero', 'TRUE', '✓', '✔', '✔\ufe0f', '☑', '✅'])(
  'parses %s as yes',
  (text) => expect(typed({ type: 'boolean' }, text)).toBe(true),
)
test.each(['No', 'N', '0', 'Falso', 'false'])('parses %s as no', (text) =>
  expect(typed({ type: 'boolean' }, text)).toBe(false),
)
test.each(['quizá', 'yes', '2', 'sí señor', '-', '✗', '❌', '☐'])('rejects %s as a boolean', (text) =>
  expect(typed({ type: 'boolean' }, text)).toBe('!boolean'),
)

test.each([
  ['término indefinido', 'término indefinido'],
  ['TERMINO  INDEFINIDO', 'término indefinido'],
  ['Indefinido', 'término indefinido'],
  ['obra/o-labor', 'obra o labor'],
  ['termino fjo', '!choice ?término fijo'],
  ['honorarios', '!choice'],
])('parses choice %s → %s', (text, value) => expect(typed(contract, text)).toBe(value))

const documents = {
  type: 'choice',
  options: [
    { value: 'CC', aliases: ['cédula', 'cédula de ciudadanía', 'cédula ciudadanía'] },
    { value: 'CE', aliases: ['cédula de extranjería', 'extranjero'] },
    { value: 'PA', aliases: ['pasaporte'] },
    { value: 'TI', aliases: [] },
  ],
} as const satisfies Partial<Column>

test.each([
  ['Cédula de Ciudadanía', 'CC'],
  ['PASAPORTE', 'PA'],
  ['pasaprte', '!choice ?PA'],
  ['sedula', '!choice ?CC'],
  ['pasaporte vigente', '!choice ?PA'],
  ['estrangero', '!choice ?CE'],
  // Equally close to two aliases of one option.
  ['cedula d ciudadania', '!choice ?CC'],
  // Equally close to aliases of two options.
  ['cédula de', '!choice'],
  ['tarjeta', '!choice'],
])('parses choice by alias %s → %s', (text, value) => expect(typed(documents, text)).toBe(value))

it('suggests several choices by their aliases', () => {
  const kinds = { ...documents, type: 'choices' as const }
  expect(typed(kinds, 'pasaporte; TI')).toEqual(['PA', 'TI'])
  expect(typed(kinds, 'pasaprte; cédulas')).toBe('!choice ?PA; CC')
})

it('distinguishes options that differ only in punctuation', () => {
  const blood = { type: 'choice', options: [{ value: 'A+' }, { value: 'A-' }] } satisfies Partial<Column>
  expect(typed(blood, 'A-')).toBe('A-')
  expect(typed(blood, 'a')).toBe('!choice')
})

it('splits several choices in the order of the options, without duplicates', () => {
  expect(typed(purposes, 'INFORMACION; ventas|Ventas')).toEqual(['ventas', 'información'])
  expect(typed(purposes, 'envio y entrega')).toEqual(['envío, y entrega'])
  expect(typed(purposes, 'ventas; informasion')).toBe('!choice ?ventas; información')
  expect(typed(purposes, 'ventas; zzz')).toBe('!choice')
  expect(typed({ ...purposes, min: 2 }, 'ventas')).toBe('!min')
  expect(typed({ ...purposes, max: 1 }, 'ventas; información')).toBe('!max')
})

describe('several choices in one text', () => {
  const benefits = {
    type: 'choices',
    options: [{ value: 'Salud, pensión y ARL' }, { value: 'Cesantías' }, { value: 'Vacaciones', aliases: ['vac.'] }],
  } as const satisfies Partial<Column>
  const two = ['Cesantías', 'Vacaciones']

  it.each([
    ['Salud, pensión y ARL', ['Salud, pensión y ARL']],
    ['Cesantías, Salud, pensión y ARL', ['Salud, pensión y ARL', 'Cesantías']],
    ['Vac., salud pension y arl; Cesantías', ['Salud, pensión y ARL', 'Cesantías', 'Vacaciones']],
    ['Cesantías; Vacaciones', two],
    ['Cesantías|Vacaciones', two],
    ['Cesantías y Vacaciones', two],
    ['Cesantías\nVacaciones', two],
    ['["Cesantías","Vacaciones"]', two],
    ['Cesantías / Vacaciones', two],
    ['CESANTIAS,VACACIONES', two],
    ['- Cesantías\n- Vacaciones', two],
    ['Cesantías Vacaciones', two],
    ['{Cesantías,Vacaciones}', two],
    ['Cesantías, Cesantías', ['Cesantías']],
    ['sin Cesantías', '!choice ?Cesantías'],
    ['Cesantías o Vacaciones', '!choice'],
    ['Cesantías y', '!choice ?Cesantías'],
    ['Cesantías, Salud', '!choice ?Cesantías; Salud, pensión y ARL'],
    ['Cesantias, Vacasiones', '!choice ?Cesantías; Vacaciones'],
  ])('splits %j into known options', (text, value) => expect(typed(benefits, text)).toEqual(value))

  it('is asked about if it can be split in two manners', () => {
    const options = [{ value: 'Salud' }, { value: 'Pensión' }, { value: 'Salud y pensión' }, { value: 'ARL' }]
    const nested = { type: 'choices', options } satisfies Partial<Column>
    expect(typed(nested, 'Salud y pensión')).toEqual(['Salud y pensión'])
    expect(typed(nested, 'Salud; Pensión')).toEqual(['Salud', 'Pensión'])
    expect(typed(nested, 'ARL, Salud y pensión')).toBe('!choice ?ARL; Salud y pensión')
    expect(typed(nested, 'Pensión, ARL')).toEqual(['Pensión', 'ARL'])
  })

  it('is split by its separators if options differ only in their signs', () => {
    const blood = { type: 'choices', options: [{ value: 'A+' }, { value: 'A-' }] } satisfies Partial<Column>
    expect(typed(blood, 'A+, A-')).toEqual(['A+', 'A-'])
    expect(typed(blood, 'A A')).toBe('!choice')
  })
})

it('prints several choices as a list or as a sentence', () => {
  const field = { key: 'f', label: 'F', ...purposes, options: [...purposes.options] }
  expect(formatValue(field, ['ventas', 'información'])).toBe('ventas; información')
  expect(formatValue(field, ['ventas', 'envío, y entrega', 'información'], 'largo')).toBe(
    'ventas; envío, y entrega; e información',
  )
  expect(formatValue(field, ['ventas'], 'largo')).toBe('ventas')
})

it('refuses more choices in one text than there are options', () => {
  const field: Partial<Column> = { type: 'choices', options: [{ value: 'a' }, { value: 'b' }] }
  expect(typed(field, 'a b')).toEqual(['a', 'b'])
  expect(typed(field, 'a b a')).toMatch(/^!/)
})
