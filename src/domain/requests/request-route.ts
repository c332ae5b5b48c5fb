import type { Timestamp } from '../text/text-types.ts'
import type { RequestAction } from './actions.ts'

/** Decision on a stage. A stage that all approvers must approve has several decisions. */
export interface StageDecision {
  action: RequestAction
  personName: string
  /** User whose approval right was exercised. Empty if the approver acted for themselves or an administrator decided. @description En lugar de quién; vacío si el paso es suyo */
  inPlaceOf: string
  /** True if an administrator decided, because the stage had no active approver. @description Lo decidió un administrador porque no quedaba nadie en el paso */
  vacant: boolean
  /** Name of the API key, if an API client decided; otherwise empty. @description La clave con que decidió un programa; vacío si decidió la persona */
  keyName: string
  created: Timestamp
}

export interface RouteStepState {
  /** One-based position in the route. @description Desde 1 */
  position: number
  name: string
  state: 'passed' | 'current' | 'waiting' | 'skipped'
  /** Name of the group that decides the stage; empty if there is none. @description Nombre del grupo, o vacío */
  group: string
  /** Names of the users who decide the stage. @description Nombres */
  people: string[]
  /** Users of `people` whose account is inactive. @description Personas con la cuenta inactiva, y quién decide hoy por ellas (vacío: un administrador) */
  absent: { name: string; substitute: string }[]
  /** True if administrators decide, because no approver of the stage may decide now. @description Si decide un administrador, porque nadie del paso puede */
  vacant: boolean
  /** True if every approver of the stage must approve. @description Si deben aprobar todas las personas */
  all: boolean
  decisions: StageDecision[]
}

/** Response of `GET /api/app/requests/{id}/route`. */
export interface RequestRoute {
  ownerName: string
  /** True if the caller may decide the request now. @description Si la cuenta puede decidirla ahora */
  decidable: boolean
  /** Stages of the route. Empty if the request has no route; then any administrator decides. */
  steps: RouteStepState[]
}
