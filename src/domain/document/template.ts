export type Node =
  | { kind: 'text'; text: string; line: number }
  | { kind: 'break' }
  | { kind: 'value'; key: string; style: string; line: number }
  | { kind: 'section'; key: string; alone: boolean; nodes: Node[]; line: number }

export interface Fault {
  line: number
  /** A code of `errors.ts`. */
  code:
    | 'template.tag'
    | 'template.section'
    | 'template.key'
    | 'template.style'
    | 'template.table'
    | 'template.nested'
    | 'template.bold'
  /** What stands there: the key, the style or the tag as written. */
  key: string
}

export interface ParsedTemplate {
  nodes: Node[]
  faults: Fault[]
}

const tag = /\{\{([^{}]*)\}\}/g
const onlySectionTags = /^\s*(?:\{\{\s*[#/][^{}]*\}\}\s*)+$/
const inside = /^\s*([#/]?)\s*([a-z][a-z0-9_]*)\s*(?:\|\s*([^|]*?)\s*)?$/

interface Open {
  key: string
  line: number
  nodes: Node[]
}

let latest: { body: string; template: ParsedTemplate } = { body: '', template: { nodes: [], faults: [] } }

/** Reads a body into text, values and sections. What cannot be read stays as text and is told in `faults`. */
export function parseTemplate(body: string): ParsedTemplate {
  // A batch makes thousands of documents from one body.
  if (latest.body !== body) latest = { body, template: parse(body) }
  return latest.template
}

function parse(body: string): ParsedTemplate {
  const faults: Fault[] = []
  const root: Open = { key: '', line: 0, nodes: [] }
  const open = [root]
  const top = () => open.at(-1) ?? root

  function text(raw: string, line: number) {
    if (raw.includes('{{') || raw.includes('}}')) faults.push({ line, code: 'template.tag', key: raw.trim() })
    if (raw) top().nodes.push({ kind: 'text', text: raw, line })
  }

  function take(raw: string, content: string, line: number, alone: boolean) {
    const [, sign, key = '', style] = inside.exec(content) ?? []
    if (!key || (sign && style !== undefined)) {
      faults.push({ line, code: 'template.tag', key: raw })
      top().nodes.push({ kind: 'text', text: raw, line })
    } else if (sign === '#') {
      const nodes: Node[] = []
      top().nodes.push({ kind: 'section', key, alone, nodes, line })
      open.push({ key, line, nodes })
    } else if (sign === '/') {
      if (open.length > 1 && top().key === key) open.pop()
      else faults.push({ line, code: 'template.section', key })
    } else top().nodes.push({ kind: 'value', key, style: style ?? '', line })
  }

  const lines = body.normalize('NFC').replace(/\r\n?/g, '\n').split('\n')
  lines.forEach((source, index) => {
    const line = index + 1
    // A line that holds nothing but section tags is not a line of the document.
    const alone = onlySectionTags.test(source)
    let end = 0
    for (const match of source.matchAll(tag)) {
      if (!alone) text(source.slice(end, match.index), line)
      take(match[0], match[1] ?? '', line, alone)
      end = match.index + match[0].length
    }
    if (alone) return
    text(source.slice(end), line)
    top().nodes.push({ kind: 'break' })
  })
  for (const { key, line } of open.slice(1)) faults.push({ line, code: 'template.section', key })
  return { nodes: root.nodes, faults }
}
