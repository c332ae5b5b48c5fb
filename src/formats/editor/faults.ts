import * as z from 'zod/mini'
import { checkTemplate } from '../../domain/document/check.ts'
import type { Field } from '../../domain/field.ts'
import { type FormatInput, formatInput } from '../../domain/format.ts'
import { checkFormat } from '../../domain/format-check.ts'
import { sentenceOf } from '../../lib/message.ts'

/** What keeps a format from being published: path to code, as the server will judge it. */
export function faultsOf(input: FormatInput): Record<string, string> {
  const judged = z.safeParse(formatInput, input)
  if (judged.success) return checkFormat(judged.data)
  return Object.fromEntries(judged.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

/** The faults of the fields, by path within their list. */
export function fieldFaults(faults: Record<string, string>): Record<string, string> {
  const own = Object.entries(faults).filter(([path]) => path.startsWith('fields.'))
  return Object.fromEntries(own.map(([path, code]) => [path.slice('fields.'.length), code]))
}

/** «Línea 4: …» for each fault of the body. */
export function bodyFaults(body: string, fields: readonly Field[]): string[] {
  if (!body.trim()) return ['Escriba el texto del documento.']
  return checkTemplate(body, fields).map(({ line, code, key }) => `Línea ${line}, «${key}»: ${sentenceOf(code)}`)
}
