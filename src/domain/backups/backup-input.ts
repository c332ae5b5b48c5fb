import * as z from 'zod/mini'
import { type BackupPeriod, backupPeriodLabels } from './backup.ts'

/** Body of `PUT /api/app/backups/plan`: a `BackupPlan`. */
export const backupPlanSchema = z.object({
  period: z.enum(Object.keys(backupPeriodLabels) as BackupPeriod[]),
  hour: z.int('invalid').check(z.gte(0, 'invalid'), z.lte(23, 'invalid')),
})

/** Body of `POST /api/app/backups/{id}/grant`. Requires the password again, because a backup contains all data. */
export const backupGrantSchema = z.object({ password: z.string().check(z.minLength(1, 'required')) })
export type BackupGrantInput = { password: string }
