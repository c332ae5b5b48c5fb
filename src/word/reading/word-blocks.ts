import type { ListMarkerText } from './numbering.ts'
import type { RunStyle, WordAlignment } from './styles.ts'
import type { TabStop } from './tab-markup.ts'

/** Fillable field defined in the Word document: a merge field, a form field or a content control. */
export interface FieldSource {
  /** Name in the document; empty for unnamed fields. */
  name: string
  kind: 'text' | 'longText' | 'date' | 'number' | 'choice' | 'checkbox'
  options: string[]
  /** Condition of an IF field, whose texts are printed instead of the value. */
  condition?: WordCondition
}

/** Condition of an IF field: `IF «sexo» = "F" "Señora" "Señor"`. */
export interface WordCondition {
  sign: '=' | '!=' | '<' | '>' | '<=' | '>='
  value: string
  yes: string
  no: string
}

export type Inline =
  | { kind: 'text'; text: string; style: RunStyle }
  /** Fillable field; `text`: its current text in the document. */
  | { kind: 'field'; source: FieldSource; text: string; style: RunStyle }
  /** Typed ordinal of a clause, e.g. «PRIMERA». */
  | { kind: 'clause'; text: string; style: RunStyle }
  | { kind: 'page' }

export interface WordParagraph {
  kind: 'paragraph'
  /** One-based number of the paragraph in the document. */
  place: number
  inlines: Inline[]
  align: WordAlignment
  /** Heading level from 1; 0 for other paragraphs. */
  heading: number
  marker: ListMarkerText | null
  markerStyle: RunStyle
  breaksPage: boolean
  tabs: readonly TabStop[]
}

export interface WordCell {
  blocks: WordBlock[]
  span: number
  /** True if the cell continues the cell above it. */
  continues: boolean
}

export interface WordTable {
  kind: 'table'
  rows: { cells: WordCell[]; isHeader: boolean }[]
  /** Column widths in twentieths of a point. */
  widths: number[]
  place: number
}

export type WordBlock = WordParagraph | WordTable

/** Returns the plain text of inlines, with the displayed text of Word fields. */
export function getInlineText(inlines: readonly Inline[]): string {
  return inlines.map((inline) => (inline.kind === 'page' ? '' : inline.text)).join('')
}

/** Returns the plain text of a block, including list markers. */
export function getBlockText(block: WordBlock): string {
  if (block.kind === 'paragraph') {
    const { marker, inlines } = block
    return `${marker ? marker.text + marker.gap : ''}${getInlineText(inlines)}`
  }
  return block.rows.map(({ cells }) => cells.map((cell) => cell.blocks.map(getBlockText).join(' ')).join(' ')).join(' ')
}
