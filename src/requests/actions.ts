import { mutationOptions } from '@tanstack/react-query'
import type { DecisionInput } from '../domain/requests/decision-input.ts'
import type { DecisionResult, RequestAction } from '../domain/requests/request.ts'
import { pb } from '../lib/pb.ts'

export interface ActionResult extends DecisionResult {
  skipped: { id: string; code: string; errors?: Record<string, string> }[]
}

/** Runs an action on one or many requests. The caller shows the result, because some requests may be skipped. */
export const runActionMutation = mutationOptions({
  mutationKey: ['requests', 'step'],
  mutationFn: ({ action, ...decision }: { action: RequestAction } & DecisionInput) =>
    pb.send<ActionResult>(`/api/app/requests/${action}`, { method: 'POST', body: decision }),
  meta: { quiet: true, invalidates: [['requests'], ['request-counts'], ['events']] },
})

/**
 * Moves a request's document to the front of the server's generation queue.
 */
export const prioritizeDocumentMutation = mutationOptions({
  mutationKey: ['requests', 'document'],
  mutationFn: (id: string) => pb.send(`/api/app/requests/${id}/document`, { method: 'POST' }),
  meta: { quiet: true, invalidates: [] },
})

/** Deletes a draft by calling `discard`, which also stops the draft's autosave. */
export const discardDraftMutation = mutationOptions({
  mutationKey: ['requests', 'delete'],
  mutationFn: ({ discard }: { discard: () => Promise<void> }) => discard(),
  meta: { success: 'Borrador borrado.', quiet: true, invalidates: [['requests'], ['request-counts']] },
})

export const addCommentMutation = mutationOptions({
  mutationKey: ['requests', 'comment'],
  mutationFn: ({ id, text }: { id: string; text: string }) =>
    pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text } }),
  meta: { quiet: true, invalidates: [['requests', 'view'], ['events']] },
})
