import type { RequestStatus } from '../../src/domain/requests/request.ts'

/** Where a request may stand. What was approved has a document, preliminary or final, that is being made, ready or failed, and may be annulled. */
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

/** Under which hat somebody takes a step of a request; a `chief` is an administrator who owns it. */
export const hats = ['owner', 'admin', 'chief'] as const
export type Hat = (typeof hats)[number]

/** Short for where a step leads, which is told before all else of it. */
const leads: Record<string, RequestStatus> = {
  sub: 'submitted',
  ret: 'returned',
  rej: 'rejected',
  can: 'cancelled',
  app: 'approved',
}

/**
 * The contract's table of steps, typed from it by hand: who takes a step, whether he has to say why, and where it leads from each state. The
 * groups of three are what was approved: while its document is being made, ready, or failed.
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
  regenerate  admin  -       -   -   -   -   -        -   app app    -   app app    -   -   app
  issue       admin  -       -   -   -   -   -        app app -      -   -   -      -   -   -
  annul       admin  reason  -   -   -   -   -        app app app    app app app    -   -   -`

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
  /** Undefined where the step does not lead on from that state. */
  to: RequestStatus | undefined
}

/** What the contract says of a step, undefined where that person may never take it. Who owns a request takes its steps as its owner first. */
export function expectedOf(step: string, hat: Hat, state: State): Expected | undefined {
  const row = rows.find(({ action, by }) => action === step && (by === hat || hat === 'chief'))
  if (!row) return undefined
  return { needsReason: row.needsReason, to: leads[row.to[states.indexOf(state)] ?? ''] }
}

/** Where a request of a format with a route may stand. */
export const routeStates = [
  // At the first of three steps, whose second is for large amounts only; after one and two of them, and at the last one past the second.
  'first',
  'middle',
  'last',
  'skipped',
  // At a step whose group the owner is of: of a format that lets him decide it in the end, and of one whose group is nobody else.
  'own',
  'own allowed',
  'empty',
  'alone',
  // Where two have to approve, before and after one did.
  'each',
  'half',
  'returned',
  'rejected',
  'approved',
] as const
export type RouteState = (typeof routeStates)[number]

/** `member` and `decided` are of the group of the first step, and only `decided` acts before; `sub` stands in for `member` today, `early` and `late` on other days. */
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
 * What becomes of a request that somebody decides, typed by hand: the step where it stands then, `same` where somebody else has to approve as well, or
 * its new status; `no` is refused, `tra` is no step from there, `-` is a request that is not there for that person, and `.` is the owner himself.
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

/** What the table says; undefined for the owner under another name. */
export function expectedAt(action: keyof typeof routed, actor: RouteActor, state: RouteState): string | undefined {
  const line = routed[action].split('\n').find((each) => each.trim().startsWith(`${actor} `))
  const cell = line?.trim().split(/\s+/)[1 + routeStates.indexOf(state)]
  if (!cell) throw new Error(`the table has no ${action} of ${actor} at ${state}`)
  return cell === '.' ? undefined : cell
}
