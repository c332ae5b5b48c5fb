import { addDays, getLocalDay, getStartOfDay } from '../time/local-time.ts'

/** Periods of the backup schedule, with their length in hours. */
export const backupPeriodLabels = {
  day: { label: 'Cada día', hours: 24 },
  week: { label: 'Cada semana, el domingo', hours: 168 },
  never: { label: 'Solo manual', hours: Number.POSITIVE_INFINITY },
} as const
export type BackupPeriod = keyof typeof backupPeriodLabels

/** Backup schedule. `hour`: 0 to 23, in the organisation's time zone. */
export interface BackupPlan {
  period: BackupPeriod
  hour: number
}

/** Number of successful backups to retain; the oldest are deleted first. */
export const maxStoredBackups = 14

/** Status of a backup. `found`: file in the backup directory that belongs to another database. */
export const backupStatusLabels = {
  making: { label: 'En curso', tone: 'info' },
  good: { label: 'Correcta', tone: 'success' },
  failed: { label: 'Falló', tone: 'danger' },
  found: { label: 'De otra base de datos', tone: 'neutral' },
} as const
export type BackupStatus = keyof typeof backupStatusLabels

export const backupStepLabels = {
  database: 'Copiando la base de datos',
  files: 'Reuniendo los archivos',
  archive: 'Escribiendo la copia',
  upload: 'Enviando la copia a S3',
  check: 'Comprobando la copia',
} as const
const hour = 3_600_000

const isSunday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0

/** Returns the last scheduled time before `now` and the next one after `now`, in ms. Returns `null` without a schedule. */
export function getScheduledTimes(plan: BackupPlan, zone: string, now: number): { last: number; next: number } | null {
  if (plan.period === 'never') return null
  const today = getLocalDay(zone, now)
  const [reach, isScheduled] = plan.period === 'day' ? [1, () => true] : [8, isSunday]
  const instants = Array.from({ length: 2 * reach + 1 }, (_, index) => addDays(today, index - reach))
    .filter(isScheduled)
    .map((day) => getStartOfDay(day, zone) + plan.hour * hour)
  const last = instants.filter((at) => at <= now).at(-1)
  const next = instants.find((at) => at > now)
  return last === undefined || next === undefined ? null : { last, next }
}

/**
 * Returns the backup status. `since`: time when the schedule was set. `good`: time of the last successful backup, 0 if there is none. Times are in
 * ms.
 */
export function getBackupStatus(
  plan: BackupPlan,
  { since, good, lastFailed }: { since: number; good: number; lastFailed: boolean },
  now: number,
) {
  if (lastFailed) return 'failed'
  if (now - Math.max(good, since) > 2 * backupPeriodLabels[plan.period].hours * hour) return 'late'
  if (good) return 'good'
  return plan.period === 'never' ? 'off' : 'none'
}
