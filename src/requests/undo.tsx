import { mutationOptions } from '@tanstack/react-query'
import { create } from 'zustand'
import type { RequestAction } from '../domain/requests/actions.ts'
import { getErrorCode } from '../lib/api-error.ts'
import { notify } from '../lib/notify.ts'
import { pb } from '../lib/pb.ts'
import { queryClient } from '../lib/query-client.ts'
import { formatShortResult, formatUndoResult } from './action-result.ts'
import type { ActionResult } from './actions.ts'
import { UndoLabel } from './undo-label.tsx'

/** Id of the last decision that was undone. Notices about this decision are then hidden. */
export const useLastUndoneDecision = create<string | null>(() => null)

interface UndoOffer {
  id: string
  /** End of the undo period, in ms since 1970. */
  until: number
  requests: ReadonlySet<string>
}

const useUndoOffers = create<readonly UndoOffer[]>(() => [])

/** Returns the end of the undo period of a request's last decision, if it was made on this page; otherwise `undefined`. */
export const useUndoDeadline = (request: string) =>
  useUndoOffers((offers) => offers.find(({ requests }) => requests.has(request))?.until)

const undoDecision = mutationOptions({
  mutationKey: ['requests', 'undo'],
  mutationFn: (id: string) => pb.send<ActionResult>(`/api/app/decisions/${id}/undo`, { method: 'POST' }),
  meta: { invalidates: [['requests'], ['request-counts'], ['events']] },
})

/** Ids of the decisions whose undo is sent and not answered. */
const runningUndos = new Set<string>()

/**
 * Shows a toast with the decision, an undo button and the seconds left. `onUndone`: called after the undo, to restore
 * deleted local drafts.
 */
export function showUndoToast(
  action: RequestAction,
  { changed, undo }: ActionResult,
  isAtStep = false,
  onUndone?: (() => void) | undefined,
) {
  if (!undo) return
  const { id } = undo
  const until = Date.now() + undo.seconds * 1000
  const end = () => {
    notify.close(id)
    useUndoOffers.setState((offers) => offers.filter((offer) => offer.id !== id), true)
  }
  const back = async () => {
    if (runningUndos.has(id)) return
    runningUndos.add(id)
    try {
      const outcome = await queryClient.getMutationCache().build(queryClient, undoDecision).execute(id)
      end()
      onUndone?.()
      useLastUndoneDecision.setState(id, true)
      notify[outcome.skipped.length ? 'info' : 'success'](formatUndoResult(outcome))
    } catch (error) {
      // After other errors, the user can try again until the undo period ends.
      if (getErrorCode(error) === 'request.undo') end()
    } finally {
      runningUndos.delete(id)
    }
  }
  useUndoOffers.setState((offers) => [...offers, { id, until, requests: new Set(changed) }], true)
  setTimeout(end, undo.seconds * 1000)
  const text = formatShortResult(action, changed.length, isAtStep)
  notify.undo(id, text, <UndoLabel until={until} />, () => void back())
}

/** Ends the undo periods of this page's decisions on the server, because the page with the undo buttons is closing. */
function endOpenUndoPeriods() {
  for (const { id } of useUndoOffers.getState()) {
    notify.close(id)
    // The server may receive both calls in either order.
    if (runningUndos.has(id)) continue
    // `keepalive` lets the call outlive the page; `sendBeacon` cannot send the Authorization header.
    const call = { method: 'POST', keepalive: true, headers: { Authorization: pb.authStore.token } }
    void fetch(`/api/app/decisions/${id}/settle`, call).catch(() => undefined)
  }
  useUndoOffers.setState([], true)
}
addEventListener('pagehide', endOpenUndoPeriods)
