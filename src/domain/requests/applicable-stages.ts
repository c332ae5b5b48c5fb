import { isConditionMet } from '../fields/conditions.ts'
import type { Values } from '../fields/field.ts'
import { createValueLookup } from '../fields/value-lookup.ts'
import type { RouteStage } from '../formats/route.ts'

/** Route stage with its one-based position. A request's `step` is the position of its current stage. */
export interface NumberedStage extends RouteStage {
  position: number
}

/** Returns the route stages that apply to a request, i.e. stages without a condition or whose condition its values meet. */
export function getApplicableStages(route: readonly RouteStage[], values: Values): NumberedStage[] {
  const lookup = createValueLookup(values)
  return route
    .map((step, index) => ({ ...step, position: index + 1 }))
    .filter(({ when }) => when === undefined || isConditionMet(when, lookup))
}
