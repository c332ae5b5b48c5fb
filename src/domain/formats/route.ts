import * as z from 'zod/mini'
import { comparison, condition, fieldKey } from '../fields/field-key.ts'
import { id, line } from '../text/written.ts'

const mostSteps = 10
const mostPeople = 50

/** Who decides a request, one step after the other: whoever is of the group or one of these people, or where `all` is said each of these people. */
const routeStep = z.lazy(() =>
  z.object({
    key: fieldKey,
    name: line(80).check(z.minLength(1, 'required')),
    group: z.optional(id),
    people: z.optional(z.array(id).check(z.maxLength(mostPeople, 'length'))),
    all: z.optional(z.boolean()),
    /** The step is passed over where this is not so. */
    when: z.optional(z.union([condition, comparison])),
    /** Whoever sent a request may decide it here. */
    ownAllowed: z.optional(z.boolean()),
  }),
)
export interface RouteStep extends z.infer<typeof routeStep> {}

/** The steps of a format in their order; none where any administrator decides. */
export const routeInput = z.array(routeStep).check(z.maxLength(mostSteps, 'length'))

/** Who may decide a step, by the ids of groups and people; a step with neither is nobody's. */
export function isSomebodys({ group, people = [] }: RouteStep): boolean {
  return group !== undefined || people.length > 0
}
