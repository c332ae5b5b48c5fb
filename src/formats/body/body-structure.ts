import type { Node } from 'prosemirror-model'
import type { TextAlignment } from '../../domain/documents/blocks.ts'
import { ListCounter } from '../../domain/documents/list-marker.ts'
import { getClauseName } from '../../domain/documents/ordinal.ts'
import {
  isSectionTag,
  parseTag,
  type TableColumnSettings,
  type TemplateTag,
} from '../../domain/documents/template-tag.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import { getTagContent } from './parse-body.ts'
import { getTagLabel, type TagLabel } from './tag-label.ts'

interface TagInfo extends TagLabel {
  position: number
}

export interface LineInfo {
  from: number
  to: number
  /** Number of sections that enclose the line. Counts only sections whose tags are on lines of their own. */
  depth: number
  /** True if the line consists of tags that start or end sections. A document prints no line for it. */
  isBracket: boolean
  /** True if the line consists of a tag such as `{{nueva página}}`. */
  isCommand: boolean
  isSignature: boolean
  /** Marker of a list item, e.g. «a)», «2.» or «•». */
  marker?: string
  /** Zero-based nesting level of a list item. */
  level?: number
  align?: TextAlignment
  isHeader?: boolean
  /** CSS column widths of a table row. */
  columns?: string
  tags: TagInfo[]
}

const signature = 'aquí firma'

/** Returns the properties of all lines: nesting, numbers of items and clauses, columns of tables, and labels of tags. */
export function readBodyStructure(doc: Node, fields: readonly Field[]): LineInfo[] {
  const reader = new StructureReader(fields)
  doc.forEach((line, from) => void reader.take(line, from))
  reader.endTable()
  return reader.lines
}

/** Returns the fields that a tag at a position can refer to. Columns of the surrounding table sections come first. */
export function listFieldsAtPosition(
  doc: Node,
  position: number,
  fields: readonly Field[],
): readonly (Field | Column)[] {
  const reader = new StructureReader(fields)
  doc.forEach((line, from) => {
    if (from < position) reader.take(position < from + line.nodeSize ? line.cut(0, position - from - 1) : line, from)
  })
  return reader.known
}

class StructureReader {
  readonly lines: LineInfo[] = []
  private readonly open: { key: string; columns: readonly Column[] }[] = []
  private clauses = 0
  private readonly counter = new ListCounter()
  /** Marker of the items of level 0 in the current list. */
  private outerMarker = ''
  private rows: LineInfo[] = []
  private widest = 0
  private settings: TableColumnSettings[] = []
  private readonly fields: readonly Field[]

  constructor(fields: readonly Field[]) {
    this.fields = fields
  }

  take(line: Node, from: number) {
    const before = this.open.length
    const found = findTags(line, from)
    const only =
      found.length > 0 &&
      line.type.name === 'paragraph' &&
      line.children.every(({ text }) => text === undefined || !text.trim())
    const isBracket = only && found.every(({ tag }) => isSectionTag(tag))
    const command =
      only && found.length === 1 && typeof found[0]?.tag === 'object' && found[0].tag.is === 'command'
        ? found[0].tag.command
        : null
    let least = before
    const isSignature = this.open.some(({ key }) => key === signature)
    const tags = found.map(({ source, tag, position }) => {
      const info = { position, ...this.label(source, tag) }
      if (typeof tag === 'object') this.nest(tag)
      const isMiddle = typeof tag === 'object' && tag.is === 'else'
      least = Math.min(least, this.open.length - (isMiddle && this.open.length > 0 ? 1 : 0))
      return info
    })
    const info: LineInfo = {
      from,
      to: from + line.nodeSize,
      depth: isBracket ? least : before,
      isBracket,
      isCommand: command !== null,
      isSignature: isSignature && !isBracket,
      tags,
    }
    const align = found.map(({ tag }) => tag).find((tag) => typeof tag === 'object' && tag.is === 'align')
    if (typeof align === 'object' && align.is === 'align' && line.type.name !== 'row') info.align = align.align
    this.lines.push(info)
    if (isBracket) return
    this.number(line, info)
    if (line.type.name === 'row') this.addTableRow(line, info)
    else this.endTable()
    if (command?.name === 'columns') this.settings = command.columns
  }

  get known(): readonly (Field | Column)[] {
    return [...this.open.flatMap(({ columns }) => columns), ...this.fields]
  }

  private label(source: string, tag: TemplateTag | string): TagLabel {
    if (typeof tag === 'object' && tag.is === 'clause')
      return { kind: 'automatic', label: getClauseName(++this.clauses) }
    return getTagLabel(source, this.known)
  }

  private nest(tag: TemplateTag) {
    if (tag.is === 'if') this.open.push({ key: 'si', columns: [] })
    if (tag.is === 'open')
      this.open.push({ key: tag.key, columns: this.fields.find(({ key }) => key === tag.key)?.columns ?? [] })
    if (tag.is === 'close' && this.open.at(-1)?.key === tag.key) this.open.pop()
  }

  /** Numbers list items as a generated document does: a blank line, heading, table or command ends a list. */
  private number(line: Node, info: LineInfo) {
    const tag = line.type.name === 'item' ? parseTag(getTagContent(line.attrs.tag as string)) : null
    if (typeof tag === 'object' && tag?.is === 'item') {
      const { marker, level } = tag.item
      if (level === 0 && this.outerMarker !== '' && this.outerMarker !== marker) this.counter.interrupt()
      if (level === 0) this.outerMarker = marker
      info.marker = this.counter.next(tag.item)
      info.level = level
    } else if (line.type.name !== 'paragraph' || !line.content.size || info.isCommand || info.align) {
      this.counter.interrupt()
      this.outerMarker = ''
    }
  }

  private addTableRow(line: Node, info: LineInfo) {
    info.isHeader = this.rows.length === 0
    this.rows.push(info)
    this.widest = Math.max(this.widest, line.childCount)
  }

  endTable() {
    if (!this.rows.length) return
    const shares = Array.from({ length: this.widest }, (_, index) => this.settings[index]?.share ?? null)
    const rest = 100 - shares.reduce<number>((sum, share) => sum + (share ?? 0), 0)
    const open = Math.max(1, rest / Math.max(1, shares.filter((share) => share === null).length))
    const columns = shares.map((share) => `minmax(0, ${Math.round(share ?? open)}fr)`).join(' ')
    for (const row of this.rows) row.columns = columns
    this.rows = []
    this.widest = 0
    this.settings = []
  }
}

function findTags(line: Node, from: number) {
  const tags: { source: string; tag: ReturnType<typeof parseTag>; position: number }[] = []
  line.descendants((node, at) => {
    if (node.type.name !== 'tag') return
    const source = node.attrs.source as string
    tags.push({ source, tag: parseTag(getTagContent(source)), position: from + 1 + at })
  })
  return tags
}
