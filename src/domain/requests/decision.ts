import * as z from 'zod/mini'
import { fieldKey } from '../fields/field-key.ts'
import { id, lines } from '../text/written.ts'
import { filledInput } from './filled-input.ts'
import { invalidFilters } from './invalid-filters.ts'
import { mostLeftOut, type RequestFilter } from './request-filter.ts'

export const requestFilter = z.custom<RequestFilter>(
  (given) =>
    typeof given === 'object' && given !== null && invalidFilters(given as Record<string, unknown>).length === 0,
  'invalid',
)

const mostNotes = 50
const note = lines(500).check(z.minLength(1, 'required'))

/**
 * Body of `POST /api/app/requests/{action}`: request ids, or a filter with the number of matches shown to the user,
 * minus the exceptions.
 */
export const decision = z.object({
  ids: z.optional(z.array(id).check(z.maxLength(1000, 'length'))),
  filter: z.optional(requestFilter),
  /** Ids of filter matches that the decision leaves unchanged. */
  except: z.optional(z.array(id).check(z.maxLength(mostLeftOut, 'length'))),
  expected: z.optional(z.number()),
  /** Revision of the single request at the time the user read it. */
  revision: z.optional(z.number()),
  /** Route step of the single request at the time the user read it. */
  step: z.optional(z.number()),
  reason: z.optional(lines(2000)),
  /** Allows undo for some seconds; documents, notices and mails wait until then. */
  undoable: z.optional(z.boolean()),
  /** Approver field values, saved with the decision on a single request; undo restores the previous values. */
  filled: z.optional(filledInput),
  /** Correction notes by field key, only for the return of a single request. */
  notes: z.optional(
    z.record(fieldKey, note).check(z.refine((notes) => Object.keys(notes).length <= mostNotes, 'length')),
  ),
})
export type Decision = z.infer<typeof decision>
