import type { Field } from '../domain/fields/field.ts'
import type { RequestAction } from '../domain/requests/request.ts'
import type { RouteStanding } from '../domain/requests/request-route.ts'
import type { ToFill } from './filled-form.tsx'
import type { ListSearch } from './list-search.ts'

/** Named ones (of a single one also which round and which step of it was read), or whatever a filter finds, less what is left out, with the count that the person saw. */
type Targets =
  | { ids: string[]; name?: string; revision?: number; step?: number }
  | { filter: ListSearch; expected: number; except?: string[] }

export interface PendingDecision {
  action: RequestAction
  targets: Targets
  reason: 'none' | 'optional' | 'required'
  /** One of them stands at a step of its route, or may. */
  isAtStep?: boolean
  /** Route of the one request that is at a step. */
  steps?: readonly RouteStanding[] | undefined
  /** Of the one request that goes back, at which notes may stand. */
  fields?: readonly Field[]
  /** Of the one request of which deciders fill something. */
  toFill?: ToFill | undefined
}

/** The same question of as many as there are now, after the server said that they are not as many as were read. */
export function recounted(question: PendingDecision, expected: number): PendingDecision {
  const { targets } = question
  return 'ids' in targets ? question : { ...question, targets: { ...targets, expected } }
}

/** Where the reason of a question is kept: of one request for this round of it; that of a filter is the same however many it finds. */
export function reasonKept({ action, targets }: PendingDecision): string {
  const which =
    'ids' in targets ? [targets.ids.length, targets.ids[0], targets.revision].join(':') : JSON.stringify(targets.filter)
  return `reason:${action}:${which}`
}
