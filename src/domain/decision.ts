import * as z from 'zod/mini'
import { faultsOfFilter, type RequestFilter } from './request-filter.ts'
import { id, lines } from './written.ts'

const filter = z.custom<RequestFilter>(
  (given) =>
    typeof given === 'object' && given !== null && faultsOfFilter(given as Record<string, unknown>).length === 0,
  'invalid',
)

/** What `POST /api/app/requests/{action}` takes: named ids, or a filter with the count that the person saw. */
export const decision = z.object({
  ids: z.optional(z.array(id).check(z.maxLength(1000, 'length'))),
  filter: z.optional(filter),
  expected: z.optional(z.number()),
  reason: z.optional(lines(2000)),
})
export type Decision = z.infer<typeof decision>
