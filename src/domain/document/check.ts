import type { Column, Field } from '../field.ts'
import { type Style, styles } from '../fields/kind.ts'
import { type Fault, type Node, parseTemplate } from './template.ts'

const stylesOf: Partial<Record<Field['type'], readonly Style[]>> = {
  date: ['largo', 'letras'],
  integer: ['letras', 'moneda'],
  decimal: ['letras', 'moneda'],
  money: ['letras', 'moneda'],
  percent: ['letras'],
  choices: ['largo'],
  computed: styles,
}

function suits(field: Column, style: string) {
  return style === 'mayusculas' || ((stylesOf[field.type] ?? []) as readonly string[]).includes(style)
}

interface Around {
  depth: number
  inTable: boolean
}

/** Sections within sections. */
const deepest = 10

/** What keeps a body from being published, in the order of its lines; empty when it is right. */
export function checkTemplate(body: string, fields: readonly Field[]): Fault[] {
  const { nodes, faults } = parseTemplate(body)
  const found = [...faults, ...unpairedBold(body)]
  walk(nodes, fields, { depth: 0, inTable: false })
  return found.sort((a, b) => a.line - b.line)

  /** Inside the section of a table its columns come first. */
  function walk(list: readonly Node[], known: readonly (Field | Column)[], { depth, inTable }: Around) {
    for (const node of list) {
      if (node.kind !== 'value' && node.kind !== 'section') continue
      const { key, line } = node
      const field = known.find((one) => one.key === key)
      if (!field) found.push({ line, code: 'template.key', key })
      else if (node.kind === 'value' && field.type === 'table') found.push({ line, code: 'template.table', key })
      else if (node.kind === 'value' && node.style && !suits(field, node.style))
        found.push({ line, code: 'template.style', key: node.style })
      const columns = (field && 'columns' in field && field.columns) || []
      if (node.kind !== 'section') continue
      const repeats = field?.type === 'table'
      // Each would multiply the rows of the other.
      if ((repeats && inTable) || depth >= deepest) found.push({ line, code: 'template.nested', key })
      else walk(node.nodes, [...columns, ...known], { depth: depth + 1, inTable: inTable || repeats })
    }
  }
}

/** A paragraph, heading or cell whose `**` do not pair would print one of them. */
function unpairedBold(body: string): Fault[] {
  const faults: Fault[] = []
  let marks = 0
  let last = 0
  function end() {
    if (marks % 2) faults.push({ line: last, code: 'template.bold', key: '**' })
    marks = 0
  }
  for (const [index, source] of body.split(/\r\n?|\n/).entries()) {
    const line = source.replace(/\{\{[^{}]*\}\}/g, '').trim()
    const whole = !line || line.startsWith('#') || line.startsWith('|')
    if (whole) end()
    for (const part of line.startsWith('|') ? line.split('|') : [line]) {
      const found = part.split('**').length - 1
      if (found) last = index + 1
      marks += found
      if (whole) end()
    }
  }
  end()
  return faults
}
