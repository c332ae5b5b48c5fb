import type { DocumentKind } from '../documents/document-kind.ts'
import type { decisions, RequestStatus } from './request.ts'

/** Of what a filter finds so many can be left out of a step, by their ids. */
export const mostLeftOut = 1000

/** Which moment of a request its dates are asked of; a decision counts each time that there was one. */
export const datedBy = ['created', 'submitted', 'decided'] as const
type DatedBy = (typeof datedBy)[number]
export type DecisionName = (typeof decisions)[number]

/** `from` and `to` are days of the installation's calendar, both included; of creation, unless `dates` says otherwise. */
export interface RequestFilter {
  status?: RequestStatus
  /** Only what was approved has one. */
  documentKind?: DocumentKind
  format?: string
  owner?: string
  batch?: string
  /** What waits for a decision past its time. */
  due?: 'overdue'
  dates?: DatedBy
  /** What was decided of it, even if something else was later. */
  decision?: DecisionName
  /** Who decided it, or its `step`, even if somebody else did later; asked by administrators alone. */
  reviewer?: string
  /** A step of its route, by its key, that was decided: then `reviewer` and days of decision are of that step. */
  step?: string
  /** A field, by its key, whose amount a report adds up: of what was approved and says one. */
  amount?: string
  from?: string
  to?: string
  search?: string
  /** What waits for a decision of whoever asks, or those of which he decided a step: whoever's they are. */
  mine?: 'decide' | 'decided'
}
