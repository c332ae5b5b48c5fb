import type { Field } from '../../domain/fields/field.ts'
import { guessFieldType } from '../../domain/fields/guess-type.ts'
import { fieldKeyPattern } from '../../domain/fields/key-from-label.ts'
import { renameField } from '../../domain/formats/rename.ts'
import { findClosestMatch } from '../../domain/text/closest-match.ts'

/** Returns a field for an unknown key of a body, of the type that its tags suggest; `null` if a field cannot have the key. */
export function createMissingField(key: string, body: string): Field | null {
  if (!fieldKeyPattern.test(key)) return null
  const isWritten = (tag: string) => new RegExp(`\\{\\{\\s*${tag}\\s*\\}\\}`).test(body)
  const words = key.replace(/_+/g, ' ').trim()
  const label = words.charAt(0).toUpperCase() + words.slice(1)
  if (isWritten(`${key}\\s*\\|\\s*moneda`)) return { key, label, type: 'money' }
  if (isWritten(`${key}\\s*\\|\\s*largo`)) return { key, label, type: 'date' }
  if (isWritten(`#\\s*${key}`)) return { key, label, type: 'boolean' }
  return { key, label, type: 'text', ...guessFieldType(label) }
}

/** Returns the field whose key or label resembles an unknown key; `undefined` if there is none. */
export function findSimilarField(key: string, fields: readonly Field[]): Field | undefined {
  const names = fields.flatMap((field) => [field.key, field.label].map((name) => [name, field.key] as const))
  const found = findClosestMatch(key, names)
  return fields.find((field) => field.key === found && field.approvers !== 'keep')
}

export const replaceKeyInBody = (body: string, from: string, to: string): string =>
  renameField({ fields: [], body }, { from, to }).body
