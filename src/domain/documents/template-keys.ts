import type { Field } from '../fields/field.ts'
import type { TemplateCondition } from './condition-text.ts'
import { parseTemplate, type TemplateNode } from './template.ts'

/**
 * Returns the keys of the fields that a body refers to, or with `isPrinted` only prints. In a section of a table, the key of a column refers to the
 * column.
 */
export function listTemplateKeys(body: string, fields: readonly Field[], isPrinted = false): Set<string> {
  const keys = new Set<string>()
  walk(parseTemplate(body).nodes, [])
  return keys

  function walk(nodes: readonly TemplateNode[], columns: readonly string[]) {
    for (const node of nodes) {
      if (node.kind === 'value') add(node.key, columns)
      else if (node.kind === 'section') {
        if (!isPrinted) add(node.key, columns)
        const own = fields.find(({ key }) => key === node.key)?.columns ?? []
        walk(node.nodes, [...columns, ...own.map(({ key }) => key)])
      } else if (node.kind === 'choice')
        for (const branch of node.branches) {
          if (branch.condition && !isPrinted) for (const key of getConditionKeys(branch.condition)) add(key, columns)
          walk(branch.nodes, columns)
        }
      else if (node.kind === 'together' || node.kind === 'signature') walk(node.nodes, columns)
    }
  }
  function add(key: string, columns: readonly string[]) {
    if (!columns.includes(key)) keys.add(key)
  }
}

/** Returns the keys of the fields that a condition compares. */
function getConditionKeys(condition: TemplateCondition): string[] {
  if (condition.is === 'not') return getConditionKeys(condition.of)
  if (condition.is === 'and' || condition.is === 'or')
    return [...getConditionKeys(condition.left), ...getConditionKeys(condition.right)]
  return condition.is === 'compare' && 'key' in condition.with ? [condition.key, condition.with.key] : [condition.key]
}
