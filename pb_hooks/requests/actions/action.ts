import type { ErrorCode } from '../../../src/domain/errors.ts'
import type { Values } from '../../../src/domain/fields/field.ts'
import {
  type getActorRole,
  isActionAllowed,
  type RequestAction,
  type RequestState,
} from '../../../src/domain/requests/actions.ts'
import type { DecisionInput } from '../../../src/domain/requests/decision-input.ts'
import type { DecisionResult } from '../../../src/domain/requests/request-output.ts'
import type { PublishedFormatVersion, ValidatedVersion, VersionLoader } from '../../formats/versions.ts'
import type { DecisionRight } from '../decision-rights.ts'
import type { ActionTarget } from './targets.ts'

/** One action on requests, from its checks to its effects. `actions/run-action.ts` runs it, one transaction per chunk of requests. */
export interface ActionHandler {
  /** Plans the changes of some requests of a call. A plan that is written must be made in the same transaction. */
  plan(tx: CoreApp, call: ActionCall, ids: string[]): ActionPlan
  /** Effects that follow the changes, in execution order and in the same transaction. */
  effects: readonly ((tx: CoreApp, done: WrittenChanges) => void)[]
  /** Effects that wait for the end of the undo window if the decision can be undone. */
  effectsAfterUndo?: readonly ((tx: CoreApp, done: FinalizedRequests) => void)[]
}

export interface PerformedAction {
  /** Id of the decision: groups notices, mails, webhooks and the undo window of all its chunks. */
  id: string
  action: RequestAction
  caller: { id: string }
  reason: string
}

/** Input of a call that acts on requests. Loaded once and shared by all chunks. */
export interface ActionCall extends PerformedAction {
  caller: core.Record
  /** Notes on fields of a returned request, by field key. Only for a call with one request. */
  notes: DecisionInput['notes']
  /** Revision that the caller read. Only for a call with one request. */
  revision: number | undefined
  targets: ActionTarget[]
  /** Maps request ids to the stage that the caller saw. */
  seenStages: ReadonlyMap<string, number>
  versionOf: VersionLoader
  /** Values that the caller fills in with the decision. Only for a call with one request. */
  filling: ValidatedApproverFields | undefined
  isUndoable: boolean
  /** Whether the caller confirmed the identity with the password. */
  isConfirmed: boolean
}

/** Approver values of a request. They are validated before the transaction, because a table of many rows takes long. */
export interface ValidatedApproverFields {
  request: string
  updated: string | undefined
  /** Requester's values as JSON: the values that the approver fields were validated against. */
  text: string
  values: Values
  version: PublishedFormatVersion
}

/** Columns of a request that actions read, with default values of their types. */
export const requestColumnDefaults = {
  id: '',
  owner: '',
  formatVersion: '',
  status: '',
  number: '',
  revision: 0,
  documentStatus: '',
  documentNumber: '',
  finality: '',
  annulledAt: '',
  privacy: '',
  /** Current stage of the route, from 1; 0 if the request is at no stage. */
  step: 0,
  /** Manager who decides the current stage; empty if another approver decides. */
  manager: '',
}

/** Request of a call, with its version and the caller's rights. */
export interface ActionRequest extends Readonly<typeof requestColumnDefaults> {
  /** Values of the request. Loaded for `submit`, `reopen` and requests at a stage of a route; otherwise empty. */
  values: Values
  version: ValidatedVersion
  /** Whether the request has left the stage that the caller saw. */
  hasMovedOn: boolean
  isVisible: boolean
  /** Role in which the caller may perform the action; `null` if not allowed. */
  role: ReturnType<typeof getActorRole>
  /** Rights of the caller over the current stage. */
  rights: DecisionRight[]
  /** Users whose approval of the current stage is recorded. */
  approvals: readonly string[]
}

export interface RequestUpdate {
  id: string
  owner: string
  from: string
  set: Record<string, string | number | Values>
}

