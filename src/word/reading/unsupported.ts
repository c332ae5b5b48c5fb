import type { LeftOutKind } from './left-out.ts'
import type { RunStyle } from './styles.ts'

/** Tags around a line, by alignment. `null`: bodies cannot express the alignment. */
export const alignmentTags: Record<'center' | 'end', string | null> = { center: null, end: null }

/** Tag that starts and ends underlined text. `null`: bodies cannot express it. */
export const underlineTag: string | null = null

/** Text that replaces a tab. */
export const tabText = ' '

const lostUnderline: [keyof RunStyle, LeftOutKind][] = underlineTag === null ? [['underline', 'underline']] : []

/** Character styles that are listed as left out. */
export const lostStyles: readonly [keyof RunStyle, LeftOutKind][] = [
  ...lostUnderline,
  ['strike', 'strike'],
  ['raised', 'raised'],
]
