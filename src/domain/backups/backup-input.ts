import * as z from 'zod/mini'
import { backupPeriods } from './backup.ts'

/** What `PUT /api/app/backups/plan` takes: a `BackupPlan`. */
export const backupPlanInput = z.object({
  period: z.enum(backupPeriods),
  hour: z.int('invalid').check(z.gte(0, 'invalid'), z.lte(23, 'invalid')),
})

/** What `POST /api/app/backups/{id}/grant` takes: who downloads all that there is says once more who he is. */
export const backupGrantInput = z.object({ password: z.string().check(z.minLength(1, 'required')) })
export type BackupGrantInput = { password: string }
