import { lackingIn } from '../documents/layout/written.ts'
import { countCodePoints, isNormalized, normalizeLine, normalizeLines } from '../text/text.ts'
import { hasValidCharacters } from '../text/valid-characters.ts'
import { countBound } from './bound.ts'
import type { Column, Context } from './field.ts'
import type { FieldKind, Judge } from './kind.ts'
import { isCutByExcel } from './number-text.ts'
import { patternMatcher } from './pattern.ts'

/** Default maximum lengths in characters, used if a field has no `max`. */
export const longest = { text: 500, longText: 5_000 } as const

function judge(field: Column, { letters }: Context): Judge {
  const long = field.type === 'longText'
  const clean = long ? normalizeLines : normalizeLine
  const least = countBound(field.min, 0)
  const most = countBound(field.max, long ? longest.longText : longest.text)
  const matches = field.pattern ? patternMatcher(field.pattern) : null
  return (value) => {
    if (typeof value !== 'string') return { error: 'invalid' }
    if (value.length > 4 * most + 1_000) return { error: 'length' }
    const usual = isNormalized(value)
    if (!usual && !hasValidCharacters(value)) return { error: 'characters' }
    const text = usual ? value : clean(value)
    if (!long && isCutByExcel(text)) return { error: 'precision' }
    const length = usual ? text.length : countCodePoints(text)
    if (length < least || length > most) return { error: 'length' }
    if (matches !== null && !matches(text)) return { error: 'pattern' }
    return letters === 'ours' && lackingIn(text).length > 0 ? { error: 'unprintable' } : { value: text }
  }
}

export const text: FieldKind = {
  judge,
  reader: () => (typed) => ({ value: typed }),
  print: (_field, value) => String(value),
}
