import type { Moment } from '../text/text-types.ts'
import type { RequestAction } from './request.ts'

/** Decision at a stage; a stage that requires all approvers has several. */
export interface StepDecision {
  action: RequestAction
  personName: string
  /** User whose approval right was exercised; empty at the user's own stage, or if an administrator acted. @description En lugar de quién; vacío si el paso es suyo */
  inPlaceOf: string
  /** True if an administrator decided because the stage had no active approver. @description Lo decidió un administrador porque no quedaba nadie en el paso */
  vacant: boolean
  /** Name of the key of the program that decided; empty if the person decided. @description La clave con que decidió un programa; vacío si decidió la persona */
  keyName: string
  created: Moment
}

/** State of a request at one stage of its route. */
export interface RouteStepState {
  /** One-based. @description Desde 1 */
  position: number
  name: string
  state: 'passed' | 'current' | 'waiting' | 'skipped'
  /** Name of the group of the stage; empty without a group. @description Nombre del grupo, o vacío */
  group: string
  /** Names of the approvers of the stage. @description Nombres */
  people: string[]
  /** True if every approver of the stage must approve. @description Si deben aprobar todas las personas */
  all: boolean
  decisions: StepDecision[]
}

/** Response of `GET /api/app/requests/{id}/route`. */
export interface RequestRoute {
  ownerName: string
  /** True if the caller may decide the request now. @description Si la cuenta puede decidirla ahora */
  decidable: boolean
  /** Stages of the route; empty without a route, where any administrator decides. */
  steps: RouteStepState[]
}
