import * as z from 'zod/mini'
import { id, line } from '../text/written.ts'

/** People who decide together: what a format's route hands to a group, any active one of them decides. */
export const groupInput = z.object({
  name: line(80).check(z.minLength(1, 'required')),
  members: z.array(id).check(z.maxLength(500, 'length')),
})
export type GroupInput = z.infer<typeof groupInput>

export interface Group extends GroupInput {
  id: string
  created: string
  updated: string
}

/** Under which two names are the same. */
export function groupKey(name: string): string {
  return name.toLowerCase()
}
