import { mutationOptions } from '@tanstack/react-query'
import type { RequestAction } from '../domain/request.ts'
import { notify } from '../lib/notify.ts'
import { pb } from '../lib/pb.ts'
import { queryClient } from '../lib/query-client.ts'
import type { Outcome } from './actions.ts'
import { useLastUndone } from './last-undone.ts'
import { outcomeOfUndo, shortOutcome } from './outcome.ts'

const undoDecision = mutationOptions({
  mutationKey: ['requests', 'undo'],
  mutationFn: (id: string) => pb.send<Outcome>(`/api/app/decisions/${id}/undo`, { method: 'POST' }),
  meta: { invalidates: [['requests'], ['request-counts'], ['events']] },
})

/** Says what was decided, with the way back while there is one. */
export function offerUndo(action: RequestAction, { changed, undo }: Outcome, isAtStep = false) {
  if (!undo) return
  const back = async () => {
    const outcome = await queryClient.getMutationCache().build(queryClient, undoDecision).execute(undo.id)
    useLastUndone.setState(undo.id, true)
    notify[outcome.skipped.length ? 'info' : 'success'](outcomeOfUndo(outcome))
  }
  notify.undo(shortOutcome(action, changed.length, isAtStep), undo.seconds, () => void back().catch(() => undefined))
}
