import { compare as compareDecimals } from '../decimal.ts'
import type { Column, Context, Field, Value } from '../field.ts'
import { exactNumber } from '../fields/bound.ts'
import { isNumeric } from '../fields/number.ts'
import { tidy } from '../text.ts'
import { readValue } from '../values.ts'

type Sign = '=' | '!=' | '<' | '<=' | '>' | '>='

/** What a condition compares a field with: another field, or a text as one would type it into that field. */
type Operand = { key: string } | { text: string }

export type TemplateCondition =
  | { is: 'there'; key: string }
  | { is: 'empty'; key: string }
  | { is: 'not'; of: TemplateCondition }
  | { is: 'and'; left: TemplateCondition; right: TemplateCondition }
  | { is: 'or'; left: TemplateCondition; right: TemplateCondition }
  | { is: 'compare'; key: string; sign: Sign; with: Operand }

const longest = 300
const deepest = 20
const quotes = { '"': '"', '«': '»', '“': '”', "'": "'" } as const
const signs: Record<string, Sign> = {
  '=': '=',
  '!=': '!=',
  '≠': '!=',
  '<': '<',
  '<=': '<=',
  '≤': '<=',
  '>': '>',
  '>=': '>=',
  '≥': '>=',
}
const sign = /<=|>=|!=|[=≠<>≤≥]/y
const bare = /\d[\d.,/%-]*/y
const word = /[a-z][a-z0-9_í]*/y
const emptyWords = ['vacío', 'vacía', 'vacio', 'vacia']

interface Token {
  kind: 'sign' | 'text' | 'word' | 'bracket'
  text: string
}

/** A condition such as `tipo = "madre" y no vacío(correo)`; null for a text that is none. */
export function parseCondition(text: string): TemplateCondition | null {
  const tokens = text.length > longest ? null : tokensOf(text)
  if (!tokens?.length) return null
  const reader = new Reader(tokens)
  const condition = reader.either(0)
  return reader.ended ? condition : null
}

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = []
  let at = 0
  const took = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  while (at < text.length) {
    const first = text[at] as string
    const close = quotes[first as keyof typeof quotes]
    if (first === ' ') at++
    else if (first === '(' || first === ')') at += push('bracket', first)
    else if (close !== undefined) {
      const end = text.indexOf(close, at + 1)
      if (end < 0) return null
      tokens.push({ kind: 'text', text: text.slice(at + 1, end) })
      at = end + 1
    } else {
      const compared = took(sign)
      const typed = took(bare)
      const named = took(word)
      if (compared) at += push('sign', compared)
      else if (typed) at += push('text', typed)
      else if (named) at += push('word', named)
      else return null
    }
  }
  return tokens

  function push(kind: Token['kind'], found: string) {
    tokens.push({ kind, text: found })
    return found.length
  }
}

/** Descends from «o» to «y» to «no»; null as soon as something does not fit. */
class Reader {
  private at = 0
  private readonly tokens: Token[]

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  get ended(): boolean {
    return this.at === this.tokens.length
  }

  either(depth: number): TemplateCondition | null {
    return this.chain('o', 'or', () => this.chain('y', 'and', () => this.single(depth)))
  }

  private chain(joint: string, is: 'and' | 'or', next: () => TemplateCondition | null): TemplateCondition | null {
    let left = next()
    while (left && this.took('word', joint)) {
      const right = next()
      if (!right) return null
      left = { is, left, right }
    }
    return left
  }

  private single(depth: number): TemplateCondition | null {
    if (depth > deepest) return null
    if (this.took('word', 'no')) {
      const of = this.single(depth + 1)
      return of && { is: 'not', of }
    }
    if (this.took('bracket', '(')) {
      const inner = this.either(depth + 1)
      return this.took('bracket', ')') ? inner : null
    }
    const key = this.word()
    if (key === null) return null
    if (emptyWords.includes(key)) {
      const open = this.took('bracket', '(')
      const asked = this.word()
      return asked === null || (open && !this.took('bracket', ')')) ? null : { is: 'empty', key: asked }
    }
    const found = this.tokens[this.at]
    if (found?.kind !== 'sign') return { is: 'there', key }
    this.at++
    const other = this.tokens[this.at++]
    const compared = signs[found.text]
    if (!compared || (other?.kind !== 'text' && other?.kind !== 'word')) return null
    const operand = other.kind === 'word' ? { key: other.text } : { text: other.text }
    return { is: 'compare', key, sign: compared, with: operand }
  }

