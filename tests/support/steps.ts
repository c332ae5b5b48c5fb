import type { RequestStatus } from '../../src/domain/requests/request.ts'

/** States of a request. Approved requests have a preliminary or final document that is pending, ready or failed, and can be annulled. */
export const states = [
  'draft',
  'submitted',
  'returned',
  'rejected',
  'cancelled',
  'pending',
  'approved',
  'failed',
  'final pending',
  'final',
  'final failed',
  'annulled pending',
  'annulled',
  'annulled failed',
] as const
export type State = (typeof states)[number]

/** Roles in which a user acts on a request; `chief` is an administrator and its requester. */
export const hats = ['owner', 'admin', 'chief'] as const
export type Hat = (typeof hats)[number]

/** Abbreviations of the resulting status, the first part of a cell. */
const leads: Record<string, RequestStatus> = {
  sub: 'submitted',
  ret: 'returned',
  rej: 'rejected',
  can: 'cancelled',
  app: 'approved',
}

/**
 * Actions, typed from the contract by hand: who may run them, whether a reason is required, and the resulting status from each state. Groups of
 * three are approved states with a pending, ready or failed document.
 */
const contract = `
                             before approval          preliminary    final          annulled
                             dra sub ret rej can      pen rea fai    pen rea fai    pen rea fai
  submit      owner  -       sub -   sub -   -        -   -   -      -   -   -      -   -   -
  approve     admin  -       -   app -   -   -        -   -   -      -   -   -      -   -   -
  return      admin  reason  -   ret -   -   -        -   -   ret    -   -   ret    -   -   -
  reject      admin  reason  -   rej -   -   -        -   -   -      -   -   -      -   -   -
  reopen      admin  reason  -   -   -   sub -        -   -   -      -   -   -      -   -   -
  cancel      owner  -       can can can -   -        -   -   -      -   -   -      -   -   -
  cancel      admin  reason  can can can -   -        -   -   -      -   -   -      -   -   -
  regenerate  admin  -       -   -   -   -   -        -   app app    -   app app    -   app app
  issue       admin  -       -   -   -   -   -        app app -      -   -   -      -   -   -
  annul       admin  reason  -   -   -   -   -        app app app    app app app    -   -   -
  hold        admin  reason  -   sub ret rej can      app app app    app app app    app app app
  release     admin  reason  -   -   -   -   -        -   -   -      -   -   -      -   -   -
  anonymize   admin  reason  -   -   -   rej can      -   app app    -   app app    -   app app`

const rows = contract
  .split('\n')
  .slice(3)
  .map((line) => {
    const [action = '', by = '', reason = '', ...to] = line.trim().split(/\s+/)
    return { action, by, needsReason: reason === 'reason', to }
  })

export const steps = [...new Set(rows.map(({ action }) => action))]

interface Expected {
  needsReason: boolean
  /** Undefined if the action is not possible in that state. */
  to: RequestStatus | undefined
}

/** Returns the expected result of an action; undefined if the role can never run it. Requesters act as requesters first. */
export function expectedOf(step: string, hat: Hat, state: State): Expected | undefined {
  const row = rows.find(({ action, by }) => action === step && (by === hat || hat === 'chief'))
  if (!row) return undefined
  return { needsReason: row.needsReason, to: leads[row.to[states.indexOf(state)] ?? ''] }
}

/** States of a request with an approval route. */
export const routeStates = [
  // First of three stages (the second applies to large amounts only), after one and two of them, and at the last after skipping the second.
  'first',
  'middle',
  'last',
  'skipped',
  // Stages of the requester's own group: in a format that permits own decisions, and with no other member.
  'own',
  'own allowed',
  'empty',
  'alone',
  // Stage that requires two approvals, before and after the first.
  'each',
  'half',
  'returned',
  'rejected',
  'approved',
] as const
export type RouteState = (typeof routeStates)[number]

