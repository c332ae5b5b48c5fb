import * as z from 'zod/mini'
import { fieldConditionSchema, fieldKeySchema } from '../fields/field-key.ts'
import { idSchema, singleLineText } from '../text/text-schemas.ts'

const maxRouteSteps = 10
const maxStepPeople = 50

/**
 * Approval stage of a request. By default, any member of the group or any of the listed users decides. With `all`, all listed users must decide.
 * With `manager`, the immediate manager decides; the group or the listed users decide if there is none.
 */
const routeStageSchema = z.lazy(() =>
  z.object({
    key: fieldKeySchema,
    name: singleLineText(80).check(z.minLength(1, 'required')),
    group: z.optional(idSchema),
    people: z.optional(z.array(idSchema).check(z.maxLength(maxStepPeople, 'length'))),
    all: z.optional(z.boolean()),
    /** User whose manager decides: the requester, or the user whose e-mail address is in the field. */
    manager: z.optional(z.object({ field: z.optional(fieldKeySchema) })),
    /** Condition of the stage. Requests that do not meet it skip the stage. */
    when: z.optional(fieldConditionSchema),
    /** True if users may decide their own requests at this stage. */
    ownAllowed: z.optional(z.boolean()),
  }),
)
export interface RouteStage extends z.infer<typeof routeStageSchema> {}

/** Approval stages of a format in order. If empty, any administrator decides. */
export const routeSchema = z.array(routeStageSchema).check(z.maxLength(maxRouteSteps, 'length'))

export function hasApprovers({ group, people = [] }: RouteStage): boolean {
  return group !== undefined || people.length > 0
}
