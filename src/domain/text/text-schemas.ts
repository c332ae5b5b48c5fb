import * as z from 'zod/mini'
import { toAsciiDomain } from './ascii-domain.ts'
import { recordIdPattern } from './id.ts'
import { normalizeLine, normalizeLines } from './text.ts'
import { hasValidCharacters } from './valid-characters.ts'

type TextSchema = ReturnType<typeof createTextSchema>
const singleLineSchemas = new Map<number, TextSchema>()

/**
 * Schema of a single-line text: normalized, at most `max` characters, without invalid characters. Cached by `max`, because each schema takes 25 kB of
 * a server VM.
 */
export function singleLineText(max: number): TextSchema {
  const made = singleLineSchemas.get(max) ?? createTextSchema(max, normalizeLine)
  singleLineSchemas.set(max, made)
  return made
}

export const multilineText = (max: number) => createTextSchema(max, normalizeLines)

function createTextSchema(max: number, clean: (text: string) => string) {
  return z.string().check(
    // Rejects oversized texts before normalizing them, because anonymous clients may send ten million letters.
    z.maxLength(8 * max, { error: 'length', abort: true }),
    // Checks the text before normalizing it, because normalization would remove direction marks.
    z.refine(hasValidCharacters, { error: 'characters', abort: true }),
    z.overwrite(clean),
    z.maxLength(max, 'length'),
  )
}

/** Schema of an account's email address. Encodes a domain with ñ, because many mail servers accept only ASCII. Rejects a domain part that ends in a hyphen, because PocketBase rejects it: `ana@empresa-.co`. */
export const accountEmail = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'required'),
      z.maxLength(255, { error: 'length', abort: true }),
      z.overwrite(toAsciiDomain),
      z.email('email'),
      z.regex(/^(?!.*-\.[^@]*$)/, 'email'),
    )

export const idSchema = z.string().check(z.regex(recordIdPattern, 'invalid'))
