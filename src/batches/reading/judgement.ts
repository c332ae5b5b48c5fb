import type { Target } from '../../domain/columns.ts'
import type { CellValue, Row, Value, Values } from '../../domain/field.ts'

/** What became of one row; keys are those of the columns' targets, of fields without a column, or `*`. */
export interface Judgement {
  /** Canonical, without what is in error, hidden or computed. */
  values: Values
  errors: Record<string, string>
  warnings: Record<string, string>
}

/** Puts a value where its column leads: in the row, or in a row of a table. */
export function put(given: Values, { key, field, table }: Target, value: Value): void {
  if (!table) {
    given[key] = value
    return
  }
  const rows = (given[table.key] ?? []) as Row[]
  given[table.key] = rows
  while (rows.length < table.index) rows.push({})
  const row = rows[table.index - 1] as Row
  row[field.key] = value as CellValue
}

/** `items.0.cantidad`, as a form names it, is the column `items_1_cantidad` of a sheet. */
export function cellKey(key: string): string {
  return key.replace(/\.(\d+)\./, (_, index) => `_${Number(index) + 1}_`).replace(/\.(\d+)$/, '')
}

/** A table whose cells are in error is not missing. */
export function hasErrorIn(errors: Record<string, string>, table: string): boolean {
  return Object.keys(errors).some((key) => key.startsWith(`${table}_`))
}
