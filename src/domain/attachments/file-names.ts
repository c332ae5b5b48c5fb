import type { ErrorCode } from '../errors.ts'
import { normalizeLine } from '../text/text.ts'
import type { Attachment } from './attachment.ts'

/** Uploaded file that spreadsheet rows may refer to by name. */
export interface UploadedFile {
  id: string
  /** Path in the uploaded folder or archive: `soportes/cédula.pdf`. */
  path: string
  /** Name that the server will assign. */
  name: string
  /** Bytes. */
  size: number
  /** Error code if no field can accept the file. */
  fault?: 'attachment.content' | 'attachment.size'
}

/**
 * Result of a file lookup. `path`: path of the file. `among`: paths of files with equal names, from which the user
 * must choose or has chosen.
 */
export type FileLookupResult = { path?: string; among?: readonly string[] } & (
  | { file: Attachment }
  | { error: ErrorCode; suggestion?: string }
)

/** Looks up the file for a name in a cell. */
export type FileLookup = (name: string) => FileLookupResult

/**
 * Splits a cell into file names, separated by `;`, `|` or line breaks: `a.pdf; "b.pdf"` → `a.pdf`, `b.pdf`. A text
 * that is itself a file name stays whole.
 */
export function parseFileNames(text: string, isThere: (name: string) => boolean): string[] {
  const bare = (name: string) => name.trim().replace(/^"(.*)"$/, '$1')
  if (isThere(bare(text))) return [bare(text)]
  return text
    .split(/[;|\n]/)
    .map(bare)
    .filter((name) => name !== '')
}

/** Splits a path for comparison, in lower case and Unicode NFC: `Soportes\Cédula.PDF` → `soportes`, `cédula.pdf`. */
export function splitPath(path: string): string[] {
  const parts = normalizeLine(path).toLowerCase().split(/[/\\]/)
  return parts.map((part) => part.trim()).filter((part) => part !== '' && part !== '.' && part !== '..')
}

/** Returns whether two paths may refer to the same file: the shorter path is a suffix of the longer path. */
export function isPathSuffix(one: readonly string[], other: readonly string[]): boolean {
  const told = Math.min(one.length, other.length)
  return told > 0 && one.slice(-told).every((part, place) => part === other.slice(-told)[place])
}
