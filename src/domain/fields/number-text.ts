import type { ErrorCode } from '../errors.ts'

/** Currency symbol or code before or after an amount. */
const money = /^(US\$|U\$S|MX\$|S\/\.?|\$|€|[A-Z]{3}(?![A-Z]))\s*|\s*(US\$|\$|€|[A-Z]{3})$/i
const scientific = /^[-+]?\d+([.,]\d+)?E[-+]?\d+$/i
/** Scientific notation in which Excel shows long numbers; the last digits are lost: `1,23457E+15`. */
const excelScientificPattern = /^-?\d([.,]\d+)?E[+-]\d{1,3}$/i
const separators = /[.,'’ ]/g

/** Returns whether a number is in scientific notation (`1,5E+10`), so that its last digits may be lost. */
export const isScientificNotation = (text: string): boolean => scientific.test(text)

/** Returns whether Excel truncated a number. Checks the first character first, because patterns are slow in the VM. */
export const losesPrecisionInExcel = (text: string): boolean =>
  text.charCodeAt(0) <= 0x39 && excelScientificPattern.test(text)

export type ParsedNumber = { text: string; marks: string[]; ambiguous: boolean } | { error: ErrorCode }

interface NumberFormatHints {
  /** Decimal separator of the column; absent if unknown. */
  decimal?: ',' | '.' | undefined
  /** True if three digits after a separator must be thousands, because the type never has three decimals. */
  thousands: boolean
}

/**
 * Parses a typed number to canonical text: `$ 1.234.567,89` → `1234567.89`, `(1 234,5)` → `-1234.5`. Also accepts `2'500.000` and `19 %`. `marks`:
 * currency and percent signs that were found.
 */
export function parseNumber(raw: string, custom: NumberFormatHints): ParsedNumber {
  const { sign, body, marks } = stripMarks(raw.replace(/[−–]/g, '-'))
  if (isScientificNotation(body)) return { error: 'precision' }
  if (body === '' && sign === '-' && marks.length > 0) return { text: '0', marks, ambiguous: false }
  const read = parseDigits(body, custom)
  if (read === null) return { error: 'number' }
  const text = read.text.replace(/^0+(?=\d)/, '')
  return { text: sign === '-' && /[1-9]/.test(text) ? `-${text}` : text, marks, ambiguous: read.ambiguous }
}

/** Detects the decimal separator of a number; `ambiguous` for `1.234` if the type may have three decimals. */
export function detectDecimalSeparator(raw: string, thousands: boolean): ',' | '.' | 'ambiguous' | null {
  const { body } = stripMarks(raw.trim())
  const last = body.match(/[.,]/g)?.at(-1)
  if (last === undefined) return null
  const read = parseDigits(body, { thousands })
  if (read === null) return null
  if (read.ambiguous) return 'ambiguous'
  if (read.text.includes('.')) return last as ',' | '.'
  return last === '.' ? ',' : '.'
}

/** Removes currency signs, percent signs and round brackets, and a minus sign before or after them. */
function stripMarks(raw: string): { sign: '' | '-'; body: string; marks: string[] } {
  let body = raw
  let sign: '' | '-' = ''
  const marks: string[] = []
  for (let turn = 0; turn < 6; turn++) {
    const before = body
    const brackets = /^\((.*)\)$/.exec(body)?.[1]
    if (brackets !== undefined && sign === '') [body, sign] = [brackets.trim(), '-']
    const mark = money.exec(body)
    if (mark !== null) {
      marks.push((mark[1] ?? mark[2] ?? '').toUpperCase())
      body = body.replace(money, '').trim()
    }
    if (body.endsWith('%')) [body, marks[marks.length]] = [body.slice(0, -1).trim(), '%']
    if (sign === '' && /^-|-$/.test(body)) [body, sign] = [body.replace(/^-|-$/, '').trim(), '-']
    if (body === before) break
  }
  return { sign, body: body.replace(/^\+\s*(?=\d)/, ''), marks }
}

/** Parses digits with separators to canonical text; returns `null` if the separators are inconsistent. */
function parseDigits(
  body: string,
  { decimal, thousands }: NumberFormatHints,
): { text: string; ambiguous: boolean } | null {
  if (body.length > 60 || !/^[.,]?\d+([.,'’ ]\d+)*$/.test(body)) return null
  const groups = body.split(separators)
  const signs: string[] = body.match(separators) ?? []
  const last = signs.at(-1)
  if (last === undefined) return { text: body, ambiguous: false }
  const isInteger = areThousands(groups, signs)
  const parted = /[.,]/.test(last) && signs.indexOf(last) === signs.length - 1 && areIntegerGroups(groups, signs)
  if (isInteger && (!parted || thousands || (decimal ?? ',') !== last)) {
    const contradicts = !parted && decimal !== undefined && signs.includes(decimal)
    return contradicts ? null : { text: groups.join(''), ambiguous: parted && !thousands && decimal === undefined }
  }
  if (!parted || (decimal !== undefined && decimal !== last)) return null
  const ambiguous = isInteger && !thousands && decimal === undefined
  return { text: `${groups.slice(0, -1).join('') || '0'}.${groups.at(-1)}`, ambiguous }
}

const areIntegerGroups = (groups: string[], signs: string[]) =>
  signs.length === 1 || areThousands(groups.slice(0, -1), signs.slice(0, -1))

/** Returns whether groups of digits are separated thousands: `1.234.567`, `1 234`, `2'500.000`. All separators must be equal, except apostrophes. */
function areThousands(groups: string[], signs: string[]): boolean {
  const kinds = new Set(signs.filter((sign) => !/['’]/.test(sign)))
  const [first = '', ...rest] = groups
  return kinds.size <= 1 && /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => group.length === 3)
}
