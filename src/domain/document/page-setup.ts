import type { FormatPaper } from './paper.ts'

/** What a document is printed on, and how its text is set. */
export interface PageSetup {
  size: 'letter' | 'a4' | 'legal'
  margins: 'narrow' | 'normal' | 'wide'
  /** Whether paragraphs end at the right margin, and not only begin at the left one. */
  isJustified: boolean
}

/** Letter is what Colombia prints on. */
export const defaultPage: PageSetup = { size: 'letter', margins: 'normal', isJustified: true }

/** What a format says of its page, and the usual where it says nothing. */
export function pageSetupOf(paper: FormatPaper | null | undefined): PageSetup {
  const { size, margins: chosen, isJustified } = defaultPage
  return {
    size: paper?.size ?? size,
    margins: paper?.margins ?? chosen,
    isJustified: paper?.ragged === undefined ? isJustified : !paper.ragged,
  }
}

/** In points, from the lower left corner; the text stands between `top` and `bottom`. */
export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  /** The width of the text. */
  measure: number
}

const sizes = { letter: [612, 792], a4: [595.28, 841.89], legal: [612, 1008] } as const
const margins = {
  narrow: { side: 57, head: 66, foot: 70 },
  normal: { side: 79, head: 74, foot: 78 },
  wide: { side: 100, head: 90, foot: 92 },
} as const

export function pageFrame({ size, margins: chosen }: PageSetup): Frame {
  const [width, height] = sizes[size]
  const { side, head, foot } = margins[chosen]
  return { width, height, left: side, right: width - side, top: height - head, bottom: foot, measure: width - 2 * side }
}
