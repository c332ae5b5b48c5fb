import type { TemplateCondition } from './condition-text.ts'
import { type Command, type ListMark, ownSections, readTag, type TagFault, type TemplateTag } from './tags.ts'

interface Branch {
  /** Null for a final `{{sino}}` branch without a condition. */
  condition: TemplateCondition | null
  nodes: Node[]
  line: number
}

export type Node =
  | { kind: 'text'; text: string; line: number }
  | { kind: 'break' }
  | { kind: 'value'; key: string; style: string; line: number }
  | { kind: 'section'; key: string; alone: boolean; nodes: Node[]; line: number }
  | { kind: 'together' | 'signature'; alone: boolean; nodes: Node[]; line: number }
  | { kind: 'choice'; alone: boolean; branches: Branch[]; line: number }
  | { kind: 'clause'; line: number }
  | { kind: 'organisation'; line: number }
  | { kind: 'italic'; line: number }
  | { kind: 'item'; mark: ListMark; line: number }
  | { kind: 'command'; command: Command; line: number }

export interface Fault {
  line: number
  code:
    | TagFault
    | 'template.section'
    | 'template.key'
    | 'template.style'
    | 'template.table'
    | 'template.nested'
    | 'template.bold'
    | 'template.italic'
    | 'template.compare'
    | 'template.alone'
    | 'template.item'
  /** Invalid key, style or tag, as written. */
  key: string
}

export interface ParsedTemplate {
  nodes: Node[]
  faults: Fault[]
}

const tag = /\{\{([^{}]*)\}\}/g

interface Open {
  key: string
  line: number
  nodes: Node[]
  branches?: Branch[]
}

let latest: { body: string; template: ParsedTemplate } = { body: '', template: { nodes: [], faults: [] } }

/** Parses a body into text, values and sections. Unparseable parts stay as text and are reported in `faults`. */
export function parseTemplate(body: string): ParsedTemplate {
  // Caches the last body, because a batch makes thousands of documents from it.
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

  function take(raw: string, read: TemplateTag | TagFault, line: number, alone: boolean) {
    if (typeof read === 'string') {
      faults.push({ line, code: read, key: raw })
      top().nodes.push({ kind: 'text', text: raw, line })
    } else if (read.is === 'open') {
      const nodes: Node[] = []
      top().nodes.push({ ...sectionOf(read.key), alone, nodes, line })
      open.push({ key: read.key, line, nodes })
    } else if (read.is === 'if') {
      const first: Branch = { condition: read.condition, nodes: [], line }
      const branches = [first]
      top().nodes.push({ kind: 'choice', alone, branches, line })
      open.push({ key: 'si', line, nodes: first.nodes, branches })
    } else if (read.is === 'else') otherwise(raw, read.condition, line)
    else if (read.is === 'close') {
      if (open.length > 1 && top().key === read.key) open.pop()
      else faults.push({ line, code: 'template.section', key: read.key })
    } else if (read.is === 'value') top().nodes.push({ kind: 'value', key: read.key, style: read.style, line })
    else if (read.is === 'item') top().nodes.push({ kind: 'item', mark: read.mark, line })
    else if (read.is === 'command') top().nodes.push({ kind: 'command', command: read.command, line })
    else top().nodes.push({ kind: read.is, line })
  }

  /** Handles `{{sino}}`; outside of a condition it is the value of a field with that key. */
  function otherwise(raw: string, condition: TemplateCondition | null, line: number) {
    const { branches } = top()
    if (!branches && !condition) return top().nodes.push({ kind: 'value', key: 'sino', style: '', line })
    if (!branches || branches.at(-1)?.condition === null) return faults.push({ line, code: 'template.tag', key: raw })
    const branch: Branch = { condition, nodes: [], line }
    branches.push(branch)
    top().nodes = branch.nodes
  }

  const lines = body.normalize('NFC').replace(/\r\n?/g, '\n').split('\n')
  lines.forEach((source, index) => {
    const line = index + 1
    const found = [...source.matchAll(tag)].map((match) => ({ match, read: readTag(match[1] ?? '') }))
    // A line with section tags only produces no line in the document.
    const bare = found.length > 0 && !source.replace(tag, '').trim()
    const alone = bare && found.every(({ read }) => isSectionTag(read)) && !isOnlyValue(found, top())
    if (found.length > 1 || !bare) refuseCrowded(found, line)
    let end = 0
    for (const { match, read } of found) {
      if (!alone) text(source.slice(end, match.index), line)
      take(match[0], read, line, alone)
      end = match.index + match[0].length
    }
    if (alone) return
    text(source.slice(end), line)
    top().nodes.push({ kind: 'break' })
  })
  for (const { key, line } of open.slice(1)) faults.push({ line, code: 'template.section', key })
  return { nodes: root.nodes, faults }

  function refuseCrowded(found: { match: RegExpExecArray; read: TemplateTag | TagFault }[], line: number) {
    for (const { match, read } of found) {
      if (typeof read === 'string') continue
      const own = (read.is === 'open' || read.is === 'close') && (ownSections as readonly string[]).includes(read.key)
      if (read.is === 'command' || own) faults.push({ line, code: 'template.alone', key: match[0] })
    }
  }
}

function sectionOf(key: string): { kind: 'section'; key: string } | { kind: 'together' | 'signature' } {
  if (key === ownSections[0]) return { kind: 'together' }
  return key === ownSections[1] ? { kind: 'signature' } : { kind: 'section', key }
}

function isSectionTag(read: TemplateTag | TagFault) {
  return typeof read === 'object' && ['open', 'close', 'if', 'else'].includes(read.is)
}

function isOnlyValue(found: readonly { read: TemplateTag | TagFault }[], { branches }: Open) {
  return !branches && found.every(({ read }) => typeof read === 'object' && read.is === 'else')
}
