import type { ErrorCode } from '../errors.ts'
import { addDays, dayIn, startOf } from '../time/today.ts'

export const backupPeriods = ['day', 'week', 'never'] as const
export type BackupPeriod = (typeof backupPeriods)[number]
export const backupPeriodNames: Record<BackupPeriod, string> = {
  day: 'Cada día',
  week: 'Cada semana, el domingo',
  never: 'Solo a mano',
}

/** When copies are made by themselves: the hour is one of the installation's country, 0 to 23. */
export interface BackupPlan {
  period: BackupPeriod
  hour: number
}

/** How many good ones are kept; the oldest go first. */
export const backupsKept = 14

/** `found`: it lies where copies are kept, and another database than this one made it. */
export type BackupStatus = 'making' | 'good' | 'failed' | 'found'
export const backupStatusNames: Record<BackupStatus, string> = {
  making: 'Haciéndose',
  good: 'Correcta',
  failed: 'Falló',
  found: 'De otra base de datos',
}

/** What a copy was found to hold when it was opened. */
export interface BackupContent {
  requests: number
  files: number
  /** Files that the database names and the server no longer had. */
  lost: number
  /** Last link of its history; missing if the history was empty. */
  chain?: { last: number; hash: string }
}

export interface Backup {
  id: string
  /** The file's name, `copia-20261122T081500Z.tar`. */
  name: string
  status: BackupStatus
  created: string
  finished: string
  /** Bytes; 0 where there is no file. */
  size: number
  error: ErrorCode | ''
  content: BackupContent | null
  /** The history as it is now is not the one that was copied. */
  otherHistory: boolean
}

export const backupStepNames = {
  database: 'Copiando la base de datos',
  files: 'Reuniendo los archivos',
  archive: 'Escribiendo la copia',
  upload: 'Enviándola a S3',
  check: 'Abriéndola para comprobarla',
} as const
export type BackupStep = keyof typeof backupStepNames

export interface BackupProgress {
  step: BackupStep
  /** Bytes, or files while they are gathered; both 0 where nobody knows. */
  done: number
  total: number
}

/** `GET /api/app/backups` */
export interface BackupList {
  /** The newest first. */
  items: Backup[]
  plan: BackupPlan
  place: 'disk' | 's3'
  /** Whether documents and other files are kept on S3, outside of the copies. */
  filesApart: boolean
  progress: BackupProgress | null
  state: BackupState
}

/** How things stand, for who runs the installation. `at` is the last good copy, `next` the next planned one; both may be empty. */
export interface BackupState {
  status: 'good' | 'failed' | 'late' | 'none' | 'off'
  at: string
  next: string
}

const hour = 3_600_000
const lengths: Record<BackupPeriod, number> = { day: 24 * hour, week: 168 * hour, never: Number.POSITIVE_INFINITY }

const isSunday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0

/** The planned instants (milliseconds) around `now`: the latest that has come and the first that has not; none without a plan. */
export function plannedAround(plan: BackupPlan, country: string, now: number): { last: number; next: number } | null {
  if (plan.period === 'never') return null
  const today = dayIn(country, now)
  const instants = Array.from({ length: 17 }, (_, index) => addDays(today, index - 8))
    .filter((day) => plan.period === 'day' || isSunday(day))
    .map((day) => startOf(day, country) + plan.hour * hour)
  const last = instants.filter((at) => at <= now).at(-1)
  const next = instants.find((at) => at > now)
  return last === undefined || next === undefined ? null : { last, next }
}

/** How the last copy stands: `since` is when the plan was made, `good` when the last good copy was (0: never), in milliseconds. */
export function backupStatus(
  plan: BackupPlan,
  { since, good, lastFailed }: { since: number; good: number; lastFailed: boolean },
  now: number,
): BackupState['status'] {
  if (lastFailed) return 'failed'
  if (now - Math.max(good, since) > 2 * lengths[plan.period]) return 'late'
  if (good) return 'good'
  return plan.period === 'never' ? 'off' : 'none'
}
