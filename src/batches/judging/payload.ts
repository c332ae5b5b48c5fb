import type { Values } from '../../domain/field.ts'
import { isNumeric } from '../../domain/fields/number.ts'
import { put } from '../reading/judgement.ts'
import type { Source } from '../reading/sources.ts'
import type { Conversion } from './conversion.ts'
import { readingAt, textAt } from './groups.ts'

/** One row as `POST /api/app/batches/{id}/rows` takes it. */
export interface SentRow {
  row: number
  values: Values
  warnings?: Record<string, string>
}

/** A row with what is right in canonical form, and what is not as the text that stood there. */
export function sentRow(conversion: Conversion, row: number): SentRow {
  const { values, warnings } = conversion.judge(row)
  const errors = conversion.errors.of(row)
  const sent: SentRow = { row: conversion.number(row), values: { ...values } }
  // Values of a row with too many fields may stand in the wrong columns: without them the server holds it back.
  if (errors['*'] !== undefined) sent.values = {}
  else putRefused(conversion, row, errors, sent.values)
  if (Object.keys(warnings).length > 0) sent.warnings = warnings
  return sent
}

/** Cells in error; of a table with one of them all cells, because its rows must keep their places. */
function putRefused(conversion: Conversion, row: number, errors: Record<string, string>, sent: Values): void {
  const { sources } = conversion.reader
  const isRefused = ({ target }: Source) => errors[target.key] !== undefined
  const tables = new Set(sources.filter(isRefused).map(({ target }) => target.table?.key))
  for (const table of tables) if (table !== undefined) delete sent[table]
  for (const source of sources) {
    const { key, table } = source.target
    if (table ? !tables.has(table.key) : !isRefused(source) || sent[key] !== undefined) continue
    const reading = readingAt(conversion, row, source)
    // What only its neighbours make wrong was read, and is sent in canonical form.
    const value = 'value' in reading ? reading.value : stillWrong(textAt(conversion, row, source), source)
    if (value !== null && value !== '') put(sent, source.target, value)
  }
}

/** A number with the other sign of decimals looks canonical: an unseen mark keeps the server from taking it for right. */
function stillWrong(text: string, { target }: Source): string {
  return isNumeric(target.field) && /^-?\d+(\.\d+)?$/.test(text.trim()) ? `${text}\u2060` : text
}
