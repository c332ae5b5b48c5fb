import type { LeftOutKind } from './left-out.ts'
import type { RunStyle } from './styles.ts'

/** Tags before a line, by alignment. */
export const alignmentTags = { start: '', center: '{{al centro}} ', end: '{{a la derecha}} ' } as const

/** Tag that starts and ends underlined text. */
export const underlineTag = '{{_}}'

/** Text that replaces a tab. */
export const tabText = ' '

/** Character styles that are listed as left out, because bodies cannot express them. */
export const lostStyles: readonly [keyof RunStyle, LeftOutKind][] = [
  ['strike', 'strike'],
  ['raised', 'raised'],
]
