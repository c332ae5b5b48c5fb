import { mutationOptions } from '@tanstack/react-query'
import type { Decision } from '../domain/decision.ts'
import type { Values } from '../domain/field.ts'
import type { FilledByDeciders } from '../domain/filled.ts'
import type { DecisionOutcome, RequestAction } from '../domain/request.ts'
import { pb } from '../lib/pb.ts'

export interface Outcome extends DecisionOutcome {
  skipped: { id: string; code: string; errors?: Record<string, string> }[]
}

/** A step of one or of thousands; what came of it is said by who asked, for it may be partly done. */
export const takeStep = mutationOptions({
  mutationKey: ['requests', 'step'],
  mutationFn: ({ action, ...decision }: { action: RequestAction } & Decision) =>
    pb.send<Outcome>(`/api/app/requests/${action}`, { method: 'POST', body: decision }),
  meta: { quiet: true, invalidates: [['requests'], ['request-counts'], ['events']] },
})

/** Whoever looks at a request has its document made before others; it would be made anyway. */
export const wantDocument = mutationOptions({
  mutationKey: ['requests', 'document'],
  mutationFn: (id: string) => pb.send(`/api/app/requests/${id}/document`, { method: 'POST' }),
  meta: { quiet: true, invalidates: [] },
})

/** Deletes a draft in the way that whoever keeps it knows. */
export const discardDraft = mutationOptions({
  mutationKey: ['requests', 'delete'],
  mutationFn: ({ discard }: { discard: () => Promise<void> }) => discard(),
  meta: { success: 'Borrador borrado.', quiet: true, invalidates: [['requests'], ['request-counts']] },
})

/** What deciders fill, kept before anything is decided. */
export const fillFields = mutationOptions({
  mutationKey: ['requests', 'fill'],
  mutationFn: ({ id, ...body }: { id: string; values: Values; updated: string }) =>
    pb.send<FilledByDeciders>(`/api/app/requests/${id}/filled`, { method: 'PUT', body }),
  meta: { quiet: true, invalidates: [['events']] },
})

export const addComment = mutationOptions({
  mutationKey: ['requests', 'comment'],
  mutationFn: ({ id, text }: { id: string; text: string }) =>
    pb.send(`/api/app/requests/${id}/comments`, { method: 'POST', body: { text } }),
  meta: { quiet: true, invalidates: [['events']] },
})
