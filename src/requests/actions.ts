import { mutationOptions } from '@tanstack/react-query'
import type { RequestAction } from '../domain/requests/actions.ts'
import type { DecisionInput } from '../domain/requests/decision-input.ts'
import type { DecisionResult } from '../domain/requests/request-output.ts'
import { getErrorMessage } from '../domain/text/error-message.ts'
import { createRecordId } from '../lib/create-record-id.ts'
import { pb } from '../lib/pb.ts'

export interface ActionResult extends DecisionResult {
  skipped: { id: string; code: string; message: string; errors?: Record<string, string> }[]
}

/** Adds the message of its error code to each skipped request. */
const addMessages = ({ skipped, ...outcome }: DecisionResult): ActionResult => ({
  ...outcome,
  skipped: skipped.map((each) => ({ ...each, message: getErrorMessage(each.code) })),
})

/** Runs an action on one or many requests. The caller shows the result, because some requests may be skipped. */
export const runActionMutation = mutationOptions({
  mutationKey: ['requests', 'step'],
  mutationFn: ({ action, ...decision }: { action: RequestAction } & DecisionInput) =>
    pb.send<DecisionResult>(`/api/app/requests/${action}`, { method: 'POST', body: decision }).then(addMessages),
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

/** Asks the administrators for the final document of the user's own request. */
export const askForFinalMutation = mutationOptions({
  mutationKey: ['requests', 'final'],
  mutationFn: (id: string) => pb.send(`/api/app/requests/${id}/final`, { method: 'POST' }),
  meta: { success: 'Se avisó a los administradores.', invalidates: [['requests', 'view'], ['events']] },
})

/** Deletes a draft by calling `discard`, which also stops the draft's autosave. */
export const discardDraftMutation = mutationOptions({
  mutationKey: ['requests', 'delete'],
  mutationFn: ({ discard }: { discard: () => Promise<void> }) => discard(),
  meta: { success: 'Borrador borrado.', quiet: true, invalidates: [['requests'], ['request-counts']] },
})

/** Last comment without a response. A repeat of the same text reuses its id, so that the server stores it once. */
let pendingComment: { request: string; id: string; text: string } | undefined

export const addCommentMutation = mutationOptions({
  mutationKey: ['requests', 'comment'],
  async mutationFn({ id: request, text }: { id: string; text: string }) {
    if (pendingComment?.request !== request || pendingComment.text !== text)
      pendingComment = { request, id: createRecordId(), text }
    const { id } = pendingComment
    await pb.send(`/api/app/requests/${request}/comments`, { method: 'POST', body: { id, text } })
    pendingComment = undefined
  },
  meta: { quiet: true, invalidates: [['requests', 'view'], ['events']] },
})
