import * as z from 'zod'
import { defineObject } from '../output-schemas.ts'
import { recordIdSchema, timestampSchema } from '../text/text-types.ts'

const listedRows = z.array(z.object({ row: z.int(), name: z.string(), cells: z.record(z.string(), z.unknown()) }))

/** Differences between a payroll and the accounts. `created`, `changed` and `errors` list up to 100 rows. */
export const payrollPreviewSchema = defineObject('PayrollPreview', {
  import: recordIdSchema,
  counts: z.object({ created: z.int(), changed: z.int(), unchanged: z.int(), errors: z.int(), unidentified: z.int() }),
  created: listedRows.describe('`cells`: el correo de cada una'),
  changed: listedRows.describe('`cells`: por columna, el valor anterior `from` y el nuevo `to`'),
  errors: listedRows.describe('`cells`: por columna, el código del error'),
  left: z.array(
    z.object({
      id: recordIdSchema,
      name: z.string(),
      email: z.string(),
      receiver: z.string().describe('Quién recibe lo que deja abierto'),
      drafts: z.int(),
      managed: z.int().describe('Personas activas de quienes es jefe inmediato'),
      formats: z.int().describe('Formatos publicados en que decide'),
    }),
  ),
  excused: z.array(z.string()).describe('Faltan, pero siguen activas: una clave usa su cuenta'),
  suspicious: z.boolean().describe('Si salen tantas personas que hay que escribir cuántas'),
})
export interface PayrollPreview extends z.infer<typeof payrollPreviewSchema> {}

export const payrollProgressSchema = defineObject('PayrollProgress', { done: z.int(), total: z.int() })
export interface PayrollProgress extends z.infer<typeof payrollProgressSchema> {}

/** Latest payroll that was imported. */
export const payrollResultSchema = defineObject('PayrollResult', {
  id: recordIdSchema,
  fileName: z.string(),
  created: timestampSchema,
  status: z.enum(['applying', 'applied', 'undoing', 'undone']),
  counts: z.object({ created: z.int(), changed: z.int(), left: z.int(), undone: z.int() }),
  /** People who left open work. */
  handovers: z.array(
    z.object({
      id: recordIdSchema,
      name: z.string(),
      receiver: z.string(),
      drafts: z.int(),
      managed: z.int(),
      decides: z.boolean().describe('Si quien recibe decide en su lugar durante un año'),
      formats: z.array(z.string()).describe('Formatos publicados que nombran a la persona'),
    }),
  ),
  skipped: z.array(z.object({ name: z.string(), code: z.string() })),
})
export interface PayrollResult extends z.infer<typeof payrollResultSchema> {}
