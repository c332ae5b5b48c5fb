import type { RequestStatus } from '../../src/domain/request.ts'

/** Where a request may stand: `failed` is approved without a document, because none could be made. */
export const states = ['draft', 'submitted', 'returned', 'approved', 'failed', 'rejected', 'cancelled'] as const
export type State = (typeof states)[number]

/** Under which hat somebody takes a step of a request; a `chief` is an administrator who owns it. */
export const hats = ['owner', 'admin', 'chief'] as const
export type Hat = (typeof hats)[number]

/** The contract's table of steps, typed from it by hand: who takes a step, whether he has to say why, and where it leads from each state. */
const contract = `
  submit      owner  -       submitted  -          submitted  -         -         -          -
  approve     admin  -       -          approved   -          -         -         -          -
  return      admin  reason  -          returned   -          -         returned  -          -
  reject      admin  reason  -          rejected   -          -         -         -          -
  reopen      admin  reason  -          -          -          -         -         submitted  -
  cancel      owner  -       cancelled  cancelled  cancelled  -         -         -          -
  cancel      admin  reason  cancelled  cancelled  cancelled  -         -         -          -
  regenerate  admin  -       -          -          -          approved  approved  -          -`

const rows = contract
  .trim()
  .split('\n')
  .map((line) => {
    const [action = '', by = '', reason = '', ...leads] = line.trim().split(/\s+/)
    return { action, by, needsReason: reason === 'reason', leads }
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
  const to = row.leads[states.indexOf(state)]
  return { needsReason: row.needsReason, to: to === '-' ? undefined : (to as RequestStatus) }
}
