import * as z from 'zod/mini'
import { fieldKey } from '../fields/field-key.ts'
import { id, lines } from '../text/written.ts'
import { filledInput } from './filled-input.ts'
import { invalidFilters } from './invalid-filters.ts'
import { mostLeftOut, type RequestFilter } from './request-filter.ts'

/** Filter of a decision about all that a list shows. */
export const requestFilter = z.custom<RequestFilter>(
  (given) =>
    typeof given === 'object' && given !== null && invalidFilters(given as Record<string, unknown>).length === 0,
  'invalid',
)

const mostNotes = 50
const note = lines(500).check(z.minLength(1, 'required'))

/** What `POST /api/app/requests/{action}` takes: named ids, or a filter with the count that the person saw, less what is left out. */
export const decision = z.object({
  ids: z.optional(z.array(id).check(z.maxLength(1000, 'length'))),
  filter: z.optional(requestFilter),
  /** Of what the filter finds, what stays as it is. */
  except: z.optional(z.array(id).check(z.maxLength(mostLeftOut, 'length'))),
  expected: z.optional(z.number()),
  /** Of the one request that is named: which round of it was read. */
  revision: z.optional(z.number()),
  /** The same of the step of its route. */
  step: z.optional(z.number()),
  reason: z.optional(lines(2000)),
  /** It may be taken back for some seconds: until then its documents, notices and mails wait. */
  undoable: z.optional(z.boolean()),
  /** Values that deciders fill, saved together with the decision of the one request that is named; undoing the decision takes them back. */
  filled: z.optional(filledInput),
  /** What is to be mended in single fields of the one request that is returned, by their keys. */
  notes: z.optional(
    z.record(fieldKey, note).check(z.refine((notes) => Object.keys(notes).length <= mostNotes, 'length')),
  ),
})
export type Decision = z.infer<typeof decision>
