import type { RequestAction } from './request.ts'

/** Who decided a step, or for a step of all of them a part of it. */
export interface StepDecision {
  action: RequestAction
  /** Who did it. */
  personName: string
  /** In whose place he did it; empty where it is his own step, or where an administrator filled in. */
  inPlaceOf: string
  /** An administrator filled in, because nobody of the step was left. */
  vacant: boolean
  /** Name of the key of the program that decided; empty if the person decided. */
  keyName: string
  created: string
}

/** Where a request stands at one step of its route. */
export interface RouteStanding {
  /** From 1. */
  position: number
  name: string
  state: 'passed' | 'current' | 'waiting' | 'skipped'
  /** The name of the group whose step it is; empty where it is no group's. */
  group: string
  /** The people whose step it is by name. */
  people: string[]
  /** Each of the people has to approve. */
  all: boolean
  decisions: StepDecision[]
}

/** `GET /api/app/requests/{id}/route` */
export interface RequestRoute {
  ownerName: string
  /** Whether whoever asks may decide it now. */
  decidable: boolean
  /** None where any administrator decides. */
  steps: RouteStanding[]
}
