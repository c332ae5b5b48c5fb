import * as z from 'zod/mini'
import type { Context, Field } from '../../domain/fields/field.ts'
import { type FormatInput, formatInput } from '../../domain/formats/format.ts'
import { checkFormat, templateFaults } from '../../domain/formats/format-check.ts'
import { sentenceOf } from '../../domain/text/sentence.ts'

/** What keeps a format from being published: path to code, as the server will judge it. */
export function faultsOf(input: FormatInput, context: Context): Record<string, string> {
  const judged = z.safeParse(formatInput, input)
  if (judged.success) return checkFormat(judged.data, context)
  const shape = Object.fromEntries(judged.error.issues.map(({ path, message }) => [path.join('.'), message]))
  // What is still empty elsewhere hides nothing of the fields.
  const known = Object.keys(shape).every((path) => !path.startsWith('fields.'))
  return known ? { ...checkFormat(input, context), ...shape } : shape
}

/** The faults below a path, by what follows it: `fields` gives `2.key`. */
export function faultsUnder(faults: Record<string, string>, path: string): Record<string, string> {
  const own = Object.entries(faults).filter(([each]) => each.startsWith(`${path}.`))
  return Object.fromEntries(own.map(([each, code]) => [each.slice(path.length + 1), code]))
}

/** The sentence for what is wrong at a path or below it. */
export function faultAt(faults: Record<string, string>, path: string): string | undefined {
  const code = faults[path] ?? Object.values(faultsUnder(faults, path))[0]
  return code === undefined ? undefined : sentenceOf(code)
}

/** A fault of the body: the line to go to, and what is wrong there. */
export interface BodyFault {
  line: number
  text: string
}

/** «Línea 4, «nombre»: …» for each fault of the body. */
export function bodyFaults(body: string, fields: readonly Field[]): BodyFault[] {
  if (!body.trim()) return [{ line: 1, text: 'Escriba el texto del documento.' }]
  return templateFaults(body, fields).map(({ line, code, key }) => ({
    line,
    text: `Línea ${line}, «${key}»: ${sentenceOf(code)}`,
  }))
}
