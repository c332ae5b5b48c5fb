import { describe, expect, it, test } from 'vitest'
import type { IdDocumentKind } from '../../../src/domain/fields/field-types.ts'
import { typed } from './typed.ts'

const read = (text: string, kinds: IdDocumentKind[], country = 'CO') =>
  typed({ type: 'idDocument', kinds }, text, {}, country)

describe('existing identity documents', () => {
  test.each([
    ['NIT', '900123456-8'],
    ['NIT', '890903938-8'],
    ['NIT', '899999068-1'],
    ['NIT', '860002964-4'],
    ['NIT', '800197268-4'],
    ['RUT', '76086428-5'],
    ['RUT', '97004000-5'],
    ['RUT', '60803000-K'],
    ['CUIT', '33693450239'],
    ['CUIT', '30500010912'],
    ['RUC', '20100070970', 'PE'],
    ['RUC', '20131312955', 'PE'],
    ['RUC', '1710034065001', 'EC'],
    ['RUC', '1790016919001', 'EC'],
    ['CC', '1710034065', 'EC'],
    ['RFC', 'SAT970701NN3', 'MX'],
    ['RFC', 'GODE561231GR8', 'MX'],
    ['RFC', 'XAXX010101000', 'MX'],
    ['CURP', 'HEGG560427MVZRRL04', 'MX'],
    ['CURP', 'BOXW310820HNERXN09', 'MX'],
    ['DNI', '01234567', 'PE'],
    ['CC', '0012345678'],
    ['CC', '123'],
    ['TI', '10203040506'],
    ['CE', 'E1234567'],
    ['PA', 'AB123456'],
  ] satisfies [IdDocumentKind, string, string?][])('accepts %s %s', (kind, text, country = 'CO') => {
    expect(read(text, [kind], country)).toBe(text)
  })

  test.each([
    ['NIT', '890903938-8'],
    ['RUT', '76086428-5'],
    ['CUIT', '33693450239'],
    ['RUC', '20100070970', 'PE'],
    ['CC', '1710034065', 'EC'],
    ['RFC', 'SAT970701NN3', 'MX'],
    ['CURP', 'HEGG560427MVZRRL04', 'MX'],
  ] satisfies [IdDocumentKind, string, string?][])(
    'rejects %s %s with any other last digit',
    (kind, text, country = 'CO') => {
      const others = '0123456789'.split('').filter((digit) => !text.endsWith(digit))
      for (const digit of others)
        expect(read(text.slice(0, -1) + digit, [kind], country), digit).toMatch(/^!checkDigit/)
    },
  )
})

test.each([
  ['1.020.304.050', '1020304050'],
  ['1 020 304 050', '1020304050'],
  ['1,020,304,050', '1020304050'],
  ['C.C. 1020304050', '1020304050'],
  ['cc1020304050', '1020304050'],
  ['CC No. 1.020.304', '1020304'],
  ['cédula de ciudadanía N.º 1020304050', '1020304050'],
  ['N° 1020304050', '1020304050'],
  ['\u200b0012345678\u00a0', '0012345678'],
  ['12', '!length'],
  ['12345678901', '!length'],
  ['1020304050a', '!invalid'],
  ['0000000', '!invalid'],
  ['12345678.0', '!invalid ?12345678'],
  ['1.020.304.05', '!invalid'],
  ['1,23457E+15', '!precision'],
  ['NIT 900123456-8', '!conflict'],
])('parses CC %s → %s', (text, value) => expect(read(text, ['CC'])).toBe(value))

test.each([
  ['900123456-8', '900123456-8'],
  ['900.123.456-8', '900123456-8'],
  ['900123456–8', '900123456-8'],
  ['900123456 8', '900123456-8'],
  ['900.123.456 - 8', '900123456-8'],
  ['9001234568', '900123456-8'],
  ['NIT: 900.123.456-8', '900123456-8'],
  ['N.I.T. 9001234568', '900123456-8'],
  ['900123456', '!checkDigit ?900123456-8'],
  ['900123456-7', '!checkDigit ?900123456-8'],
  ['9001234567', '!checkDigit ?900123456-8'],
  ['1020304050', '!checkDigit ?1020304050-8'],
  ['901234560', '"90123456-0" ~checkDigit'],
  ['12', '!length'],
  ['abc', '!invalid'],
])('parses NIT %s → %s', (text, value) => expect(read(text, ['NIT'])).toBe(value))

test.each([
  ['60.803.000-k', ['RUT'], 'CL', '60803000-K'],
  ['76086428-4', ['RUT'], 'CL', '!checkDigit ?76086428-5'],
  ['33-69345023-9', ['CUIT'], 'AR', '33693450239'],
  ['12.345.678', ['DNI'], 'AR', '12345678'],
  ['1234567', ['DNI'], 'PE', '!length ?01234567'],
  ['171003406', ['CC'], 'EC', '!length ?0171003406'],
  ['1790016919000', ['RUC'], 'EC', '!invalid'],
  ['RFC: SAT-970701-NN3', ['RFC'], 'MX', 'SAT970701NN3'],
  ['sat970701nn3', ['RFC'], 'MX', 'SAT970701NN3'],
  ['PASAPORTE NX123456', ['PA'], 'CO', 'NX123456'],
  ['pa1234567', ['PA'], 'CO', 'PA1234567'],
  ['AB-123456', ['PA'], 'CO', '!invalid'],
  ['CE 123456', ['CE'], 'CO', '123456'],
  ['900123456-8', ['CC', 'CE', 'NIT'], 'CO', '900123456-8'],
  ['900123456-7', ['CC', 'CE', 'NIT'], 'CO', '!checkDigit ?900123456-8'],
] as const)('parses %s as %j in %s → %s', (text, kinds, country, value) => {
  expect(read(text, [...kinds], country)).toBe(value)
})

it('uses the kind given in the row', () => {
  const field = { type: 'idDocument', kinds: ['CC', 'NIT'], kindFrom: 'tipo' } as const
  expect(typed({ ...field, kinds: [...field.kinds] }, '900123456', { kind: 'CC' })).toBe('900123456')
  expect(typed({ ...field, kinds: [...field.kinds] }, '900123456', { kind: 'NIT' })).toBe('!checkDigit ?900123456-8')
})
