import { findUnsupportedCharacters } from '../documents/layout/supported-characters.ts'
import { countCodePoints, isNormalized, normalizeLine, normalizeLines } from '../text/text.ts'
import { hasValidCharacters } from '../text/valid-characters.ts'
import { parseCountBound } from './bound.ts'
import type { Column, ValidationContext } from './field.ts'
import type { FieldTypeHandler, ValueValidator } from './field-type-handler.ts'
import { losesPrecisionInExcel } from './number-text.ts'
import { createPatternMatcher } from './pattern.ts'

/** Default maximum number of characters, used if a field has no `max`. */
export const defaultMaxLengths = { text: 500, longText: 5_000 } as const

function createTextValidator(field: Column, { letters }: ValidationContext): ValueValidator {
  const long = field.type === 'longText'
  const clean = long ? normalizeLines : normalizeLine
  const minLength = parseCountBound(field.min, 0)
  const maxLength = parseCountBound(field.max, long ? defaultMaxLengths.longText : defaultMaxLengths.text)
  const matches = field.pattern ? createPatternMatcher(field.pattern) : null
  return (value) => {
    if (typeof value !== 'string') return { error: 'invalid' }
    if (value.length > 4 * maxLength + 1_000) return { error: 'length' }
    const usual = isNormalized(value)
    if (!usual && !hasValidCharacters(value)) return { error: 'characters' }
    const text = usual ? value : clean(value)
    if (!long && losesPrecisionInExcel(text)) return { error: 'precision' }
    const length = usual ? text.length : countCodePoints(text)
    if (length < minLength || length > maxLength) return { error: 'length' }
    if (matches !== null && !matches(text)) return { error: 'pattern' }
    return letters === 'ours' && findUnsupportedCharacters(text).length > 0 ? { error: 'unprintable' } : { value: text }
  }
}

export const textHandler: FieldTypeHandler = {
  createValidator: createTextValidator,
  createParser: () => (typed) => ({ value: typed }),
}
