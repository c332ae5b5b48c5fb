import type { ErrorCode } from '../errors.ts'
import { tidy } from '../text/text.ts'
import type { Attachment } from './attachment.ts'

/** A file that a person dropped, as the rows of a sheet may name it. */
export interface GivenFile {
  id: string
  /** Where it stood in its folder or archive: `soportes/cédula.pdf`. */
  path: string
  /** What the server will call it. */
  name: string
  /** bytes */
  size: number
  /** Why no field takes it. */
  fault?: 'attachment.content' | 'attachment.size'
}

/** `path` is where it stood; `among` are the paths of the files of one name, of which a person has to choose, or chose. */
export type FoundFile = { path?: string; among?: readonly string[] } & (
  | { file: Attachment }
  | { error: ErrorCode; suggestion?: string }
)

/** What a name in a cell means. */
export type FileFinder = (name: string) => FoundFile

/** The names in a cell: one, or several with semicolons or each on its line. One may hold such a sign itself, and stand in quotes as Windows copies it. */
export function namesInCell(text: string, isThere: (name: string) => boolean): string[] {
  const bare = (name: string) => name.trim().replace(/^"(.*)"$/, '$1')
  if (isThere(bare(text))) return [bare(text)]
  return text
    .split(/[;|\n]/)
    .map(bare)
    .filter((name) => name !== '')
}

/** The parts of a path, the last one the name; in small letters and with composed accents, so that no system's way of writing them matters. */
export function pathParts(path: string): string[] {
  const parts = tidy(path).toLowerCase().split(/[/\\]/)
  return parts.map((part) => part.trim()).filter((part) => part !== '' && part !== '.' && part !== '..')
}

/** Whether two paths may be of one file: the same as far as both of them tell. */
export function agree(one: readonly string[], other: readonly string[]): boolean {
  const told = Math.min(one.length, other.length)
  return told > 0 && one.slice(-told).every((part, place) => part === other.slice(-told)[place])
}
