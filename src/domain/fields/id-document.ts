import type { ErrorCode } from '../errors.ts'
import { tidy } from '../text/text.ts'
import type { Column, Context, Value } from './field.ts'
import { type IdKind, idKinds } from './field-types.ts'
import { idShapes } from './id-kinds.ts'
import type { FieldKind, Judge, Reading } from './kind.ts'
import { isCutByExcel } from './number-text.ts'

/** How each kind is written before its number. */
const spoken: readonly (readonly [IdKind, string])[] = [
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
/** Directly before a digit `PA` and `CE` may belong to the number itself; after a space or a colon they do not. */
const leading = spoken.map(([kind, words]) => {
  const glued = kind === 'PA' || kind === 'CE' ? '' : '|(?=\\d)'
  return [kind, new RegExp(`^(?:${words})(?:[ :#.-]+${glued})(?:N(?:RO|UM|O)?(?:[.°º]+ ?| (?=\\d))|# ?)?`)] as const
})
/** As it is kept already. */
const usual = /^\d[\dA-Z]{2,20}(-[\dK])?$/
const numberSign = /^(?:N(?:RO|UM|O)?[.°º]+ ?|# ?)(?=\d)/

/** Around a document: `'345679` is how a text is marked in a cell. */
const quotes = /^['’‘´`"“”]+|['’‘´`"“”]+$/g

const known: ReadonlySet<unknown> = new Set(idKinds)

export function isIdKind(value: Value | undefined): value is IdKind {
  return known.has(value)
}

/** A document of one of the kinds allowed (any shape of letters and digits where none is named). */
function idDocumentOf(typed: string, kinds: readonly IdKind[], country: string): Reading {
  if (usual.test(typed)) return judgedAs(typed, kinds, country)
  const upper = tidy(typed)
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
  if (upper.length > 80) return { error: 'length' }
  if (isCutByExcel(upper)) return { error: 'precision' }
  const unaccented = upper.replace(/É/g, 'E').replace(/Í/g, 'I')
  const said = leading.find(([, words]) => words.test(unaccented))
  const rest = said === undefined ? upper.replace(numberSign, '') : unaccented.replace(said[1], '')
  if (said !== undefined && kinds.length > 0 && !kinds.includes(said[0])) return { error: 'conflict' }
  // `12345678.0` comes from a program that took the document for a number: dropping the point would make another document.
  if (/^\d+([.,' ]\d{3})*[.,]\d{1,2}$/.test(rest)) {
    const whole = rest.replace(/[.,]0{1,2}$/, '')
    return whole === rest ? { error: 'invalid' } : { error: 'invalid', suggestion: whole }
  }
  const unquoted = rest.replace(quotes, '')
  if (unquoted !== rest && 'value' in idDocumentOf(unquoted, kinds, country))
    return { error: 'invalid', suggestion: unquoted }
  const digitApart = kinds.some((kind) => kind === 'NIT' || kind === 'RUT')
  const compact = compacted(digitApart ? rest.replace(/^([\d.]{5,}) (\d|K)$/, '$1-$2') : rest)
  return judgedAs(compact, said === undefined ? kinds : [said[0]], country)
}

/** Without points, spaces and signs of thousands. */
function compacted(text: string): string {
  return text.replace(/[. ]/g, '').replace(/(\d)[,'’](?=\d{3})/g, '$1')
}

/** The first kind that accepts it; otherwise the refusal that says most. */
function judgedAs(text: string, kinds: readonly IdKind[], country: string): Reading {
  if (kinds.length === 0) return /^[A-ZÑ&\d-]{3,20}$/.test(text) ? { value: text } : { error: 'invalid' }
  const [only] = kinds
  if (kinds.length === 1 && only !== undefined) return idShapes[only](text, country)
  const readings = kinds.map((kind) => idShapes[kind](text, country))
  const refused = (error: ErrorCode) =>
    readings.find((reading, i) => 'error' in reading && reading.error === error && mayBe(text, kinds, i))
  return (
    readings.find((reading) => 'value' in reading) ??
    refused('checkDigit') ??
    refused('length') ??
    readings[0] ?? { error: 'invalid' }
  )
}

/** Any digits could be a NIT without its own: among other kinds only a hyphen says so. */
function mayBe(text: string, kinds: readonly IdKind[], i: number): boolean {
  return kinds[i] !== 'NIT' || text.includes('-')
}

function judge(field: Column, context: Context): Judge {
  const { kindFrom } = field
  return (value, lookup) => {
    if (typeof value !== 'string') return { error: 'invalid' }
    const named = kindFrom === undefined ? undefined : lookup(kindFrom)
    return idDocumentOf(value, isIdKind(named) ? [named] : (field.kinds ?? []), context.country)
  }
}

export const idDocument: FieldKind = {
  judge,
  reader: (field, context) => (text, hints) =>
    idDocumentOf(text, hints.kind === undefined ? (field.kinds ?? []) : [hints.kind], context.country),
  print: (_field, value) => String(value),
}
