import {
  type ComparisonOperator,
  parseCondition,
  type TemplateCondition,
} from '../../domain/documents/condition-text.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import { isNumericField } from '../../domain/fields/number.ts'
import { getOperatorLabel } from './condition-sentence.ts'

/** Condition on one field, which the tag dialog shows as three inputs. */
export interface SimpleCondition {
  key: string
  test: 'there' | 'missing' | ComparisonOperator
  text: string
}

const comparisons = ['=', '!=', '>=', '>', '<=', '<'] as const

/** Parses a condition; `null` if it combines several conditions or compares two fields. */
export function readSimpleCondition(source: string): SimpleCondition | null {
  const condition = parseCondition(source)
  return condition && simplify(condition)
}

function simplify(condition: TemplateCondition): SimpleCondition | null {
  if (condition.is === 'there') return { key: condition.key, test: 'there', text: '' }
  if (condition.is === 'empty') return { key: condition.key, test: 'missing', text: '' }
  if (condition.is === 'not' && condition.of.is === 'there') return { key: condition.of.key, test: 'missing', text: '' }
  if (condition.is !== 'compare' || 'key' in condition.with) return null
  return { key: condition.key, test: condition.sign, text: condition.with.text }
}

/** Formats a simple condition as source: «tipo = "obra o labor"». */
export function formatSimpleCondition({ key, test, text }: SimpleCondition, field: Field | Column | undefined): string {
  if (test === 'there') return key
  if (test === 'missing') return field?.type === 'boolean' ? `no ${key}` : `vacío(${key})`
  const isBare = /^\d[\d.,/%-]*$/.test(text)
  return `${key} ${test} ${isBare ? text : text.includes('"') ? `«${text}»` : `"${text}"`}`
}

/** Returns the comparisons that a field supports, with their labels. */
export function listConditionTests(
  field: Field | Column | undefined,
): { value: SimpleCondition['test']; label: string }[] {
  if (field?.type === 'boolean')
    return [
      { value: 'there', label: 'es Sí' },
      { value: 'missing', label: 'no es Sí' },
    ]
  const presence: { value: SimpleCondition['test']; label: string }[] = [
    { value: 'there', label: 'tiene respuesta' },
    { value: 'missing', label: 'no tiene respuesta' },
  ]
  if (!field || field.type === 'table' || field.type === 'file') return presence
  const isOrdered = isNumericField(field) || field.type === 'computed' || field.type === 'date'
  const signs = isOrdered ? comparisons : comparisons.slice(0, 2)
  return [...signs.map((sign) => ({ value: sign, label: getOperatorLabel(sign, field) })), ...presence]
}
