import { shownText } from '../files/cell.ts'
import { headersOf, type SheetHeader } from '../files/header.ts'
import { cellAt, type Sheet } from '../files/sheet.ts'
import { noColumn } from '../reading/sources.ts'
import type { ErrorRow } from '../writing/error-workbook.ts'
import type { Results } from '../writing/results.ts'
import type { Conversion } from './conversion.ts'
import { suggestionAt, textAt } from './groups.ts'
import { rowsOf } from './overview.ts'

/** Returns the rows with errors and the texts of all their columns. `keys`: column keys in the order of the format. */
export function errorRowsOf(conversion: Conversion): { rows: ErrorRow[]; keys: string[] } {
  const { sources, fields } = conversion.reader
  const told = sources.filter(
    ({ column, target }) => column !== noColumn || conversion.errors.keys.includes(target.key),
  )
  const rows = Array.from(rowsOf(conversion, 'errors'), (row) => ({
    row: conversion.number(row),
    texts: Object.fromEntries(told.map((source) => [source.target.key, textAt(conversion, row, source)])),
    errors: conversion.errors.of(row),
    suggestions: suggestionsOf(conversion, row),
    surplus: conversion.surplus(row),
  }))
  const keys = fields.flatMap(({ key }) =>
    told.flatMap(({ target }) => (target.key === key || target.table?.key === key ? [target.key] : [])),
  )
  return { rows, keys }
}

function suggestionsOf(conversion: Conversion, row: number): Record<string, string> {
  const found: Record<string, string> = {}
  for (const source of conversion.reader.sources) {
    if (conversion.errors.get(row, source.target.key) === undefined) continue
    const suggestion = suggestionAt(conversion, row, source)
    if (suggestion !== undefined) found[source.target.key] = suggestion
  }
  return found
}

/** Number and status of each row's request, by row number. */
export type Outcomes = Readonly<Record<number, { number: string; status: string }>>

/** Returns all columns of the original sheet, hidden and unmatched ones included, plus number and status of each row's request. */
export function resultsOf({ rows }: Conversion, sheet: Sheet, header: SheetHeader, outcomes: Outcomes): Results {
  const headers = headersOf(sheet, header).map(({ texts }) => texts[0] ?? '')
  const lines = Array.from(rows.indexes, (index, row) => {
    const { number = '', status = '' } = outcomes[rows.numbers[row] as number] ?? {}
    return [...headers.map((_, column) => shownText(cellAt(sheet, index, column))), number, status]
  })
  return { headers: [...headers, 'Número', 'Estado'], rows: lines }
}
