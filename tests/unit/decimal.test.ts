import { expect, it, test } from 'vitest'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  roundDecimal,
  toDecimalString,
  toShortDecimalString,
} from '../../src/domain/money/decimal.ts'

const d = (text: string) => parseDecimal(text) as Decimal

test.each(['1.234,5', '1e5', '', '.5', '5.', '007', '+1', ' 1', 'NaN', '1'.repeat(41)])(
  'rejects %j as a decimal',
  (text) => {
    expect(parseDecimal(text)).toBeNull()
  },
)

it('adds and multiplies exactly', () => {
  expect(toDecimalString(addDecimals(d('0.1'), d('0.2')))).toBe('0.3')
  expect(toDecimalString(multiplyDecimals(d('98500.00'), d('12.5')))).toBe('1231250.000')
  expect(toDecimalString(addDecimals(d('9007199254740993'), d('0.01')))).toBe('9007199254740993.01')
})

test.each([
  ['1.005', 2, '1.01'],
  ['1.004', 2, '1.00'],
  ['-1.005', 2, '-1.01'],
  ['0.5', 0, '1'],
  ['-0.5', 0, '-1'],
  ['2', 2, '2.00'],
])('rounds %s to %d decimals as %s', (text, places, result) =>
  expect(toDecimalString(roundDecimal(d(text), places))).toBe(result),
)

it('divides to twelve decimals and returns null for zero', () => {
  expect(toShortDecimalString(divideDecimals(d('10'), d('4')) as Decimal)).toBe('2.5')
  expect(toDecimalString(roundDecimal(divideDecimals(d('2'), d('3')) as Decimal, 2))).toBe('0.67')
  expect(toDecimalString(roundDecimal(divideDecimals(d('1.00'), d('-8.0')) as Decimal, 3))).toBe('-0.125')
  expect(divideDecimals(d('1'), d('0.00'))).toBeNull()
})

it('compares values of different scale and removes trailing zeros', () => {
  expect(compareDecimals(d('1.50'), d('1.5'))).toBe(0)
  expect(compareDecimals(d('-2'), d('1.999'))).toBe(-1)
  expect(toShortDecimalString(d('100'))).toBe('100')
  expect(toShortDecimalString(d('100.10'))).toBe('100.1')
  expect(toShortDecimalString(d('-0.00'))).toBe('0')
})

test.each([
  ['1234567.5', '1.234.567,5'],
  ['-1234', '-1.234'],
  ['123', '123'],
  ['0.05', '0,05'],
])('formats %s as %s', (text, printed) => expect(formatDecimal(text)).toBe(printed))
