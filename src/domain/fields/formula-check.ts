import type { ErrorCode } from '../errors.ts'
import { findCurrency } from '../money/currency.ts'
import { parseDecimal } from '../money/decimal.ts'
import type { Column, Field, FieldLookup } from './field.ts'
import { isNumericField } from './field-types.ts'
import { type Formula, type FormulaSyntaxError, parseFormulaSyntax } from './formula.ts'

type Result = 'number' | 'date' | 'text'

/**
 * Errors of a valid syntax tree. `key`, `function`, `column`: unknown names. `number`, `date`: another type is needed. `count`: number of arguments.
 * `outside`: a column outside of `suma`. `sum`: `suma` without a column. `currency`: second argument of `enLetras`. `inner`: another formula has an error.
 */
type TypeProblem =
  | 'key'
  | 'function'
  | 'column'
  | 'number'
  | 'date'
  | 'count'
  | 'outside'
  | 'sum'
  | 'currency'
  | 'inner'

/** Error of a formula with its range. `name`: function with the error, if the message names it. */
export type FormulaError =
  | FormulaSyntaxError
  | (Pick<Formula, 'start' | 'end'> & { problem: TypeProblem; name?: string })
export type FormulaProblem = FormulaError['problem']
type Typed = { type: Result } | FormulaError

const fail = (problem: TypeProblem, { start, end }: Formula, name?: string): FormulaError => ({
  problem,
  start,
  end,
  ...(name !== undefined && { name }),
})

export function findFormulaError(text: string | undefined, find: FieldLookup): ErrorCode | null {
  const problem = locateFormulaError(text, find)?.problem
  if (problem === undefined) return null
  return problem === 'key' || problem === 'function' || problem === 'column' ? 'format.unknown' : 'format.formula'
}

export function locateFormulaError(text: string | undefined, find: FieldLookup): FormulaError | null {
  const typed = typeOfText(text, getScope(find))
  return 'problem' in typed ? typed : null
}

function getFormulaResultType(text: string | undefined, find: FieldLookup): Result | null {
  const typed = typeOfText(text, getScope(find))
  return 'problem' in typed ? null : typed.type
}

/** Fields of a formula and the types known so far, without which shared references would double the work. */
interface Scope {
  find: FieldLookup
  types: Map<Field | Column, Typed>
}

const scopes = new WeakMap<FieldLookup, Scope>()

/** Returns the scope of a lookup. All formulas that are checked with one lookup share it, so a lookup must always return the same fields. */
function getScope(find: FieldLookup): Scope {
  const scope = scopes.get(find) ?? { find, types: new Map() }
  scopes.set(find, scope)
  return scope
}

function typeOfText(text: string | undefined, scope: Scope): Typed {
  const formula = parseFormulaSyntax(text ?? '')
  if ('problem' in formula) return formula
  const typed = typeOf(formula, scope)
  // A formula of one key must be a number: formulas do not result in dates or texts.
  return formula.is === 'key' && 'type' in typed && typed.type !== 'number' ? fail('number', formula) : typed
}

function typeOf(formula: Formula, scope: Scope): Typed {
  if (formula.is === 'number') return { type: 'number' }
  if (formula.is === 'key') {
    const field = scope.find(formula.key)
    return field ? typeOfField(field, formula, scope) : fail('key', formula)
  }
  if (formula.is === 'column') return fail('outside', formula)
  if (formula.is === 'call') return typeOfCall(formula, scope)
  return all(listOperands(formula), 'number', 'number', scope)
}

/** Returns the operands of a chain from left to right: `a + b - c` → a, b, c. A loop, because a chain may have hundreds of operands. */
function listOperands(formula: Formula): Formula[] {
  const operands: Formula[] = []
  let left = formula
  for (; left.is === 'operation'; left = left.left) operands.push(left.right)
  return [left, ...operands.reverse()]
}

/** Returns the type of a field that is referenced at `place`; type `text` if it has neither a number nor a date. */
function typeOfField(field: Field | Column, place: Formula, scope: Scope): Typed {
  if (field.type === 'date') return { type: 'date' }
  if (field.type === 'computed') {
    const typed = typeOfComputed(field, scope)
    return 'problem' in typed ? fail('inner', place) : typed
  }
  return isNumericField(field) || isChoiceOf(field, (value) => parseDecimal(value) !== null)
    ? { type: 'number' }
    : { type: 'text' }
}

function typeOfComputed(field: Field | Column, scope: Scope): Typed {
  const known = scope.types.get(field)
  if (known) return known
  // Ends the recursion of fields in a cycle, which `validateFormat` reports.
  scope.types.set(field, { type: 'number' })
  const typed = typeOfText(field.formula, scope)
  scope.types.set(field, typed)
  return typed
}

type Call = Extract<Formula, { is: 'call' }>

function typeOfCall(call: Call, scope: Scope): Typed {
  const { name, args } = call
  const [first, second] = args
  const isCount = (max: number, min = max) => args.length >= min && args.length <= max
  if (name === 'fechaEnLetras') return isCount(1) ? all(args, 'date', 'text', scope) : fail('count', call, name)
  if (name === 'diasEntre') return isCount(2) ? all(args, 'date', 'number', scope) : fail('count', call, name)
  if (name === 'suma') {
    if (!isCount(1)) return fail('count', call, name)
    return first?.is === 'column' ? typeOfSum(first, scope) : fail('sum', first ?? call)
  }
  if (name !== 'enLetras') return fail('function', { ...call, end: call.start + name.length }, name)
  if (first === undefined || !isCount(2, 1)) return fail('count', call, name)
  if (second !== undefined && !isCurrency(second, scope.find)) return fail('currency', second)
  return all([first], 'number', 'text', scope)
}

function typeOfSum(place: Extract<Formula, { is: 'column' }>, { find, types }: Scope): Typed {
  const field = find(place.table)
  const columns = field !== undefined && 'columns' in field ? (field.columns ?? []) : []
  // A column cannot reference computed fields outside of its table, so its type is the same in each sum.
  const outside: FieldLookup = (key) => (find(key)?.type === 'computed' ? undefined : find(key))
  const within: FieldLookup = (key) => columns.find((one) => one.key === key) ?? outside(key)
  const summed = columns.find((one) => one.key === place.column)
  if (summed === undefined) return fail('column', place)
  const typed = typeOfField(summed, place, { find: within, types })
  return 'problem' in typed || typed.type === 'number' ? typed : fail('number', place)
}

function all(args: Formula[], wanted: 'number' | 'date', result: Result, scope: Scope): Typed {
  for (const arg of args) {
    const typed = typeOf(arg, scope)
    if ('problem' in typed) return typed
    if (typed.type !== wanted) return fail(wanted, arg)
  }
  return { type: result }
}

function isCurrency(formula: Formula, find: FieldLookup): boolean {
  const field = formula.is === 'key' ? find(formula.key) : undefined
  return field !== undefined && isChoiceOf(field, (value) => findCurrency(value) !== undefined)
}

function isChoiceOf(field: Column, fits: (value: string) => boolean): boolean {
  const options = field.type === 'choice' ? (field.options ?? []) : []
  return options.length > 0 && options.every(({ value }) => fits(value))
}

/** Returns the type by which conditions compare a field: `number` for all numeric types and sums, otherwise the type of the result. */
export function getComparisonType({ type, formula }: Pick<Column, 'type' | 'formula'>, find: FieldLookup) {
  if (type === 'computed') return getFormulaResultType(formula, find)
  return isNumericField({ type }) ? 'number' : type
}
