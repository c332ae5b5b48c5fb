import * as z from 'zod/mini'
import { comparisonSchema, conditionSchema, fieldKeySchema } from '../fields/field-key.ts'
import { idSchema, singleLineText } from '../text/text-schemas.ts'

const maxRouteSteps = 10
const maxStepPeople = 50

/**
 * Approval stage of a request. A member of the group or a listed user decides; with `all`, each listed user has to
 * decide.
 */
const routeStepSchema = z.lazy(() =>
  z.object({
    key: fieldKeySchema,
    name: singleLineText(80).check(z.minLength(1, 'required')),
    group: z.optional(idSchema),
    people: z.optional(z.array(idSchema).check(z.maxLength(maxStepPeople, 'length'))),
    all: z.optional(z.boolean()),
    /** Condition of the stage. The stage is skipped if the condition is false. */
    when: z.optional(z.union([conditionSchema, comparisonSchema])),
    /** True if requesters may decide their own requests at this stage. */
    ownAllowed: z.optional(z.boolean()),
  }),
)
export interface RouteStep extends z.infer<typeof routeStepSchema> {}

/** Approval stages of a format in order; empty if any administrator decides. */
export const routeInput = z.array(routeStepSchema).check(z.maxLength(maxRouteSteps, 'length'))

/** Reports whether a stage has a group or at least one user. */
export function hasApprovers({ group, people = [] }: RouteStep): boolean {
  return group !== undefined || people.length > 0
}
