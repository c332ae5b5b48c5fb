import type { ErrorCode } from '../errors.ts'

/** A sign that stands in a cell beside an amount: the currency's own, or its code. */
const money = /^(US\$|U\$S|MX\$|S\/\.?|\$|€|[A-Z]{3}(?![A-Z]))\s*|\s*(US\$|\$|€|[A-Z]{3})$/i
const scientific = /^[-+]?\d+([.,]\d+)?E[-+]?\d+$/i
/** As Excel shows a long number whose last digits it lost: `1,23457E+15`. */
const cutByExcel = /^-?\d([.,]\d+)?E[+-]\d{1,3}$/i
const separators = /[.,'’ ]/g

/** `1,5E+10`: its last digits may be lost. */
export const isScientific = (text: string): boolean => scientific.test(text)

/** Before any expression is asked, each of which costs the server's machine more: a number begins with a digit or its sign. */
export const isCutByExcel = (text: string): boolean => text.charCodeAt(0) <= 0x39 && cutByExcel.test(text)

export type WrittenNumber = { text: string; marks: string[]; ambiguous: boolean } | { error: ErrorCode }

interface Custom {
  /** The column's decimal sign, where it is known. */
  decimal?: ',' | '.' | undefined
  /** One sign with exactly three digits behind it parts thousands: the type has no three decimals. */
  thousands: boolean
}

/** A number as people write it, to canonical text: `$ 1.234.567,89`, `(1 234,5)`, `2'500.000`, `19 %`. `marks` are the signs beside it. */
export function typedNumber(raw: string, custom: Custom): WrittenNumber {
  const { sign, body, marks } = bare(raw.replace(/[−–]/g, '-'))
  if (isScientific(body)) return { error: 'precision' }
  if (body === '' && sign === '-' && marks.length > 0) return { text: '0', marks, ambiguous: false }
  const read = plainNumber(body, custom)
  if (read === null) return { error: 'number' }
  const text = read.text.replace(/^0+(?=\d)/, '')
  return { text: sign === '-' && /[1-9]/.test(text) ? `-${text}` : text, marks, ambiguous: read.ambiguous }
}

/** Which decimal sign a text proves: null where it proves none, `ambiguous` for `1.234` where three decimals are possible. */
export function decimalSignOf(raw: string, thousands: boolean): ',' | '.' | 'ambiguous' | null {
  const { body } = bare(raw.trim())
  const last = body.match(/[.,]/g)?.at(-1)
  if (last === undefined) return null
  const read = plainNumber(body, { thousands })
  if (read === null) return null
  if (read.ambiguous) return 'ambiguous'
  if (read.text.includes('.')) return last as ',' | '.'
  return last === '.' ? ',' : '.'
}

/** Takes off signs of currency and percent, and the minus before, between or behind them, or round brackets. */
function bare(raw: string): { sign: '' | '-'; body: string; marks: string[] } {
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

/** Digits with their separators only. */
function plainNumber(body: string, { decimal, thousands }: Custom): { text: string; ambiguous: boolean } | null {
  if (body.length > 60 || !/^[.,]?\d+([.,'’ ]\d+)*$/.test(body)) return null
  const groups = body.split(separators)
  const signs: string[] = body.match(separators) ?? []
  const last = signs.at(-1)
  if (last === undefined) return { text: body, ambiguous: false }
  const whole = areThousands(groups, signs)
  const parted = /[.,]/.test(last) && signs.indexOf(last) === signs.length - 1 && areWhole(groups, signs)
  if (whole && (!parted || thousands || (decimal ?? ',') !== last)) {
    const contradicts = !parted && decimal !== undefined && signs.includes(decimal)
    return contradicts ? null : { text: groups.join(''), ambiguous: parted && !thousands && decimal === undefined }
  }
  if (!parted || (decimal !== undefined && decimal !== last)) return null
  const ambiguous = whole && !thousands && decimal === undefined
  return { text: `${groups.slice(0, -1).join('') || '0'}.${groups.at(-1)}`, ambiguous }
}

const areWhole = (groups: string[], signs: string[]) =>
  signs.length === 1 || areThousands(groups.slice(0, -1), signs.slice(0, -1))

/** `1.234.567`, `1 234`, `2'500.000`: groups of three after a first of one to three without a zero in front, one kind of sign. */
function areThousands(groups: string[], signs: string[]): boolean {
  const kinds = new Set(signs.filter((sign) => !/['’]/.test(sign)))
  const [first = '', ...rest] = groups
  return kinds.size <= 1 && /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => group.length === 3)
}
