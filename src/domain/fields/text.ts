import { findUnsupportedCharacters } from '../documents/layout/supported-characters.ts'
import { countCodePoints, isNormalized, normalizeLine, normalizeLines } from '../text/text.ts'
import { hasValidCharacters } from '../text/valid-characters.ts'
import { parseCountBound } from './bound.ts'
import type { Column, ValidationContext } from './field.ts'
import type { FieldTypeHandler, ValueValidator } from './field-type-handler.ts'
import { losesPrecisionInExcel } from './number-text.ts'
import { createPatternMatcher } from './pattern.ts'

/** Default maximum lengths in characters, used if a field has no `max`. */
export const defaultMaxLengths = { text: 500, longText: 5_000 } as const

function createTextValidator(field: Column, { letters }: ValidationContext): ValueValidator {
  const long = field.type === 'longText'
  const clean = long ? normalizeLines : normalizeLine
  const least = parseCountBound(field.min, 0)
  const most = parseCountBound(field.max, long ? defaultMaxLengths.longText : defaultMaxLengths.text)
  const matches = field.pattern ? createPatternMatcher(field.pattern) : null
  return (value) => {
    if (typeof value !== 'string') return { error: 'invalid' }
    if (value.length > 4 * most + 1_000) return { error: 'length' }
    const usual = isNormalized(value)
    if (!usual && !hasValidCharacters(value)) return { error: 'characters' }
    const textHandler = usual ? value : clean(value)
    if (!long && losesPrecisionInExcel(textHandler)) return { error: 'precision' }
    const length = usual ? textHandler.length : countCodePoints(textHandler)
    if (length < least || length > most) return { error: 'length' }
    if (matches !== null && !matches(textHandler)) return { error: 'pattern' }
    return letters === 'ours' && findUnsupportedCharacters(textHandler).length > 0
      ? { error: 'unprintable' }
      : { value: textHandler }
  }
}

export const text: FieldTypeHandler = {
  judge: createTextValidator,
  reader: () => (typed) => ({ value: typed }),
  print: (_field, value) => String(value),
}
