import * as z from 'zod/mini'

/** What whoever decides a request sends of the fields that are theirs; `updated` names what they saw, empty where nobody had filled anything. */
export const filledInput = z.object({
  values: z.record(z.string(), z.unknown()),
  updated: z.optional(z.string()),
})
export type FilledInput = z.infer<typeof filledInput>
