import { type ErrorCode, errors as sentences } from '../../domain/errors.ts'
import type { Field } from '../../domain/field.ts'
import { headerOfKey } from './sheet-columns.ts'
import type { CellOut, Column } from './sheet-xml.ts'
import { workbook } from './workbook.ts'

/** A row in error: what stood in its cells, and the codes of what is wrong with them. */
export interface ErrorRow {
  row: number
  /** By the keys of a sheet's columns: `cargo`, `items_1_cantidad`. */
  texts: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

/**
 * Only the bad rows, all cells as text exactly as they stood, with the number of each row in the first column and what is
 * wrong in the last one. Corrected and read again it finds its rows by that number.
 */
export function errorWorkbook(rows: readonly ErrorRow[], keys: readonly string[], fields: readonly Field[]) {
  const columns: Column[] = [
    { header: 'Fila', width: 8, look: 'general' },
    ...keys.map((key): Column => ({ header: headerOfKey(key, fields), width: 22, look: 'text' })),
    { header: 'Error', width: 60, look: 'text' },
  ]
  const lines = rows.map(({ row, texts, errors }): CellOut[] => [
    row,
    ...keys.map((key): CellOut => {
      const text = texts[key] ?? ''
      return errors[key] === undefined || text === '' ? text : { text, look: 'wrong' }
    }),
    explained(errors, fields),
  ])
  return workbook([{ name: 'Errores', columns, rows: lines }])
}

function explained(errors: Readonly<Record<string, string>>, fields: readonly Field[]): string {
  return Object.entries(errors)
    .map(([key, code]) => `${headerOfKey(key, fields)}: ${sentences[code as ErrorCode] ?? sentences.invalid}`)
    .join(' ')
}
