import type { ErrorCode } from '../errors.ts'
import { normalizeLine } from '../text/text.ts'
import type { Column, ValidationContext, Value } from './field.ts'
import type { FieldTypeHandler, ParseResult, ValueValidator } from './field-type-handler.ts'
import { type IdDocumentKind, idDocumentKinds } from './field-types.ts'
import { idValidators } from './id-validators.ts'
import { losesPrecisionInExcel } from './number-text.ts'

/** Regular expressions of the prefixes that users type before the number, by type of identity document. */
const kindPrefixes: readonly (readonly [IdDocumentKind, string])[] = [
  ['CE', 'C\\.? ?E\\.?|CEDULA DE EXTRANJERIA'],
  ['CC', 'C\\.? ?C\\.?|CEDULA(?: DE CIUDADANIA)?'],
  ['TI', 'T\\.? ?I\\.?|TARJETA DE IDENTIDAD'],
  ['NIT', 'N\\.?I\\.?T\\.?'],
  ['RUT', 'R\\.?U\\.?T\\.?'],
  ['CUIT', 'C\\.?U\\.?I\\.?[TL]\\.?'],
  ['RUC', 'R\\.?U\\.?C\\.?'],
  ['RFC', 'R\\.?F\\.?C\\.?'],
  ['CURP', 'CURP'],
  ['DNI', 'D\\.?N\\.?I\\.?'],
  ['PA', 'PASAPORTE|PA|PP'],
]
/** Patterns of the prefixes. `PA` and `CE` must be followed by a separator, because `PA123` may be the number itself. */
const prefixPatterns = kindPrefixes.map(([kind, words]) => {
  const glued = kind === 'PA' || kind === 'CE' ? '' : '|(?=\\d)'
  return [kind, new RegExp(`^(?:${words})(?:[ :#.-]+${glued})(?:N(?:RO|UM|O)?(?:[.°º]+ ?| (?=\\d))|# ?)?`)] as const
})
/** Canonical form of an identity number, which needs no normalization. */
const canonicalPattern = /^\d[\dA-Z]{2,20}(-[\dK])?$/
const numberSign = /^(?:N(?:RO|UM|O)?[.°º]+ ?|# ?)(?=\d)/

/** Quotes around an identity number. In spreadsheets, a leading apostrophe marks a text cell: `'345679`. */
const quotes = /^['’‘´`"“”]+|['’‘´`"“”]+$/g

const knownKinds: ReadonlySet<unknown> = new Set(idDocumentKinds)

export function isIdDocumentKind(value: Value | undefined): value is IdDocumentKind {
  return knownKinds.has(value)
}

/** Parses an identity number of one of the allowed types. If `kinds` is empty, accepts 3 to 20 letters, digits and hyphens. */
function parseIdDocument(typed: string, kinds: readonly IdDocumentKind[], country: string): ParseResult {
  if (canonicalPattern.test(typed)) return validateAsKinds(typed, kinds, country)
  const upper = normalizeLine(typed)
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
  if (upper.length > 80) return { error: 'length' }
  if (losesPrecisionInExcel(upper)) return { error: 'precision' }
  const unaccented = upper.replace(/É/g, 'E').replace(/Í/g, 'I')
  const prefix = prefixPatterns.find(([, words]) => words.test(unaccented))
  const rest = prefix === undefined ? upper.replace(numberSign, '') : unaccented.replace(prefix[1], '')
  if (prefix !== undefined && kinds.length > 0 && !kinds.includes(prefix[0])) return { error: 'conflict' }
  // Suggests `12345678` for `12345678.0`, because some programs store identity numbers as decimals. Removing only the point would result in the wrong
  // number.
  if (/^\d+([.,' ]\d{3})*[.,]\d{1,2}$/.test(rest)) {
    const integerPart = rest.replace(/[.,]0{1,2}$/, '')
    return integerPart === rest ? { error: 'invalid' } : { error: 'invalid', suggestion: integerPart }
  }
  const unquoted = rest.replace(quotes, '')
  if (unquoted !== rest && 'value' in parseIdDocument(unquoted, kinds, country))
    return { error: 'invalid', suggestion: unquoted }
  const digitApart = kinds.some((kind) => kind === 'NIT' || kind === 'RUT')
  const compact = removeSeparators(digitApart ? rest.replace(/^([\d.]{5,}) (\d|K)$/, '$1-$2') : rest)
  return validateAsKinds(compact, prefix === undefined ? kinds : [prefix[0]], country)
}

function removeSeparators(text: string): string {
  return text.replace(/[. ]/g, '').replace(/(\d)[,'’](?=\d{3})/g, '$1')
}

/** Validates a number as each type. Returns the first valid result; if there is none, the most specific error. */
function validateAsKinds(text: string, kinds: readonly IdDocumentKind[], country: string): ParseResult {
  if (kinds.length === 0) return /^[A-ZÑ&\d-]{3,20}$/.test(text) ? { value: text } : { error: 'invalid' }
  const [only] = kinds
  if (kinds.length === 1 && only !== undefined) return idValidators[only](text, country)
  const readings = kinds.map((kind) => idValidators[kind](text, country))
  const refused = (error: ErrorCode) =>
    readings.find((reading, i) => 'error' in reading && reading.error === error && isErrorRelevant(text, kinds, i))
  return (
    readings.find((reading) => 'value' in reading) ??
    refused('checkDigit') ??
    refused('length') ??
    readings[0] ?? { error: 'invalid' }
  )
}

/** Returns whether the error of type `i` counts. A NIT among other types must have a hyphen, as any number fits. */
function isErrorRelevant(text: string, kinds: readonly IdDocumentKind[], i: number): boolean {
  return kinds[i] !== 'NIT' || text.includes('-')
}

function createIdDocumentValidator(field: Column, context: ValidationContext): ValueValidator {
  const { kindFrom } = field
  return (value, lookup) => {
    if (typeof value !== 'string') return { error: 'invalid' }
    const named = kindFrom === undefined ? undefined : lookup(kindFrom)
    return parseIdDocument(value, isIdDocumentKind(named) ? [named] : (field.kinds ?? []), context.country)
  }
}

export const idDocumentHandler: FieldTypeHandler = {
  createValidator: createIdDocumentValidator,
  createParser: (field, context) => (text, hints) =>
    parseIdDocument(text, hints.kind === undefined ? (field.kinds ?? []) : [hints.kind], context.country),
}
