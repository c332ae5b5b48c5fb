import { describe, expect, it, test } from 'vitest'
import { isSafePattern } from '../../../src/domain/fields/pattern.ts'
import { findClosestMatch } from '../../../src/domain/text/closest-match.ts'
import { toComparisonKey } from '../../../src/domain/text/comparison.ts'
import { countCodePoints, normalizeLine, truncateText } from '../../../src/domain/text/text.ts'
import { hasValidCharacters } from '../../../src/domain/text/valid-characters.ts'
import { typed } from './typed.ts'

test.each([
  ['  María   José ', 'María José'],
  ['a\u00a0b\u2009c\u3000d', 'a b c d'],
  ['dos\nlíneas\r\ny\ttab', 'dos líneas y tab'],
  ['E\u0301l n\u0303u', 'Él ñu'],
  ['\ufeffco\u00adope\u200bra\u200ftiva\u200e', 'cooperativa'],
  ['“comillas” y ‘otras’', '“comillas” y ‘otras’'],
  ['👨\u200d👩\u200d👧 fami\u200dlia', '👨\u200d👩\u200d👧 familia'],
  ['❤\ufe0f\u200d🔥', '❤\ufe0f\u200d🔥'],
  ['o\ufb01cio di\ufb03cil', 'oficio difficil'],
  ['A\ufe0fn\ufe00\ufe0ea\u{e0100}', 'Ana'],
  ['☎\ufe0f 1', '☎\ufe0f 1'],
  ['\u200b', null],
  ['   ', null],
  ['a\u0000b', '!characters'],
  ['a\u0007b', '!characters'],
  ['\ud800x', '!characters'],
  ['x\udc00', '!characters'],
  ['\u202dAna\u202c', 'Ana'],
  ['\u2067Ana\u2069', 'Ana'],
  ['Ana \ue000oabcdefghijklmno', '!characters'],
  ['\uf0b7 primero', '!characters'],
  ['Ana \u{f0000}', '!characters'],
  ['Ana \u{10fffd}', '!characters'],
  ['1,23457E+15', '!precision'],
  ['#N/A', '!excelError'],
  ['######', '!excelError'],
])('parses text %j → %j', (text, value) => expect(typed({ type: 'text' }, text)).toBe(value))

const excelErrors = [
  '#N/A #N/D #¡REF! #¡VALOR! #¿NOMBRE? #¡DIV/0! #¡NUM! #¡NULO! #REF! #VALUE! #NAME? #DIV/0! #NUM! #NULL!',
  '#¡DESBORDAMIENTO! #SPILL! #¡BLOQUEADO! #ERROR! #NOMBRE? #ref! #¡valor! #n/a #BUSY! #¡OCUPADO! #PYTHON! #GETTING_DATA',
  '#OBTENIENDO_DATOS ### Err:502 Loading... Loading… Cargando... CARGANDO… Calculando...',
].flatMap((line) => line.split(' '))
test.each([
  ...excelErrors,
  '#¡TIEMPO DE ESPERA!',
  'Cargando datos...',
  'Retrieving data. Wait a few seconds and try to cut or copy again.',
  'Recuperando datos. Espere unos segundos e intente cortar o copiar de nuevo.',
])('reports %s as an error in every field type', (text) => {
  for (const type of [
    'text',
    'longText',
    'integer',
    'money',
    'date',
    'choice',
    'idDocument',
    'email',
    'phone',
  ] as const)
    expect(typed({ type }, text)).toBe('!excelError')
})

test.each([
  '#1',
  '# 12-34',
  '#VAMOS',
  '#COLOMBIA_SIEMPRE',
  '#VAMOS COLOMBIA!',
  '#Vamos!',
  '#URGENTE!',
  '#VIP2025!',
  'Cargando',
  'Cargando muebles...',
  'Loading dock',
  '¡ERROR!',
])('takes %j as a text', (text) => expect(typed({ type: 'text' }, text)).toBe(text))

test.each([
  ['integer', '1.234', 1234],
  ['money', '$ 1.234.567,89', '1234567.89'],
  ['percent', '19 %', '19'],
  ['date', '03/04/2025', '2025-04-03'],
  ['idDocument', '1.020.304.050', '1020304050'],
  ['email', 'ana@empresa.co', 'ana@empresa.co'],
  ['phone', '300 123 4567', '+573001234567'],
  ['boolean', 'Sí', true],
  ['longText', 'uno', 'uno'],
] as const)('parses %s without direction marks around %j', (type, text, value) => {
  for (const mark of ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])
    expect(typed({ type }, `${mark}${text}${mark}`)).toEqual(value)
})

it('keeps line breaks of long texts as LF', () => {
  expect(typed({ type: 'longText' }, ' uno  dos \r\n\r\ntres\u2028cuatro\rcinco ')).toBe(
    'uno dos\n\ntres\ncuatro\ncinco',
  )
})

