import type { Column, Field } from '../../domain/fields/field.ts'
import { fieldTypeLabels } from '../../domain/fields/field-types.ts'
import { locateFormulaError } from '../../domain/fields/formula-check.ts'
import type { FieldOption } from '../body/field-picker.tsx'
import { createScopeLookup, type FormulaScope, formulaFunctions } from './formula-error.ts'

/** Lists what can be inserted in a formula: fields with a number, a date or a currency, sums of columns, and functions. */
export function listFormulaOptions(scope: FormulaScope): FieldOption[] {
  const { siblings, outer } = scope
  const find = createScopeLookup(scope)
  const isValid = (formula: string) => locateFormulaError(formula, find) === null
  const isUsable = ({ key }: Column) =>
    isValid(key) || isValid(`fechaEnLetras(${key})`) || isValid(`enLetras(1, ${key})`)
  const fields = [...siblings, ...(outer ?? [])].filter(
    ({ key }, i, all) => all.findIndex((one) => one.key === key) === i,
  )
  const sums = fields.flatMap((field) =>
    ((field as Field).columns ?? []).map((column) => ({
      source: `suma(${field.key}.${column.key})`,
      label: `Suma de ${column.label}`,
      detail: field.label,
    })),
  )
  const functions = formulaFunctions.filter(({ name }) => name !== 'suma')
  return [
    ...fields.filter(isUsable).map(({ key, label, type }) => ({ source: key, label, detail: fieldTypeLabels[type] })),
    ...sums.filter(({ source }) => isValid(source)),
    ...functions.map(({ name, detail }) => ({ source: `${name}()`, label: name, detail })),
  ]
}
