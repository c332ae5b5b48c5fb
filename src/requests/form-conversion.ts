import { parseAttachments } from '../domain/attachments/attachment.ts'
import type { CellValue, Column, Field, Row, Values } from '../domain/fields/field.ts'
import { formatValue } from '../domain/fields/format-value.ts'
import { type FormCell, type FormRow, type FormValues, fieldControlProperties } from './form-values.ts'

/** Converts stored values to form content. A stored text that could not be parsed stays unchanged. */
export function toFormValues(fields: readonly Field[], values: Values): FormValues {
  const typed: FormValues = {}
  for (const field of fields) {
    const value = values[field.key]
    if (field.type === 'computed') continue
    if (field.type === 'file')
      typed[field.key] = parseAttachments(value).map((file) => ({ ...file, size: String(file.size) }))
    else if (field.type !== 'table') typed[field.key] = toFormCell(field, value as CellValue | undefined)
    else typed[field.key] = Array.isArray(value) ? (value as Row[]).map((row) => toFormRow(field, row)) : []
  }
  return typed
}

export function toFormRow(field: Field, row: Row = {}): FormRow {
  const columns = (field.columns ?? []).filter((column) => column.type !== 'computed')
  return Object.fromEntries(columns.map((column) => [column.key, toFormCell(column, row[column.key])]))
}

function toFormCell(field: Column, value: CellValue | undefined): FormCell {
  if (field.type === 'choices') return Array.isArray(value) ? value.map(String) : []
  if (value === undefined || value === null) return ''
  return isCanonical(field, value) ? formatValue(field, value) : String(value)
}

/** Returns a field's example in display format; empty for types whose control is self-explanatory. */
export function formatExample(field: Column): string {
  if (!field.example || !fieldControlProperties[field.type].includes('example')) return ''
  return canonicalPatterns[field.type]?.test(field.example) ? formatValue(field, field.example) : field.example
}

const canonicalPatterns: Partial<Record<Column['type'], RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  integer: /^-?\d+$/,
  decimal: /^-?\d+(\.\d+)?$/,
  money: /^-?\d+(\.\d+)?$/,
  percent: /^-?\d+(\.\d+)?$/,
}

function isCanonical({ type }: Column, value: CellValue): boolean {
  if (type === 'boolean') return typeof value === 'boolean'
  return canonicalPatterns[type]?.test(String(value)) ?? true
}

/** Adds empty rows to empty tables: the minimum number, at least one and at most five. */
export function addEmptyRows(fields: readonly Field[], typed: FormValues): FormValues {
  const tables = fields.filter(
    (field) => field.type === 'table' && !(typed[field.key] as FormRow[] | undefined)?.length,
  )
  const rows = (field: Field) =>
    Array.from({ length: Math.max(1, Math.min(Number(field.min ?? 1), 5)) }, () => toFormRow(field))
  return { ...typed, ...Object.fromEntries(tables.map((field) => [field.key, rows(field)])) }
}