  private word(): string | null {
    const found = this.tokens[this.at]
    if (found?.kind !== 'word') return null
    this.at++
    return found.text
  }

  private took(kind: Token['kind'], text: string): boolean {
    const found = this.tokens[this.at]
    if (found?.kind !== kind || found.text !== text) return false
    this.at++
    return true
  }
}

/** A condition in which a field already has its new key; what stands between quotes stays. */
export function renameInCondition(text: string, from: string, to: string): string {
  const quoted = /"[^"]*"|«[^»]*»|“[^”]*”|'[^']*'|[a-z][a-z0-9_í]*/g
  return text.replace(quoted, (part) => (part === from ? to : part))
}

export interface Found {
  field?: Field | Column
  value?: Value | undefined
}

/** Whether a condition is true of the values that `find` gives. Never throws. */
export function holds(condition: TemplateCondition, find: (key: string) => Found): boolean {
  if (condition.is === 'not') return !holds(condition.of, find)
  if (condition.is === 'and') return holds(condition.left, find) && holds(condition.right, find)
  if (condition.is === 'or') return holds(condition.left, find) || holds(condition.right, find)
  const { field, value } = find(condition.key)
  if (condition.is === 'there') return isGiven(value) && value !== false
  if (condition.is === 'empty') return !isGiven(value)
  const other = 'key' in condition.with ? find(condition.with.key).value : field && literal(field, condition.with.text)
  if (!isGiven(value) || !isGiven(other)) return condition.sign === '!='
  return compared(condition.sign, value, other)
}

/** Something was answered; «No» is an answer. */
export function isGiven(value: Value | undefined | null): value is Value {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length)
}

function compared(by: Sign, value: Value, other: Value): boolean {
  const order = orderOf(value, other)
  if (by === '=') return order === 0
  if (by === '!=') return order !== 0
  if (order === null) return false
  if (by === '<' || by === '>') return by === '<' ? order < 0 : order > 0
  return by === '<=' ? order <= 0 : order >= 0
}

/** Negative, zero or positive; null for what has no order and is not the same. Of several chosen each counts as the same. */
function orderOf(value: Value, other: Value): number | null {
  if (Array.isArray(value)) return [other].flat().every((one) => (value as unknown[]).includes(one)) ? 0 : null
  const [a, b] = [exactNumber(value), exactNumber(other)]
  if (a && b) return compareDecimals(a, b)
  const [left, right] = [String(value), String(other)]
  if (left === right) return 0
  return isDay(left) && isDay(right) ? (left < right ? -1 : 1) : null
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** Nothing of the day or the country counts for what is compared. */
const anywhere: Context = { today: '2000-01-01', country: 'CO' }
const literals = new WeakMap<object, Map<string, Value | null>>()

/** What a text of a condition means for a field; null for what the field could not hold. Read once a field. */
export function literal(field: Field | Column, text: string): Value | null {
  const known = literals.get(field) ?? new Map<string, Value | null>()
  literals.set(field, known)
  const found = known.get(text)
  if (found !== undefined) return found
  const value = readLiteral(field, text)
  known.set(text, value)
  return value
}

function readLiteral(field: Field | Column, text: string): Value | null {
  if (field.type === 'computed') return read({ ...field, type: 'decimal', decimals: 6 }, text) ?? tidy(text)
  const asTyped = isNumeric(field) || ['date', 'boolean', 'choice', 'choices'].includes(field.type)
  return asTyped ? read(field, text) : tidy(text)
}

function read({ key, label, type, options, decimals, currency }: Column, text: string): Value | null {
  const free: Column = { key, label, type, options, decimals, currency }
  const reading = readValue(free, text, anywhere)
  return 'error' in reading ? null : reading.value
}
