import type { TextAlignment } from './blocks.ts'
import type { TemplateCondition } from './condition-text.ts'
import type { ListItemTag } from './list-marker.ts'
import type { Tab } from './tab.ts'
import {
  builtInSections,
  isSectionTag,
  parseTag,
  type TagErrorCode,
  type TemplateCommand,
  type TemplateTag,
} from './template-tag.ts'

interface Branch {
  /** Condition of the branch; `null` for `{{sino}}` without a condition. */
  condition: TemplateCondition | null
  nodes: TemplateNode[]
  line: number
}

export type TemplateNode =
  | { kind: 'text'; text: string; line: number }
  | { kind: 'break' }
  | { kind: 'value'; key: string; style: string; line: number }
  | { kind: 'section'; key: string; alone: boolean; nodes: TemplateNode[]; line: number }
  | { kind: 'together' | 'signature'; alone: boolean; nodes: TemplateNode[]; line: number }
  | { kind: 'choice'; alone: boolean; branches: Branch[]; line: number }
  | { kind: 'clause'; line: number }
  | { kind: 'organisation'; line: number }
  | { kind: 'italic' | 'underline'; line: number }
  | { kind: 'item'; item: ListItemTag; line: number }
  | { kind: 'align'; align: TextAlignment; line: number }
  | { kind: 'tab'; tab: Tab; line: number }
  | { kind: 'span'; columns: number; line: number }
  | { kind: 'command'; command: TemplateCommand; line: number }

export interface TemplateError {
  line: number
  code:
    | TagErrorCode
    | 'template.section'
    | 'template.key'
    | 'template.style'
    | 'template.table'
    | 'template.nested'
    | 'template.bold'
    | 'template.italic'
    | 'template.underline'
    | 'template.align'
    | 'template.compare'
    | 'template.alone'
    | 'template.item'
  /** Invalid key, style or tag, as written in the body. */
  key: string
}

export interface ParsedTemplate {
  nodes: TemplateNode[]
  faults: TemplateError[]
}

const tag = /\{\{([^{}]*)\}\}/g

interface OpenSection {
  key: string
  line: number
  nodes: TemplateNode[]
  branches?: Branch[]
}

let latest: { body: string; template: ParsedTemplate } = { body: '', template: { nodes: [], faults: [] } }

/** Parses a template body into text, values and sections. Invalid tags stay as text and are reported in `faults`. */
export function parseTemplate(body: string): ParsedTemplate {
  // Caches the latest body, because a batch makes thousands of documents from the same body.
  if (latest.body !== body) latest = { body, template: parseBody(body) }
  return latest.template
}

function parseBody(body: string): ParsedTemplate {
  const faults: TemplateError[] = []
  const root: OpenSection = { key: '', line: 0, nodes: [] }
  const open = [root]
  const top = () => open.at(-1) ?? root

  function text(raw: string, line: number) {
    if (raw.includes('{{') || raw.includes('}}')) faults.push({ line, code: 'template.tag', key: raw.trim() })
    if (raw) top().nodes.push({ kind: 'text', text: raw, line })
  }

  function take(raw: string, read: TemplateTag | TagErrorCode, line: number, alone: boolean) {
    if (typeof read === 'string') {
      faults.push({ line, code: read, key: raw })
      top().nodes.push({ kind: 'text', text: raw, line })
    } else if (read.is === 'open') {
      const nodes: TemplateNode[] = []
      top().nodes.push({ ...createSection(read.key), alone, nodes, line })
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
    } else {
      const { is: kind, ...content } = read
      top().nodes.push({ kind, ...content, line } as TemplateNode)
    }
  }

  /** Handles `{{sino}}` and `{{sino si …}}`. Outside of a condition, `{{sino}}` is the value of a field with the key `sino`. */
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
    const found = [...source.matchAll(tag)].map((match) => ({ match, read: parseTag(match[1] ?? '') }))
    // Adds no line to the document for a template line that contains only section tags.
    const bare = found.length > 0 && !source.replace(tag, '').trim()
    const alone = bare && found.every(({ read }) => isSectionTag(read)) && !isOnlyElse(found, top())
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

  function refuseCrowded(found: { match: RegExpExecArray; read: TemplateTag | TagErrorCode }[], line: number) {
    for (const { match, read } of found) {
      if (typeof read === 'string') continue
      const own =
        (read.is === 'open' || read.is === 'close') && (builtInSections as readonly string[]).includes(read.key)
      if (read.is === 'command' || own) faults.push({ line, code: 'template.alone', key: match[0] })
    }
  }
}

function createSection(key: string): { kind: 'section'; key: string } | { kind: 'together' | 'signature' } {
  if (key === builtInSections[0]) return { kind: 'together' }
  return key === builtInSections[1] ? { kind: 'signature' } : { kind: 'section', key }
}

function isOnlyElse(found: readonly { read: TemplateTag | TagErrorCode }[], { branches }: OpenSection) {
  return !branches && found.every(({ read }) => typeof read === 'object' && read.is === 'else')
}
