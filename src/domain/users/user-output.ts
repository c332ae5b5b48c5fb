import * as z from 'zod'
import { valuesSchema } from '../fields/field-output.ts'
import { defineObject, recordProperties } from '../output-schemas.ts'
import { roles } from './role.ts'

export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  emailVisibility: z.boolean(),
  verified: z.boolean(),
  name: z.string(),
  phone: z.string(),
  isActive: z.boolean(),
  /** Whether a sign-in with the password also needs a code, sent by mail or of an app. */
  secondFactor: z.boolean(),
  /** Time of deactivation or rejection. Empty for active users, and for users who wait for activation. */
  deactivatedAt: z.string(),
  /** Whether an administrator rejected the registration. */
  rejected: z.boolean(),
  /** Time at which the user last had the application open, to the hour. Empty if never. */
  lastActiveAt: z.string(),
  role: z.enum(roles),
  /** Values of the custom profile fields, by key. */
  profile: valuesSchema.nullable(),
  /** Id of the immediate manager; empty if there is none. */
  manager: z.string(),
  created: z.string(),
  updated: z.string(),
})

/** Response of `GET /api/app/users/{id}/manager`. */
export const managerSchema = defineObject('Manager', {
  name: z.string().describe('Vacío si la persona no tiene jefe inmediato'),
  isActive: z.boolean().describe('Si puede decidir; un jefe con la cuenta inactiva no cuenta'),
})
export interface Manager extends z.infer<typeof managerSchema> {}

/** Response to a sign-in. */
export const sessionSchema = defineObject('Session', {
  token: z.string(),
  record: z.object({ ...userSchema.shape, ...recordProperties }),
})
