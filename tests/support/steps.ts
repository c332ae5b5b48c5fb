import type { RequestStatus } from '../../src/domain/request.ts'

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
