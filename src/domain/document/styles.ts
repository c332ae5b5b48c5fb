import { decimal } from '../decimal.ts'
import type { Column, Value } from '../field.ts'
import { type Style, styles } from '../fields/kind.ts'
import type { Notation } from '../notation.ts'
import { printValue } from '../values.ts'
import { countInWords } from '../words.ts'

/** The kinds of identity document as they are called in a text. */
const documentNames: Record<string, string> = {
  CC: 'cédula de ciudadanía',
  CE: 'cédula de extranjería',
  TI: 'tarjeta de identidad',
  PA: 'pasaporte',
}

/** The two forms of what is counted: «hora/horas»; with words and digits, its gender by its article: «letras un día/días». */
interface Counted {
  one: string
  many: string
  words: 'un' | 'una' | null
}

/** What follows the `|` of a tag; null for what is no style. */
export type Asked = { style: Style } | { style: 'cédula' | 'Cédula' | 'lista' } | { counted: Counted }

const others: Record<string, Asked> = {
  mayúsculas: { style: 'mayusculas' },
  cédula: { style: 'cédula' },
  Cédula: { style: 'Cédula' },
  cedula: { style: 'cédula' },
  lista: { style: 'lista' },
}

export function askedStyle(text: string): Asked | null {
  const plain = styles.find((one) => one === text)
  if (plain) return { style: plain }
  return Object.hasOwn(others, text) ? (others[text] as Asked) : countedIn(text)
}

function countedIn(text: string): Asked | null {
  const parts = text.split('/')
  const many = (parts[1] ?? '').trim()
  let one = (parts[0] ?? '').trim()
  let words: Counted['words'] = null
  for (const article of ['un', 'una'] as const)
    if (one.startsWith(`letras ${article} `)) {
      words = article
      one = one.slice(`letras ${article} `.length)
    }
  return parts.length === 2 && one && many ? { counted: { one, many, words } } : null
}

const stylesOf: Partial<Record<Column['type'], readonly Style[]>> = {
  date: ['largo', 'letras'],
  integer: ['letras', 'moneda'],
  decimal: ['letras', 'moneda'],
  money: ['letras', 'moneda'],
  percent: ['letras'],
  choices: ['largo'],
  computed: styles,
}

/** Whether a style can be asked of a field. */
export function suits({ type }: Column, asked: Asked | null): boolean {
  if (!asked) return false
  if ('counted' in asked) return ['integer', 'decimal', 'computed'].includes(type)
  if (asked.style === 'cédula' || asked.style === 'Cédula') return type === 'choice'
  if (asked.style === 'lista') return type === 'choices'
  return asked.style === 'mayusculas' || (stylesOf[type] ?? []).includes(asked.style)
}

/** A value as a document says it; a style that its field does not have is passed over. */
export function printStyled(field: Column, value: Value, asked: Asked | null, notation?: Notation): string {
  if (!asked || !suits(field, asked)) return printValue(field, value, undefined, notation)
  if ('counted' in asked) return printCounted(field, value, asked.counted, notation)
  if (asked.style === 'cédula' || asked.style === 'Cédula') {
    const name = documentNames[String(value)] ?? String(value)
    return asked.style === 'cédula' ? name : name.charAt(0).toUpperCase() + name.slice(1)
  }
  return printValue(field, value, asked.style === 'lista' ? 'largo' : asked.style, notation)
}

/** «1 hora», «3,5 horas», «treinta (30) días»; what is no number stands alone. */
function printCounted(field: Column, value: Value, { one, many, words }: Counted, notation?: Notation): string {
  const digits = printValue(field, value, undefined, notation)
  const number = decimal(String(value))
  if (!number) return digits
  const noun = number.units === 10n ** BigInt(number.scale) ? one : many
  return words ? `${countInWords(String(value), words, notation)} (${digits}) ${noun}` : `${digits} ${noun}`
}
