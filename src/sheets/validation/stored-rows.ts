import type { BatchRow } from '../../domain/batches/batch-output.ts'
import { findColumnTarget } from '../../domain/batches/column-matching.ts'
import { toColumnErrors } from '../../domain/batches/rejected-cells.ts'
import type { Field, Row, Value } from '../../domain/fields/field.ts'
import { formatValue } from '../../domain/fields/values.ts'

export type StoredBatchRow = Pick<BatchRow, 'row' | 'values' | 'errors'> & Partial<Pick<BatchRow, 'wrong'>>

/** Stored batch row as cell texts by column key. Valid values are formatted; invalid values have their original text. */
export interface FormattedRow {
  row: number
  texts: Record<string, string>
  errors: Record<string, string>
  surplus: string[]
}

/** Converts a stored row to cell texts. Converts form keys of errors to column keys. Texts that belong to no field become surplus cells. */
export function formatStoredRow(
  { row, values, wrong = {}, errors }: StoredBatchRow,
  fields: readonly Field[],
): FormattedRow {
  const printed: FormattedRow = { row, texts: {}, errors: toColumnErrors(errors), surplus: [] }
  for (const [key, value] of listValueCells(values, fields)) {
    const target = findColumnTarget(key, fields)
    if (target)
      printed.texts[key] =
        printed.errors[key] === undefined || target.field.type === 'file'
          ? formatValue(target.field, value)
          : toRawText(value)
  }
  for (const [key, text] of Object.entries(wrong))
    if (findColumnTarget(key, fields)) printed.texts[key] = text
    else printed.surplus.push(text)
  return printed
}

function listValueCells(values: StoredBatchRow['values'], fields: readonly Field[]): [string, Value][] {
  return fields.flatMap((field): [string, Value][] => {
    const value = values[field.key]
    if (value === undefined || value === null || field.type === 'computed') return []
    if (field.type !== 'table') return [[field.key, value]]
    if (!Array.isArray(value)) return []
    return (value as Row[]).flatMap((row, index) =>
      Object.entries(row).map(([key, cell]): [string, Value] => [`${field.key}_${index + 1}_${key}`, cell]),
    )
  })
}

function toRawText(value: Value): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
