import type { Values } from '../../src/domain/fields/field.ts'
import type { RequestAction } from '../../src/domain/requests/request.ts'
import type { FilledSeat } from './route.ts'

/** Columns of a request that an action reads. */
export const storedColumns = {
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
  /** Stage of its route, from 1; 0 if it is at none. */
  step: 0,
}
export interface Stored extends Readonly<typeof storedColumns> {
  /** Read for `submit` and `reopen`, and at a stage of a route; undefined otherwise. */
  values: Values | undefined
}

/** An action that a caller took on one or many requests. */
export interface TakenAction {
  /** Groups the notices, mails, webhooks and undo window of all chunks. */
  id: string
  action: RequestAction
  caller: { id: string }
  reason: string
}

/** A request as its owner is notified of it. */
export interface NamedRequest {
  id: string
  owner: string
  number: string
  /** Name of its format. */
  format: string
}

/** Columns of a request that an action changes. */
export interface ChangedRequest {
  id: string
  owner: string
  /** Status before the action. */
  from: string
  set: Record<string, string | number | Values>
}

/** A request after an action, with the numbers that it still lacks. */
export interface Change extends ChangedRequest, NamedRequest {
  takesNumber?: boolean
  /** Code of the format whose next document number it takes. */
  takesDocumentNumber?: string
  /** Ids of the files that are sent with it. */
  files?: string[]
  /** More details for its history. */
  details?: Record<string, unknown>
  /** Whether it starts its route again. */
  isRouted?: boolean
  /** Decisions of the stage at which it was. */
  decisions?: FilledSeat[]
}

/** Why a request stays as it is; with `request.values` and `request.filled` also which values are wrong and how. */
export interface Skip {
  id: string
  code: string
  errors?: Record<string, string>
}

/** Result of an action before it is written. */
export interface Plan<One = Change> {
  changes: One[]
  skipped: Skip[]
}
