import { targetOf } from '../../domain/batches/columns.ts'
import type { Column, Field } from '../../domain/fields/field.ts'

export interface SheetColumn {
  key: string
  header: string
  field: Column
  /** Whether the example of a template fills it: of a table, only as many rows as it needs. */
  exemplary: boolean
}

const rowsOfTables = 3

/** The columns by which a sheet can fill a format: its fields, and for a table the cells of its first rows; of those that `mayLack` none is said to be needed. */
export function sheetColumns(
  fields: readonly Field[],
  mayLack: Pick<ReadonlyMap<string, unknown>, 'has'> = new Set(),
): SheetColumn[] {
  return fields.flatMap((field): SheetColumn[] => {
    if (field.type === 'computed') return []
    if (field.type !== 'table')
      return [
        {
          key: field.key,
          header: mayLack.has(field.key) ? `${field.label} (opcional)` : headerOf(field),
          field,
          exemplary: true,
        },
      ]
    const least = Math.min(Number(field.min) || 1, 10)
    const rows = Math.max(rowsOfTables, least)
    return Array.from({ length: rows }, (_, i) => i + 1).flatMap((row) =>
      (field.columns ?? [])
        .filter(({ type }) => type !== 'computed')
        .map((column) => ({
          key: `${field.key}_${row}_${column.key}`,
          header: `${field.label} ${row} ${column.label}`,
          field: column,
          exemplary: row <= least,
        })),
    )
  })
}

/** What a key is called in a sheet's header and in its errors. */
export function headerOfKey(key: string, fields: readonly Field[]): string {
  const target = targetOf(key, fields)
  if (!target) return fields.find((field) => field.key === key)?.label ?? 'Fila'
  const table = target.table && fields.find((field) => field.key === target.table?.key)
  return table ? `${table.label} ${target.table?.index} ${target.field.label}` : target.field.label
}

function headerOf({ label, required }: Column): string {
  return required ? `${label} *` : label
}

/** What may stand in a cell where only a few things may. */
export function optionsOf({ type, options }: Column): string[] | undefined {
  if (type === 'boolean') return ['Sí', 'No']
  return type === 'choice' ? (options ?? []).map(({ value }) => value) : undefined
}
