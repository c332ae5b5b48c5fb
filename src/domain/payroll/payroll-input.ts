import * as z from 'zod/mini'
import { idSchema, singleLineText } from '../text/text-schemas.ts'
import { maxPayrollRows } from './payroll.ts'

const payrollRow = z.object({
  row: z.int().check(z.minimum(1), z.maximum(1_048_576)),
  values: z.record(z.string(), z.unknown()),
  /** Columns whose cell is invalid. */
  wrong: z.array(z.string()).check(z.maxLength(30, 'length')),
})

/** Body of `POST /api/app/payroll`. Rows with errors are sent too, because they name people who did not leave. */
export const payrollSchema = z.lazy(() =>
  z.object({
    fileName: singleLineText(255).check(z.minLength(1, 'required')),
    rows: z.array(payrollRow).check(z.minLength(1, 'required'), z.maxLength(maxPayrollRows, 'length')),
  }),
)

/** Body of `POST /api/app/payroll/apply`. A repeated call continues the import. */
export const payrollApplySchema = z.lazy(() =>
  z.object({
    import: idSchema,
    /** Whether new people get a mail to choose their password. */
    invites: z.boolean(),
    /** People to deactivate. `receiver`: user who receives the open work; empty for the one of the preview. */
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
