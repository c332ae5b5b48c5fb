import { countryCodes } from '../settings/country.ts'
import { marginWidths, pageSizes, textSizes } from '../settings/page-options.ts'
import type { PageSetup } from './page.ts'
import type { FormatPaperSettings } from './paper.ts'

/** Returns the page settings of a format. The organisation's settings replace missing or invalid settings. */
export function resolvePageSetup(paper: FormatPaperSettings | null | undefined, organisation: PageSetup): PageSetup {
  const { size, margins: chosen, isJustified, textSize, country } = organisation
  return {
    size: pageSizes.find((one) => one === paper?.size) ?? size,
    margins: marginWidths.find((one) => one === paper?.margins) ?? chosen,
    isJustified: paper?.ragged === undefined ? isJustified : !paper.ragged,
    textSize: textSizes.find((one) => one === paper?.textSize) ?? textSize,
    country: countryCodes.find((one) => one === paper?.country) ?? country,
  }
}

/** Text area of a page in points from the lower left corner. Text is placed between `top` and `bottom`. */
export interface PageFrame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  measure: number
}

const sizes = { letter: [612, 792], a4: [595.28, 841.89], legal: [612, 1008] } as const
const margins = {
  narrow: { side: 57, head: 66, foot: 70 },
  normal: { side: 79, head: 74, foot: 78 },
  wide: { side: 100, head: 90, foot: 92 },
} as const

export function getPageFrame({ size, margins: chosen }: PageSetup): PageFrame {
  const [width, height] = sizes[size]
  const { side, head, foot } = margins[chosen]
  return { width, height, left: side, right: width - side, top: height - head, bottom: foot, measure: width - 2 * side }
}
