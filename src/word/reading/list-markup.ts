import { getItemLetter } from '../../domain/documents/ordinal.ts'
import type { ListMarkerText } from './numbering.ts'
import type { WordParagraph } from './word-blocks.ts'

type ListTag = '{{-}}' | '{{1.}}' | '{{a)}}'

/** Returns the list tag for a Word marker: «a)» → `{{a)}}`, «•» → `{{-}}`; empty if no tag has this style. */
export function getListTag({ isBullet, text }: ListMarkerText): ListTag | '' {
  if (isBullet) return '{{-}}'
  if (/^\d+\.$/.test(text)) return '{{1.}}'
  return /^[a-z]+\)$/.test(text) ? '{{a)}}' : ''
}

/**
 * Returns whether list tags would give consecutive items the same numbers as Word. Tags restart at 1 or «a» after any
 * interruption. If not, the caller writes the numbers as text.
 */
export function canUseListTags(items: readonly WordParagraph[]): boolean {
  let before = ''
  let count = 0
  return items.every(({ marker }) => {
    if (!marker) return false
    const tag = getListTag(marker)
    count = tag === before ? count + 1 : 1
    before = tag
    if (tag === '{{1.}}') return marker.text === `${count}.`
    return tag === '{{a)}}' ? marker.text === `${getItemLetter(count)})` : tag === '{{-}}'
  })
}
