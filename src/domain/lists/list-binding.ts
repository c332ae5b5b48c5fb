import type { CellValue, Column, Context, Field, Value, Values } from '../fields/field.ts'
import { kinds } from '../fields/kinds.ts'
import { printValue, readerFor } from '../fields/values.ts'
import type { ListColumn } from './list.ts'

type ListBinding = NonNullable<Field['list']>

/** Which fields a record fills, the one that is searched in first: key of a field → key of a column. */
export function boundFields(key: string, { column, fills = [] }: ListBinding): [field: string, column: string][] {
  return [[key, column], ...fills.map((fill): [string, string] => [fill.key, fill.column])]
}

/** The column by which a record is known, and the field in which that stands; none where it goes into no field. */
export function knownBy(
  key: string,
  binding: ListBinding,
  keyColumn: string,
): { column: string; by: string | undefined } {
  const column = binding.match ?? keyColumn
  return { column, by: boundFields(key, binding).find((bound) => bound[1] === column)?.[0] }
}

/** Fields that a record may fill. */
export function canBeFilled({ type }: Pick<Field, 'type'>): boolean {
  return !['table', 'file', 'computed', 'choices', 'boolean'].includes(type)
}

/** As `recordReader`, for one record. */
export function recordValues(
  field: Field,
  fields: readonly Field[],
  columns: readonly ListColumn[],
  record: Values,
  context: Context,
): Record<string, CellValue | null> {
  return recordReader(field, fields, columns, context)(record)
}

/**
 * Prepares what many records say in the fields that they fill, by key; null where one says nothing, or nothing that the field takes. Columns that
 * the list has no more, and fields that the format has no more, are passed over.
 */
export function recordReader(
  field: Field,
  fields: readonly Field[],
  columns: readonly ListColumn[],
  context: Context,
): (record: Values) => Record<string, CellValue | null> {
  const cells = (field.list ? boundFields(field.key, field.list) : []).flatMap(([key, name]) => {
    const column = columns.find((one) => one.key === name)
    const target = fields.find((one) => one.key === key)
    return column && target && canBeFilled(target) ? [{ key, name, read: valueReader(target, column, context) }] : []
  })
  return (record) => {
    const filled: Record<string, CellValue | null> = {}
    for (const { key, name, read } of cells) {
      const value = record[name]
      filled[key] = value === undefined ? null : (read(value) ?? null)
    }
    return filled
  }
}

/** As it is kept where both are of one type; else as a person would have typed it. */
function valueReader(target: Field, column: ListColumn, context: Context): (value: Value) => CellValue | undefined {
  if (column.type !== target.type) {
    const { text } = readerFor(target, context)
    return (value) => {
      const reading = text(printValue(column as Column, value))
      return 'value' in reading ? ((reading.value as CellValue | null) ?? undefined) : undefined
    }
  }
  const judge = kinds[target.type].judge(target, context)
  return (value) => {
    const reading = judge(value, () => undefined)
    return 'value' in reading ? ((reading.value as CellValue | null) ?? undefined) : undefined
  }
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
