/** Part of a paragraph in the original-text pane; `proposal`: id of the proposal that the part belongs to. */
export interface OriginalSegment {
  text: string
  proposal: number | null
}

/** Position of a table cell. `table`: number of the table. `row` and `column`: zero-based. */
export interface OriginalCell {
  table: number
  row: number
  column: number
  span: number
}

/** Paragraph of the Word document in the original-text pane; `place`: its one-based number. */
export interface OriginalParagraph {
  place: number
  kind: 'heading' | 'text' | 'item' | 'cell'
  segments: OriginalSegment[]
  /** Cell of the paragraph; `null` outside of tables. */
  cell: OriginalCell | null
}

export function getOriginalText({ segments }: OriginalParagraph): string {
  return segments.map(({ text }) => text).join('')
}
