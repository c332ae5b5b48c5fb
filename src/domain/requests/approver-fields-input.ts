import * as z from 'zod/mini'

/** Approver field values of a request. `updated`: version the approver has read; empty if no values existed. */
export const approverFieldsInput = z.object({
  values: z.record(z.string(), z.unknown()),
  updated: z.optional(z.string()),
})
export type ApproverFieldsInput = z.infer<typeof approverFieldsInput>
