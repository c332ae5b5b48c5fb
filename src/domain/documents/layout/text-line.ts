import type { StyledRun } from './words.ts'

/** Tab of a line. Widths are in thousandths of the font size. */
export interface LineTab {
  /** Number of text runs before the tab. */
  at: number
  /** Start of the tab from the left edge of the line. */
  start: number
  width: number
}

/** Line of text. `width`: thousandths of the font size. `spacing`: width added to each space, may be negative. */
export interface TextLine {
  runs: readonly StyledRun[]
  width: number
  spacing: number
  /** Hyphen at the end of the line, in the style of its word. Absent if the line ends with a whole word. */
  hyphen?: StyledRun
  /** Tabs of the line, from left to right. */
  tabs?: readonly LineTab[]
}

export interface LineConstraints {
  /** Maximum line width in thousandths of the font size. */
  width: number
  isJustified?: boolean
  isHyphenated?: boolean
  /** Font size in points, for the positions of tabs. */
  size?: number
}
