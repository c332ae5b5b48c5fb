import type { Values } from '../fields/field.ts'
import type { Format, FormatVersion } from '../formats/format.ts'
import type { Event } from '../history/event.ts'
import type { FilledByDeciders } from './filled.ts'
import type { Request, UsualReasons } from './request.ts'
import type { RequestRoute } from './request-route.ts'

/** `GET /api/app/requests/{id}/view` */
export interface RequestView {
  /** With the names of owner and reviewer, for users who may see them. */
  request: Request & { expand?: { owner?: { name: string }; reviewer?: { name: string } } }
  format: Pick<Format, 'id' | 'name' | 'requiresReview'>
  version: FormatVersion
  route: RequestRoute
  filled: FilledByDeciders
  /** Scanned signatures by the id of their signer, as data URLs with their size in pixels. */
  signatures: Record<string, { src: string; width: number; height: number }>
  /** Left out for users who decide nothing of this format. */
  reasons?: UsualReasons
  /** Left out before the second submission. */
  history?: Event[]
  /** Values of the submission before, in a list that is empty if nothing has changed since; left out before the second submission. */
  sent?: { values: Values }[]
}
