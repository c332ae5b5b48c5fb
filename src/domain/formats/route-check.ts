import type { ErrorCode } from '../errors.ts'
import type { Field } from '../fields/field.ts'
import { createFieldLookup, findConditionError } from '../fields/field-check.ts'
import { hasApprovers, type RouteStep } from './route.ts'

/** Validates the approval stages of a format; adds errors under `route.<index>.<part>`. */
export function validateRoute(
  route: readonly RouteStep[],
  fields: readonly Field[],
  faults: Partial<Record<string, ErrorCode>>,
) {
  const find = createFieldLookup(fields)
  route.forEach((step, i) => {
    const { key, people = [], all, when } = step
    if (route.findIndex((other) => other.key === key) !== i) faults[`route.${i}.key`] = 'format.duplicate'
    if (!hasApprovers(step)) faults[`route.${i}.people`] = 'required'
    // Rejects `all` if the stage has a group, because the members of a group may change from day to day.
    else if (all && (step.group !== undefined || people.length === 0)) faults[`route.${i}.all`] = 'format.setting'
    const fault = findConditionError(null, when, find)
    if (fault) faults[`route.${i}.when`] = fault
  })
}
