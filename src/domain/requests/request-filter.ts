import type { DocumentKind } from '../documents/document-kind.ts'
import type { Day, Id } from '../text/text-types.ts'
import type { DecisionType, RequestStatus } from './request.ts'

/** Maximum number of ids that a call can exclude from a filter. */
export const maxExcludedIds = 1000

/** Events to which the days of a filter can refer. A request has several `decided` events if it was decided several times. */
export const dateFilterKeys = ['created', 'submitted', 'decided'] as const
type FilterDateField = (typeof dateFilterKeys)[number]

/** Filter of the request list. `from` and `to`: days in the installation's time zone, both included. */
export interface RequestFilter {
  status?: RequestStatus
  /** Kind of the request's document. Only approved requests have a document. */
  documentKind?: DocumentKind
  format?: Id
  owner?: Id
  batch?: Id
  /** `overdue`: submitted requests whose decision deadline has passed. */
  due?: 'overdue'
  /** Event to which `from` and `to` refer; default `created`. */
  dates?: FilterDateField
  /** Type of a decision on the request, even if later decisions followed. */
  decision?: DecisionType
  /** User who took that decision or, with `step`, decided that stage. Only for administrators. */
  reviewer?: Id
  /** Key of a route stage that was decided. `reviewer` and the days of `decided` then refer to this stage. @description La clave de un paso de la ruta que se decidió */
  step?: string
  /** Key of an amount field. Selects approved requests with a value in the field. @description La clave de un campo que el informe suma */
  amount?: string
  from?: Day
  to?: Day
  search?: string
  /** Requests of all users that the caller may decide now (`decide`) or has decided at any stage (`decided`). */
  mine?: 'decide' | 'decided'
}
