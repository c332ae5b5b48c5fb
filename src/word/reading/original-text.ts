/** Part of a paragraph of the original text; `proposal` is the id of its proposal. */
export interface OriginalSegment {
  text: string
  proposal: number | null
}

/** Paragraph of the document as the user reads it, with its number. */
export interface OriginalParagraph {
  place: number
  kind: 'heading' | 'text' | 'item' | 'cell'
  segments: OriginalSegment[]
}

export function getOriginalText({ segments }: OriginalParagraph): string {
  return segments.map(({ text }) => text).join('')
}
