import { parseListItemTag } from '../../domain/documents/list-marker.ts'
import type { PageSetup } from '../../domain/documents/page.ts'
import { getPageFrame } from '../../domain/documents/page-setup.ts'
import { parseTag, type TableColumnSettings } from '../../domain/documents/template-tag.ts'
import type { Field } from '../../domain/fields/field.ts'
import { toColumnWidths } from './column-widths.ts'
import { writeLineRuns } from './line-runs.ts'
import { ListDefinitions } from './list-definitions.ts'
import { writeWordArchive } from './word-archive.ts'
import { type OutputParagraph, pageBreak, writeParagraph, writeTable } from './word-xml.ts'

interface FormatSource {
  name: string
  body: string
  fields: readonly Field[]
  page: PageSetup
}

/** Writes the body of a format as a Word document, which `readWordDocument` turns into the same body. */
export function writeFormatDocument({ name, body, fields, page }: FormatSource): Promise<Blob> {
  const writer = new FormatWriter(fields, page)
  const written = writer.write(body.normalize('NFC').replace(/\r\n?/g, '\n').split('\n'))
  return writeWordArchive({ title: name, page, body: written, numbering: writer.lists.write() })
}

const alignTags = { '{{al centro}}': 'center', '{{a la derecha}}': 'end' } as const

class FormatWriter {
  readonly lists = new ListDefinitions()
  readonly #fields: readonly Field[]
  readonly #measure: number
  #columns: TableColumnSettings[] = []

  constructor(fields: readonly Field[], page: PageSetup) {
    this.#fields = fields
    this.#measure = getPageFrame(page).measure * 20
  }

  write(lines: readonly string[]): string {
    let xml = ''
    let isAttached = false
    for (let at = 0; at < lines.length; at++) {
      const line = (lines[at] as string).trim()
      if (!line) {
        isAttached = false
        continue
      }
      if (line.startsWith('|')) {
        const end = findTableEnd(lines, at)
        // Word joins tables that follow each other without a paragraph between them.
        if (xml.endsWith('</w:tbl>')) xml += writeParagraph('')
        xml += this.#writeTable(lines.slice(at, end), isAttached)
        at = end - 1
      } else xml += this.#writeLine(line, isAttached)
      isAttached = true
    }
    // The last element of a body is a paragraph.
    return xml && !xml.endsWith('</w:tbl>') ? xml : `${xml}${writeParagraph('')}`
  }

  #writeLine(line: string, isAttached: boolean): string {
    const [first = ''] = /^\{\{[^{}]*\}\}/.exec(line) ?? []
    const tag = first ? parseTag(first.slice(2, -2)) : null
    const item = first ? parseListItemTag(first.slice(2, -2).trim()) : null
    const rest = line.slice(first.length).trimStart()
    const heading = /^(#{1,2}) +(?=\S)/.exec(line)
    const isCommand = typeof tag === 'object' && tag?.is === 'command'
    // A line after an item continues the item, so that its list goes on.
    if (!isAttached || heading || isCommand) this.lists.interrupt()
    if (item && rest) return this.#writeParagraph(rest, { list: this.lists.add(item), isAttached })
    if (isCommand && tag.command.name === 'page' && first === line) return writeParagraph(pageBreak, { isAttached })
    if (isCommand && tag.command.name === 'columns') this.#columns = tag.command.columns
    if (heading) {
      const style = heading[1] === '#' ? 'Ttulo' : 'Ttulo1'
      return this.#writeParagraph(line.slice(heading[0].length), { style, isAttached })
    }
    const align = rest ? alignTags[first as keyof typeof alignTags] : undefined
    return align ? this.#writeParagraph(rest, { align, isAttached }) : this.#writeParagraph(line, { isAttached })
  }

  #writeParagraph(text: string, properties: OutputParagraph): string {
    return writeParagraph(writeLineRuns(text, this.#fields), properties)
  }

  #writeTable(lines: readonly string[], isAttached: boolean): string {
    this.lists.interrupt()
    const rows = lines.map((line) => (line.trim().startsWith('|') ? splitCells(line.trim()) : null))
    const width = Math.max(1, ...rows.map((cells) => cells?.reduce((sum, { span }) => sum + span, 0) ?? 0))
    const hasHeader = rows[0]?.some(({ text, span }) => text || span > 1) ?? false
    const first = hasHeader || rows.length === 1 ? 0 : 1
    const aligns = this.#columns.map(({ align }) => align)
    const written = rows.map((cells, row) => {
      const properties = { style: 'FormatoCelda', isAttached: isAttached || row > first }
      if (!cells)
        return { cells: [{ content: this.#writeParagraph(lines[row]?.trim() ?? '', properties), span: width }] }
      let column = 0
      const inside = cells.map(({ text, span, align }) => {
        const own = align ?? aligns[column] ?? undefined
        column += span
        return { content: this.#writeParagraph(text, { ...properties, align: own ?? undefined }), span }
      })
      return { cells: inside, isHeader: row === 0 && hasHeader }
    })
    const widths = toColumnWidths(
      this.#columns.map(({ share }) => share),
      width,
      this.#measure,
    )
    this.#columns = []
    return writeTable(written.slice(first), widths, true)
  }
}

/** Returns the index after a table: its rows, and the lines of section tags between them. */
function findTableEnd(lines: readonly string[], from: number): number {
  let end = from + 1
  for (let at = end; at < lines.length; at++) {
    const line = (lines[at] as string).trim()
    if (line.startsWith('|')) end = at + 1
    else if (!/^(?:\{\{(?:[#/]|sino)[^{}]*\}\})+$/.test(line)) break
  }
  return end
}

interface BodyCell {
  text: string
  span: number
  align?: 'start' | 'center' | 'end'
}

/** Splits a row into its cells. Tags of merged cells and alignments become properties. */
function splitCells(line: string): BodyCell[] {
  const pieces = line.replace(/\{\{[^{}]*\}\}/g, (tag) => tag.replaceAll('|', '\n')).split('|')
  const last = pieces.at(-1)?.trim()
  return pieces.slice(1, last ? undefined : -1).map((piece) => {
    let text = piece.replaceAll('\n', '|').trim()
    const cell: BodyCell = { text, span: 1 }
    for (let found = true; found; ) {
      const [source = ''] = /^\{\{[^{}]*\}\}/.exec(text) ?? []
      const tag = source ? parseTag(source.slice(2, -2)) : null
      found = typeof tag === 'object' && (tag?.is === 'span' || tag?.is === 'align')
      if (typeof tag === 'object' && tag?.is === 'span') cell.span = tag.columns
      if (typeof tag === 'object' && tag?.is === 'align') cell.align = tag.align
      if (found) text = text.slice(source.length).trimStart()
    }
    return { ...cell, text }
  })
}
