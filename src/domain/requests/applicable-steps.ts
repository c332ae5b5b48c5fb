import { isConditionMet } from '../fields/conditions.ts'
import type { Values } from '../fields/field.ts'
import { createLookup } from '../fields/value-lookup.ts'
import type { RouteStep } from '../formats/route.ts'

/** Route stage with its one-based position, the value of a request's `step`. */
export interface NumberedStep extends RouteStep {
  position: number
}

/** Returns the route stages whose conditions are met by the values of a request. */
export function getApplicableSteps(route: readonly RouteStep[], values: Values): NumberedStep[] {
  const lookup = createLookup(values)
  return route
    .map((step, index) => ({ ...step, position: index + 1 }))
    .filter(({ when }) => when === undefined || isConditionMet(when, lookup))
}
