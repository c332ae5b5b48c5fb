import type { Column } from '../fields/field.ts'
import { type PrintStyle, printStyles } from '../fields/field-type-handler.ts'

/** Singular and plural of a counted noun: «hora/horas». `words`: article of a number in words, «letras un día/días». */
export interface NounForms {
  one: string
  many: string
  words: 'un' | 'una' | null
}

/** Parsed style of a value, written after the `|` of a tag; `null` if invalid. */
export type ValueStyle =
  | { style: PrintStyle }
  | { style: 'cédula' | 'Cédula' | 'documento' | 'Documento' | 'lista' }
  | { counted: NounForms }

const others: Record<string, ValueStyle> = {
  mayúsculas: { style: 'mayusculas' },
  cédula: { style: 'cédula' },
  Cédula: { style: 'Cédula' },
  cedula: { style: 'cédula' },
  documento: { style: 'documento' },
  Documento: { style: 'Documento' },
  lista: { style: 'lista' },
}

export function parseStyle(text: string): ValueStyle | null {
  const plain = printStyles.find((one) => one === text)
  if (plain) return { style: plain }
  return Object.hasOwn(others, text) ? (others[text] as ValueStyle) : parseCountedNoun(text)
}

function parseCountedNoun(text: string): ValueStyle | null {
  const parts = text.split('/')
  const many = (parts[1] ?? '').trim()
  let one = (parts[0] ?? '').trim()
  let words: NounForms['words'] = null
  for (const article of ['un', 'una'] as const)
    if (one.startsWith(`letras ${article} `)) {
      words = article
      one = one.slice(`letras ${article} `.length)
    }
  return parts.length === 2 && one && many ? { counted: { one, many, words } } : null
}

const stylesByType: Partial<Record<Column['type'], readonly PrintStyle[]>> = {
  date: ['largo', 'letras'],
  integer: ['letras', 'moneda'],
  decimal: ['letras', 'moneda'],
  money: ['letras', 'moneda'],
  percent: ['letras'],
  choices: ['largo'],
  file: ['largo'],
  computed: printStyles,
}

export function supportsStyle({ type }: Column, asked: ValueStyle | null): boolean {
  if (!asked) return false
  if ('counted' in asked) return ['integer', 'decimal', 'computed'].includes(type)
  if (asked.style === 'cédula' || asked.style === 'Cédula') return type === 'choice'
  if (asked.style === 'documento' || asked.style === 'Documento') return type === 'idDocument'
  if (asked.style === 'lista') return type === 'choices' || type === 'file'
  return asked.style === 'mayusculas' || (stylesByType[type] ?? []).includes(asked.style)
}
