import type { Column } from '../fields/field.ts'
import { findCurrency } from '../money/currency.ts'
import { removeCaseAndAccents } from '../text/comparison.ts'
import { normalizeHeader, tokenizeHeader } from './header-words.ts'

/** Groups of synonyms. A header matches the only field named in its group. Omits words for sums, such as «Total». */
export const headerSynonyms: readonly (readonly string[])[] = [
  [
    'número de documento',
    'documento',
    'documento de identidad',
    'documento de identificación',
    'doc. identidad',
    'número de identificación',
    'identificación',
    'cédula',
    'cédula de ciudadanía',
    'C.C.',
    'doc',
  ],
  [
    'tipo de documento',
    'tipo doc',
    'tipo de identificación',
    'tipo de documento de identidad',
    'tipo ID',
    'clase de documento',
  ],
  [
    'nombre completo',
    'nombre',
    'nombre del empleado',
    'nombre del trabajador',
    'nombre del colaborador',
    'nombre del funcionario',
    'nombre y apellido',
    'nombre apellido',
    'apellido y nombre',
    'apellido nombre',
    'empleado',
    'trabajador',
    'colaborador',
    'funcionario',
  ],
  [
    'salario mensual',
    'salario',
    'salario básico',
    'salario básico mensual',
    'valor del salario',
    'sueldo',
    'sueldo mensual',
    'sueldo básico',
    'asignación',
    'asignación básica',
    'asignación salarial',
    'remuneración',
    'remuneración mensual',
  ],
  ['valor', 'monto', 'importe', 'cuantía', 'valor a cobrar', 'monto a cobrar', 'valor a pagar', 'monto a pagar'],
  ['valor total', 'monto total', 'importe total'],
  ['saldo pendiente', 'saldo', 'deuda', 'saldo a la fecha'],
  ['número de cuenta', 'cuenta', 'cuenta bancaria', 'número de cuenta bancaria', 'cuenta de banco'],
  ['tipo de cuenta', 'tipo de cuenta bancaria', 'clase de cuenta'],
  ['banco', 'entidad bancaria', 'entidad financiera', 'nombre del banco'],
  [
    'teléfono',
    'celular',
    'móvil',
    'teléfono celular',
    'teléfono móvil',
    'número de celular',
    'tel',
    'teléfono de contacto',
  ],
  ['correo', 'correo electrónico', 'email', 'e-mail', 'mail'],
  ['cargo', 'puesto', 'cargo actual', 'ocupación'],
  ['tipo de contrato', 'contrato', 'clase de contrato', 'modalidad de contrato'],
  [
    'fecha de ingreso',
    'ingreso',
    'fecha de vinculación',
    'fecha de contratación',
    'fecha de inicio del contrato',
    'fecha de inicio de labores',
  ],
  ['incluir salario', 'incluye salario', 'con salario', 'lleva salario', 'mostrar salario'],
  ['dirección', 'domicilio', 'dirección de residencia'],
  ['ciudad', 'municipio'],
  ['concepto', 'descripción del servicio', 'por concepto de'],
].map((names) => names.map(normalizeHeader))

/** Pairs of a header word and a field name that the header may mean; used for suggestions only. */
export const relatedHeaders: readonly (readonly [word: string, name: string])[] = [
  ['sede', 'ciudad'],
  ['sucursal', 'ciudad'],
  ['regional', 'ciudad'],
]

/** Header without its unit or format, as in «Valor, COP». `fits`: whether a field can have the removed suffix. */
export interface ShortenedHeader {
  text: string
  fits: (field: Column) => boolean
}

const part = '(?:d{1,2}|m{1,4}|a{1,4}|y{1,4}|dia|mes|ano)'
const digitTypes: readonly Column['type'][] = ['integer', 'decimal', 'money', 'percent', 'idDocument', 'phone', 'text']
const suffixPatterns: readonly [words: string, fits: (field: Column, words: string) => boolean][] = [
  [`${part}(?:\\s*[/.-]\\s*${part}){2}`, ({ type }) => type === 'date'],
  ['(?:[a-z]{3}|pesos?(?:\\s+colombianos?)?|dolar(?:es)?|sol(?:es)?|euros?)', isFieldCurrency],
  [
    '(?:sin|con)\\s+(?:puntos?(?:\\s+(?:ni|y|o)\\s+comas?)?|guion(?:es)?|espacios?|dv|digito(?:\\s+de\\s+verificacion)?)',
    ({ type }) => digitTypes.includes(type),
  ],
  ['sol[oa]\\s+(?:numeros|digitos)', ({ type }) => digitTypes.includes(type)],
  ['si\\s*/\\s*no|s\\s*/\\s*n', ({ type }) => type === 'boolean'],
  ['del? (?:la )?(?:emplead[oa]|trabajador(?:a)?|colaborador(?:a)?|funcionari[oa])', () => true],
  ['obligatori[oa]|opcional|requerid[oa]', () => true],
  [
    '(?:segun|como(?:\\s+(?:aparece|figura|esta|dice))?\\s+en|tal\\s+como|ver|ej(?:emplo)?)[\\s.:]+[^()]{2,50}',
    () => true,
  ],
]
const patterns = suffixPatterns.map(([words, fits]) => ({
  pattern: new RegExp(`^(.*[^\\s,:;(\\[-])[\\s,:;(\\[-]+(${words})\\s*[)\\]]?[\\s*:]*$`),
  fits,
}))

const maxHeaderLength = 80

/** Removes a known suffix from a header; returns `undefined` if the header has no such suffix. */
export function removeHeaderSuffix(text: string): ShortenedHeader | undefined {
  if (text.length > maxHeaderLength) return undefined
  const written = removeCaseAndAccents(text)
  for (const { pattern, fits } of patterns) {
    const [, name, words = ''] = pattern.exec(written) ?? []
    if (name !== undefined) return { text: name.replace(/\s+en$/, ''), fits: (field) => fits(field, words) }
  }
  return undefined
}

/** Returns whether the suffix is the field's own currency. Another currency would change the meaning of the amounts. */
function isFieldCurrency({ type, currency: code }: Column, words: string): boolean {
  const currency = findCurrency(code)
  if (type !== 'money' || code === undefined || currency === undefined) return false
  const [word = ''] = tokenizeHeader(words)
  return word === code.toLowerCase() || word === tokenizeHeader(currency.singular)[0]
}
