import { expect, test } from 'vitest'
import { type BackupPlan, getBackupStatus, getScheduledTimes } from '../../src/domain/backups/backup.ts'
import { backupPlanSchema } from '../../src/domain/backups/backup-input.ts'

const at = (iso: string) => Date.parse(iso)
const iso = (planned: { last: number; next: number } | null) =>
  planned && [planned.last, planned.next].map((instant) => new Date(instant).toISOString())
const daily: BackupPlan = { period: 'day', hour: 3 }
const weekly: BackupPlan = { period: 'week', hour: 22 }

test.each([
  // Colombia is UTC−5; 22 November 2026 is a Sunday.
  ['2026-11-22T07:59:59Z', daily, 'CO', ['2026-11-21T08:00:00.000Z', '2026-11-22T08:00:00.000Z']],
  ['2026-11-22T08:00:00Z', daily, 'CO', ['2026-11-22T08:00:00.000Z', '2026-11-23T08:00:00.000Z']],
  ['2026-11-22T08:00:00Z', daily, 'MX', ['2026-11-21T09:00:00.000Z', '2026-11-22T09:00:00.000Z']],
  ['2026-11-23T02:59:59Z', weekly, 'CO', ['2026-11-16T03:00:00.000Z', '2026-11-23T03:00:00.000Z']],
  ['2026-11-23T03:00:00Z', weekly, 'CO', ['2026-11-23T03:00:00.000Z', '2026-11-30T03:00:00.000Z']],
] as const)('at %s, plan %j in %s has its last and next backup at %j', (now, plan, country, expected) => {
  expect(iso(getScheduledTimes(plan, country, at(now)))).toEqual(expected)
})

test('schedules nothing for manual backups', () => {
  expect(getScheduledTimes({ period: 'never', hour: 3 }, 'CO', at('2026-11-22T08:00:00Z'))).toBeNull()
})

const day = 86_400_000
const now = at('2026-11-22T08:00:00Z')

test.each([
  [daily, { since: now - day, good: 0, lastFailed: false }, 'none'],
  [daily, { since: now - 2 * day - 1, good: 0, lastFailed: false }, 'late'],
  [daily, { since: now - 9 * day, good: now - 2 * day, lastFailed: false }, 'good'],
  [daily, { since: now - 9 * day, good: now - 2 * day - 1, lastFailed: false }, 'late'],
  [daily, { since: now - 9 * day, good: now - day, lastFailed: true }, 'failed'],
  // A new plan has time for its first backup.
  [daily, { since: now - day, good: now - 5 * day, lastFailed: false }, 'good'],
  [weekly, { since: now - 90 * day, good: now - 14 * day, lastFailed: false }, 'good'],
  [weekly, { since: now - 90 * day, good: now - 14 * day - 1, lastFailed: false }, 'late'],
  [{ period: 'never', hour: 3 }, { since: now - 90 * day, good: 0, lastFailed: false }, 'off'],
  [{ period: 'never', hour: 3 }, { since: now - 90 * day, good: now - 80 * day, lastFailed: false }, 'good'],
] as const)('%j with %j has status %s', (plan, known, expected) => {
  expect(getBackupStatus(plan, known, now)).toBe(expected)
})

test.each([
  [{ period: 'day', hour: 24 }, false],
  [{ period: 'day', hour: -1 }, false],
  [{ period: 'day', hour: 3.5 }, false],
  [{ period: 'hour', hour: 3 }, false],
  [{ period: 'week', hour: 0 }, true],
])('plan %j is valid: %s', (plan, isTaken) => {
  expect(backupPlanSchema.safeParse(plan).success).toBe(isTaken)
})
