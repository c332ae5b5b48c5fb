import type { Column, Field, FieldLookup, ValidationContext } from '../../domain/fields/field.ts'
import { isNumericField } from '../../domain/fields/field-types.ts'
import { getComparisonType } from '../../domain/fields/formula-check.ts'
import { formatValue, parseValue } from '../../domain/fields/values.ts'
import { isIsoDate } from '../../domain/time/calendar.ts'
import { formatLongDate } from '../../domain/time/date.ts'

/** Returns how a condition compares a field; `null` if it compares texts or cannot use the field. */
export function getComparisonKind(field: Column, fields: readonly Field[]): 'answer' | 'number' | 'date' | null {
  if (field.type === 'boolean' || field.type === 'choice') return 'answer'
  const find: FieldLookup = (key) => fields.find((other) => other.key === key)
  const kind = getComparisonType(field, find)
  return kind === 'number' || kind === 'date' ? kind : null
}

export const operatorLabels = {
  number: { '>=': 'es al menos', '>': 'es más de', '<=': 'es a lo sumo', '<': 'es menos de' },
  date: { '>=': 'es desde el', '>': 'es después del', '<=': 'es hasta el', '<': 'es antes del' },
} as const

/** Converts a typed comparison value to its canonical form. Returns invalid text, at most 40 characters. */
export function parseComparisonValue(
  field: Column,
  asked: 'number' | 'date',
  typed: string,
  context: ValidationContext,
): string {
  const type = asked === 'date' ? 'date' : isNumericField(field) ? field.type : 'decimal'
  const reading = parseValue({ key: field.key, label: field.label, type }, typed, context)
  return 'value' in reading && reading.value !== null ? String(reading.value).replace(/\.0+$/, '') : typed.slice(0, 40)
}

/** Formats a comparison value for display: `10000000` → «$ 10.000.000», `2025-04-03` → «3 de abril de 2025». */
export function formatComparisonValue(field: Column, than: string): string {
  if (isIsoDate(than)) return formatLongDate(than)
  return /^-?\d+(\.\d+)?$/.test(than) ? formatValue(field, than).replace(/,0+$/, '') : than
}
