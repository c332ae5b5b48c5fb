import * as z from 'zod/mini'
import { idSchema, singleLineText } from '../text/text-schemas.ts'

/** Input of a group of approvers. Any active member can decide a stage that is assigned to the group. */
export const groupSchema = z.object({
  name: singleLineText(80).check(z.minLength(1, 'required')),
  members: z.array(idSchema).check(z.maxLength(500, 'length')),
})
export type GroupInput = z.infer<typeof groupSchema>

export interface Group extends GroupInput {
  id: string
  created: string
  updated: string
}

/** Returns the comparison key of a group name. Names that differ only in case are duplicates. */
export function normalizeGroupName(name: string): string {
  return name.toLowerCase()
}