it('counts code points as characters', () => {
  expect(typed({ type: 'text', max: 3 }, '😀😀😀')).toBe('😀😀😀')
  expect(typed({ type: 'text', max: 3 }, '😀😀😀😀')).toBe('!length')
  expect(typed({ type: 'text', min: 3 }, 'ab')).toBe('!length')
  expect(typed({ type: 'text' }, 'x'.repeat(501))).toBe('!length')
  expect(typed({ type: 'text' }, 'x'.repeat(40_000))).toBe('!length')
  expect(countCodePoints('a😀b')).toBe(3)
  expect(truncateText('😀😀😀😀', 3)).toBe('😀😀…')
})

it('matches the pattern against the whole text', () => {
  const field = { type: 'text', pattern: '\\d{4}-[12]|libre' } as const
  expect(typed(field, '2025-1')).toBe('2025-1')
  expect(typed(field, 'libre')).toBe('libre')
  expect(typed(field, 'x2025-1')).toBe('!pattern')
  expect(typed(field, '2025-12')).toBe('!pattern')
})

describe('pattern safety', () => {
  test.each([
    '\\d{6,12}',
    '[A-Z]{2}-\\d+',
    '([01]?\\d|2[0-3]):[0-5]\\d',
    '(\\d{3}\\.)*\\d{3}',
    '(?:AB|CD)\\d{4}',
    '.*',
    'a{2}(-b)?',
    '(?:\\d{3}[.,]?){1,3}',
    '[a-z.]+@[a-z]+\\.[a-z]{2,3}',
  ])('accepts %s', (pattern) => expect(isSafePattern(pattern)).toBe(true))
  test.each([
    '(a+)+',
    '(a*)*b',
    '(a|aa)+',
    '(\\d+,?)*x',
    '((ab)+)*',
    '(a{1,3})*',
    '(x+x+)+y',
    '.*.*.*.*x',
    '(a+){2,9}',
    '(?:a{0,30}){0,30}b',
    '(?:a|b|ab){1,40}c',
    '(?:a?){40}b',
    `${'a?'.repeat(60)}b`,
    `${'a{0,50}'.repeat(20)}b`,
    '.*.*.*x',
    '(?:(?:a{1,3}){1,3}){1,9}b',
    '[',
    '(',
    '(?=a)b',
    '(?<!a)b',
    '(a)\\1',
    '\\p{L}+',
    'a'.repeat(201),
  ])('rejects %s', (pattern) => expect(isSafePattern(pattern)).toBe(false))
})

it('limits the time of a stored unsafe pattern', () => {
  for (const pattern of ['(?:a{0,30}){0,30}b', '(a+)+b', `${'a?'.repeat(60)}b`])
    expect(typed({ type: 'text', pattern }, 'a'.repeat(500))).toBe('!pattern')
  expect(typed({ type: 'text', pattern: '.*.*.*b' }, `${'a'.repeat(90)}b`)).toBe(`${'a'.repeat(90)}b`)
  expect(typed({ type: 'text', pattern: '.*.*.*b' }, 'a'.repeat(500))).toBe('!pattern')
})

it('ignores case, accents, spaces and punctuation in comparisons', () => {
  expect(toComparisonKey('N.º de Cédula')).toBe(toComparisonKey('nº DE cedula'))
  expect(toComparisonKey('término-indefinido')).toBe(toComparisonKey('Termino  Indefinido'))
  expect(toComparisonKey('año')).toBe('ano')
})

it('suggests only close matches', () => {
  const options = ['término indefinido', 'término fijo', 'obra o labor', 'aprendizaje'].map(
    (name) => [name, name] as const,
  )
  expect(findClosestMatch('indefinido', options)).toBe('término indefinido')
  expect(findClosestMatch('termino fjo', options)).toBe('término fijo')
  expect(findClosestMatch('aprendisaje', options)).toBe('aprendizaje')
  expect(findClosestMatch('x', options)).toBeUndefined()
  expect(findClosestMatch('contratista', options)).toBeUndefined()
})

it('suggests the value of a close alias unless two values are equally close', () => {
  expect(
    findClosestMatch('pasaprte', [
      ['PA', 'PA'],
      ['pasaporte', 'PA'],
    ]),
  ).toBe('PA')
  expect(
    findClosestMatch('rojoo', [
      ['rojos', 'a'],
      ['rojo', 'a'],
      ['rojon', 'a'],
    ]),
  ).toBe('a')
  expect(
    findClosestMatch('casx', [
      ['casa', 'a'],
      ['caso', 'b'],
    ]),
  ).toBeUndefined()
})

it('detects lone surrogates anywhere', () => {
  expect(hasValidCharacters('😀 bien')).toBe(true)
  for (const text of ['\ud83d', 'a\ude00', '\ude00\ud83d', '😀\ud83d']) expect(hasValidCharacters(text)).toBe(false)
})

it('leaves clean text unchanged and normalizes idempotently', () => {
  for (const text of ['Íñigo Ñandú', ' a  b', 'e\u0301', '👨\u200d👩'].map(normalizeLine))
    expect(normalizeLine(text)).toBe(text)
})
