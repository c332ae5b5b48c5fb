import type { Column, Value } from '../fields/field.ts'
import type { IdDocumentKind } from '../fields/field-types.ts'
import type { Notation } from '../money/notation.ts'
import { defaultNotation } from '../money/notation.ts'

/** Full names of identity document types. Other types are printed as abbreviations, without «N.º». */
const names: Partial<Record<IdDocumentKind, string>> = {
  CC: 'cédula de ciudadanía',
  CE: 'cédula de extranjería',
  TI: 'tarjeta de identidad',
  PA: 'pasaporte',
}

/** Short names of identity document types, used where space is limited. */
const short: Partial<Record<IdDocumentKind, string>> = { CC: 'C. C.', CE: 'C. E.', TI: 'T. I.', PA: 'Pasaporte' }

/** Identity document types by their spellings in free text, in capitals and without punctuation. */
const typed: Readonly<Record<string, IdDocumentKind>> = {
  NIT: 'NIT',
  RUT: 'RUT',
  CC: 'CC',
  CEDULA: 'CC',
  CEDULADECIUDADANIA: 'CC',
  CE: 'CE',
  CEDULADEEXTRANJERIA: 'CE',
  TI: 'TI',
  TARJETADEIDENTIDAD: 'TI',
}

/** Returns the name of an identity document type as used in a sentence: «cédula de ciudadanía», «NIT». */
export const getIdDocumentKindName = (kind: string): string => names[kind as IdDocumentKind] ?? kind

/** Returns the type of an identity number: the chosen type, the only type that the field allows, or NIT if the number has its pattern. */
export function findIdDocumentKind(
  { kinds = [] }: Column,
  value: string,
  chosen: Value | undefined,
): IdDocumentKind | undefined {
  if (typeof chosen === 'string') return chosen as IdDocumentKind
  if (kinds.length === 1) return kinds[0]
  return /^[89]\d{8}-\d$/.test(value) && (!kinds.length || kinds.includes('NIT')) ? 'NIT' : undefined
}

/** Separates the digits of an identity number by points: `900123456-8` → `900.123.456-8`. Numbers with letters or a leading zero stay unchanged. */
export function formatIdNumber(
  value: string,
  kind: IdDocumentKind | undefined,
  { idKinds }: Notation = defaultNotation,
): string {
  const [, digits = '', check = ''] = /^([1-9]\d{3,10})(-[\dK])?$/.exec(value) ?? []
  const isGrouped = kind ? idKinds.includes(kind) : digits.length < 11
  return digits && isGrouped ? digits.replace(/\B(?=(\d{3})+$)/g, '.') + check : value
}

/**
 * Formats an identity number with the name of its type: `1020304050` → «cédula de ciudadanía N.º 1.020.304.050»; `900123456-8` → «NIT 900.123.456-8».
 * If the type is unknown: «documento de identidad N.º 51.765.432».
 */
export function formatIdWithKindName(value: string, kind: IdDocumentKind | undefined, notation?: Notation): string {
  const number = formatIdNumber(value, kind, notation)
  if (!kind) return `documento de identidad N.º ${number}`
  return names[kind] ? `${names[kind]} N.º ${number}` : `${kind} ${number}`
}

export function formatIdWithKindAbbreviation(
  value: string,
  kind: IdDocumentKind | undefined,
  notation?: Notation,
): string {
  return [kind && (short[kind] ?? kind), formatIdNumber(value, kind, notation)].filter(Boolean).join(' ')
}

/** Formats an identity number that was typed as free text: `CC 52345678` → «C. C. 52.345.678». */
export function normalizeTypedId(text: string): string {
  const [, before = '', digits = '', check = ''] = /^([^\d]*)(\d[\d. ]*)(-[\dkK])?$/.exec(text.trim()) ?? []
  const letters = before
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  const kind = typed[letters] ?? typed[letters.replace(/N(?:O|RO|UM)?$/, '')]
  const number = digits.replace(/[. ]/g, '') + check.toUpperCase()
  if (!kind) return before.trim() || !/^[89]\d{8}-\d$/.test(number) ? text : formatIdNumber(number, 'NIT')
  const label = before.trim().toUpperCase().replace(/[. ]/g, '') === kind ? (short[kind] ?? kind) : before.trim()
  return `${label} ${formatIdNumber(number, kind)}`
}
