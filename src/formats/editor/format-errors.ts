import * as z from 'zod/mini'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { type FormatInput, formatSchema } from '../../domain/formats/format.ts'
import { findTemplateErrors, validateFormat } from '../../domain/formats/format-check.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { describeFormulaError } from '../formulas/formula-error.ts'

/** Properties of the inputs of a part of a format. */
export interface FormatPartProps {
  input: FormatInput
  faults: Record<string, string>
  onChange: (part: Partial<FormatInput>) => void
}

/** Validates a format for publication by the same rules as the server. Returns error codes by path; formulas have sentences instead. */
export function listFormatErrors(input: FormatInput, context: ValidationContext): Record<string, string> {
  const judged = z.safeParse(formatSchema, input)
  if (judged.success) return describeFormulas(validateFormat(judged.data, context), input.fields)
  const shape = Object.fromEntries(judged.error.issues.map(({ path, message }) => [path.join('.'), message]))
  // The schema checks a format's structure first. If the fields are well-formed, their contents are checked too, even
  // if other parts are invalid.
  const known = Object.keys(shape).every((path) => !path.startsWith('fields.'))
  return known ? { ...describeFormulas(validateFormat(input, context), input.fields), ...shape } : shape
}

/** Replaces the error codes of formulas by sentences with the position of the error. */
function describeFormulas(errors: Record<string, string>, fields: readonly Field[]): Record<string, string> {
  const described = Object.keys(errors).flatMap((path) => {
    const [, place, column] = /^fields\.(\d+)(?:\.columns\.(\d+))?\.formula$/.exec(path) ?? []
    const field = fields[Number(place)]
    const columns = field?.columns ?? []
    const outer = column === undefined ? null : fields
    const computed = outer ? columns[Number(column)] : field
    const siblings = (outer ? columns : fields).filter((one) => one !== computed)
    const error = computed && describeFormulaError({ field: computed, siblings, outer })
    return error ? [[path, `Fórmula. ${error.message}`]] : []
  })
  return { ...errors, ...Object.fromEntries(described) }
}

/** Returns the errors below a path, relative to it: with path `fields`, `fields.2.key` → `2.key`. */
export function getErrorsUnderPath(errors: Record<string, string>, path: string): Record<string, string> {
  const own = Object.entries(errors).filter(([each]) => each.startsWith(`${path}.`))
  return Object.fromEntries(own.map(([each, code]) => [each.slice(path.length + 1), code]))
}

/** Returns the message of the first error at or below a path. */
export function findErrorMessage(errors: Record<string, string>, path: string): string | undefined {
  const code = errors[path] ?? Object.values(getErrorsUnderPath(errors, path))[0]
  return code === undefined ? undefined : getErrorMessage(code)
}

export interface TemplateBodyError {
  line: number
  text: string
  /** Key that no field has; absent for other errors. */
  unknownKey?: string
}

/** Formats the errors of the document text: «Línea 4, «nombre»: …» */
export function listTemplateBodyErrors(body: string, fields: readonly Field[]): TemplateBodyError[] {
  if (!body.trim()) return [{ line: 1, text: 'Escriba el texto del documento.' }]
  return findTemplateErrors(body, fields).map(({ line, code, key }) => ({
    line,
    text: `Línea ${line}, «${key}»: ${getErrorMessage(code)}`,
    ...(code === 'template.key' && { unknownKey: key }),
  }))
}
