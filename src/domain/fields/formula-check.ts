import type { ErrorCode } from '../errors.ts'
import { findCurrency } from '../money/currency.ts'
import { parseDecimal } from '../money/decimal.ts'
import type { Column, Field } from './field.ts'
import { type Formula, parseFormula } from './formula.ts'
import { isNumericField } from './number.ts'

type Result = 'number' | 'date' | 'text'
type Finder = (key: string) => Field | Column | undefined
type Typed = { type: Result } | { fault: ErrorCode }

const wrong: Typed = { fault: 'format.formula' }

/** Validates a formula; returns an error code or `null`. `find`: returns a field that the formula may reference. */
export function findFormulaError(text: string | undefined, find: Finder): ErrorCode | null {
  const formula = parseFormula(text ?? '')
  const typed = formula === null ? wrong : typeOf(formula, find, 0)
  return 'fault' in typed ? typed.fault : null
}

/** Returns the result type of a formula; `null` if the formula is invalid. */
function getFormulaResultType(text: string | undefined, find: Finder): Result | null {
  const formula = parseFormula(text ?? '')
  const typed = formula === null ? wrong : typeOf(formula, find, 0)
  return 'fault' in typed ? null : typed.type
}

function typeOf(formula: Formula, find: Finder, depth: number): Typed {
  // Stops at a depth of 50, because computed fields may form a cycle. `validateFormat` reports cycles.
  if (depth > 50) return { type: 'number' }
  if (formula.is === 'number') return { type: 'number' }
  if (formula.is === 'key') return typeOfField(find(formula.key), find, depth)
  if (formula.is === 'column') return wrong
  if (formula.is === 'call') return typeOfCall(formula.name, formula.args, find, depth)
  return all([formula.left, formula.right], 'number', 'number', find, depth)
}

function typeOfField(field: Field | Column | undefined, find: Finder, depth: number): Typed {
  if (field === undefined) return { fault: 'format.unknown' }
  if (field.type === 'date') return { type: 'date' }
  if (field.type === 'computed') {
    const formula = parseFormula(field.formula ?? '')
    return formula === null ? wrong : typeOf(formula, find, depth + 1)
  }
  return isNumericField(field) || isChoiceOf(field, (value) => parseDecimal(value) !== null)
    ? { type: 'number' }
    : wrong
}

function typeOfCall(name: string, args: Formula[], find: Finder, depth: number): Typed {
  const [first, second] = args
  if (name === 'fechaEnLetras') return args.length === 1 ? all(args, 'date', 'text', find, depth) : wrong
  if (name === 'diasEntre') return args.length === 2 ? all(args, 'date', 'number', find, depth) : wrong
  if (name === 'suma') return first?.is === 'column' && args.length === 1 ? typeOfSum(first, find, depth) : wrong
  if (name !== 'enLetras') return { fault: 'format.unknown' }
  if (first === undefined || args.length > 2) return wrong
  if (second !== undefined && !isCurrency(second, find)) return wrong
  return all([first], 'number', 'text', find, depth)
}

function typeOfSum({ table, column }: { table: string; column: string }, find: Finder, depth: number): Typed {
  const field = find(table)
  const columns = field !== undefined && 'columns' in field ? (field.columns ?? []) : []
  const within: Finder = (key) => columns.find((one) => one.key === key) ?? find(key)
  const summed = columns.find((one) => one.key === column)
  if (summed === undefined) return { fault: 'format.unknown' }
  const typed = typeOfField(summed, within, depth)
  return 'fault' in typed || typed.type === 'number' ? typed : wrong
}

function all(args: Formula[], wanted: Result, result: Result, find: Finder, depth: number): Typed {
  for (const arg of args) {
    const typed = typeOf(arg, find, depth + 1)
    if ('fault' in typed) return typed
    if (typed.type !== wanted) return wrong
  }
  return { type: result }
}

function isCurrency(formula: Formula, find: Finder): boolean {
  const field = formula.is === 'key' ? find(formula.key) : undefined
  return field !== undefined && isChoiceOf(field, (value) => findCurrency(value) !== undefined)
}

function isChoiceOf(field: Column, fits: (value: string) => boolean): boolean {
  const options = field.type === 'choice' ? (field.options ?? []) : []
  return options.length > 0 && options.every(({ value }) => fits(value))
}

/** Returns the type by which conditions compare a field: `number` for all numeric types and sums, otherwise the type of the result. */
export function getComparisonType({ type, formula }: Pick<Column, 'type' | 'formula'>, find: Finder) {
  if (type === 'computed') return getFormulaResultType(formula, find)
  return isNumericField({ type }) ? 'number' : type
}
