import type { CellValue, Column, Field, Row, ValidationContext, Values } from '../../domain/fields/field.ts'
import { listFormulaReferences, parseFormula } from '../../domain/fields/formula.ts'
import { computeValues, formatValue, parseValue } from '../../domain/fields/values.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { createScopeLookup, type FormulaScope } from './formula-error.ts'

/** Field or column whose value a formula needs, directly or through other formulas. */
export interface TrialInput {
  /** Key of the field, or `table.column`. */
  path: string
  label: string
  field: Column
  /** Text to begin with: the example of the field, or another valid text. */
  start: string
}

/** Lists the fields that the scope's formula needs, without computed fields. */
export function listTrialInputs(scope: FormulaScope, context: ValidationContext): TrialInput[] {
  const inputs = new Map<string, TrialInput>()
  const seen = new Set<string>()
  const add = (field: Column | undefined, table: Field | undefined, find: (key: string) => Column | undefined) => {
    const path = table ? `${table.key}.${field?.key}` : (field?.key ?? '')
    if (field === undefined || seen.has(path)) return
    seen.add(path)
    if (field.type !== 'computed')
      inputs.set(path, {
        path,
        label: table ? `${table.label}: ${field.label}` : field.label,
        field,
        start: getStartText(field, context),
      })
    const formula = field.type === 'computed' ? parseFormula(field.formula ?? '') : null
    for (const reference of formula ? listFormulaReferences(formula) : []) {
      const named = find(reference.is === 'key' ? reference.key : reference.table)
      if (reference.is === 'column') addColumn(named as Field | undefined, reference.column)
      else add(named, table?.columns?.some((one) => one === named) ? table : undefined, find)
    }
  }
  const find = createScopeLookup(scope)
  const addColumn = (table: Field | undefined, key: string) => {
    const column = table?.columns?.find((one) => one.key === key)
    add(column, table, (other) => table?.columns?.find((one) => one.key === other) ?? find(other))
  }
  add(scope.field, undefined, find)
  return [...inputs.values()]
}

function getStartText(field: Column, context: ValidationContext): string {
  const example = field.example === undefined ? undefined : readTrialText(field, field.example, context)
  if (example?.value !== undefined) return formatValue(field, example.value)
  if (field.type === 'date') return formatValue(field, context.today)
  return field.type === 'choice' ? (field.options?.[0]?.value ?? '') : '100'
}

/** Parses the text of a trial input, regardless of the limits of the field. */
export function readTrialText(
  { min: _min, max: _max, ...field }: Column,
  text: string,
  context: ValidationContext,
): { value?: CellValue; error?: string } {
  const reading = parseValue(field, text, context)
  if ('error' in reading) return { error: getErrorMessage(reading.error) }
  return reading.value === null ? {} : { value: reading.value as CellValue }
}

/** Computes the scope's formula from values by path, with one row in each table. Returns the formatted result, if any. */
export function computeTrial(scope: FormulaScope, values: ReadonlyMap<string, CellValue>): string | undefined {
  const field = { ...scope.field, key: scope.field.key || 'resultado' }
  const own = [field, ...scope.siblings]
  const given: Values = {}
  const row: Row = {}
  for (const [path, value] of values) {
    const [key = '', column] = path.split('.')
    if (column !== undefined) given[key] = [{ ...(given[key] as Row[] | undefined)?.[0], [column]: value }]
    else if (scope.outer && own.some((one) => one.key === key)) row[key] = value
    else given[key] = value
  }
  const table: Field = { key: '-', label: '', type: 'table', columns: own }
  const fields = scope.outer ? [...scope.outer, table] : own
  // Ignores the visibility of fields, because conditions may test fields that the formula does not need.
  const visible = fields.map(({ visibleIf: _visibleIf, ...rest }): Field => rest)
  const computed = computeValues(visible, scope.outer ? { ...given, [table.key]: [row] } : given)
  const result = scope.outer ? (computed[table.key] as Row[] | undefined)?.[0]?.[field.key] : computed[field.key]
  return result === undefined ? undefined : formatValue(field, result)
}
