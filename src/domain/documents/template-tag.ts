import type { TextAlignment } from './blocks.ts'
import { parseCondition, type TemplateCondition } from './condition-text.ts'
import { type ListItemTag, parseListItemTag, resemblesListItemTag } from './list-marker.ts'
import { parseTabStop, type Tab } from './tab.ts'

/** Settings of a table column. `share`: width in percent of the table width. */
export interface TableColumnSettings {
  share: number | null
  align: 'start' | 'center' | 'end' | null
}

/** Command tag. It must be alone on its line and produces no text. */
export type TemplateCommand =
  | { name: 'page' }
  | { name: 'columns'; columns: TableColumnSettings[] }
  | { name: 'signatures'; text: string }

/** Parsed content of a tag between `{{` and `}}`. Keywords contain an accent or a space, so that they differ from all field keys. */
export type TemplateTag =
  | { is: 'value'; key: string; style: string }
  | { is: 'open' | 'close'; key: string }
  | { is: 'if'; condition: TemplateCondition }
  | { is: 'else'; condition: TemplateCondition | null }
  | { is: 'clause' | 'organisation' | 'italic' | 'underline' }
  | { is: 'item'; item: ListItemTag }
  | { is: 'align'; align: TextAlignment }
  | { is: 'tab'; tab: Tab }
  | { is: 'span'; columns: number }
  | { is: 'command'; command: TemplateCommand }

/** Built-in sections. «sin partir»: lines that stay on one page. «aquí firma»: lines of one signature. */
export const builtInSections = ['sin partir', 'aquí firma'] as const
const key = /^[a-z][a-z0-9_]*$/
const maxTagLength = 500

export type TagErrorCode = `template.${'tag' | 'condition' | 'columns' | 'list' | 'tab' | 'span'}`

export function parseTag(content: string): TemplateTag | TagErrorCode {
  if (content.length > maxTagLength) return 'template.tag'
  const text = content.trim().replace(/\s+/g, ' ')
  if (text.startsWith('#')) return parseOpeningTag(text.slice(1).trimStart())
  if (text.startsWith('/')) return parseSectionName(text.slice(1).trimStart())
  const plain = Object.hasOwn(plainTags, text) ? plainTags[text] : undefined
  if (plain) return plain
  const item = parseListItemTag(text)
  if (item) return { is: 'item', item }
  if (text.startsWith('sino si ')) return parseConditionTag(text.slice(8), (condition) => ({ is: 'else', condition }))
  const [name = '', ...rest] = text.split(':')
  if (name.trimEnd() === 'columnas' && rest.length) return parseColumnSettings(rest.join(':'))
  if (name.trimEnd() === 'aquí firman')
    return { is: 'command', command: { name: 'signatures', text: rest.join(':').trim() } }
  const tab = parseTabStop(text)
  if (tab !== null) return tab ? { is: 'tab', tab } : 'template.tab'
  return parseSpan(text) ?? (resemblesListItemTag(text) ? 'template.list' : parseValueTag(text))
}

const plainTags: Record<string, TemplateTag> = {
  '*': { is: 'italic' },
  _: { is: 'underline' },
  cláusula: { is: 'clause' },
  organización: { is: 'organisation' },
  sino: { is: 'else', condition: null },
  'al centro': { is: 'align', align: 'center' },
  'a la derecha': { is: 'align', align: 'end' },
  'a la izquierda': { is: 'align', align: 'start' },
  'nueva página': { is: 'command', command: { name: 'page' } },
  'nueva pagina': { is: 'command', command: { name: 'page' } },
}

const maxSpan = 50

/** Parses the tag of merged cells: `2 columnas`. Returns `null` for other tags. */
function parseSpan(text: string): TemplateTag | TagErrorCode | null {
  const [, count] = /^(\d+) columnas?$/.exec(text) ?? []
  if (!count) return null
  const columns = Number(count)
  return columns >= 2 && columns <= maxSpan ? { is: 'span', columns } : 'template.span'
}

function parseOpeningTag(text: string): TemplateTag | TagErrorCode {
  if (text.startsWith('si ')) return parseConditionTag(text.slice(3), (condition) => ({ is: 'if', condition }))
  const found = parseSectionName(text)
  return typeof found === 'string' ? found : { ...found, is: 'open' }
}

function parseSectionName(text: string): (TemplateTag & { is: 'open' | 'close' }) | TagErrorCode {
  return key.test(text) || (builtInSections as readonly string[]).includes(text)
    ? { is: 'close', key: text }
    : 'template.tag'
}

function parseConditionTag(
  text: string,
  tag: (condition: TemplateCondition) => TemplateTag,
): TemplateTag | TagErrorCode {
  const condition = parseCondition(text)
  return condition ? tag(condition) : 'template.condition'
}

function parseValueTag(text: string): TemplateTag | TagErrorCode {
  const parts = text.split('|')
  const name = (parts[0] as string).trimEnd()
  if (!key.test(name) || parts.length > 2) return 'template.tag'
  return { is: 'value', key: name, style: (parts[1] ?? '').trim() }
}

const aligns: Record<string, TableColumnSettings['align']> = { izquierda: 'start', centro: 'center', derecha: 'end' }

/** Parses column settings: `10, 45, 15 centro, derecha`. Each column may have a width in percent, an alignment, or both. */
function parseColumnSettings(text: string): TemplateTag | TagErrorCode {
  const columns: TableColumnSettings[] = []
  for (const one of text.split(',')) {
    const look: TableColumnSettings = { share: null, align: null }
    for (const word of one.split(' ').filter(Boolean)) {
      if (aligns[word] && !look.align) look.align = aligns[word]
      else if (/^\d{1,3}%?$/.test(word) && look.share === null) look.share = Number.parseInt(word, 10)
      else if (word !== '%' && word !== '-') return 'template.columns'
    }
    columns.push(look)
  }
  const total = columns.reduce((sum, { share }) => sum + (share ?? 0), 0)
  const open = columns.some(({ share }) => share === null)
  const fits =
    columns.every(({ share }) => share !== 0) && (open ? total <= 100 - 3 * columns.length || total === 0 : total > 0)
  return fits ? { is: 'command', command: { name: 'columns', columns } } : 'template.columns'
}

/** Returns whether a tag opens, divides or closes a section. */
export const isSectionTag = (tag: TemplateTag | TagErrorCode | null): boolean =>
  typeof tag === 'object' && tag !== null && ['open', 'close', 'if', 'else'].includes(tag.is)

export const alignmentTags = { start: '{{a la izquierda}}', center: '{{al centro}}', end: '{{a la derecha}}' } as const
