import { expect, test } from 'vitest'
import type { Column, Value } from '../../src/domain/fields/field.ts'
import { computeNitCheckDigit } from '../../src/domain/fields/id-validators.ts'
import { formatValue, parseValue, validateValues } from '../../src/domain/fields/values.ts'
import { dayNumberToDate } from '../../src/domain/time/date.ts'
import { createRandom } from '../support/chance.ts'

const context = { today: '2026-11-20', country: 'CO' }

/** Returns a seeded generator of whole numbers from 0 to below its argument. */
function randomInteger(seed: number) {
  const random = createRandom(seed)
  return (below: number) => Math.floor(random() * below)
}

const options = ['ventas', 'envío, y entrega', 'información'].map((value) => ({ value }))
const letters = 'abcñáéÍÓüÜ «»“”.,;¿?😀'
type Maker = (next: (below: number) => number) => Value

const digits = (next: (below: number) => number, count: number) =>
  Array.from({ length: count }, () => next(10)).join('')
const formatInteger = (next: (below: number) => number) => String(next(2) ? next(1_000_000_000) : next(2_000))
const signed = (text: string, next: (below: number) => number) =>
  next(4) === 0 && /[1-9]/.test(text) ? `-${text}` : text
const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

const makers: [Partial<Column>, Maker][] = [
  [
    { type: 'text' },
    (next) =>
      `x${Array.from({ length: next(30) }, () => Array.from(letters)[next(20)]).join('')}`.replace(/ +/g, ' ').trim(),
  ],
  [{ type: 'longText' }, (next) => `uno\n${digits(next, 3)}\n\ndos`],
  [{ type: 'integer' }, (next) => Number(signed(formatInteger(next), next))],
  [{ type: 'decimal', decimals: 2 }, (next) => signed(trimmed(`${formatInteger(next)}.${digits(next, 2)}`), next)],
  [{ type: 'money', currency: 'COP' }, (next) => signed(`${formatInteger(next)}.${digits(next, 2)}`, next)],
  [{ type: 'money', currency: 'CLP' }, (next) => signed(formatInteger(next), next)],
  [{ type: 'money', currency: 'USD' }, (next) => signed(`${formatInteger(next)}.${digits(next, 2)}`, next)],
  [{ type: 'money' }, (next) => signed(`${formatInteger(next)}.${digits(next, 2)}`, next)],
  [{ type: 'percent' }, (next) => trimmed(`${next(100)}.${digits(next, 2)}`)],
  [{ type: 'date' }, (next) => dayNumberToDate(next(60_000) - 20_000)],
  [{ type: 'boolean' }, (next) => next(2) === 0],
  [{ type: 'choice', options }, (next) => options[next(3)]?.value ?? ''],
  [
    { type: 'choices', options },
    (next) => options.filter((_, i) => (next(7) + 1) & (1 << i) || i === 0).map(({ value }) => value),
  ],
  [{ type: 'idDocument', kinds: ['CC'] }, (next) => `1${digits(next, 2 + next(8))}`],
  [
    { type: 'idDocument', kinds: ['NIT'] },
    (next) => {
      const body = `9${digits(next, 8)}`
      return `${body}-${computeNitCheckDigit(body)}`
    },
  ],
  [{ type: 'email' }, (next) => `ana.${digits(next, 4)}@ejemplo.co`],
  [{ type: 'phone' }, (next) => `+573${digits(next, 9)}`],
]

test.each(makers.map(([field, make]) => [JSON.stringify(field), field, make] as const))(
  'prints and parses the same values with %s',
  (_name, settings, make) => {
    const field = { key: 'dato', label: 'Dato', ...settings } as Column
    const next = randomInteger(20_261_120)
    for (let i = 0; i < 300; i++) {
      const value = make(next)
      expect(validateValues([field], { dato: value }, context), JSON.stringify(value)).toEqual({
        values: { dato: value },
        errors: {},
        warnings: {},
      })
      const reading = parseValue(field, formatValue(field, value), context)
      // Percentages below one are ambiguous, as in a sheet.
      expect('value' in reading ? reading.value : reading, formatValue(field, value)).toEqual(value)
    }
  },
)

test.each(['largo', undefined] as const)('parses dates printed %s', (style) => {
  const field: Column = { key: 'f', label: 'F', type: 'date' }
  for (let day = -25_000; day < 60_000; day += 13) {
    const date = dayNumberToDate(day)
    expect(parseValue(field, formatValue(field, date, style), context)).toEqual({ value: date })
  }
})
