import type { Field } from '../../domain/fields/field.ts'
import { fieldKeyPattern } from '../../domain/fields/key-from-label.ts'
import { renameField } from '../../domain/formats/rename.ts'
import { findClosestMatch } from '../../domain/text/text.ts'
import { guessField } from '../../word/reading/labels.ts'

/**
 * Returns a field for an unknown key of a body. Guesses its type from the key and its tags: `{{pago|moneda}}` → an amount. Returns `null` if a field
 * cannot have the key.
 */
export function createMissingField(key: string, body: string): Field | null {
  if (!fieldKeyPattern.test(key)) return null
  const isWritten = (tag: string) => new RegExp(`\\{\\{\\s*${tag}\\s*\\}\\}`).test(body)
  const meaning = isWritten(`${key}\\s*\\|\\s*moneda`)
    ? 'money'
    : isWritten(`${key}\\s*\\|\\s*largo`)
      ? 'date'
      : isWritten(`#\\s*${key}`)
        ? 'yesNo'
        : null
  return { key, ...guessField({ name: key, before: '', after: '', cell: '' }, meaning, false) }
}

/** Returns the field whose key or label resembles an unknown key; `undefined` if there is none. */
export function findSimilarField(key: string, fields: readonly Field[]): Field | undefined {
  const names = fields.flatMap((field) => [field.key, field.label].map((name) => [name, field.key] as const))
  const found = findClosestMatch(key, names)
  return fields.find((field) => field.key === found && field.deciders !== 'keep')
}

/** Replaces an unknown key by another in the tags and conditions of a body. */
export const replaceKeyInBody = (body: string, from: string, to: string): string =>
  renameField({ fields: [], body }, { from, to }).body
