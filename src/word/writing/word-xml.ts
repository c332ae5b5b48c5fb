import { removeXmlInvalid } from '../../sheets/writing/xml-escape.ts'

/** Style of a run in the generated Word document. */
export interface OutputRunStyle {
  bold?: boolean
  italic?: boolean
  underline?: boolean
  /** Id of the character style. */
  style?: string
}

/** Properties of a paragraph in the generated Word document. */
export interface OutputParagraph {
  style?: string
  align?: 'start' | 'center' | 'end' | undefined
  /** List and zero-based level. */
  list?: { id: number; level: number }
  /** True if the paragraph continues the block of the paragraph before it. */
  isAttached?: boolean
  /** Properties in the order of the schema, before the alignment, e.g. tab stops. */
  tabs?: string
  spacing?: string
  indent?: string
  border?: string
  keepsNext?: boolean
}

export function escapeWordText(text: string): string {
  return removeXmlInvalid(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

export const escapeWordAttribute = (text: string) => escapeWordText(text).replace(/"/g, '&quot;').replace(/\s+/g, ' ')

/** Returns a run. Line breaks and tabs of the text become elements. */
export function writeRun(text: string, { bold, italic, underline, style }: OutputRunStyle = {}): string {
  const properties =
    (style ? `<w:rStyle w:val="${style}"/>` : '') +
    (bold ? '<w:b/><w:bCs/>' : '') +
    (italic ? '<w:i/><w:iCs/>' : '') +
    (underline ? '<w:u w:val="single"/>' : '')
  const content = text
    .split(/([\n\t])/)
    .map((part) => {
      if (part === '\n') return '<w:br/>'
      if (part === '\t') return '<w:tab/>'
      return part && `<w:t xml:space="preserve">${escapeWordText(part)}</w:t>`
    })
    .join('')
  return content && `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}${content}</w:r>`
}

const alignments = { start: 'left', center: 'center', end: 'right' } as const

/** Returns a paragraph of runs. The properties are in the order of the schema, because Word rejects other orders. */
export function writeParagraph(runs: string, properties: OutputParagraph = {}): string {
  const { style, align, list, isAttached, tabs = '', spacing = '', indent = '', border = '', keepsNext } = properties
  const written =
    (style ? `<w:pStyle w:val="${style}"/>` : '') +
    (keepsNext ? '<w:keepNext/>' : '') +
    (list ? `<w:numPr><w:ilvl w:val="${list.level}"/><w:numId w:val="${list.id}"/></w:numPr>` : '') +
    border +
    tabs +
    spacing +
    indent +
    (isAttached ? '<w:contextualSpacing/>' : '') +
    (align ? `<w:jc w:val="${alignments[align]}"/>` : '')
  return `<w:p>${written && `<w:pPr>${written}</w:pPr>`}${runs}</w:p>`
}

/** Maximum length of a control's title and tag in Word. */
const maxControlName = 64

/** Returns an inline content control. `key` is its tag; `title` is shown when it is selected. */
export function writeContentControl(content: string, key: string, title: string): string {
  const shorten = (text: string) => escapeWordAttribute(Array.from(text).slice(0, maxControlName).join(''))
  return `<w:sdt><w:sdtPr><w:alias w:val="${shorten(title)}"/><w:tag w:val="${shorten(key)}"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
}

/** Returns the tab stop at a distance from the left edge of the text; `position` in twentieths of a point. */
export function writeTabStop(position: number, leader: 'none' | 'dots' | 'line', alignment: 'left' | 'right'): string {
  const fill = { none: '', dots: ' w:leader="dot"', line: ' w:leader="underscore"' }[leader]
  return `<w:tab w:val="${alignment}"${fill} w:pos="${Math.round(position)}"/>`
}

/** Cell of a table in the generated Word document. */
export interface OutputTableCell {
  /** Paragraphs of the cell. */
  content: string
  span: number
}

/** Returns a table. `widths` in twentieths of a point; if `isFixed`, the text does not change them. */
export function writeTable(
  rows: readonly { cells: readonly OutputTableCell[]; isHeader?: boolean }[],
  widths: readonly number[],
  isFixed: boolean,
): string {
  const hasHeader = rows[0]?.isHeader === true
  const grid = widths.map((width) => `<w:gridCol w:w="${Math.round(width)}"/>`).join('')
  const written = rows.map(({ cells, isHeader }) => {
    let column = 0
    const inside = cells.map(({ content, span }) => {
      const width = widths.slice(column, column + span).reduce((sum, one) => sum + one, 0)
      column += span
      const merged = span > 1 ? `<w:gridSpan w:val="${span}"/>` : ''
      return `<w:tc><w:tcPr><w:tcW w:w="${Math.round(width)}" w:type="dxa"/>${merged}</w:tcPr>${content}</w:tc>`
    })
    return `<w:tr><w:trPr><w:cantSplit/>${isHeader ? '<w:tblHeader/>' : ''}</w:trPr>${inside.join('')}</w:tr>`
  })
  const total = Math.round(widths.reduce((sum, one) => sum + one, 0))
  const look = `<w:tblLook w:val="${hasHeader ? '0420' : '0400'}" w:firstRow="${hasHeader ? 1 : 0}" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="0" w:noVBand="1"/>`
  return `<w:tbl><w:tblPr><w:tblStyle w:val="FormatoTabla"/><w:tblW w:w="${total}" w:type="dxa"/>${isFixed ? '<w:tblLayout w:type="fixed"/>' : ''}${look}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${written.join('')}</w:tbl>`
}

export const pageBreak = '<w:r><w:br w:type="page"/></w:r>'
