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
 * Result of a file lookup. `path`: path of the file that was found. `among`: paths of all files with this name, if there are several; the user must
 * choose one of them.
 */
export type FileLookupResult = { path?: string; among?: readonly string[] } & (
  | { file: Attachment }
  | { error: ErrorCode; suggestion?: string }
)

/** Returns the file to which a name in a cell refers. */
export type FileLookup = (name: string) => FileLookupResult

/**
 * Splits a cell into file names, separated by `;`, `|` or line breaks: `a.pdf; "b.pdf"` → `a.pdf`, `b.pdf`. Does not split a text that is itself the
 * name of a file.
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

/** Returns whether two paths may belong to the same file, i.e. the longer path ends with the shorter path. */
export function isPathSuffix(one: readonly string[], other: readonly string[]): boolean {
  const depth = Math.min(one.length, other.length)
  return depth > 0 && one.slice(-depth).every((part, place) => part === other.slice(-depth)[place])
}
