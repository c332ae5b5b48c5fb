import * as z from 'zod/mini'
import { idShape } from './id.ts'
import { tidy, tidyLines } from './text.ts'
import { isWritable } from './writable.ts'

type Written = ReturnType<typeof written>
const madeLine = new Map<number, Written>()

/**
 * Schema of a single-line text: normalized, at most `max` characters, all of them writable. Cached by `max`, because
 * each schema takes 25 kB of a server VM.
 */
export function line(max: number): Written {
  const made = madeLine.get(max) ?? written(max, tidy)
  madeLine.set(max, made)
  return made
}

/** Schema of a text with several lines, at most `max` characters. */
export const lines = (max: number) => written(max, tidyLines)

function written(max: number, clean: (text: string) => string) {
  return z.string().check(
    // Rejects oversized texts before normalization, because anonymous clients may send ten million letters.
    z.maxLength(8 * max, { error: 'length', abort: true }),
    // Checks the original text, because normalization would remove direction marks.
    z.refine(isWritable, { error: 'characters', abort: true }),
    z.overwrite(clean),
    z.maxLength(max, 'length'),
  )
}

export const id = z.string().check(z.regex(idShape, 'invalid'))
