import { type Decimal, parseDecimal } from '../money/decimal.ts'

type Operator = '+' | '-' | '*' | '/'

/** Syntax tree of a formula. Only the four arithmetic operations and the named functions can be evaluated. */
export type Formula =
  | { is: 'number'; value: Decimal }
  | { is: 'key'; key: string }
  | { is: 'column'; table: string; column: string }
  | { is: 'operation'; operator: Operator; left: Formula; right: Formula }
  | { is: 'call'; name: string; args: Formula[] }

const maxFormulaLength = 500
const maxDepth = 20
const token = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?|([-+*/(),]))/y

interface Token {
  number?: string | undefined
  name?: string | undefined
  column?: string | undefined
  sign?: string | undefined
}

/** Parses a formula; returns `null` if the syntax is invalid. */
export function parseFormula(text: string): Formula | null {
  const tokens = text.length > maxFormulaLength ? null : tokenizeFormula(text)
  if (tokens === null) return null
  const reader = new Reader(tokens)
  const formula = reader.sum(0)
  return reader.ended ? formula : null
}

function tokenizeFormula(text: string): Token[] | null {
  const trimmed = text.trimEnd()
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < trimmed.length) {
    const found = token.exec(trimmed)
    if (found === null) return null
    tokens.push({ number: found[1], name: found[2], column: found[3], sign: found[4] })
  }
  return tokens
}

/** Recursive descent parser with methods for sums, products and single values. The methods return `null` at the first syntax error. */
class Reader {
  private at = 0
  private readonly tokens: Token[]

  constructor(tokens: Token[]) {
    this.tokens = tokens
  }

  get ended(): boolean {
    return this.at === this.tokens.length
  }

  sum(depth: number): Formula | null {
    return this.chain(['+', '-'], () => this.product(depth))
  }

  private product(depth: number): Formula | null {
    return this.chain(['*', '/'], () => this.single(depth))
  }

  private chain(operators: Operator[], next: () => Formula | null): Formula | null {
    let left = next()
    for (;;) {
      const operator = operators.find((sign) => this.took(sign))
      if (operator === undefined || left === null) return left
      const right = next()
      if (right === null) return null
      left = { is: 'operation', operator, left, right }
    }
  }

  private single(depth: number): Formula | null {
    if (depth > maxDepth) return null
    if (this.took('-')) {
      const right = this.single(depth + 1)
      return right && { is: 'operation', operator: '-', left: { is: 'number', value: { units: 0n, scale: 0 } }, right }
    }
    if (this.took('(')) {
      const inner = this.sum(depth + 1)
      return this.took(')') ? inner : null
    }
    const { number, name, column } = this.tokens[this.at++] ?? {}
    const value = number === undefined ? null : parseDecimal(number)
    if (value !== null) return { is: 'number', value }
    if (name === undefined) return null
    if (column !== undefined) return { is: 'column', table: name, column }
    return this.took('(') ? this.call(name, depth) : { is: 'key', key: name }
  }

  private call(name: string, depth: number): Formula | null {
    const args: Formula[] = []
    do {
      const arg = this.sum(depth + 1)
      if (arg === null) return null
      args.push(arg)
    } while (this.took(','))
    return this.took(')') ? { is: 'call', name, args } : null
  }

  private took(sign: string): boolean {
    if (this.tokens[this.at]?.sign !== sign) return false
    this.at++
    return true
  }
}

/** Returns the keys of the fields and tables that a formula references. */
export function getFormulaKeys(formula: Formula): string[] {
  if (formula.is === 'key') return [formula.key]
  if (formula.is === 'column') return [formula.table]
  if (formula.is === 'operation') return [...getFormulaKeys(formula.left), ...getFormulaKeys(formula.right)]
  return formula.is === 'call' ? formula.args.flatMap(getFormulaKeys) : []
}
