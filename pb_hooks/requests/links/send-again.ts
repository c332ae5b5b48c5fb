import { maxTimesSent } from '../../../src/domain/deliveries/delivery.ts'
import { queueDeliveries } from '../../deliveries/delivery-queue.ts'
import { getIds } from '../../lib/record-id.ts'
import { requireUser } from '../../lib/users.ts'
import { askSigners, cancelSignatures, isSignatureOpen, resetLinks } from '../signing/request-signatures.ts'
import { createUndoableCall, findDeliveryRefusal } from './correct-addresses.ts'
import { changeLinks, type ManagedLink } from './managed-links.ts'

/** `POST /api/app/deliveries/send` → `DeliveryResult`: sends documents again, after the time in which the call can be undone. */
export function sendAgain(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { call, getUndo } = createUndoableCall(caller)
  const result = changeLinks(e, caller, {
    purpose: 'deliver',
    action: 'deliveryAgain',
    findRefusal: ([link]) =>
      findDeliveryRefusal(link) ?? (!link?.id ? 'delivery.address' : link.isQueued ? 'delivery.waiting' : undefined),
    apply: (tx, links) => queueDeliveries(tx, getIds(links), call),
  })
  return e.json(200, { ...result, ...getUndo(result.changed) })
}

/**
 * `POST /api/app/signatures/ask` → `DeliveryResult`: reminds the signers who have not signed. Those whose signature has expired, was cancelled or
 * was refused get a new link.
 */
export function askAgain(e: core.RequestEvent) {
  const result = changeLinks(e, requireUser(e), {
    purpose: 'sign',
    action: 'signAgain',
    findRefusal(links) {
      const missing = links.filter(({ id, state }) => id && state !== 'signed')
      if (!missing[0]?.isOpen) return 'sign.none'
      if (missing.some(({ timesSent }) => timesSent >= maxTimesSent)) return 'delivery.limit'
      return missing.some((link) => hasEnded(link) || canBeReminded(link)) ? undefined : 'delivery.waiting'
    },
    apply(tx, links) {
      resetLinks(tx, getIds(links.filter(hasEnded)))
      queueDeliveries(tx, getIds(links.filter(canBeReminded)), { purpose: 'remind' })
      askSigners(tx, getRequests(links))
    },
  })
  return e.json(200, result)
}

const hasEnded = ({ state }: ManagedLink) => state === 'expired' || state === 'cancelled' || state === 'refused'
const canBeReminded = ({ state, isQueued }: ManagedLink) =>
  !isQueued && (state === 'sent' || state === 'opened' || state === 'failed')

/** `POST /api/app/signatures/cancel` → `DeliveryResult`: cancels the pending signatures. Those that exist stay valid. */
export function cancelSigning(e: core.RequestEvent) {
  const result = changeLinks(e, requireUser(e), {
    purpose: 'sign',
    action: 'signCancelled',
    findRefusal: (links) => (links.some(({ state }) => isSignatureOpen(state)) ? undefined : 'sign.none'),
    apply: (tx, links) => cancelSignatures(tx, getRequests(links)),
  })
  return e.json(200, result)
}

const getRequests = (links: ManagedLink[]) => [...new Set(links.map(({ request }) => request))]
