import type { OmittedItemKind } from './omitted-items.ts'
import type { RunStyle } from './styles.ts'

export const lineAlignmentTags = { start: '', center: '{{al centro}} ', end: '{{a la derecha}} ' } as const

export const underlineTag = '{{_}}'

export const tabReplacement = ' '

/** Character styles that a body cannot express, with the kind under which the loss is reported. */
export const unsupportedStyles: readonly [keyof RunStyle, OmittedItemKind][] = [
  ['strike', 'strike'],
  ['raised', 'raised'],
  ['smallCaps', 'smallCaps'],
]
