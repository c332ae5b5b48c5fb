import { findColumnTarget } from '../../domain/batches/column-matching.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import { getFieldErrorMessage } from '../../domain/fields/field-error-message.ts'
import { type WarningCode, warningMessages } from '../../domain/fields/warnings.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { getColumnLabel, getFieldOptions } from './template-columns.ts'

const rowErrorMessages: Record<string, string> = {
  row: 'La fila tiene más datos que encabezados: puede que estén corridos.',
  conflict: 'Se puede leer de dos maneras: responda la pregunta de su columna.',
  duplicate: 'Este valor ya está en otra fila o en otra solicitud abierta, y debe ser único.',
  required: 'Falta este dato.',
  'list.unknown': 'Este dato no está en la lista. Revíselo, o pida a un administrador que lo agregue.',
  'list.several':
    'La lista tiene varios registros con este dato. Escriba los demás datos en la fila, o pida a un administrador que corrija la lista.',
  'list.mismatch': 'No coincide con la lista para este registro.',
  'attachment.missing': 'Falta el archivo con ese nombre.',
  'attachment.several': 'Hay varios archivos con ese nombre: elija uno en «Archivos de las filas».',
  // Gives an example with the month as a word, because it is valid in any date order.
  date: 'No es una fecha que exista, o no va en el orden de su columna. Por ejemplo: 3 de abril de 2025.',
}

export function formatCellError(key: string, code: string, fields: readonly Field[], text?: string): string {
  const own = rowErrorMessages[code]
  if (own) return own
  const target = findColumnTarget(key, fields)
  return target ? getFieldErrorMessage(target.field, code, fields, text) : getErrorMessage(code)
}

export const formatListNote = ({ name, fixed }: { name: string; fixed: boolean }) =>
  fixed
    ? `Viene de la lista «${name}» y el formato no permite cambiarlo.`
    : `De la lista «${name}». Puede escribir otra cosa.`

/** Returns the options or an example of a field. Returns none for dates, because their error message contains an example. */
export function getFieldHint(field: Column): string {
  if (field.type === 'date') return ''
  const options = getFieldOptions(field)
  if (options) return `Opciones: ${options.join(' · ')}.`
  return field.example ? `Por ejemplo: ${field.example}` : (field.help ?? '')
}

/** Returns the complete message of an invalid cell, with hint and suggestion. Used in exported files, where the user cannot apply suggestions. */
export function formatDetailedCellError(
  key: string,
  { code, text, suggestion }: { code: string; text: string | undefined; suggestion: string | undefined },
  fields: readonly Field[],
): string {
  const field = findColumnTarget(key, fields)?.field
  const hint = field ? getFieldHint(field).replace(/([^.…!?])$/, '$1.') : ''
  const offered = suggestion === undefined ? '' : `Se sugiere «${suggestion}».`
  const parts = [`${getCellLabel(key, fields)}: ${formatCellError(key, code, fields, text)}`, hint, offered]
  return parts.filter((part) => part !== '').join(' ')
}

/** Returns the message of a warning about an interpreted value; unknown codes are returned unchanged. */
export function formatCellWarning(code: string): string {
  return code in warningMessages ? warningMessages[code as WarningCode] : code
}

interface Row {
  errors: Readonly<Record<string, string>>
  /** Cells beyond the headers. */
  surplus?: readonly string[]
}

export function listRowErrors({ errors, surplus }: Row, fields: readonly Field[]): { key: string; text: string }[] {
  return Object.entries(errors).map(([key, code]) => {
    const sentence = formatCellError(key, code, fields)
    return { key, text: code === 'row' && surplus ? `${sentence} Sobra: ${surplus.join(' · ')}.` : sentence }
  })
}

/** Returns the label of a column: «Tipo de contrato», «Ítems 1 Cantidad», or «La fila» for `*`. */
export const getCellLabel = (key: string, fields: readonly Field[]) =>
  key === '*' ? 'La fila' : getColumnLabel(key, fields)