/** `member` and `decided` belong to the group of the first stage; only `decided` acted before. `sub` substitutes `member` today, `early` and `late` on other days. */
export const routeActors = [
  'owner',
  'member',
  'decided',
  'sub',
  'early',
  'late',
  'ex-member',
  'manager',
  'finance',
  'admin',
  'stranger',
] as const
export type RouteActor = (typeof routeActors)[number]

/**
 * Results of decisions, typed by hand: the next stage, the new status, or `same` if another approval is required. `no`: refused, `tra`: not
 * possible in that state, `-`: request not visible, `.`: the requester.
 */
const routed = {
  approve: `
             first mid las ski own ook emp alo eac hal ret rej app
  owner      no    no  no  no  no  app no  no  no  no  no  no  no
  member     2     -   -   -   .   .   -   .   same no -   -   -
  decided    2     no  no  no  3   app -   -   -   -   no  no  no
  sub        2     -   -   -   -   app -   -   same no -   -   -
  early      -     -   -   -   -   -   -   -   -   -   -   -   -
  late       -     -   -   -   -   -   -   -   -   -   -   -   -
  ex-member  -     -   -   -   -   -   -   -   -   -   -   -   -
  manager    -     3   no  -   -   -   -   -   same app -  -   no
  finance    -     -   app app -   -   -   -   -   -   -   -   no
  admin      no    no  no  no  no  no  app app no  no  tra tra tra
  stranger   -     -   -   -   -   -   -   -   -   -   -   -   -`,
  return: `
             first mid las ski own ook emp alo eac hal ret rej app
  owner      no    no  no  no  no  ret no  no  no  no  no  no  no
  member     ret   -   -   -   .   .   -   .   ret no  -   -   -
  decided    ret   no  no  no  ret ret -   -   -   -   no  no  no
  sub        ret   -   -   -   -   ret -   -   ret no  -   -   -
  early      -     -   -   -   -   -   -   -   -   -   -   -   -
  late       -     -   -   -   -   -   -   -   -   -   -   -   -
  ex-member  -     -   -   -   -   -   -   -   -   -   -   -   -
  manager    -     ret no  -   -   -   -   -   ret ret -   -   no
  finance    -     -   ret ret -   -   -   -   -   -   -   -   no
  admin      no    no  no  no  no  no  ret ret no  no  tra tra tra
  stranger   -     -   -   -   -   -   -   -   -   -   -   -   -`,
  reject: `
             first mid las ski own ook emp alo eac hal ret rej app
  owner      no    no  no  no  no  rej no  no  no  no  no  no  no
  member     rej   -   -   -   .   .   -   .   rej no  -   -   -
  decided    rej   no  no  no  rej rej -   -   -   -   no  no  no
  sub        rej   -   -   -   -   rej -   -   rej no  -   -   -
  early      -     -   -   -   -   -   -   -   -   -   -   -   -
  late       -     -   -   -   -   -   -   -   -   -   -   -   -
  ex-member  -     -   -   -   -   -   -   -   -   -   -   -   -
  manager    -     rej no  -   -   -   -   -   rej rej -   -   no
  finance    -     -   rej rej -   -   -   -   -   -   -   -   no
  admin      no    no  no  no  no  no  rej rej no  no  tra tra tra
  stranger   -     -   -   -   -   -   -   -   -   -   -   -   -`,
} as const
export const routeActions = Object.keys(routed) as (keyof typeof routed)[]

/** Returns the expected result; undefined for the requester in another role. */
export function expectedAt(action: keyof typeof routed, actor: RouteActor, state: RouteState): string | undefined {
  const line = routed[action].split('\n').find((each) => each.trim().startsWith(`${actor} `))
  const cell = line?.trim().split(/\s+/)[1 + routeStates.indexOf(state)]
  if (!cell) throw new Error(`the table has no ${action} of ${actor} at ${state}`)
  return cell === '.' ? undefined : cell
}
