import { parseLiteral } from '../../domain/documents/condition.ts'
import type { ComparisonOperator, TemplateCondition } from '../../domain/documents/condition-text.ts'
import type { Column, Field, FieldLookup } from '../../domain/fields/field.ts'
import { formatComparisonValue, operatorLabels } from './comparison.ts'

/** Returns the label of a comparison for a field: `>` → «es más de», for dates «es después del». */
export function getOperatorLabel(sign: ComparisonOperator, field: Field | Column | undefined): string {
  if (sign === '=' || sign === '!=') {
    const verb = field?.type === 'choices' ? 'incluye' : 'es'
    return sign === '=' ? verb : `no ${verb}`
  }
  return operatorLabels[field?.type === 'date' ? 'date' : 'number'][sign]
}

/** Formats a condition with the labels of its fields: `tipo = "obra"` → «Tipo de contrato es obra». */
export function formatCondition(condition: TemplateCondition, find: FieldLookup): string {
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
  const operand = 'key' in other ? label(other.key) : formatOperand(other.text, find(key))
  return `${label(key)} ${getOperatorLabel(sign, find(key))} ${operand}`
}

/** Formats a text to compare with as the field shows it: `10000000` → «$ 10.000.000». */
function formatOperand(text: string, field: Field | Column | undefined): string {
  if (!text) return '…'
  const value = field && parseLiteral(field, text)
  return field && (typeof value === 'string' || typeof value === 'number')
    ? formatComparisonValue(field, String(value))
    : text
}

/** Formats the condition that a field has a value. «No» as an answer to a yes-or-no question counts as no value. */
export function formatPresence(key: string, find: FieldLookup): string {
  const field = find(key)
  return field?.type === 'boolean' ? `${field.label} es Sí` : `hay ${field?.label ?? key}`
}

function formatAbsence(key: string, find: FieldLookup) {
  const field = find(key)
  return field?.type === 'boolean' ? `${field.label} no es Sí` : `no hay ${field?.label ?? key}`
}
