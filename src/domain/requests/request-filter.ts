import type { DocumentKind } from '../documents/document-kind.ts'
import type { Day, Id } from '../text/text-types.ts'
import type { decisionTypes, RequestStatus } from './request.ts'

/** Maximum number of ids that a call may exclude from a filter. */
export const maxExcludedIds = 1000

/** Events of a request that the days of a filter refer to. A request has one `decided` for each of its decisions. */
export const filterDateFields = ['created', 'submitted', 'decided'] as const
type FilterDateField = (typeof filterDateFields)[number]
export type DecisionType = (typeof decisionTypes)[number]

/** Filter of a list. `from` and `to` are days of the installation's calendar, both included. */
export interface RequestFilter {
  status?: RequestStatus
  /** Kind of the document; only approved requests have one. */
  documentKind?: DocumentKind
  format?: Id
  owner?: Id
  batch?: Id
  /** Submitted requests past their decision deadline. */
  due?: 'overdue'
  /** Event of `from` and `to`; `created` by default. */
  dates?: FilterDateField
  /** Decision taken at any time, even if later decisions followed. */
  decision?: DecisionType
  /** User who took that decision, or decided stage `step`. Administrators only. */
  reviewer?: Id
  /** Key of a decided stage of the route. `reviewer` and decision days then refer to this stage. @description La clave de un paso de la ruta que se decidió */
  step?: string
  /** Key of an amount field: approved requests with a value in it. @description La clave de un campo que el informe suma */
  amount?: string
  from?: Day
  to?: Day
  search?: string
  /** Requests that the caller may decide now (`decide`), or has decided at some stage (`decided`); of all requesters. */
  mine?: 'decide' | 'decided'
}
