import { attachmentsIn } from '../domain/attachments/attachment.ts'
import type { CellValue, Column, Field, Row, Values } from '../domain/fields/field.ts'
import { computeValues, printValue } from '../domain/fields/values.ts'
import type { FormCell, FormRow, FormValues } from './form-values.ts'

/** What a form shows of stored values; a text that could not be read when it was stored comes back as it was. */
export function formValuesOf(fields: readonly Field[], values: Values): FormValues {
  const typed: FormValues = {}
  for (const field of fields) {
    const value = values[field.key]
    if (field.type === 'computed') continue
    if (field.type === 'file')
      typed[field.key] = attachmentsIn(value).map((file) => ({ ...file, size: String(file.size) }))
    else if (field.type !== 'table') typed[field.key] = typedCell(field, value as CellValue | undefined)
    else typed[field.key] = Array.isArray(value) ? (value as Row[]).map((row) => formRow(field, row)) : []
  }
  return typed
}

/** Stored values with the computed ones. */
export function completeValues(fields: readonly Field[], values: Values): Values {
  return { ...values, ...computeValues(fields, values) }
}

export function formRow(field: Field, row: Row = {}): FormRow {
  const columns = (field.columns ?? []).filter((column) => column.type !== 'computed')
  return Object.fromEntries(columns.map((column) => [column.key, typedCell(column, row[column.key])]))
}

function typedCell(field: Column, value: CellValue | undefined): FormCell {
  if (field.type === 'choices') return Array.isArray(value) ? value.map(String) : []
  if (value === undefined || value === null) return ''
  return isCanonical(field, value) ? printValue(field, value) : String(value)
}

/** The example of a field as people write it; none where the control itself shows what it takes. */
export function shownExample(field: Column): string {
  if (!field.example || ['date', 'boolean', 'choice', 'choices', 'file', 'table', 'computed'].includes(field.type))
    return ''
  return canonical[field.type]?.test(field.example) ? printValue(field, field.example) : field.example
}

const canonical: Partial<Record<Column['type'], RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  integer: /^-?\d+$/,
  decimal: /^-?\d+(\.\d+)?$/,
  money: /^-?\d+(\.\d+)?$/,
  percent: /^-?\d+(\.\d+)?$/,
}

function isCanonical({ type }: Column, value: CellValue): boolean {
  if (type === 'boolean') return typeof value === 'boolean'
  return canonical[type]?.test(String(value)) ?? true
}

/** A table to begin with: as many empty rows as it needs, and at least one to see what it takes. */
export function withFirstRows(fields: readonly Field[], typed: FormValues): FormValues {
  const tables = fields.filter(
    (field) => field.type === 'table' && !(typed[field.key] as FormRow[] | undefined)?.length,
  )
  const rows = (field: Field) =>
    Array.from({ length: Math.max(1, Math.min(Number(field.min ?? 1), 5)) }, () => formRow(field))
  return { ...typed, ...Object.fromEntries(tables.map((field) => [field.key, rows(field)])) }
}
