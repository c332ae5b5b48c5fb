import type { BackupContent } from '../../src/domain/backups/backup.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'

/** What the process that makes copies (`pocketbase copy <file>`) is told. */
export interface CopyJob {
  /** The folder of the data. */
  data: string
  /** Its own folder, inside of that one. */
  at: string
  name: string
  /** The copy of that name is deleted, none is made. */
  isToGo?: true
}

/** What it says in its last line. */
export type CopyAnswer =
  | { size: number; content: BackupContent; there: { name: string; size: number }[] }
  | { code: ErrorCode; cause: string }

/** What it says of a copy that was deleted. */
export const gone = 'borrada'
