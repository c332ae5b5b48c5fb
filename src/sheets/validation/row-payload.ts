import { maxRowsPerChunk } from '../../domain/batches/batch.ts'
import type { BatchRowInput } from '../../domain/batches/batch-input.ts'
import { getSurplusCellKey, type RejectedCells } from '../../domain/batches/rejected-cells.ts'
import type { Values } from '../../domain/fields/field.ts'
import { getCellText } from '../files/cell.ts'
import { getColumnHeaders, type HeaderRow } from '../files/header-row.ts'
import { getCell, type Sheet } from '../files/sheet.ts'
import { type ColumnSource, unmappedColumnIndex } from '../reading/column-sources.ts'
import { setFieldValue } from '../reading/row-reader.ts'
import type { ErrorRow } from '../writing/error-workbook.ts'
import type { ResultTable } from '../writing/result-table.ts'
import { filterRows } from './conversion-overview.ts'
import { getCellTextAt, getSuggestionAt, parseCellOfRow } from './error-groups.ts'
import type { SheetConversion } from './sheet-conversion.ts'

/** Row in the request body of `POST /api/app/batches/{id}/rows`. */
export type RowPayload = BatchRowInput & { values: Values }

/** Converts a row for upload. Valid values are canonical; invalid cells are sent as their original text. */
export function toRowPayload(conversion: SheetConversion, row: number): RowPayload {
  const { values, warnings } = conversion.validate(row)
  const errors = conversion.errors[row] ?? {}
  const sent: RowPayload = { row: conversion.number(row), values: { ...values } }
  const wrong = collectInvalidCells(conversion, row, errors, sent.values)
  for (const [place, text] of conversion.surplus(row).entries()) wrong[getSurplusCellKey(place + 1)] = text
  if (Object.keys(wrong).length > 0) sent.wrong = wrong
  if (Object.keys(warnings).length > 0) sent.warnings = warnings
  return sent
}

/**
 * Returns the texts of invalid cells. Writes cells to `sent` that are only invalid with other fields, and all valid cells of a table with an error,
 * so that row indexes do not change.
 */
function collectInvalidCells(
  conversion: SheetConversion,
  row: number,
  errors: Readonly<Record<string, string>>,
  sent: Values,
): RejectedCells {
  const wrong: RejectedCells = {}
  const { sources } = conversion.reader
  const isRefused = ({ target }: ColumnSource) => errors[target.key] !== undefined
  const tables = new Set(sources.filter(isRefused).map(({ target }) => target.table?.key))
  for (const table of tables) if (table !== undefined) delete sent[table]
  for (const source of sources) {
    const { key, table } = source.target
    if (table ? !tables.has(table.key) : !isRefused(source) || sent[key] !== undefined) continue
    const reading = parseCellOfRow(conversion, row, source)
    if ('error' in reading || conversion.hasStoredError(row, key)) wrong[key] = getCellTextAt(conversion, row, source)
    else if (reading.value !== null && reading.value !== '') setFieldValue(sent, source.target, reading.value)
  }
  return wrong
}

export interface RowChunk {
  rows: RowPayload[]
  /** Position at which the next chunk starts; `null` after the last chunk. */
  next: number | null
}

/** Returns up to 1,000 rows from position `from`, without discarded rows. Throws if the user has not answered a question about a column. */
export function createRowChunk(conversion: SheetConversion, from: number): RowChunk {
  const isOpen = conversion.reader.sources.some(({ decision }) => decision.waiting)
  if (isOpen) throw new Error('a question waits for its answer')
  const rows: RowPayload[] = []
  let row = from
  for (; row < conversion.count && rows.length < maxRowsPerChunk; row++)
    if (!conversion.discarded.has(row)) rows.push(toRowPayload(conversion, row))
  return { rows, next: row < conversion.count ? row : null }
}

/** Returns the rows with errors and the texts of all their columns. `keys`: column keys in the order of the format. */
export function listErrorRows(conversion: SheetConversion): { rows: ErrorRow[]; keys: string[] } {
  const { sources, fields } = conversion.reader
  const wrong = new Set(conversion.errors.flatMap((codes = {}) => Object.keys(codes)))
  const included = sources.filter(({ column, target }) => column !== unmappedColumnIndex || wrong.has(target.key))
  const rows = filterRows(conversion, 'errors').map((row) => ({
    row: conversion.number(row),
    texts: Object.fromEntries(included.map((source) => [source.target.key, getCellTextAt(conversion, row, source)])),
    errors: conversion.errors[row] ?? {},
    suggestions: listSuggestions(conversion, row),
    surplus: conversion.surplus(row),
  }))
  const keys = fields.flatMap(({ key }) =>
    included.flatMap(({ target }) => (target.key === key || target.table?.key === key ? [target.key] : [])),
  )
  return { rows, keys }
}

function listSuggestions(conversion: SheetConversion, row: number): Record<string, string> {
  const wrong = conversion.reader.sources.filter(({ target }) => conversion.errors[row]?.[target.key] !== undefined)
  const found = wrong.map((source) => [source.target.key, getSuggestionAt(conversion, row, source)] as const)
  return Object.fromEntries(found.flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])))
}

/** Number and status of each row's request, by row number. */
export type RequestStatusByRow = Readonly<Record<number, { number: string; status: string }>>

/** Returns all columns of the original sheet, also hidden and unmatched ones, then the number and status of each row's request. */
export function createResultTable(
  { rows }: SheetConversion,
  sheet: Sheet,
  header: HeaderRow,
  outcomes: RequestStatusByRow,
): ResultTable {
  const headers = getColumnHeaders(sheet, header).map(({ texts }) => texts[0] ?? '')
  const lines = Array.from(rows.indexes, (index, row) => {
    const { number = '', status = '' } = outcomes[rows.numbers[row] as number] ?? {}
    return [...headers.map((_, column) => getCellText(getCell(sheet, index, column))), number, status]
  })
  return { headers: [...headers, 'Número', 'Estado'], rows: lines }
}
