import type { Values } from '../../src/domain/fields/field.ts'
import type { RouteStep } from '../../src/domain/formats/route.ts'
import { stepsInForce } from '../../src/domain/requests/steps-in-force.ts'
import { currentKeyName } from '../lib/api-key-name.ts'
import { stamp } from '../lib/clock.ts'
import { readable } from '../lib/faults.ts'
import { run } from '../lib/sql.ts'
import type { Power } from './deciders.ts'

/** Where a request stands after a step, and what its history tells of it. */
interface Standing {
  /** 0 where nobody has to decide any more. */
  step: number
  details: { next?: string; passedOver?: string[] }
}

/** The first step in force past a position: all that begins in a route, and all that goes on. */
export function stageAfter(route: readonly RouteStep[], values: Values, position = 0): Standing {
  const next = stepsInForce(route, values).find((step) => step.position > position)
  const passedOver = route.slice(position, next ? next.position - 1 : undefined).map(({ name }) => name)
  return {
    step: next?.position ?? 0,
    details: { ...(next && { next: next.name }), ...(passedOver.length > 0 && { passedOver }) },
  }
}

export const valued = { id: '', values: '' }

/** Puts new requests, whose values say where they begin, at their first steps. */
export function placeInRoute(tx: CoreApp, { route }: { route: RouteStep[] }, made: (typeof valued)[]) {
  const steps = made.map(({ id, values }) => ({ id, step: stageAfter(route, readable(values, {})).step }))
  run(
    tx,
    `UPDATE requests SET step = given.step
     FROM (SELECT value ->> 'id' AS id, value ->> 'step' AS step FROM json_each({:steps})) AS given
     WHERE requests.id = given.id AND given.step > 0`,
    { steps: JSON.stringify(steps) },
  )
}

/** Whether a step is passed once these powers are used besides what was approved before: of «each of them» nobody may be missing. */
export function isPassed({ all, people = [] }: RouteStep, used: readonly Power[], taken: readonly string[]): boolean {
  const filled = [...taken, ...used.map(({ seat }) => seat)]
  return !all || people.every((person) => filled.includes(person))
}

/** The powers by which a step is decided: of «each of them» all that somebody has, else one, his own before another's. */
export function countedOf({ all }: RouteStep, used: readonly Power[], me: string): Power[] {
  return all ? [...used] : [used.find(({ holder }) => holder === me) ?? used[0]].filter((power) => power !== undefined)
}

/** Returns the details of a stage's history line: users in whose place the caller decided, and whether an administrator filled in. */
export function stageDetails({ name }: RouteStep, used: readonly Power[], me: string) {
  const others = used.flatMap(({ holder, holderName }) => (holder && holder !== me ? holderName : []))
  return {
    step: name,
    ...(others.length > 0 && { inPlaceOf: others }),
    ...(used.some(({ holder }) => holder === '') && { vacant: true }),
  }
}

/** Which seats somebody filled by deciding a step. */
export interface FilledSeat {
  request: string
  position: number
  action: string
  person: string
  /** Whose seat it is. */
  holder: string
  vacant: boolean
}

export function saveStageDecisions(tx: CoreApp, decisions: FilledSeat[]) {
  if (!decisions.length) return
  run(
    tx,
    `INSERT INTO request_decisions (id, request, position, action, person, holder, vacant, keyName, counts, created, updated)
     SELECT substr(lower(hex(randomblob(8))), 2), value ->> 'request', value ->> 'position', value ->> 'action', value ->> 'person',
       value ->> 'holder', value ->> 'vacant', {:keyName}, TRUE, {:now}, {:now} FROM json_each({:decisions})`,
    { now: stamp(), keyName: currentKeyName() ?? '', decisions: JSON.stringify(decisions) },
  )
}

/** Resets approvals of requests that start their route again: they stay in the history and no longer count. */
export function resetApprovals(tx: CoreApp, ids: string[]) {
  if (!ids.length) return
  run(
    tx,
    `UPDATE request_decisions SET counts = FALSE WHERE counts AND request IN (SELECT value FROM json_each({:ids}))`,
    { ids: JSON.stringify(ids) },
  )
}