/** Change that an action makes to a request, with the numbers that are still to be assigned. */
export interface RequestChange {
  set: RequestUpdate['set']
  needsNumber?: boolean
  /** Format code: the request gets the next document number of this code. */
  documentNumberSeries?: string | undefined
  files?: string[] | undefined
  details?: Record<string, unknown>
  /** Whether the request starts its route again. */
  restartsRoute?: boolean
  /** Approvals or rejections recorded at the stage that the request leaves. */
  decisions?: RecordedDecision[]
}

/** Approval or rejection of a stage. `holder`: user whose right was exercised. */
export interface RecordedDecision {
  request: string
  position: number
  action: string
  person: string
  holder: string
  vacant: boolean
}

/** Reason why an action does not change a request. `errors`: error code of each field, for `request.values` and `request.filled`. */
export interface Refusal {
  code: ErrorCode
  errors?: Record<string, string>
}

/** Request data that notices, mails and webhooks of an action need. `status`: new status. */
interface ChangedRequest {
  id: string
  owner: string
  number: string
  format: string
  status: string
}

export interface PlannedChange extends RequestUpdate, RequestChange, ChangedRequest {
  set: RequestUpdate['set']
  formatVersion: string
}

export interface ActionPlan<Change = PlannedChange> {
  changes: Change[]
  skipped: DecisionResult['skipped']
}

/** Requests whose change can no longer be undone. */
export interface FinalizedRequests extends PerformedAction {
  requests: ChangedRequest[]
  /** Id of the decision if its transactions share one webhook message; empty otherwise. */
  groupKey: string
  /** Whether mails wait for `releaseGroupedMessages`, because further transactions follow. */
  mailsWait: boolean
  /** Ids of requests whose documents are generated after the commit. */
  documents: string[]
}

/** Changes of a call written in one transaction. */
export interface WrittenChanges extends FinalizedRequests {
  caller: core.Record
  notes: DecisionInput['notes']
  requests: PlannedChange[]
  /** Whether no earlier transaction of the call has changed requests. */
  isFirst: boolean
}

/** Returns why the caller may not perform the action on a request now; `undefined` if allowed. */
function findRefusal({ action, revision }: ActionCall, request: ActionRequest): ErrorCode | undefined {
  if (request.hasMovedOn) return 'request.changed'
  if (!request.isVisible) return 'request.notFound'
  if (!request.role) return 'request.forbidden'
  if (!isActionAllowed(action, request as RequestState))
    return action === 'anonymize' && request.privacy === 'held' ? 'request.held' : 'request.transition'
  if (revision !== undefined && revision !== request.revision) return 'request.changed'
  return undefined
}

interface ChangeRules {
  /** Returns an error code for a request that its state and the caller's rights allow. */
  findRefusal?(request: ActionRequest): ErrorCode | undefined
  /** Returns the change of a request that is not refused; a refusal if its values have errors. */
  change(request: ActionRequest): RequestChange | Refusal
}

/** Plans each request on its own, in the order of `ids`. */
export function planChanges(
  call: ActionCall,
  ids: string[],
  requests: ReadonlyMap<string, ActionRequest>,
  rules: ChangeRules,
): ActionPlan {
  const plan: ActionPlan = { changes: [], skipped: [] }
  for (const id of ids) {
    const request = requests.get(id)
    const code = request ? (findRefusal(call, request) ?? rules.findRefusal?.(request)) : 'request.notFound'
    if (!request || code) {
      plan.skipped.push({ id, code: code ?? 'request.notFound' })
      continue
    }
    const change = rules.change(request)
    if ('code' in change) {
      plan.skipped.push({ id, ...change })
      continue
    }
    const { owner, number, status: from, formatVersion, version } = request
    const status = String(change.set.status ?? from)
    plan.changes.push({ id, owner, number, from, status, format: version.name, formatVersion, ...change })
  }
  return plan
}
