import type { Field } from '../domain/fields/field.ts'
import type { RouteStepState } from '../domain/requests/request-route.ts'
import type { RequestAction } from '../domain/requests/request-transitions.ts'
import type { ApproverFormData } from './approver-form.tsx'
import type { RequestListSearchParams } from './list-search.ts'

/**
 * Requests of the action: given by id, or as all results of a filter with the count that the user saw. For a single
 * request, `revision` and `step` are the ones that the user saw.
 */
type ActionTargets =
  | { ids: string[]; name?: string; revision?: number; step?: number }
  | { filter: RequestListSearchParams; expected: number; except?: string[] }

export interface ActionConfirmation {
  action: RequestAction
  targets: ActionTargets
  reason: 'none' | 'optional' | 'required'
  /** True if a request is, or may be, at an approval step. */
  isAtStep?: boolean
  steps?: readonly RouteStepState[] | undefined
  /** Fields that can get notes, if the action returns a single request for correction. */
  fields?: readonly Field[]
  approverForm?: ApproverFormData | undefined
}

/** Returns the confirmation with the new count, after the server reported that the number of results changed. */
export function setExpectedRequestCount(question: ActionConfirmation, expected: number): ActionConfirmation {
  const { targets } = question
  return 'ids' in targets ? question : { ...question, targets: { ...targets, expected } }
}

/**
 * Returns the storage key of the typed reason. It consists of the first id, the revision and the number of requests;
 * for a filter, of the filter without its count.
 */
export function getReasonStorageKey({ action, targets }: ActionConfirmation): string {
  const which =
    'ids' in targets ? [targets.ids.length, targets.ids[0], targets.revision].join(':') : JSON.stringify(targets.filter)
  return `reason:${action}:${which}`
}
