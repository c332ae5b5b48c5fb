import type { CellValue, Column, Context, Field, Value, Values } from './field.ts'
import type { ListColumn } from './list.ts'
import { fittingValue } from './prefill.ts'
import { checkValues, printValue } from './values.ts'

type ListBinding = NonNullable<Field['list']>

/** Which fields a record fills, the one that is searched in first: key of a field → key of a column. */
export function boundFields(key: string, { column, fills = [] }: ListBinding): [field: string, column: string][] {
  return [[key, column], ...fills.map((fill): [string, string] => [fill.key, fill.column])]
}

/** Fields that a record may fill. */
export function canBeFilled({ type }: Pick<Field, 'type'>): boolean {
  return !['table', 'file', 'computed', 'choices', 'boolean'].includes(type)
}

/**
 * What a record says in the fields that it fills, by key; null where it says nothing, or nothing that the field takes. Columns that the list
 * has no more, and fields that the format has no more, are passed over.
 */
export function recordValues(
  field: Field,
  fields: readonly Field[],
  columns: readonly ListColumn[],
  record: Values,
  context: Context,
): Record<string, CellValue | null> {
  const filled: Record<string, CellValue | null> = {}
  for (const [key, name] of field.list ? boundFields(field.key, field.list) : []) {
    const column = columns.find((one) => one.key === name)
    const target = fields.find((one) => one.key === key)
    if (!column || !target || !canBeFilled(target)) continue
    const value = record[name]
    filled[key] = value === undefined ? null : (asValueOf(target, column, value, context) ?? null)
  }
  return filled
}

/** As it is kept where both are of one type; else as a person would have typed it. */
function asValueOf(target: Field, column: ListColumn, value: Value, context: Context): CellValue | undefined {
  if (column.type !== target.type) return fittingValue(target, printValue(column as Column, value), context)
  const { visibleIf: _shown, requiredIf: _needed, ...free } = target
  return checkValues([free], { [target.key]: value }, context).values[target.key] as CellValue | undefined
}

/** Paths (`2.list`) of bindings that name what their format does not have, or what nothing can be filled into. */
export function wrongBindings(fields: readonly Field[]): string[] {
  return fields.flatMap((field, i) => {
    if (!field.list) return []
    const keys = boundFields(field.key, field.list).map(([key]) => key)
    const targets = keys.map((key) => fields.find((one) => one.key === key))
    const right = targets.every((target) => target && canBeFilled(target)) && new Set(keys).size === keys.length
    return right && field.type !== 'choice' ? [] : [`${i}.list`]
  })
}
