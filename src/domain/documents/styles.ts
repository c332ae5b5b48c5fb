import type { Column } from '../fields/field.ts'
import { type Style, styles } from '../fields/kind.ts'

/**
 * Singular and plural of a counted noun: «hora/horas». `words`: article that sets the gender of the number in words,
 * as in «letras un día/días».
 */
export interface Counted {
  one: string
  many: string
  words: 'un' | 'una' | null
}

/** Parsed style after the `|` of a tag; null if invalid. */
export type Asked =
  | { style: Style }
  | { style: 'cédula' | 'Cédula' | 'documento' | 'Documento' | 'lista' }
  | { counted: Counted }

const others: Record<string, Asked> = {
  mayúsculas: { style: 'mayusculas' },
  cédula: { style: 'cédula' },
  Cédula: { style: 'Cédula' },
  cedula: { style: 'cédula' },
  documento: { style: 'documento' },
  Documento: { style: 'Documento' },
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
  file: ['largo'],
  computed: styles,
}

/** Returns whether a field type supports a style. */
export function suits({ type }: Column, asked: Asked | null): boolean {
  if (!asked) return false
  if ('counted' in asked) return ['integer', 'decimal', 'computed'].includes(type)
  if (asked.style === 'cédula' || asked.style === 'Cédula') return type === 'choice'
  if (asked.style === 'documento' || asked.style === 'Documento') return type === 'idDocument'
  if (asked.style === 'lista') return type === 'choices' || type === 'file'
  return asked.style === 'mayusculas' || (stylesOf[type] ?? []).includes(asked.style)
}
