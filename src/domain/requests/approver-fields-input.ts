import * as z from 'zod/mini'

/** Body with the approver field values of a request. `updated`: last change of the values that the approver has read; empty if there were none. */
export const approverFieldsSchema = z.object({
  values: z.record(z.string(), z.unknown()),
  updated: z.optional(z.string()),
})
export type ApproverFieldsInput = z.infer<typeof approverFieldsSchema>
