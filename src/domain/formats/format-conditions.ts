import { evaluateCondition } from '../documents/condition.ts'
import type { TemplateCondition } from '../documents/condition-text.ts'
import { parseTemplate, type TemplateNode } from '../documents/template.ts'
import { listAnswerTests } from '../fields/conditions.ts'
import type { Field, Row, Values } from '../fields/field.ts'
import type { AnswerTest, FieldCondition } from '../fields/field-key.ts'
import { getOwnValue } from '../fields/value-lookup.ts'
import { isFieldVisibleWithValues } from '../fields/values.ts'
import type { FormatInput } from './format.ts'

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
export function toTemplateCondition(condition: FieldCondition): TemplateCondition {
  const [first, ...rest] = listAnswerTests(condition).map(convertTest) as [TemplateCondition, ...TemplateCondition[]]
  const is = 'tests' in condition ? condition.joint : 'and'
  return rest.reduce((left, right) => ({ is, left, right }), first)
}

function convertTest(test: AnswerTest): TemplateCondition {
  const { key } = test
  if ('empty' in test) return test.empty ? { is: 'empty', key } : { is: 'not', of: { is: 'empty', key } }
  if ('than' in test) return { is: 'compare', key, sign: test.sign, with: { text: test.than.replace('.', ',') } }
  if ('differs' in test) return { is: 'compare', key, sign: '!=', with: { text: test.differs } }
  if (test.equals === true) return { is: 'there', key }
  return { is: 'compare', key, sign: '=', with: { text: test.equals === false ? 'No' : test.equals } }
}

/** Evaluates a condition with the values of a request, or with each row of its table. */
export function evaluateFormatCondition(
  { condition, table }: Pick<FormatCondition, 'condition' | 'table'>,
  fields: readonly Field[],
  values: Values,
): ConditionResult {
  const findOutside = (key: string) => {
    const field = fields.find((one) => one.key === key)
    return field ? { field, value: isFieldVisibleWithValues(field, values) ? getOwnValue(values, key) : undefined } : {}
  }
  if (!table) return { met: Number(evaluateCondition(condition, findOutside)), of: 1 }
  const columns = fields.find(({ key }) => key === table)?.columns ?? []
  const stored = findOutside(table).value
  const rows = Array.isArray(stored) ? (stored as Row[]) : []
  const met = rows.filter((row) =>
    evaluateCondition(condition, (key) => {
      const field = columns.find((column) => column.key === key)
      return field
        ? { field, value: isFieldVisibleWithValues(field, row) ? getOwnValue(row, key) : undefined }
        : findOutside(key)
    }),
  )
  return { met: met.length, of: rows.length }
}
