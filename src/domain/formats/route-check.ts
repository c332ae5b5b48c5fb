import type { ErrorCode } from '../errors.ts'
import type { Column, Field } from '../fields/field.ts'
import { createFieldLookup, findConditionError } from '../fields/field-check.ts'
import { hasApprovers, type RouteStage } from './route.ts'

/** Validates the approval stages of a format; adds errors under `route.<index>.<part>`. */
export function validateRoute(
  route: readonly RouteStage[],
  fields: readonly Field[],
  errors: Partial<Record<string, ErrorCode>>,
) {
  const find = createFieldLookup(fields)
  route.forEach((step, i) => {
    const { key, people = [], all, manager, when } = step
    if (route.findIndex((other) => other.key === key) !== i) errors[`route.${i}.key`] = 'format.duplicate'
    if (!hasApprovers(step)) errors[`route.${i}.people`] = 'required'
    // Rejects `all` if the stage has a group or a manager, because these may change from day to day.
    else if (all && (step.group !== undefined || manager || people.length === 0))
      errors[`route.${i}.all`] = 'format.setting'
    if (manager?.field !== undefined && !isPersonField(find(manager.field)))
      errors[`route.${i}.manager`] = 'format.personField'
    const fault = findConditionError(null, when, find)
    if (fault) errors[`route.${i}.when`] = fault
  })
}

/** Returns whether a field can name the user whose manager decides: an e-mail address that the requester fills in. */
export const isPersonField = (field: Column | undefined): boolean =>
  field?.type === 'email' && !('approvers' in field && field.approvers)
