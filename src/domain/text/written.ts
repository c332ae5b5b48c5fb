import * as z from 'zod/mini'
import { idShape } from './id.ts'
import { tidy, tidyLines } from './text.ts'
import { isWritable } from './writable.ts'

type Written = ReturnType<typeof written>
const madeLine = new Map<number, Written>()

/**
 * One line that somebody writes, as it is kept: tidied, at most `max` characters, none of them one that no document can hold. Of a length there is one
 * schema: each takes 25 kB of a virtual machine of the server.
 */
export function line(max: number): Written {
  const made = madeLine.get(max) ?? written(max, tidy)
  madeLine.set(max, made)
  return made
}

/** The same for several lines. */
export const lines = (max: number) => written(max, tidyLines)

function written(max: number, clean: (text: string) => string) {
  return z.string().check(
    // Before a stranger's ten million letters are tidied.
    z.maxLength(8 * max, { error: 'length', abort: true }),
    // As it was written: what turns the direction of a line would be tidied away.
    z.refine(isWritable, { error: 'characters', abort: true }),
    z.overwrite(clean),
    z.maxLength(max, 'length'),
  )
}

export const id = z.string().check(z.regex(idShape, 'invalid'))
