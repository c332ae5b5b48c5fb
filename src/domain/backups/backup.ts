import type { ErrorCode } from '../errors.ts'
import { addDays, getLocalDay, getStartOfDay } from '../time/local-time.ts'

export const backupPeriods = ['day', 'week', 'never'] as const
export type BackupPeriod = (typeof backupPeriods)[number]
export const backupPeriodLabels: Record<BackupPeriod, string> = {
  day: 'Cada día',
  week: 'Cada semana, el domingo',
  never: 'Solo manual',
}

/** Backup schedule; `hour` is 0 to 23 in the time zone of the installation's country. */
export interface BackupPlan {
  period: BackupPeriod
  hour: number
}

/** Number of successful backups to retain; the oldest are deleted first. */
export const maxStoredBackups = 14

/** Status of a backup. `found`: file in the backup directory that another database made. */
export type BackupStatus = 'making' | 'good' | 'failed' | 'found'
export const backupStatusLabels: Record<BackupStatus, string> = {
  making: 'En curso',
  good: 'Correcta',
  failed: 'Falló',
  found: 'De otra base de datos',
}

/** Content counted when the backup was opened for verification. */
export interface BackupContent {
  requests: number
  files: number
  /** Number of files referenced in the database but missing on the server. */
  lost: number
  /** Last link of the history hash chain; absent if the history is empty. */
  chain?: { last: number; hash: string }
}

export interface Backup {
  id: string
  /** File name: `copia-20261122T081500Z.tar`. */
  name: string
  status: BackupStatus
  created: string
  finished: string
  /** Bytes; 0 if there is no file. */
  size: number
  error: ErrorCode | ''
  content: BackupContent | null
  /** True if the current history is no continuation of the history in the backup. */
  otherHistory: boolean
}

export const backupStepLabels = {
  database: 'Copiando la base de datos',
  files: 'Reuniendo los archivos',
  archive: 'Escribiendo la copia',
  upload: 'Enviando la copia a S3',
  check: 'Comprobando la copia',
} as const
export type BackupStep = keyof typeof backupStepLabels

export interface BackupProgress {
  step: BackupStep
  /** Progress in bytes, or in files during step `files`; both values are 0 if unknown. */
  done: number
  total: number
}

/** Response of `GET /api/app/backups`. */
export interface BackupList {
  /** Newest first. */
  items: Backup[]
  plan: BackupPlan
  place: 'disk' | 's3'
  /** True if documents and other files are stored on S3, so that backups do not contain them. */
  filesApart: boolean
  progress: BackupProgress | null
  state: BackupState
}

/** Backup state for administrators. `at`: last successful backup; `next`: next scheduled backup; both may be empty. */
export interface BackupState {
  status: 'good' | 'failed' | 'late' | 'none' | 'off'
  at: string
  next: string
}

const hour = 3_600_000
const lengths: Record<BackupPeriod, number> = { day: 24 * hour, week: 168 * hour, never: Number.POSITIVE_INFINITY }

const isSunday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0

/** Returns the last and next scheduled times around `now`, in ms; null without a schedule. */
export function getScheduledTimes(
  plan: BackupPlan,
  country: string,
  now: number,
): { last: number; next: number } | null {
  if (plan.period === 'never') return null
  const today = getLocalDay(country, now)
  const instants = Array.from({ length: 17 }, (_, index) => addDays(today, index - 8))
    .filter((day) => plan.period === 'day' || isSunday(day))
    .map((day) => getStartOfDay(day, country) + plan.hour * hour)
  const last = instants.filter((at) => at <= now).at(-1)
  const next = instants.find((at) => at > now)
  return last === undefined || next === undefined ? null : { last, next }
}

/**
 * Returns the backup status. `since`: time the schedule was set; `good`: time of the last successful backup (0:
 * never); both in ms.
 */
export function getBackupStatus(
  plan: BackupPlan,
  { since, good, lastFailed }: { since: number; good: number; lastFailed: boolean },
  now: number,
): BackupState['status'] {
  if (lastFailed) return 'failed'
  if (now - Math.max(good, since) > 2 * lengths[plan.period]) return 'late'
  if (good) return 'good'
  return plan.period === 'never' ? 'off' : 'none'
}
