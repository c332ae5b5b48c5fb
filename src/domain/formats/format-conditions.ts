import { evaluateCondition } from '../documents/condition.ts'
import type { TemplateCondition } from '../documents/condition-text.ts'
import { parseTemplate, type TemplateNode } from '../documents/template.ts'
import type { Field, Row, Values } from '../fields/field.ts'
import { getOwnValue } from '../fields/value-lookup.ts'
import { isVisible } from '../fields/values.ts'
import type { FormatInput } from './format.ts'
import type { RouteStep } from './route.ts'

/** Condition of a format, and the part of the format that depends on it. */
export interface FormatCondition {
  part: 'text' | 'field' | 'required' | 'stage'
  /** Label of the field, or name of the stage; empty for a part of the text. */
  name: string
  condition: TemplateCondition
  /** Key of the table whose rows have the condition; empty outside of tables. */
  table: string
}

/** Number of rows that meet a condition. Outside of tables, `of` is 1. */
interface ConditionResult {
  met: number
  of: number
}

/** Lists the conditions of a format: of its fields, of its stages and of its text, in this order. Omits repeated conditions. */
export function listFormatConditions({
  fields,
  body,
  route = [],
}: Pick<FormatInput, 'fields' | 'body' | 'route'>): FormatCondition[] {
  const found: FormatCondition[] = []
  for (const { label, visibleIf, requiredIf } of fields) {
    if (visibleIf) add('field', label, toTemplateCondition(visibleIf))
    if (requiredIf) add('required', label, toTemplateCondition(requiredIf))
  }
  for (const { name, when } of route) if (when) add('stage', name, toTemplateCondition(when))
  walk(parseTemplate(body).nodes, '')
  return found

  function walk(nodes: readonly TemplateNode[], table: string) {
    for (const node of nodes) {
      if (node.kind === 'section') {
        const isTable = fields.some(({ key, type }) => key === node.key && type === 'table')
        if (!isTable) add('text', '', { is: 'there', key: node.key }, table)
        walk(node.nodes, isTable ? node.key : table)
      } else if (node.kind === 'choice')
        for (const { condition, nodes: branch } of node.branches) {
          if (condition) add('text', '', condition, table)
          walk(branch, table)
        }
      else if (node.kind === 'together' || node.kind === 'signature') walk(node.nodes, table)
    }
  }
  function add(part: FormatCondition['part'], name: string, condition: TemplateCondition, table = '') {
    const added = { part, name, condition, table }
    if (!found.some((one) => JSON.stringify(one) === JSON.stringify(added))) found.push(added)
  }
}

/** Converts a condition of a field or stage to a condition of the text: `{key, equals: true}` → `{is: 'there', key}`. */
export function toTemplateCondition(
  condition: NonNullable<Field['visibleIf']> | NonNullable<RouteStep['when']>,
): TemplateCondition {
  const { key } = condition
  if ('than' in condition)
    return { is: 'compare', key, sign: condition.sign, with: { text: condition.than.replace('.', ',') } }
  if (condition.equals === true) return { is: 'there', key }
  return { is: 'compare', key, sign: '=', with: { text: condition.equals === false ? 'No' : condition.equals } }
}

/** Evaluates a condition with the values of a request, or with each row of its table. */
export function evaluateFormatCondition(
  { condition, table }: Pick<FormatCondition, 'condition' | 'table'>,
  fields: readonly Field[],
  values: Values,
): ConditionResult {
  const findOutside = (key: string) => {
    const field = fields.find((one) => one.key === key)
    return field ? { field, value: isVisible(field, values) ? getOwnValue(values, key) : undefined } : {}
  }
  if (!table) return { met: Number(evaluateCondition(condition, findOutside)), of: 1 }
  const columns = fields.find(({ key }) => key === table)?.columns ?? []
  const stored = findOutside(table).value
  const rows = Array.isArray(stored) ? (stored as Row[]) : []
  const met = rows.filter((row) =>
    evaluateCondition(condition, (key) => {
      const field = columns.find((column) => column.key === key)
      return field ? { field, value: isVisible(field, row) ? getOwnValue(row, key) : undefined } : findOutside(key)
    }),
  )
  return { met: met.length, of: rows.length }
}
