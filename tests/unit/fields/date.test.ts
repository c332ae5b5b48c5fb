import { describe, expect, it, test } from 'vitest'
import { detectDateOrder } from '../../../src/domain/fields/date-text.ts'
import { spellOutValue } from '../../../src/domain/fields/spell-out-value.ts'
import { formatValue } from '../../../src/domain/fields/values.ts'
import { dateToDayNumber, dayNumberToDate, serialToDate } from '../../../src/domain/time/date.ts'
import { typed } from './typed.ts'

test.each([
  '03/04/2025',
  '3/4/2025',
  '3-4-2025',
  '3.4.2025',
  '2025-04-03',
  '2025/4/3',
  '3 de abril de 2025',
  '3 de abril del 2025',
  '3 abril 2025',
  '3 abr. 2025',
  '3-abr-2025',
  'abril 3 de 2025',
  'Abril 3, 2025',
  'Apr 3, 2025',
  'Apri 3, 2025',
  'jueves, 3 de abril de 2025',
  'Jue 3 abr 2025',
  '3 DE ABRIL DE 2025',
  '03/04/2025 00:00:00',
  '03/04/2025 12:00:00 a. m.',
  '2025-04-03T00:00:00.000Z',
  '03\u201104\u20112025',
  '03\u221204\u22122025',
  '03–04–2025',
  '03 - 04 - 2025',
  '3 / 4 / 2025',
  '03 \u2212 04 \u2212 2025 00:00',
  '2025\u201104\u201103',
  '3\u2011abr\u20112025',
  '03/04/2025.',
  '3 de abril de 2025.',
])('parses %s as 3 April', (text) => expect(typed({ type: 'date' }, text)).toBe('2025-04-03'))

test.each([
  ['3-4-25', '"2025-04-03" ~century'],
  ['3/4/29', '"2029-04-03" ~century'],
  ['3/4/30', '"1930-04-03" ~century'],
  ['3-abr-25', '"2025-04-03" ~century'],
  ['03/04/2025 14:30', '"2025-04-03" ~time'],
  ['2025-04-03 08:15:00 p. m.', '"2025-04-03" ~time'],
  ['primero de mayo de 2025', '2025-05-01'],
  ['1.º de mayo de 2025', '2025-05-01'],
  ['5 de setiembre de 2025', '2025-09-05'],
  ['5 sept 2025', '2025-09-05'],
  ['29/02/2024', '2024-02-29'],
  ['29/02/2023', '!date'],
  ['31/02/2020', '!date'],
  ['31/04/2025', '!date'],
  ['00/04/2025', '!date'],
  ['04/25/2025', '!date ?25 de abril de 2025'],
  ['45750', '!date ?3 de abril de 2025'],
  ['20250403', '!date ?3 de abril de 2025'],
  ['03/04/0025', '!date'],
  ['5 de ma de 2025', '!date'],
  ['mañana', '!date'],
  ['abril de 2025', '!date'],
])('parses date %s → %s', (text, value) => expect(typed({ type: 'date' }, text)).toBe(value))

describe('month-first column', () => {
  it('reads the first part as the month and suggests a date if it cannot be one', () => {
    expect(typed({ type: 'date' }, '03/04/2025', { dateOrder: 'mdy' })).toBe('2025-03-04')
    expect(typed({ type: 'date' }, '25/04/2025', { dateOrder: 'mdy' })).toBe('!date ?25 de abril de 2025')
  })

  it('parses its own suggestion in either order', () => {
    for (const dateOrder of ['dmy', 'mdy'] as const)
      expect(typed({ type: 'date' }, '25 de abril de 2025', { dateOrder })).toBe('2025-04-25')
  })

  test.each([
    ['25/04/2025', 'dmy'],
    ['04/25/2025', 'mdy'],
    ['25 - 04 - 2025', 'dmy'],
    ['04\u221225\u22122025.', 'mdy'],
    ['04/05/2025', null],
    ['2025-04-25', null],
    ['45/50/2025', null],
  ])('detects in %s the order %s', (text, order) => expect(detectDateOrder(text)).toBe(order))
})

it('enforces the bounds of the field', () => {
  expect(typed({ type: 'date', max: 'today' }, '20/11/2026')).toBe('2026-11-20')
  expect(typed({ type: 'date', max: 'today' }, '21/11/2026')).toBe('!future')
  expect(typed({ type: 'date', min: 'today-30' }, '20/10/2026')).toBe('!min')
  expect(typed({ type: 'date', max: '2020-12-31' }, '01/01/2021')).toBe('!max')
})

it('converts serials of both calendars and rejects the day that only Excel has', () => {
  expect([1, 59, 61, 45750].map((serial) => serialToDate(serial))).toEqual([
    '1900-01-01',
    '1900-02-28',
    '1900-03-01',
    '2025-04-03',
  ])
  expect(serialToDate(60)).toBeNull()
  expect(serialToDate(45750 - 1462, 1904)).toBe('2025-04-03')
})

it('converts days to numbers and back over four centuries', () => {
  for (let day = dateToDayNumber('1800-01-01'); day < dateToDayNumber('2199-12-31'); day += 97)
    expect(dateToDayNumber(dayNumberToDate(day))).toBe(day)
})

test.each([
  [undefined, '03/02/2020'],
  ['largo', '3 de febrero de 2020'],
  ['mayusculas', '03/02/2020'],
] as const)('prints style %s as %s', (style, text) => {
  expect(formatValue({ key: 'f', label: 'F', type: 'date' }, '2020-02-03', style)).toBe(text)
})

test.each([
  ['2020-02-03', 'tres (3) de febrero de dos mil veinte (2020)'],
  ['2026-05-01', 'primero (1.º) de mayo de dos mil veintiséis (2026)'],
])('spells out %s as %s', (day, text) => {
  expect(spellOutValue({ key: 'f', label: 'F', type: 'date' }, day)).toBe(text)
})
