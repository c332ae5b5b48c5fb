import type { Field } from '../../domain/fields/field.ts'
import { getFieldErrorMessage } from '../../domain/fields/field-error-message.ts'

/** Lists the errors in form order with their field labels, for the error summary. */
export function listFormErrors(
  fields: readonly Field[],
  errors: Record<string, string>,
): { name: string; message: string }[] {
  const places = Object.keys(errors).sort((a, b) => getFieldPosition(fields, a) - getFieldPosition(fields, b))
  return places.map((path) => ({ name: path, message: formatFieldError(fields, path, errors[path] ?? '') }))
}

function getFieldPosition(fields: readonly Field[], path: string): number {
  const [key, row = '-1', column] = path.split('.')
  const index = fields.findIndex((field) => field.key === key)
  const place = fields[index]?.columns?.findIndex((one) => one.key === column) ?? 0
  return index * 1e6 + (Number(row) + 1) * 1e3 + place
}

function formatFieldError(fields: readonly Field[], path: string, code: string): string {
  const [key, row, column] = path.split('.')
  const field = fields.find((one) => one.key === key)
  if (!field) return getFieldErrorMessage({ key: path, label: path, type: 'text' }, code, fields)
  const cell = field.columns?.find((one) => one.key === column)
  if (!cell) return `${field.label}: ${getFieldErrorMessage(field, code, fields)}`
  return `${field.label}, fila ${Number(row) + 1}, ${cell.label}: ${getFieldErrorMessage(cell, code, field.columns ?? [])}`
}
