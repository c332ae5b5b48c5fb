import { type ColumnMapping, findColumnTarget } from '../../domain/batches/column-matching.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import type { ColumnSummary } from '../../sheets/reading/sheet-summary.ts'
import { getColumnLabel } from '../../sheets/writing/template-columns.ts'

export interface GridColumn {
  key: string
  label: string
  field: Column
  /** Letter of the column in the file; missing if no column of the file fills the field. */
  letter?: string
  /** Width in pixels. */
  width: number
}

/** Width in pixels. */
export const rowNumberWidth = 84

const columnWidths: Partial<Record<Column['type'], number>> = {
  boolean: 88,
  integer: 96,
  percent: 96,
  decimal: 120,
  date: 124,
  money: 148,
  idDocument: 152,
  phone: 152,
  choice: 168,
  longText: 280,
}

/** Returns the grid columns: the pinned one that identifies a row, those of the file, then required and filled ones that it lacks. */
export function createGridColumns(
  mapping: ColumnMapping,
  fields: readonly Field[],
  columns: readonly ColumnSummary[] = [],
  /** Keys of the fields filled from lists of the organisation or by the form's default values. */
  joined: readonly string[] = [],
): GridColumn[] {
  const letters = new Map(columns.map(({ column, letter }) => [column, letter]))
  const filled = new Set<string>()
  const own = Object.entries(mapping).flatMap(([column, key]) => {
    const target = findColumnTarget(key, fields)
    if (!target) return []
    filled.add(target.table?.key ?? key)
    return [createGridColumn(key, fields, target.field, letters.get(Number(column)))]
  })
  const isWanted = (field: Field) => field.required || field.requiredIf || joined.includes(field.key)
  const others = fields.filter((field) => !filled.has(field.key) && isWanted(field))
  const all = [
    ...own,
    ...others.flatMap((field) =>
      findColumnTarget(field.key, fields) ? [createGridColumn(field.key, fields, field, undefined)] : [],
    ),
  ]
  const whom = all.find(isPersonName) ?? all.find(({ field }) => field.type === 'text')
  return whom ? [whom, ...all.filter((column) => column !== whom)] : all
}

const isPersonName = ({ field }: GridColumn) => field.type === 'text' && 'personal' in field && field.personal === true

function createGridColumn(
  key: string,
  fields: readonly Field[],
  field: Column,
  letter: string | undefined,
): GridColumn {
  const label = getColumnLabel(key, fields)
  const width = Math.min(280, Math.max(columnWidths[field.type] ?? 200, label.length * 7 + 44))
  return { key, label, field, width, ...(letter !== undefined && { letter }) }
}

/** Returns a cell's spreadsheet name, like «D14»; «fila 14» if the column is not in the file. */
export function formatCellName({ letter }: GridColumn, row: number): string {
  return letter === undefined ? `fila ${row}` : `${letter}${row}`
}
