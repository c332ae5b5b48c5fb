import type { CellValue, Column, Field, ValidationContext, Value, Values } from '../fields/field.ts'
import { fieldTypeHandlers } from '../fields/field-type-handlers.ts'
import { createValueParser, formatValue } from '../fields/values.ts'
import type { ListColumn } from './list.ts'

type ListBinding = NonNullable<Field['list']>

/** Returns pairs of field key and column key that a list record fills. The first pair is the field that is bound to the list. */
export function getBoundFields(key: string, { column, fills = [] }: ListBinding): [field: string, column: string][] {
  return [[key, column], ...fills.map((fill): [string, string] => [fill.key, fill.column])]
}

/** Returns the column that identifies a record, and the field that this column fills (`by`), if there is one. */
export function getIdentifyingColumn(
  key: string,
  binding: ListBinding,
  keyColumn: string,
): { column: string; by: string | undefined } {
  const column = binding.match ?? keyColumn
  return { column, by: getBoundFields(key, binding).find((bound) => bound[1] === column)?.[0] }
}

/** Returns whether a list can identify people without an account: one column identifies the records and fills a field, and `email` has the addresses. */
export function canIdentifyPeople(
  { key, list }: Field,
  { keyColumn, columns }: { keyColumn: string; columns: readonly ListColumn[] },
  email: string | undefined,
): boolean {
  if (!list) return false
  const { by, column } = getIdentifyingColumn(key, list, keyColumn)
  const address = columns.find((one) => one.key === email)
  return by !== undefined && address?.type === 'email' && address.key !== column
}

export function isFillableFromList({ type }: Pick<Field, 'type'>): boolean {
  return !['table', 'file', 'computed', 'choices', 'boolean'].includes(type)
}

export function convertRecord(
  field: Field,
  fields: readonly Field[],
  columns: readonly ListColumn[],
  record: Values,
  context: ValidationContext,
): Record<string, CellValue | null> {
  return createRecordConverter(field, fields, columns, context)(record)
}

/**
 * Prepares the conversion of list records to field values. A value is `null` if the record has none or if the field rejects it. Skips columns and
 * fields that no longer exist.
 */
export function createRecordConverter(
  field: Field,
  fields: readonly Field[],
  columns: readonly ListColumn[],
  context: ValidationContext,
): (record: Values) => Record<string, CellValue | null> {
  const cells = (field.list ? getBoundFields(field.key, field.list) : []).flatMap(([key, name]) => {
    const column = columns.find((one) => one.key === name)
    const target = fields.find((one) => one.key === key)
    return column && target && isFillableFromList(target)
      ? [{ key, name, read: createValueConverter(target, column, context) }]
      : []
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

/**
 * Prepares the conversion of a column's values to values of a field. If both have the same type, copies the value; otherwise parses its displayed
 * text.
 */
function createValueConverter(
  target: Field,
  column: ListColumn,
  context: ValidationContext,
): (value: Value) => CellValue | undefined {
  if (column.type !== target.type) {
    const { text } = createValueParser(target, context)
    return (value) => {
      const reading = text(formatValue(column as Column, value))
      return 'value' in reading ? ((reading.value as CellValue | null) ?? undefined) : undefined
    }
  }
  const validate = fieldTypeHandlers[target.type].createValidator(target, context)
  return (value) => {
    const reading = validate(value, () => undefined)
    return 'value' in reading ? ((reading.value as CellValue | null) ?? undefined) : undefined
  }
}

/** Returns the paths (`2.list`) of list bindings that reference missing, repeated or unsuitable fields. */
export function findInvalidBindings(fields: readonly Field[]): string[] {
  return fields.flatMap((field, i) => {
    if (!field.list) return []
    const keys = getBoundFields(field.key, field.list).map(([key]) => key)
    const targets = keys.map((key) => fields.find((one) => one.key === key))
    const right = targets.every((target) => target && isFillableFromList(target)) && new Set(keys).size === keys.length
    return right && field.type !== 'choice' ? [] : [`${i}.list`]
  })
}
