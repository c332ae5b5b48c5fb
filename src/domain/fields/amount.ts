import type { Column, Field } from './field.ts'
import { type Formula, parseFormula } from './formula.ts'
import { getComparisonType } from './formula-check.ts'

type Finder = (key: string) => Column | undefined

/**
 * Prepares a function that returns whether a field is an amount of money: a money field, a computed number with a currency, or a computed field whose
 * formula results in money (`cantidad * precio`, but not `precio / costo`).
 */
export function createAmountCheck(fields: readonly Field[]): (field: Column) => boolean {
  // Results of computed fields, because otherwise the work doubles with each field that two others reference.
  const known = new Map<Column, boolean>()
  const findField = (key: string) => fields.find((field) => field.key === key)

  function isAmount(field: Column | undefined, find: Finder): boolean {
    if (field?.type !== 'computed') return field?.type === 'money'
    const result = known.get(field)
    if (result !== undefined) return result
    // Ends the recursion of fields in a cycle.
    known.set(field, false)
    const formula = parseFormula(field.formula ?? '')
    const isResult =
      field.currency === undefined
        ? formula !== null && isMoney(formula, find)
        : getComparisonType(field, find) === 'number'
    known.set(field, isResult)
    return isResult
  }

  function isMoney(formula: Formula, find: Finder): boolean {
    if (formula.is === 'key') return isAmount(find(formula.key), find)
    if (formula.is === 'call') return formula.name === 'suma' && formula.args.some(isMoneyColumn)
    if (formula.is !== 'operation') return false
    const [left, right] = [isMoney(formula.left, find), isMoney(formula.right, find)]
    if (formula.operator === '*') return left !== right
    return formula.operator === '/' ? left && !right : left || right
  }

  function isMoneyColumn(place: Formula): boolean {
    const columns = place.is === 'column' ? (findField(place.table)?.columns ?? []) : []
    const find = (key: string) => columns.find((column) => column.key === key)
    return place.is === 'column' && isAmount(find(place.column), (key) => find(key) ?? findField(key))
  }

  return (field) => isAmount(field, findField)
}
