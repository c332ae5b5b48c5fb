import { isReasonRequired, type RequestAction, requestActions } from '../domain/requests/actions.ts'
import type { Request } from '../domain/requests/request-output.ts'
import type { RouteStageState } from '../domain/requests/request-route.ts'
import type { User } from '../domain/users/user.ts'
import { formatRequestCount } from './action-result.ts'
import type { RequestListSearchParams } from './list-search.ts'

/**
 * Requests of the action: given by id, or as all results of a filter with the count that the user saw. For a single
 * request, `revision` and `step` are the ones that the user saw.
 */
type ActionTargets =
  | { ids: string[]; name?: string; revision?: number; step?: number }
  | { filter: RequestListSearchParams; expected: number; except?: string[] }

/** Action on one or many requests that the user must confirm. */
export interface ActionQuestion {
  action: RequestAction
  targets: ActionTargets
  reason: 'none' | 'optional' | 'required'
  /** True if a request is, or may be, at an approval step. */
  isAtStep?: boolean
  /** Number of selected requests that do not allow the action. */
  left?: number
}

/** Returns the question about requests that allow the action. */
export function askAboutRequests(
  action: RequestAction,
  requests: readonly Pick<Request, 'id' | 'owner' | 'number' | 'revision' | 'step'>[],
  me: User,
): ActionQuestion {
  const reasons = requests.map(({ owner }) => getReasonRequirement(action, me, owner))
  const [only] = requests.length === 1 ? requests : []
  const one = only && {
    revision: only.revision,
    ...(only.step && { step: only.step }),
    ...(only.number && { name: only.number }),
  }
  return {
    action,
    targets: { ids: requests.map(({ id }) => id), ...one },
    reason: reasons.includes('required') ? 'required' : (reasons[0] ?? 'none'),
    isAtStep: requests.some(({ step }) => step > 0),
  }
}

/** Returns whether a reason for an action is required, optional or not possible. */
export function getReasonRequirement(action: RequestAction, asker: User, owner: string): ActionQuestion['reason'] {
  // Sets `decides`, because actions are only offered to users who may run them.
  if (isReasonRequired(action, { ...asker, decides: true }, owner)) return 'required'
  return requestActions[action].offersReason ? 'optional' : 'none'
}

/** Returns the question with the new count, after the server reported that the number of results changed. */
export function setExpectedRequestCount(question: ActionQuestion, expected: number): ActionQuestion {
  const { targets } = question
  return 'ids' in targets ? question : { ...question, targets: { ...targets, expected } }
}

/**
 * Returns the storage key of the typed reason. It consists of the first id, the revision and the number of requests;
 * for a filter, of the filter without its count.
 */
export function getReasonStorageKey({ action, targets }: Pick<ActionQuestion, 'action' | 'targets'>): string {
  const which =
    'ids' in targets ? [targets.ids.length, targets.ids[0], targets.revision].join(':') : JSON.stringify(targets.filter)
  return `reason:${action}:${which}`
}

/** Returns the number of requests that the user was shown. */
const countTargets = ({ targets }: Pick<ActionQuestion, 'targets'>) =>
  'ids' in targets ? targets.ids.length : targets.expected

/** Returns the number of the only request, or the count: «SOL-2026-000007», «1.234 solicitudes». */
export function nameTargets({ targets }: Pick<ActionQuestion, 'targets'>): string {
  const name = 'ids' in targets && targets.ids.length === 1 ? targets.name : undefined
  return name ?? formatRequestCount(countTargets({ targets }))
}

/** Formats the question: «¿Devolver SOL-2026-000007?», «¿Aprobar 1.234 solicitudes?». */
export function formatQuestion({ action, targets }: Pick<ActionQuestion, 'action' | 'targets'>): string {
  const { button, question = button } = requestActions[action].texts
  return `¿${question} ${nameTargets({ targets })}?`
}

/** Returns the sentence about what follows the action. `steps`: approval steps of the request, if it is opened. */
export function describeConsequence(question: ActionQuestion, steps?: readonly RouteStageState[]): string | undefined {
  const { action, isAtStep } = question
  if (action !== 'approve' || !isAtStep) return requestActions[action].texts.consequence
  if (countTargets(question) === 1) return describeApprovalEffect(steps)
  return 'Si falta otro paso, la solicitud pasa a él. Si no, se genera el documento numerado.'
}

/**
 * Returns a sentence about the effect of approving the current stage: a further stage, or the document. If `steps` is
 * missing, mentions both effects.
 */
export function describeApprovalEffect(steps: readonly RouteStageState[] | undefined): string {
  const current = steps?.find(({ state }) => state === 'current')
  if (!current) return 'Pasa al paso siguiente. Si era el último, se genera el documento numerado.'
  const next = steps?.find(({ state }) => state === 'waiting')
  const consequence = next ? `pasa al paso «${next.name}»` : 'se genera el documento numerado'
  if (current.all && current.people.length > 1)
    return `Cuando la aprueben todas las personas de este paso, ${consequence}.`
  return next
    ? `Después ${consequence}.`
    : 'Es el último paso: se genera el documento numerado y queda disponible para el solicitante.'
}
