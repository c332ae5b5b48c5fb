import { type Decimal, parseDecimal } from '../money/decimal.ts'

type Operator = '+' | '-' | '*' | '/'

/** Part of a formula's text, by character offsets. `end` is exclusive; an empty range at the end of the text marks a missing part. */
interface TextRange {
  start: number
  end: number
}

/** Syntax tree of a formula. Only the four arithmetic operations and the named functions can be evaluated. */
export type Formula = TextRange &
  (
    | { is: 'number'; value: Decimal }
    | { is: 'key'; key: string }
    | { is: 'column'; table: string; column: string }
    | { is: 'operation'; operator: Operator; left: Formula; right: Formula }
    | { is: 'call'; name: string; args: Formula[] }
  )

/**
 * Syntax errors. `sign`: a character that formulas do not use. `operand` and `operator`: one is missing before the range. `open` and `close`: a bracket
 * without its pair. `comma`: a comma outside of a function. `depth`: too many nested brackets.
 */
type SyntaxProblem = 'empty' | 'long' | 'sign' | 'operand' | 'operator' | 'open' | 'close' | 'comma' | 'depth'

export interface FormulaSyntaxError extends TextRange {
  problem: SyntaxProblem
}

const maxFormulaLength = 500
const maxDepth = 20
const token = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?|([-+*/(),]))/y

interface Token extends TextRange {
  number?: string | undefined
  name?: string | undefined
  column?: string | undefined
  sign?: string | undefined
}

export function parseFormula(text: string): Formula | null {
  const formula = parseFormulaSyntax(text)
  return 'problem' in formula ? null : formula
}

export function parseFormulaSyntax(text: string): Formula | FormulaSyntaxError {
  const { length } = text.trimEnd()
  if (length === 0) return { problem: 'empty', start: 0, end: 0 }
  if (text.length > maxFormulaLength) return { problem: 'long', start: maxFormulaLength, end: text.length }
  const tokens = tokenizeFormula(text.slice(0, length))
  return Array.isArray(tokens) ? new Reader(tokens, length).read() : tokens
}

function tokenizeFormula(text: string): Token[] | FormulaSyntaxError {
  const tokens: Token[] = []
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const from = token.lastIndex
    const found = token.exec(text)
    if (found === null) {
      const start = text.length - text.slice(from).trimStart().length
      return { problem: 'sign', start, end: start + String.fromCodePoint(text.codePointAt(start) ?? 0).length }
    }
    const end = token.lastIndex
    const start = end - found[0].trimStart().length
    tokens.push({ number: found[1], name: found[2], column: found[3], sign: found[4], start, end })
  }
  return tokens
}

/** Recursive descent parser. Its methods return `null` after a syntax error, and store the first one. */
class Reader {
  private at = 0
  private error: FormulaSyntaxError | undefined
  private readonly tokens: Token[]
  private readonly length: number

  constructor(tokens: Token[], length: number) {
    this.tokens = tokens
    this.length = length
  }

  read(): Formula | FormulaSyntaxError {
    const formula = this.sum(0)
    if (formula !== null && this.at === this.tokens.length) return formula
    const { sign } = this.tokens[this.at] ?? {}
    const problem = sign === ')' ? 'close' : sign === ',' ? 'comma' : 'operator'
    return this.error ?? { problem, ...this.next() }
  }

  private sum(depth: number): Formula | null {
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
      left = { is: 'operation', operator, left, right, start: left.start, end: right.end }
    }
  }

  private single(depth: number): Formula | null {
    const { start, end } = this.next()
    if (depth > maxDepth) return this.fail('depth')
    if (this.took('-')) {
      const right = this.single(depth + 1)
      const left: Formula = { is: 'number', value: { units: 0n, scale: 0 }, start, end }
      return right && { is: 'operation', operator: '-', left, right, start, end: right.end }
    }
    if (this.took('(')) {
      const inner = this.sum(depth + 1)
      if (inner === null) return null
      return this.closes({ start, end }) ? inner : null
    }
    const { number, name, column } = this.tokens[this.at] ?? {}
    const value = number === undefined ? null : parseDecimal(number)
    if (value === null && name === undefined) return this.fail('operand')
    this.at++
    if (name === undefined) return value && { is: 'number', value, start, end }
    if (column !== undefined) return { is: 'column', table: name, column, start, end }
    const bracket = this.next()
    return this.took('(') ? this.call(name, start, bracket, depth) : { is: 'key', key: name, start, end }
  }

  private call(name: string, start: number, bracket: TextRange, depth: number): Formula | null {
    const args: Formula[] = []
    do {
      const arg = this.sum(depth + 1)
      if (arg === null) return null
      args.push(arg)
    } while (this.took(','))
    return this.closes(bracket) ? { is: 'call', name, args, start, end: this.tokens[this.at - 1]?.end ?? start } : null
  }

  private took(sign: string): boolean {
    if (this.tokens[this.at]?.sign !== sign) return false
    this.at++
    return true
  }

  /** Reads the closing bracket of `bracket`. */
  private closes(bracket: TextRange): boolean {
    if (this.took(')')) return true
    const next = this.tokens[this.at]
    if (next === undefined) this.fail('open', bracket)
    else this.fail(next.sign === ',' ? 'comma' : 'operator')
    return false
  }

  private next(): TextRange {
    const { start, end } = this.tokens[this.at] ?? { start: this.length, end: this.length }
    return { start, end }
  }

  private fail(problem: SyntaxProblem, range = this.next()): null {
    this.error ??= { problem, ...range }
    return null
  }
}

type FormulaReference = Extract<Formula, { is: 'key' | 'column' }>

/** Returns the fields and columns that a formula references, in the order of the text. */
export function listFormulaReferences(formula: Formula): FormulaReference[] {
  if (formula.is === 'key' || formula.is === 'column') return [formula]
  if (formula.is === 'operation') return [formula.left, formula.right].flatMap(listFormulaReferences)
  return formula.is === 'call' ? formula.args.flatMap(listFormulaReferences) : []
}

export function getFormulaKeys(formula: Formula): string[] {
  return listFormulaReferences(formula).map((reference) => (reference.is === 'key' ? reference.key : reference.table))
}
