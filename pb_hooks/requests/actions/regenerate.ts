import { makeDocuments } from '../effects/make-documents.ts'
import { recordActionEvents } from '../effects/record-events.ts'
import type { ActionHandler } from './action.ts'
import { pendingDocument } from './document-columns.ts'
import { planEach } from './load-requests.ts'

/** Generates documents of approved requests again. Keeps the reason of the decision. */
export const regenerateDocuments: ActionHandler = {
  plan: planEach(() => ({ set: { ...pendingDocument } })),
  effects: [recordActionEvents, makeDocuments],
}
