import * as z from 'zod'
import { recordIdPattern } from './id.ts'

// Texts with a fixed format in responses. The schemas of responses import `zod`, which only the build evaluates: other modules import their types.

/** Id of a record. */
export const recordIdSchema = z.string().regex(recordIdPattern).meta({ id: 'Id' })

/** Instant in UTC, as the database stores it. */
export const timestampSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ id: 'Timestamp', description: 'Fecha y hora en UTC: AAAA-MM-DD HH:MM:SS.mmmZ' })
export type Timestamp = z.infer<typeof timestampSchema>

/** Day of the calendar. */
export const daySchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .meta({ id: 'Day', description: 'AAAA-MM-DD' })

export const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ id: 'Sha256', description: 'SHA-256 en hexadecimal' })
