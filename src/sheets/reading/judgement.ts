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
export function putValue(given: Values, { key, field, table }: Target, value: Value): void {
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
