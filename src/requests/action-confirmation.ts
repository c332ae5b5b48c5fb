import type { Field } from '../domain/fields/field.ts'
import type { RequestAction } from '../domain/requests/request.ts'
import type { RouteStepState } from '../domain/requests/request-route.ts'
import type { ApproverFormData } from './approver-form.tsx'
import type { RequestListSearch } from './list-search.ts'

/**
 * Requests by id, or all results of a filter with their count. A single request also has the revision and step shown to
 * the user.
 */
type ActionTargets =
  | { ids: string[]; name?: string; revision?: number; step?: number }
  | { filter: RequestListSearch; expected: number; except?: string[] }

export interface ActionConfirmation {
  action: RequestAction
  targets: ActionTargets
  reason: 'none' | 'optional' | 'required'
  /** True if a request is, or may be, at an approval step. */
  isAtStep?: boolean
  steps?: readonly RouteStepState[] | undefined
  /** Fields for notes, if a single request is returned. */
  fields?: readonly Field[]
  approverForm?: ApproverFormData | undefined
}

/** Returns the confirmation with the new count, after the server reported that the number of results changed. */
export function updateExpectedCount(question: ActionConfirmation, expected: number): ActionConfirmation {
  const { targets } = question
  return 'ids' in targets ? question : { ...question, targets: { ...targets, expected } }
}

/**
 * Returns the storage key of the typed reason. It depends on the request and revision, or on the filter regardless of
 * its count.
 */
export function getReasonStorageKey({ action, targets }: ActionConfirmation): string {
  const which =
    'ids' in targets ? [targets.ids.length, targets.ids[0], targets.revision].join(':') : JSON.stringify(targets.filter)
  return `reason:${action}:${which}`
}
