import { getCellText } from '../files/cell.ts'
import { getColumnHeaders, type HeaderRow } from '../files/header-row.ts'
import { getCell, type Sheet } from '../files/sheet.ts'
import { unmappedColumnIndex } from '../reading/column-sources.ts'
import type { ErrorRow } from '../writing/error-workbook.ts'
import type { ResultTable } from '../writing/result-table.ts'
import { filterRows } from './conversion-overview.ts'
import { getCellTextAt, getSuggestionAt } from './error-groups.ts'
import type { SheetConversion } from './sheet-conversion.ts'

/** Returns the rows with errors and the texts of all their columns. `keys`: column keys in the order of the format. */
export function listErrorRows(conversion: SheetConversion): { rows: ErrorRow[]; keys: string[] } {
  const { sources, fields } = conversion.reader
  const included = sources.filter(
    ({ column, target }) => column !== unmappedColumnIndex || conversion.errors.keys.includes(target.key),
  )
  const rows = Array.from(filterRows(conversion, 'errors'), (row) => ({
    row: conversion.number(row),
    texts: Object.fromEntries(included.map((source) => [source.target.key, getCellTextAt(conversion, row, source)])),
    errors: conversion.errors.of(row),
    suggestions: listSuggestions(conversion, row),
    surplus: conversion.surplus(row),
  }))
  const keys = fields.flatMap(({ key }) =>
    included.flatMap(({ target }) => (target.key === key || target.table?.key === key ? [target.key] : [])),
  )
  return { rows, keys }
}

function listSuggestions(conversion: SheetConversion, row: number): Record<string, string> {
  const found: Record<string, string> = {}
  for (const source of conversion.reader.sources) {
    if (conversion.errors.get(row, source.target.key) === undefined) continue
    const suggestion = getSuggestionAt(conversion, row, source)
    if (suggestion !== undefined) found[source.target.key] = suggestion
  }
  return found
}

/** Number and status of each row's request, by row number. */
export type RowRequestResults = Readonly<Record<number, { number: string; status: string }>>

/**
 * Returns all columns of the original sheet, including hidden and unmatched columns, and two columns for the number and status of each row's request.
 */
export function createResultTable(
  { rows }: SheetConversion,
  sheet: Sheet,
  header: HeaderRow,
  outcomes: RowRequestResults,
): ResultTable {
  const headers = getColumnHeaders(sheet, header).map(({ texts }) => texts[0] ?? '')
  const lines = Array.from(rows.indexes, (index, row) => {
    const { number = '', status = '' } = outcomes[rows.numbers[row] as number] ?? {}
    return [...headers.map((_, column) => getCellText(getCell(sheet, index, column))), number, status]
  })
  return { headers: [...headers, 'Número', 'Estado'], rows: lines }
}
