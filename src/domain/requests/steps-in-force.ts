import { isMet } from '../fields/conditions.ts'
import type { Values } from '../fields/field.ts'
import { requestLookup } from '../fields/scope.ts'
import type { RouteStep } from '../formats/route.ts'

/** A step with its place in the route, from 1: what a request's `step` says. */
export interface PlacedStep extends RouteStep {
  position: number
}

/** The steps that a request with these values passes. */
export function stepsInForce(route: readonly RouteStep[], values: Values): PlacedStep[] {
  const lookup = requestLookup(values)
  return route
    .map((step, index) => ({ ...step, position: index + 1 }))
    .filter(({ when }) => when === undefined || isMet(when, lookup))
}
