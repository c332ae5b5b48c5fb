import type { Column, Value } from '../fields/field.ts'
import type { IdDocumentKind } from '../fields/field-types.ts'
import { idValidators } from '../fields/id-validators.ts'
import type { Notation } from '../money/notation.ts'
import { defaultNotation } from '../money/notation.ts'
import type { Country } from '../settings/country.ts'

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

/**
 * Returns the type of an identity number: the chosen type, or the only type that the field allows and whose rules the
 * number meets. A field without types allows all; there only a NIT is recognised, by its form.
 */
export function findIdDocumentKind(
  { kinds = [] }: Column,
  value: string,
  chosen: Value | undefined,
): IdDocumentKind | undefined {
  if (typeof chosen === 'string') return chosen as IdDocumentKind
  if (kinds.length === 1) return kinds[0]
  if (!kinds.length) return /^[89]\d{8}-\d$/.test(value) ? 'NIT' : undefined
  // The number of a company without its check digit also has the form of a citizen's number.
  if (kinds.includes('NIT') && companyNit.test(value)) return undefined
  const possible = kinds.filter((kind) => {
    const reading = idValidators[kind](value, '')
    return 'value' in reading && reading.value === value
  })
  return possible.length === 1 ? possible[0] : undefined
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

/** Formats an identity number with the name of its type: `1020304050` → «cédula de ciudadanía N.º 1.020.304.050». */
export function formatIdWithKindName(value: string, kind: IdDocumentKind | undefined, notation?: Notation): string {
  const number = formatIdNumber(value, kind, notation)
  if (!kind) return `documento de identidad N.º ${number}`
  return names[kind] ? `${names[kind]} N.º ${number}` : `${kind} ${number}`
}

/** Formats an identity number for a line of its own: «C. C. 1.020.304.050». If the type is unknown: «Documento de identidad N.º 51.765.432». */
export function formatIdWithKindAbbreviation(
  value: string,
  kind: IdDocumentKind | undefined,
  notation?: Notation,
): string {
  const number = formatIdNumber(value, kind, notation)
  return kind ? `${short[kind] ?? kind} ${number}` : `Documento de identidad N.º ${number}`
}

/** Splits an identity number that was typed as free text into prefix, type named by the prefix, and number. */
function splitTypedId(text: string) {
  const [, before = '', digits = '', check = ''] = /^([^\d]*)(\d[\d. ]*)(-[\dkK])?$/.exec(text.trim()) ?? []
  const letters = before
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
  const kind = typed[letters] ?? typed[letters.replace(/N(?:O|RO|UM)?$/, '')]
  return { prefix: before.trim(), kind, number: digits.replace(/[. ]/g, '') + check.toUpperCase() }
}

/** Type of an organisation's tax number, by country. */
const taxIdKinds: Readonly<Record<Country, IdDocumentKind>> = {
  AR: 'CUIT',
  CL: 'RUT',
  CO: 'NIT',
  EC: 'RUC',
  MX: 'RFC',
  PE: 'RUC',
}

/** NIT of a company, without its check digit. */
const companyNit = /^[89]\d{8}$/

/** Returns a NIT in canonical form if it is complete: with a hyphen before its check digit, or with the ten digits of a company. */
function parseNit(number: string): string | undefined {
  const reading = idValidators.NIT(number)
  return 'value' in reading && /-|^[89]\d{9}$/.test(number) ? String(reading.value) : undefined
}

/**
 * Formats an identity number that was typed as free text, and names its type: `CC 52345678` → «C. C. 52.345.678»; `900123456-8` → «NIT 900.123.456-8»;
 * `52345678` → «Documento de identidad N.º 52.345.678». `country`: country of an organisation, whose tax number is named.
 */
export function normalizeTypedId(text: string, country?: Country): string {
  const { prefix, kind, number } = splitTypedId(text)
  const nit = !prefix || kind === 'NIT' ? parseNit(number) : undefined
  if (nit) return `NIT ${formatIdNumber(nit, 'NIT')}`
  if (country === 'CO' && !prefix && companyNit.test(number)) return `NIT ${formatIdNumber(number, 'NIT')}`
  if (kind) {
    const label = prefix.toUpperCase().replace(/[. ]/g, '') === kind ? (short[kind] ?? kind) : prefix
    return `${label} ${formatIdNumber(number, kind)}`
  }
  const own = country && taxIdKinds[country]
  const reading = own && idValidators[own](text.toUpperCase().replace(/[. ]/g, ''), country)
  if (reading && 'value' in reading)
    return `${own} ${own === 'RUT' ? formatIdNumber(String(reading.value), own) : text}`
  return !prefix && /^\d{5,10}$/.test(number) ? formatIdWithKindAbbreviation(number, undefined) : text
}

/** Returns whether a Colombian organisation's NIT lacks its check digit, or has a wrong one. */
export function lacksNitCheckDigit(text: string, country: string): boolean {
  const { prefix, kind, number } = splitTypedId(text)
  const isNit = kind === 'NIT' || (!prefix && /^[89]\d{8}(-?\d)?$/.test(number))
  return country === 'CO' && isNit && !parseNit(number)
}
