import type { ComparisonOperator, TemplateCondition } from '../../domain/documents/condition-text.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import { operatorLabels } from '../editor/stage-condition-text.ts'

type FindField = (key: string) => Field | Column | undefined

/** Returns the label of a comparison for a field: `>` → «es más de», for dates «es después del». */
export function getOperatorLabel(sign: ComparisonOperator, field: Field | Column | undefined): string {
  if (sign === '=' || sign === '!=') return sign === '=' ? 'es' : 'no es'
  return operatorLabels[field?.type === 'date' ? 'date' : 'number'][sign]
}

/** Formats a condition with the labels of its fields: `tipo = "obra"` → «Tipo de contrato es obra». */
export function formatCondition(condition: TemplateCondition, find: FindField): string {
  const label = (key: string) => find(key)?.label ?? key
  const inside = (part: TemplateCondition) => {
    const text = formatCondition(part, find)
    return part.is === 'and' || part.is === 'or' ? `(${text})` : text
  }
  if (condition.is === 'there') return formatPresence(condition.key, find)
  if (condition.is === 'empty') return `no hay ${label(condition.key)}`
  if (condition.is === 'not') {
    const { of } = condition
    if (of.is === 'empty') return `hay ${label(of.key)}`
    if (of.is === 'there') return formatAbsence(of.key, find)
    return `no se cumple que ${inside(of)}`
  }
  if (condition.is !== 'compare') {
    const { left, right } = condition
    // «y» binds more tightly than «o», so only an «o» inside an «y» needs parentheses.
    const part = (one: TemplateCondition) =>
      condition.is === 'and' && one.is === 'or' ? inside(one) : formatCondition(one, find)
    return `${part(left)} ${condition.is === 'and' ? 'y' : 'o'} ${part(right)}`
  }
  const { key, sign, with: other } = condition
  const operand = 'key' in other ? label(other.key) : other.text || 'vacío'
  return `${label(key)} ${getOperatorLabel(sign, find(key))} ${operand}`
}

/** Formats the condition that a field has a value. An answer «No» counts as no value. */
export function formatPresence(key: string, find: FindField): string {
  const field = find(key)
  return field?.type === 'boolean' ? `${field.label} es Sí` : `hay ${field?.label ?? key}`
}

function formatAbsence(key: string, find: FindField) {
  const field = find(key)
  return field?.type === 'boolean' ? `${field.label} no es Sí` : `no hay ${field?.label ?? key}`
}
