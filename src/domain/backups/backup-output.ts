import * as z from 'zod'
import { errorMessages } from '../errors.ts'
import { createKeyEnum, defineObject } from '../output-schemas.ts'
import { backupStatusLabels, backupStepLabels } from './backup.ts'
import { backupPlanSchema } from './backup-input.ts'

/** Content of a backup, counted when the backup is verified. */
const backupContentSchema = defineObject('BackupContent', {
  requests: z.int(),
  files: z.int(),
  /** Number of files that the database references but that are missing on the server. */
  lost: z.int(),
  /** Last event of the history's hash chain. Absent if the history is empty. */
  chain: z.object({ last: z.int(), hash: z.string() }).optional(),
})
export interface BackupContent extends z.infer<typeof backupContentSchema> {}

const backupSchema = defineObject('Backup', {
  id: z.string(),
  /** File name: `copia-20261122T081500Z.tar`. */
  name: z.string(),
  status: createKeyEnum(backupStatusLabels),
  created: z.string(),
  finished: z.string(),
  /** Size in bytes; 0 if there is no file. */
  size: z.int(),
  error: createKeyEnum({ '': '', ...errorMessages }),
  content: backupContentSchema.nullable(),
  /** True if the hash chain of the current history does not contain the last event of the backup. */
  otherHistory: z.boolean(),
})
export interface Backup extends z.infer<typeof backupSchema> {}

const backupProgressSchema = defineObject('BackupProgress', {
  step: createKeyEnum(backupStepLabels),
  /** Progress in bytes; in step `files` it is a number of files. `done` and `total` are 0 if unknown. */
  done: z.int(),
  total: z.int(),
})
export interface BackupProgress extends z.infer<typeof backupProgressSchema> {}

/** Backup state for administrators. `at`: time of the last successful backup. `next`: time of the next scheduled backup. Empty if there is none. */
export const backupStateSchema = defineObject('BackupState', {
  status: z.enum(['good', 'failed', 'late', 'none', 'off']),
  at: z.string(),
  next: z.string(),
})
export interface BackupState extends z.infer<typeof backupStateSchema> {}

/** Response of `GET /api/app/backups`. */
export const backupListSchema = defineObject('BackupList', {
  /** Newest first. */
  items: z.array(backupSchema),
  plan: backupPlanSchema,
  storage: z.enum(['disk', 's3']),
  /** True if files are stored on S3; backups then contain only the database. */
  excludesFiles: z.boolean(),
  progress: backupProgressSchema.nullable(),
  state: backupStateSchema,
})
export interface BackupList extends z.infer<typeof backupListSchema> {}
