import type { BackupContent } from '../../src/domain/backups/backup.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'

/** Input of the backup process (`pocketbase copy <file>`). */
export interface BackupJob {
  data: string
  /** Work directory of the job, relative to `data`. */
  at: string
  name: string
  /** Set if the process deletes the backup `name` instead of making it. */
  isDeletion?: true
}

/** Output of the backup process, in its last line. */
export type BackupResult =
  | { size: number; content: BackupContent; there: { name: string; size: number }[] }
  | { code: ErrorCode; cause: string }

/** Output after a deletion. */
export const deletedBackupMessage = 'borrada'
