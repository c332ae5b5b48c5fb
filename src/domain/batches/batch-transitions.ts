import type { BatchStatus } from './batch.ts'

interface BatchTransition {
  from: readonly BatchStatus[]
  by: 'owner' | 'owner or admin'
  /** Statuses in which an administrator may act instead of the owner, if the owner is deactivated. */
  deputy: readonly BatchStatus[]
}

/** Statuses that allow each batch action, and the roles that may perform it. */
export const batchTransitions = {
  rows: { from: ['loaded', 'fixing', 'ready', 'completed_with_pending'], by: 'owner', deputy: [] },
  discard: { from: ['fixing', 'ready', 'completed_with_pending'], by: 'owner', deputy: [] },
  confirm: {
    from: ['fixing', 'ready', 'completed_with_pending'],
    by: 'owner',
    deputy: ['fixing', 'ready', 'completed_with_pending', 'interrupted'],
  },
  cancel: { from: ['loaded', 'fixing', 'ready', 'processing', 'interrupted'], by: 'owner or admin', deputy: [] },
} as const satisfies Record<string, BatchTransition>
export type BatchAction = keyof typeof batchTransitions

/** Returns whether an action is allowed in a status. `asDeputy`: an administrator acts for a deactivated owner. */
export function isBatchActionAllowed(status: BatchStatus, action: BatchAction, asDeputy = false): boolean {
  const { from, deputy }: BatchTransition = batchTransitions[action]
  return (asDeputy ? deputy : from).includes(status)
}
