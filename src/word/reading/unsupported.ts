import type { OmittedItemKind } from './omitted-items.ts'
import type { RunStyle } from './styles.ts'

/** Tags that start an aligned line. */
export const alignmentTags = { start: '', center: '{{al centro}} ', end: '{{a la derecha}} ' } as const

/** Tags at the start of a table cell, by alignment. */
export const cellAlignmentTags = {
  start: '{{a la izquierda}}',
  center: '{{al centro}}',
  end: '{{a la derecha}}',
} as const

export const underlineTag = '{{_}}'

/** Text that replaces a tab. */
export const tabReplacement = ' '

/** Character styles that a body cannot express, with the kind under which the loss is reported. */
export const unsupportedStyles: readonly [keyof RunStyle, OmittedItemKind][] = [
  ['strike', 'strike'],
  ['raised', 'raised'],
  ['smallCaps', 'smallCaps'],
]
