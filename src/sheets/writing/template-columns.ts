import { findColumnTarget } from '../../domain/batches/column-matching.ts'
import type { Column, Field } from '../../domain/fields/field.ts'

export interface TemplateColumn {
  key: string
  header: string
  field: Column
  /** True if the template's example row fills this column. Of tables, it fills only the minimum number of rows. */
  exemplary: boolean
}

const rowsOfTables = 3

/** Returns the sheet columns of a format, for a table those of three or more rows. `mayLack`: optional fields. */
export function listTemplateColumns(
  fields: readonly Field[],
  mayLack: Pick<ReadonlyMap<string, unknown>, 'has'> = new Set(),
): TemplateColumn[] {
  return fields.flatMap((field): TemplateColumn[] => {
    if (field.type === 'computed') return []
    if (field.type !== 'table')
      return [
        {
          key: field.key,
          header: mayLack.has(field.key) ? `${field.label} (opcional)` : formatHeader(field),
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

/** Returns the label of a column key for headers and error messages. Example: `items_1_cantidad` → `Ítems 1 Cantidad`. */
export function getColumnLabel(key: string, fields: readonly Field[]): string {
  const target = findColumnTarget(key, fields)
  if (!target) return fields.find((field) => field.key === key)?.label ?? 'Fila'
  const table = target.table && fields.find((field) => field.key === target.table?.key)
  return table ? `${table.label} ${target.table?.index} ${target.field.label}` : target.field.label
}

function formatHeader({ label, required }: Column): string {
  return required ? `${label} *` : label
}

/** Returns the allowed values of a boolean or choice field; undefined for other types. */
export function getFieldOptions({ type, options }: Column): string[] | undefined {
  if (type === 'boolean') return ['Sí', 'No']
  return type === 'choice' ? (options ?? []).map(({ value }) => value) : undefined
}
