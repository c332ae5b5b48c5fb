export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** Right side of a comparison: a field, or a text in the notation that users type into the field on the left. */
type Operand = { key: string } | { text: string }

export type TemplateCondition =
  | { is: 'there'; key: string }
  | { is: 'empty'; key: string }
  | { is: 'not'; of: TemplateCondition }
  | { is: 'and'; left: TemplateCondition; right: TemplateCondition }
  | { is: 'or'; left: TemplateCondition; right: TemplateCondition }
  | { is: 'compare'; key: string; sign: ComparisonOperator; with: Operand }

const maxConditionLength = 300
const maxDepth = 20
const quotes = { '"': '"', '«': '»', '“': '”', "'": "'" } as const
const signs: Record<string, ComparisonOperator> = {
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

/** Parses a condition such as `tipo = "madre" y no vacío(correo)`. Returns `null` if its syntax is invalid. */
export function parseCondition(text: string): TemplateCondition | null {
  const tokens = text.length > maxConditionLength ? null : tokenizeCondition(text)
  if (!tokens?.length) return null
  const reader = new Reader(tokens)
  const condition = reader.either(0)
  return reader.ended ? condition : null
}

function tokenizeCondition(text: string): Token[] | null {
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

/** Recursive descent parser: «o» before «y» before «no». Its methods return `null` on a syntax error. */
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
    if (depth > maxDepth) return null
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

/** Renames a field key in a condition. Leaves quoted texts unchanged. */
export function renameKeyInCondition(text: string, from: string, to: string): string {
  const quoted = /"[^"]*"|«[^»]*»|“[^”]*”|'[^']*'|[a-z][a-z0-9_í]*/g
  return text.replace(quoted, (part) => (part === from ? to : part))
}
