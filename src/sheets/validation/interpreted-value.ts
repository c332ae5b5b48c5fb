import { isNumericField } from '../../domain/fields/field-types.ts'
import { formatValue, type ParseResult } from '../../domain/fields/values.ts'
import { formatLongDate, formatShortDate } from '../../domain/time/date.ts'
import type { ColumnSource } from '../reading/column-sources.ts'

/**
 * Returns the formatted value of a cell if its text is ambiguous, otherwise undefined. Example: `3/4/25`, read month first → `4 de marzo de 2025`.
 */
export function formatInterpretedValue(
  { target, decision }: ColumnSource,
  text: string,
  reading: ParseResult,
): string | undefined {
  if ('error' in reading || typeof reading.value !== 'string') return undefined
  const { value, warning } = reading
  const { field } = target
  if (field.type === 'date')
    return decision.dateOrder === 'mdy' || !text.includes(formatShortDate(value)) ? formatLongDate(value) : undefined
  if (field.type === 'idDocument')
    return decision.zeros === 'fill' && value.startsWith('0') && !text.includes(value) ? value : undefined
  const isOpen = decision.decimal === '.' || warning === 'separator'
  return isNumericField(field) && isOpen ? formatValue(field, value) : undefined
}
