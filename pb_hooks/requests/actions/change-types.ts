import type { Values } from '../../../src/domain/fields/field.ts'
import type { DecisionResult } from '../../../src/domain/requests/request.ts'
import type { RequestAction } from '../../../src/domain/requests/request-transitions.ts'
import type { RecordedDecision } from './stages.ts'

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
  /** Current stage of the route, from 1; 0 if the request is at no stage. */
  step: 0,
}
export interface StoredRequest extends Readonly<typeof requestColumnDefaults> {
  /** Values of the request; `undefined` if the action does not need them. Loaded for `submit`, `reopen` and requests at a stage of a route. */
  values: Values | undefined
}

export interface PerformedAction {
  /** Id of the decision: groups notices, mails, webhooks and the undo window of all its chunks. */
  id: string
  action: RequestAction
  caller: { id: string }
  reason: string
}

/** Request data shown in notices to its requester. */
export interface RequestNoticeData {
  id: string
  owner: string
  number: string
  format: string
}

export interface RequestUpdate {
  id: string
  owner: string
  from: string
  set: Record<string, string | number | Values>
}

/** Planned change of a request, with the numbers that are still to be assigned. */
export interface PlannedChange extends RequestUpdate, RequestNoticeData {
  needsNumber?: boolean
  /** Format code: the request gets the next document number of this code. */
  documentNumberSeries?: string
  files?: string[]
  details?: Record<string, unknown>
  /** Whether the request starts its route again. */
  restartsRoute?: boolean
  /** Approvals or rejections recorded at the stage that the request leaves. */
  decisions?: RecordedDecision[]
}

/**
 * Request that an action does not change, with the error code. `errors`: error code of each field, only for the codes
 * `request.values` and `request.filled`.
 */
export type SkippedRequest = DecisionResult['skipped'][number]

export interface ActionPlan<One = PlannedChange> {
  changes: One[]
  skipped: SkippedRequest[]
}
