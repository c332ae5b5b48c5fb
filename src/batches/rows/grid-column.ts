import { type Mapping, targetOf } from '../../domain/batches/columns.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import type { SheetColumnSummary } from '../../sheets/reading/sheet-summary.ts'
import { headerOfKey } from '../../sheets/writing/sheet-columns.ts'

/** One column of the rows' table: what a person sees over it, and how wide it is. */
export interface GridColumn {
  key: string
  label: string
  field: Column
  /** Where it stands in the file; without one no column of the file fills the field. */
  letter?: string
  /** In pixels. */
  width: number
}

/** Width of the rows' numbers, in pixels. */
export const gutter = 84

const widths: Partial<Record<Column['type'], number>> = {
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

/** The column that tells whom a row is about goes first and stays in sight; then the file's columns in their order, then the fields that none of them fills but that every row needs, or that hold something. */
export function gridColumns(
  mapping: Mapping,
  fields: readonly Field[],
  columns: readonly SheetColumnSummary[] = [],
  /** Keys of the fields that lists or the form's beginnings fill. */
  joined: readonly string[] = [],
): GridColumn[] {
  const letters = new Map(columns.map(({ column, letter }) => [column, letter]))
  const filled = new Set<string>()
  const own = Object.entries(mapping).flatMap(([column, key]) => {
    const target = targetOf(key, fields)
    if (!target) return []
    filled.add(target.table?.key ?? key)
    return [columnOf(key, fields, target.field, letters.get(Number(column)))]
  })
  const isWanted = (field: Field) => field.required || field.requiredIf || joined.includes(field.key)
  const others = fields.filter((field) => !filled.has(field.key) && isWanted(field))
  const all = [
    ...own,
    ...others.flatMap((field) => (targetOf(field.key, fields) ? [columnOf(field.key, fields, field, undefined)] : [])),
  ]
  const whom = all.find(tellsWhom) ?? all.find(({ field }) => field.type === 'text')
  return whom ? [whom, ...all.filter((column) => column !== whom)] : all
}

const tellsWhom = ({ field }: GridColumn) => field.type === 'text' && 'personal' in field && field.personal === true

function columnOf(key: string, fields: readonly Field[], field: Column, letter: string | undefined): GridColumn {
  const label = headerOfKey(key, fields)
  const width = Math.min(280, Math.max(widths[field.type] ?? 200, label.length * 7 + 44))
  return { key, label, field, width, ...(letter !== undefined && { letter }) }
}

/** A column that is drawn, and where. */
export interface SeenColumn {
  index: number
  start: number
  size: number
}

/** The columns in sight, the one that stays there before them. */
export function placesOf([first]: readonly GridColumn[], seen: readonly SeenColumn[]): SeenColumn[] {
  return first ? [{ index: 0, start: gutter, size: first.width }, ...seen] : []
}

/** «D14», as a spreadsheet would say it; only the row where the column is not in the file. */
export function cellName({ letter }: GridColumn, row: number): string {
  return letter === undefined ? `fila ${row}` : `${letter}${row}`
}
