import * as z from 'zod/mini'
import { idSchema } from '../text/text-schemas.ts'
import { maxPayrollRows } from './payroll.ts'

const payrollRow = z.object({
  row: z.int().check(z.minimum(1), z.maximum(1_048_576)),
  values: z.record(z.string(), z.unknown()),
  /** Columns whose cell is invalid. */
  wrong: z.array(z.string()).check(z.maxLength(30, 'length')),
})

/** Body of `POST /api/app/payroll/rows`. */
export const payrollRowsSchema = z.lazy(() =>
  z.object({ import: idSchema, rows: z.array(payrollRow).check(z.maxLength(1_000, 'length')) }),
)

/** Body of `POST /api/app/payroll/apply`. A repeated call continues the import. */
export const payrollApplySchema = z.lazy(() =>
  z.object({
    import: idSchema,
    /** Digest of the preview that the administrator confirmed. */
    digest: z.string().check(z.maxLength(64, 'length')),
    /** Whether new people get a mail to choose their password. */
    invites: z.boolean(),
    /** People to deactivate. `receiver`: user who receives the open work; empty for the manager. */
    leaving: z
      .array(z.object({ id: idSchema, receiver: z.union([z.literal(''), idSchema]) }))
      .check(z.maxLength(maxPayrollRows, 'length')),
    /** Number of leaving people that the administrator typed, if so many leave that it is suspicious. */
    typed: z.optional(z.int()),
  }),
)
export type PayrollApplication = z.infer<typeof payrollApplySchema>

/** Body of `POST /api/app/payroll/undo`. A repeated call continues the undo. */
export const payrollUndoSchema = z.lazy(() => z.object({ import: idSchema }))
