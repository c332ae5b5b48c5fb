import type { ErrorCode } from '../domain/errors.ts'
import type { CellValue, Column, Field, Row, ValidationContext, Value, Values } from '../domain/fields/field.ts'
import { type FieldType, idDocumentKinds } from '../domain/fields/field-types.ts'
import { formatValue, getVisibleFields, type ParseResult, parseValue, validateValues } from '../domain/fields/values.ts'

/** Content of a control: typed text (also «Sí» and «No»), or the selected options of `choices`. */
export type FormCell = string | string[]
export type FormRow = Record<string, FormCell>
/** Content of a form by field key. */
export type FormValues = Record<string, FormCell | FormRow[]>

export interface FormValidation {
  /** Canonical values. A text that cannot be parsed stays as typed, so that drafts preserve it. */
  values: Values
  /** Error codes by field key, or by `items.0.cantidad` for table cells. */
  errors: Record<string, ErrorCode>
  warnings: Record<string, string>
  suggestions: Record<string, string>
}

type ParseMessages = Pick<FormValidation, 'errors' | 'warnings' | 'suggestions'>

/** Parses and validates the content of a form by the same rules as the server. */
export function validateForm(fields: readonly Field[], typed: FormValues, context: ValidationContext): FormValidation {
  const read: ParseMessages = { errors: {}, warnings: {}, suggestions: {} }
  const values: Values = {}
  for (const field of fields) {
    const value = parseField(field, typed, context, read)
    if (value !== undefined) values[field.key] = value
  }
  const checked = validateValues(fields, values, context)
  const shown = listVisiblePaths(fields, values)
  const errors = { ...checked.errors, ...filterKeys(read.errors, (path) => shown.has(path)) }
  return {
    values,
    errors,
    warnings: filterKeys({ ...checked.warnings, ...read.warnings }, (path) => shown.has(path) && !(path in errors)),
    suggestions: read.suggestions,
  }
}

function filterKeys<T>(record: Record<string, T>, keep: (key: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => keep(key)))
}

function listVisiblePaths(fields: readonly Field[], values: Values): Set<string> {
  const paths = new Set<string>()
  for (const field of getVisibleFields(fields, values)) {
    paths.add(field.key)
    const rows = field.type === 'table' ? ((values[field.key] ?? []) as Row[]) : []
    for (const [index, row] of rows.entries())
      for (const column of getVisibleFields(field.columns ?? [], row)) paths.add(`${field.key}.${index}.${column.key}`)
  }
  return paths
}

function parseField(
  field: Field,
  typed: FormValues,
  context: ValidationContext,
  read: ParseMessages,
): Value | undefined {
  const own = typed[field.key]
  if (own === undefined || field.type === 'computed') return undefined
  if (field.type === 'file') return parseFiles(field, own as FormRow[], read)
  if (field.type !== 'table') return parseCellContent(field, own as FormCell, typed, context, read, field.key)
  const rows = (own as FormRow[]).map((row, index) => parseRow(field, row, context, read, index))
  const last = rows.findLastIndex((row) => Object.keys(row).length > 0)
  return last < 0 ? undefined : rows.slice(0, last + 1)
}

/** Returns whether a file was refused, or its upload was interrupted when the page closed. */
export const hasUploadFailed = ({ waits }: FormRow): boolean => waits === 'failed'

/**
 * Returns the uploaded files of a field. Adds an error while a file is uploading or refused, so that the form cannot be
 * sent.
 */
function parseFiles(field: Field, files: readonly FormRow[], read: ParseMessages): Row[] | undefined {
  const arrived = files.filter(({ waits }) => !waits)
  const isUploading = files.some((file) => file.waits && !hasUploadFailed(file))
  if (arrived.length < files.length)
    read.errors[field.key] = isUploading ? 'attachment.uploading' : 'attachment.refused'
  return arrived.length ? arrived.map(({ id = '', name = '', size }) => ({ id, name, size: Number(size) })) : undefined
}

function parseRow(field: Field, typed: FormRow, context: ValidationContext, read: ParseMessages, index: number): Row {
  const row: Row = {}
  for (const column of field.columns ?? []) {
    const cell = typed[column.key]
    if (cell === undefined || column.type === 'computed') continue
    const value = parseCellContent(column, cell, typed, context, read, `${field.key}.${index}.${column.key}`)
    if (value !== undefined) row[column.key] = value
  }
  return row
}

function parseCellContent(
  field: Column,
  typed: FormCell,
  siblings: FormValues,
  context: ValidationContext,
  read: ParseMessages,
  path: string,
): CellValue | undefined {
  if (Array.isArray(typed)) return typed.length > 0 ? typed : undefined
  if (typed.trim() === '') return undefined
  const reading = parseCell(field, typed, siblings, context)
  if ('error' in reading) {
    read.errors[path] = reading.error
    if (reading.suggestion) read.suggestions[path] = reading.suggestion
    return typed
  }
  if (reading.warning) read.warnings[path] = reading.warning
  return (reading.value as CellValue | null) ?? undefined
}

/** Parses a text. The document type of an identity document may come from another field (`kindFrom`). */
export function parseCell(field: Column, text: string, siblings: FormValues, context: ValidationContext): ParseResult {
  const named = field.kindFrom === undefined ? undefined : siblings[field.kindFrom]
  const kind = idDocumentKinds.find((one) => one === named)
  return parseValue(field, text, context, kind ? { kind } : {})
}

/**
 * Properties of the control of each field type. `canonical`: the text is replaced by its canonical form when the control
 * loses focus. `example`: the help text shows the field's example. `group`: the control has several inputs.
 */
export const fieldControlProperties: Record<FieldType, readonly ('canonical' | 'example' | 'group')[]> = {
  text: ['example'],
  longText: ['example'],
  integer: ['canonical', 'example'],
  decimal: ['canonical', 'example'],
  money: ['canonical', 'example'],
  percent: ['canonical', 'example'],
  date: ['canonical'],
  boolean: ['canonical', 'group'],
  choice: ['canonical'],
  choices: ['group'],
  idDocument: ['canonical', 'example'],
  email: ['example'],
  phone: ['canonical', 'example'],
  file: ['group'],
  table: [],
  computed: [],
}

/** Returns the canonical form of a typed text; free text and unparseable text stay unchanged. */
export function canonicalizeText(
  field: Column,
  text: string,
  siblings: FormValues,
  context: ValidationContext,
): { text: string; warning?: string } {
  if (!fieldControlProperties[field.type].includes('canonical') || !text.trim()) return { text }
  const reading = parseCell(field, text, siblings, context)
  if ('error' in reading || reading.value === null) return { text }
  const printed = formatValue(field, reading.value)
  return reading.warning ? { text: printed, warning: reading.warning } : { text: printed }
}
