import * as z from 'zod/mini'
import { fieldKeySchema } from '../fields/field-key.ts'
import { idSchema, multilineText } from '../text/text-schemas.ts'
import { approverFieldsSchema } from './approver-fields-input.ts'
import { findInvalidFilters } from './invalid-filters.ts'
import { maxExcludedIds, type RequestFilter } from './request-filter.ts'

export const requestFilterSchema = z.custom<RequestFilter>(
  (value) =>
    typeof value === 'object' && value !== null && findInvalidFilters(value as Record<string, unknown>).length === 0,
  'invalid',
)

const maxNotes = 50
const note = multilineText(500).check(z.minLength(1, 'required'))

/** Body of `POST /api/app/requests/{action}`: request ids; or a filter with the number of matches that the user saw, and ids to exclude. */
export const decisionSchema = z.object({
  ids: z.optional(z.array(idSchema).check(z.maxLength(1000, 'length'))),
  filter: z.optional(requestFilterSchema),
  /** Ids of requests that match the filter but are excluded from the decision. */
  except: z.optional(z.array(idSchema).check(z.maxLength(maxExcludedIds, 'length'))),
  expected: z.optional(z.number()),
  /** Revision of the request that the user read. Only for a decision on a single request. */
  revision: z.optional(z.number()),
  /** Route stage of the request when the user read it. Only for a decision on a single request. */
  step: z.optional(z.number()),
  reason: z.optional(multilineText(2000)),
  /** Password of the caller. Required to approve requests whose format asks for it; ignored otherwise. */
  password: z.optional(z.string().check(z.maxLength(255, 'length'))),
  /** True if the decision can be undone for some seconds. Documents, notices and mails wait until then. */
  undoable: z.optional(z.boolean()),
  /** Approver field values, saved together with the decision. Only for a single request. An undo restores the previous values. */
  filled: z.optional(approverFieldsSchema),
  /** Correction notes by field key. Only for a single request that is returned for correction. */
  notes: z.optional(
    z.record(fieldKeySchema, note).check(z.refine((notes) => Object.keys(notes).length <= maxNotes, 'length')),
  ),
})
export type DecisionInput = z.infer<typeof decisionSchema>
