import type { Column, Field } from '../fields/field.ts'
import { isNumericField } from '../fields/number.ts'
import { parseLiteral } from './condition.ts'
import type { TemplateCondition } from './condition-text.ts'
import { parseTemplate, type TemplateError, type TemplateNode } from './template.ts'
import { parseStyle, supportsStyle } from './value-style.ts'

interface SectionContext {
  depth: number
  inTable: boolean
}

const maxSectionDepth = 10

/** Returns the errors because of which a template body cannot be published, by line. Empty if the body is valid. */
export function validateTemplate(body: string, fields: readonly Field[]): TemplateError[] {
  const { nodes, faults } = parseTemplate(body)
  const found = [...faults, ...findUnpairedMarks(body)]
  walk(nodes, fields, { depth: 0, inTable: false })
  return found.sort((a, b) => a.line - b.line)

  /** Checks template nodes. In a table section, a key refers to a column of the table; if there is no such column, to a field. */
  function walk(list: readonly TemplateNode[], known: KnownFields, around: SectionContext) {
    list.forEach((node, index) => {
      if (node.kind === 'value') value(node, known)
      else if (node.kind === 'section') section(node, known, around)
      else if (node.kind === 'item' && !beginsLine(list, index))
        found.push({ line: node.line, code: 'template.item', key: tags[node.mark] })
      else if (node.kind === 'together' || node.kind === 'signature')
        deeper(node.nodes, known, around, node.line, node.kind)
      else if (node.kind === 'choice')
        for (const { condition, nodes, line } of node.branches) {
          if (condition) asked(condition, known, line)
          deeper(nodes, known, around, line, 'si')
        }
    })
  }

  function value({ key, style, line }: TemplateNode & { kind: 'value' }, known: KnownFields) {
    const field = known.find((one) => one.key === key)
    if (!field) found.push({ line, code: 'template.key', key })
    else if (field.type === 'table') found.push({ line, code: 'template.table', key })
    else if (style && !supportsStyle(field, parseStyle(style))) found.push({ line, code: 'template.style', key: style })
  }

  function section(
    { key, line, nodes }: TemplateNode & { kind: 'section' },
    known: KnownFields,
    around: SectionContext,
  ) {
    const field = known.find((one) => one.key === key)
    if (!field) found.push({ line, code: 'template.key', key })
    const columns = (field && 'columns' in field && field.columns) || []
    const repeats = field?.type === 'table'
    // Rejects a table section inside a table section, because the document would repeat all rows of one table for each row of the other.
    if (repeats && around.inTable) found.push({ line, code: 'template.nested', key })
    else deeper(nodes, [...columns, ...known], { ...around, inTable: around.inTable || repeats }, line, key)
  }

  function deeper(
    nodes: readonly TemplateNode[],
    known: KnownFields,
    { depth, inTable }: SectionContext,
    line: number,
    key: string,
  ) {
    if (depth >= maxSectionDepth) found.push({ line, code: 'template.nested', key })
    else walk(nodes, known, { depth: depth + 1, inTable })
  }

  function asked(condition: TemplateCondition, known: KnownFields, line: number): void {
    const parts = getSubconditions(condition)
    for (const part of parts) asked(part, known, line)
    if (!('key' in condition)) return
    const other = condition.is === 'compare' ? condition.with : null
    const named = other && 'key' in other ? [condition.key, other.key] : [condition.key]
    const fields = named.map((key) => known.find((one) => one.key === key))
    fields.forEach((field, index) => {
      if (!field) found.push({ line, code: 'template.key', key: named[index] as string })
    })
    const [field, second] = fields
    if (condition.is !== 'compare' || !field || !other) return
    const ordered = condition.sign !== '=' && condition.sign !== '!='
    const kind = getComparisonKind(field)
    const fits =
      'key' in other ? !second || getComparisonKind(second) === kind : parseLiteral(field, other.text) !== null
    if (!fits || kind === 'table' || (ordered && kind !== 'number' && kind !== 'date'))
      found.push({ line, code: 'template.compare', key: 'key' in other ? other.key : other.text })
  }
}

type KnownFields = readonly (Field | Column)[]

const tags = { bullet: '{{-}}', letter: '{{a)}}', number: '{{1.}}' } as const

function getSubconditions(condition: TemplateCondition): TemplateCondition[] {
  if (condition.is === 'not') return [condition.of]
  return condition.is === 'and' || condition.is === 'or' ? [condition.left, condition.right] : []
}

/** Returns whether a node is the first in its line. Spaces and section tags may precede it. */
function beginsLine(list: readonly TemplateNode[], index: number) {
  for (let at = index - 1; at >= 0; at--) {
    const before = list[at]
    if (before?.kind === 'break' || before?.kind === 'command') return true
    if (before?.kind === 'section' || before?.kind === 'choice') return 'alone' in before && before.alone
    if (before?.kind !== 'text' || before.text.trim()) return false
  }
  return true
}

/** Returns the kind of a field's values for comparisons. Only values of the same kind can be compared. */
function getComparisonKind(field: Field | Column) {
  if (isNumericField(field) || field.type === 'computed') return 'number'
  if (field.type === 'file') return 'table'
  return field.type === 'date' || field.type === 'table' || field.type === 'boolean' ? field.type : 'text'
}

/**
 * Returns an error for each `**` or `{{*}}` without a counterpart in its paragraph, heading or cell. An unpaired `**` would be printed, and an
 * unpaired `{{*}}` would have no effect.
 */
function findUnpairedMarks(body: string): TemplateError[] {
  const italics = '\ue000'
  // Replaces the italics tag by a private-use character, which no body contains, because the input check rejects it.
  const marked = body.replace(/\{\{\s*\*\s*\}\}/g, italics)
  return [
    ...findUnpaired(marked, '**', { code: 'template.bold', key: '**' }),
    ...findUnpaired(marked, italics, { code: 'template.italic', key: '{{*}}' }),
  ]
}

function findUnpaired(body: string, mark: string, fault: Omit<TemplateError, 'line'>): TemplateError[] {
  const faults: TemplateError[] = []
  let marks = 0
  let last = 0
  function end() {
    if (marks % 2) faults.push({ ...fault, line: last })
    marks = 0
  }
  for (const [index, source] of body.split(/\r\n?|\n/).entries()) {
    const line = source.replace(/\{\{[^{}]*\}\}/g, '').trim()
    if (/^\s*\{\{\s*(?:-|a\)|1\.)\s*\}\}/.test(source)) end()
    const whole = !line || line.startsWith('#') || line.startsWith('|')
    if (whole) end()
    for (const part of line.startsWith('|') ? line.split('|') : [line]) {
      const found = part.split(mark).length - 1
      if (found) last = index + 1
      marks += found
      if (whole) end()
    }
  }
  end()
  return faults
}
