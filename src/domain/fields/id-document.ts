import { type Column, type Context, type IdKind, idKinds, type Value } from '../field.ts'
import { tidy } from '../text.ts'
import { idShapes } from './id-kinds.ts'
import type { Judge, Kind, Reading } from './kind.ts'
import { isScientific } from './number-text.ts'

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
  return [kind, new RegExp(`^(?:${words})(?:[ :#.-]+${glued})(?:N(?:RO|UM|O)?[.°º]* ?)?`)] as const
})
const numberSign = /^(?:N(?:RO|UM|O)?[.°º]+ ?|# ?)(?=\d)/

export function isIdKind(value: Value | undefined): value is IdKind {
  return idKinds.some((kind) => kind === value)
}

/** A document of one of the kinds allowed (any shape of letters and digits where none is named). */
export function idDocumentOf(typed: string, kinds: readonly IdKind[], country: string): Reading {
  const upper = tidy(typed)
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
  if (upper.length > 80) return { error: 'length' }
  if (isScientific(upper)) return { error: 'precision' }
  const unaccented = upper.replace(/É/g, 'E').replace(/Í/g, 'I')
  const said = leading.find(([, words]) => words.test(unaccented))
  const rest = said === undefined ? upper.replace(numberSign, '') : unaccented.replace(said[1], '')
  if (said !== undefined && kinds.length > 0 && !kinds.includes(said[0])) return { error: 'conflict' }
  // `12345678.0` comes from a program that took the document for a number: dropping the point would make another document.
  if (/^\d+([.,' ]\d{3})*[.,]\d{1,2}$/.test(rest))
    return { error: 'invalid', suggestion: rest.replace(/[.,]\d{1,2}$/, '') }
  const compact = compacted(rest)
  return judgedAs(compact, said === undefined ? kinds : [said[0]], country)
}

/** Without points, spaces and groups of thousands; a check digit set apart by a space keeps a hyphen. */
function compacted(rest: string): string {
  const digitApart = rest.replace(/^([\d.]{5,}) (\d|K)$/, '$1-$2')
  return digitApart.replace(/[. ]/g, '').replace(/(\d)[,'’](?=\d{3})/g, '$1')
}

/** The first kind that accepts it; otherwise the refusal that says most. */
function judgedAs(text: string, kinds: readonly IdKind[], country: string): Reading {
  if (kinds.length === 0) return /^[A-ZÑ&\d-]{3,20}$/.test(text) ? { value: text } : { error: 'invalid' }
  const readings = kinds.map((kind) => idShapes[kind](text, country))
  const refusals = readings.filter((reading) => 'error' in reading)
  return (
    readings.find((reading) => 'value' in reading) ??
    refusals.find((reading) => reading.error === 'checkDigit' && (kinds.length === 1 || text.includes('-'))) ??
    refusals.find((reading) => reading.error === 'length') ??
    refusals[0] ?? { error: 'invalid' }
  )
}

function judge(field: Column, context: Context): Judge {
  const { kindFrom } = field
  return (value, near) => {
    if (typeof value !== 'string') return { error: 'invalid' }
    const named = kindFrom === undefined ? undefined : near(kindFrom)
    return idDocumentOf(value, isIdKind(named) ? [named] : (field.kinds ?? []), context.country)
  }
}

export const idDocument: Kind = {
  judge,
  read: (field, text, context, hints) =>
    idDocumentOf(text, hints.kind === undefined ? (field.kinds ?? []) : [hints.kind], context.country),
  print: (_field, value) => String(value),
}
