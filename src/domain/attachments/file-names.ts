import type { ErrorCode } from '../errors.ts'
import { normalizeLine } from '../text/text.ts'
import type { Attachment } from './attachment.ts'

/** Uploaded file that spreadsheet rows may refer to by name. */
export interface UploadedFile {
  id: string
  /** Path in the folder or archive that the user selected: `soportes/cédula.pdf`. */
  path: string
  /** File name that the server will assign. */
  name: string
  /** Size in bytes. */
  size: number
  /** Error code if no field accepts the file. */
  fault?: 'attachment.content' | 'attachment.size'
}

/**
 * Result of a file lookup. `path`: path of the found file. `among`: paths of all files with the name, from which the
 * user must choose.
 */
export type FileLookupResult = { path?: string; among?: readonly string[] } & (
  | { file: Attachment }
  | { error: ErrorCode; suggestion?: string }
)

/** Function that returns the file for a file name in a spreadsheet cell. */
export type FileLookup = (name: string) => FileLookupResult

/**
 * Splits a cell's text into file names, separated by `;`, `|` or line breaks: `a.pdf; "b.pdf"` → `a.pdf`, `b.pdf`. A
 * text that is the name of an existing file is not split.
 */
export function parseFileNames(text: string, isThere: (name: string) => boolean): string[] {
  const bare = (name: string) => name.trim().replace(/^"(.*)"$/, '$1')
  if (isThere(bare(text))) return [bare(text)]
  return text
    .split(/[;|\n]/)
    .map(bare)
    .filter((name) => name !== '')
}

/** Splits a path into its parts for comparison, in lower case and Unicode NFC: `Soportes\Cédula.PDF` → `soportes`, `cédula.pdf`. */
export function splitPath(path: string): string[] {
  const parts = normalizeLine(path).toLowerCase().split(/[/\\]/)
  return parts.map((part) => part.trim()).filter((part) => part !== '' && part !== '.' && part !== '..')
}

/** Returns whether two paths may refer to the same file: the longer path must end with the shorter one. */
export function isPathSuffix(one: readonly string[], other: readonly string[]): boolean {
  const depth = Math.min(one.length, other.length)
  return depth > 0 && one.slice(-depth).every((part, index) => part === other.slice(-depth)[index])
}
