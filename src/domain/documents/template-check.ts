import type { Column, Field } from '../fields/field.ts'
import { isNumericField } from '../fields/field-types.ts'
import { parseLiteral } from './condition.ts'
import type { TemplateCondition } from './condition-text.ts'
import { formatListItemTag } from './list-marker.ts'
import { parseTemplate, type TemplateError, type TemplateNode } from './template.ts'
import { alignmentTags, parseTag } from './template-tag.ts'
import { parseStyle, supportsStyle } from './value-style.ts'

interface SectionContext {
  depth: number
  inTable: boolean
  inSignature: boolean
}

const maxSectionDepth = 10

/** Returns the errors of a template body that prevent its publication, with their lines. */
export function validateTemplate(body: string, fields: readonly Field[]): TemplateError[] {
  const { nodes, faults } = parseTemplate(body)
  const found = [...faults, ...findUnpairedMarks(body)]
  walk(nodes, fields, { depth: 0, inTable: false, inSignature: false })
  return found.sort((a, b) => a.line - b.line)

  /** Checks template nodes. Inside a table section, a key refers to a column of that table first, then to a field. */
  function walk(list: readonly TemplateNode[], known: KnownFields, around: SectionContext) {
    list.forEach((node, index) => {
      if (node.kind === 'value') value(node, known)
      else if (node.kind === 'section') section(node, known, around)
      else if (node.kind === 'item' && !isAtLineStart(list, index))
        found.push({ line: node.line, code: 'template.item', key: formatListItemTag(node.item) })
      else if (node.kind === 'align' && (around.inSignature || !canAlign(list, index)))
        found.push({ line: node.line, code: 'template.align', key: alignmentTags[node.align] })
      else if (node.kind === 'span' && !isAtCellStart(list, index))
        found.push({ line: node.line, code: 'template.span', key: `{{${node.columns} columnas}}` })
      else if (node.kind === 'together' || node.kind === 'signature')
        deeper(node.nodes, known, { ...around, inSignature: node.kind === 'signature' }, node.line, node.kind)
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
    // Rejects nested table sections, because the document would repeat one table's rows for each row of the other.
    if (repeats && around.inTable) found.push({ line, code: 'template.nested', key })
    else deeper(nodes, [...columns, ...known], { ...around, inTable: around.inTable || repeats }, line, key)
  }

  function deeper(
    nodes: readonly TemplateNode[],
    known: KnownFields,
    around: SectionContext,
    line: number,
    key: string,
  ) {
    if (around.depth >= maxSectionDepth) found.push({ line, code: 'template.nested', key })
    else walk(nodes, known, { ...around, depth: around.depth + 1 })
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

function getSubconditions(condition: TemplateCondition): TemplateCondition[] {
  if (condition.is === 'not') return [condition.of]
  return condition.is === 'and' || condition.is === 'or' ? [condition.left, condition.right] : []
}

/** Returns how values of a field are compared. Only values compared in the same way can be compared with each other. */
function getComparisonKind(field: Field | Column) {
  if (isNumericField(field) || field.type === 'computed') return 'number'
  if (field.type === 'file') return 'table'
  return field.type === 'date' || field.type === 'table' || field.type === 'boolean' ? field.type : 'text'
}

/** Marks that open and close a style. Tags are replaced by private-use characters, which no body contains, because the input check rejects them. */
const marks = [
  { mark: '**', tag: null, code: 'template.bold', key: '**' },
  { mark: '\ue000', tag: /\{\{\s*\*\s*\}\}/g, code: 'template.italic', key: '{{*}}' },
  { mark: '\ue001', tag: /\{\{\s*_\s*\}\}/g, code: 'template.underline', key: '{{_}}' },
] as const

/** Returns an error for each `**`, `{{*}}` or `{{_}}` without a counterpart in its paragraph, heading or cell. Otherwise `**` would be printed. */
function findUnpairedMarks(body: string): TemplateError[] {
  const marked = marks.reduce((text, { mark, tag }) => (tag ? text.replace(tag, mark) : text), body)
  const lines = marked.split(/\r\n?|\n/).map((source) => ({
    opening: getOpeningTag(source),
    text: source.replace(/\{\{[^{}]*\}\}/g, '').trim(),
  }))
  return marks.flatMap(({ mark, code, key }) => findUnpaired(lines, mark).map((line) => ({ line, code, key })))
}

interface MarkedLine {
  /** `item` if the line starts a list item; otherwise the alignment at its start, if any. */
  opening: string
  text: string
}

function getOpeningTag(source: string): string {
  const tag = parseTag(/^\s*\{\{([^{}]*)\}\}/.exec(source)?.[1] ?? '')
  if (typeof tag === 'string') return ''
  return tag.is === 'align' ? tag.align : tag.is === 'item' ? 'item' : ''
}

function findUnpaired(lines: readonly MarkedLine[], mark: string): number[] {
  const found: number[] = []
  let count = 0
  let last = 0
  function end() {
    if (count % 2) found.push(last)
    count = 0
  }
  lines.forEach(({ opening, text }, index) => {
    const before = lines[index - 1]?.opening ?? ''
    const continues = opening === before || (opening === '' && before === 'item')
    if (opening === 'item' || !continues) end()
    const whole = !text || text.startsWith('#') || text.startsWith('|')
    if (whole) end()
    for (const part of text.startsWith('|') ? text.split('|') : [text]) {
      const marksHere = part.split(mark).length - 1
      if (marksHere) last = index + 1
      count += marksHere
      if (whole) end()
    }
  })
  end()
  return found
}

/** Returns whether a node is the first in its line. Spaces and section tags may precede it. */
function isAtLineStart(list: readonly TemplateNode[], index: number): boolean {
  return getTextBefore(list, index).trim() === ''
}

/** Returns whether a node is the first in a table cell. */
function isAtCellStart(list: readonly TemplateNode[], index: number): boolean {
  return /^\|(?:[\s\S]*\|)?$/.test(getTextBefore(list, index).trim())
}

/** Returns whether an alignment may precede the node: at the start of a line, after `#` or `##`, or at the start of a table cell. */
function canAlign(list: readonly TemplateNode[], index: number): boolean {
  return isAtLineStart(list, index) || /^##?$/.test(getTextBefore(list, index).trim()) || isAtCellStart(list, index)
}

/** Character that represents the content of a tag. No body contains it, because the input check rejects it. */
const content = '\ue000'
/** Maximum number of nodes to search backwards. A longer line cannot be valid. */
const maxNodes = 1_000

/** Returns the text of the line before a node. Omits alignment and merged cells; other tags become `content`. */
function getTextBefore(list: readonly TemplateNode[], index: number): string {
  let text = ''
  for (let at = index - 1; at >= 0; at--) {
    const node = list[at] as TemplateNode
    if (node.kind === 'break' || node.kind === 'command' || ('alone' in node && node.alone)) return text
    if (index - at > maxNodes) return content
    if (node.kind === 'text') text = node.text + text
    else if (node.kind !== 'align' && node.kind !== 'span') text = content + text
  }
  return text
}
