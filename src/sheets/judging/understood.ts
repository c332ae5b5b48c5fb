import { isNumeric } from '../../domain/fields/number.ts'
import { printValue, type Reading } from '../../domain/fields/values.ts'
import { longDate, shortDate } from '../../domain/time/date.ts'
import type { Source } from '../reading/sources.ts'

/** What a cell means, where an answer about its column, or a custom such as years of two digits, made it another thing than its text. */
export function understoodAs({ target, decision }: Source, text: string, reading: Reading): string | undefined {
  if ('error' in reading || typeof reading.value !== 'string') return undefined
  const { value, warning } = reading
  const { field } = target
  if (field.type === 'date')
    return decision.dateOrder === 'mdy' || !text.includes(shortDate(value)) ? longDate(value) : undefined
  if (field.type === 'idDocument')
    return decision.zeros === 'fill' && value.startsWith('0') && !text.includes(value) ? value : undefined
  const isOpen = decision.decimal === '.' || warning === 'separator'
  return isNumeric(field) && isOpen ? printValue(field, value) : undefined
}
