import type { Row, Values } from '../../domain/field.ts'
import { isNumeric } from '../../domain/fields/number.ts'
import type { Conversion } from './conversion.ts'
import { readingAt, textAt } from './groups.ts'
import { put } from './judgement.ts'
import type { Source } from './row-reader.ts'

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
  else for (const source of conversion.reader.sources) putRefused(conversion, row, source, errors, sent.values)
  if (Object.keys(warnings).length > 0) sent.warnings = warnings
  return sent
}

/** A cell that only its neighbours make wrong is sent in canonical form as well. */
function putRefused(
  conversion: Conversion,
  row: number,
  source: Source,
  errors: Record<string, string>,
  sent: Values,
): void {
  const { key, table } = source.target
  if (errors[key] === undefined || sent[key] !== undefined) return
  const reading = readingAt(conversion, row, source)
  const value = 'value' in reading ? reading.value : stillWrong(textAt(conversion, row, source), source)
  if (value === null || value === '') return
  if (table) sent[table.key] = (sent[table.key] as Row[] | undefined)?.map((cells) => ({ ...cells })) ?? []
  put(sent, source.target, value)
}

/** A number with the other sign of decimals looks canonical: an unseen mark keeps the server from taking it for right. */
function stillWrong(text: string, { target }: Source): string {
  return isNumeric(target.field) && /^-?\d+(\.\d+)?$/.test(text.trim()) ? `${text}\u2060` : text
}
