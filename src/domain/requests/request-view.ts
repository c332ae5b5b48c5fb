import type { Values } from '../fields/field.ts'
import type { Format, FormatVersion } from '../formats/format.ts'
import type { Event } from '../history/event.ts'
import type { ApproverFields } from './approver-fields.ts'
import type { FrequentReasons, Request } from './request.ts'
import type { RequestRoute } from './request-route.ts'

/** Response of `GET /api/app/requests/{id}/view`. */
export interface RequestView {
  /** Request, expanded with the name of its reviewer if the caller may see it. */
  request: Request & { expand?: { reviewer?: { name: string } } }
  format: Pick<Format, 'id' | 'name' | 'requiresReview'>
  version: FormatVersion
  route: RequestRoute
  filled: ApproverFields
  /** Scanned signatures by the id of their signer, as data URLs with their size in pixels. */
  signatures: Record<string, { src: string; width: number; height: number }>
  /** Common decision reasons; absent if the caller decides no requests of this format. */
  reasons?: FrequentReasons
  /** Events, oldest first. */
  history: Event[]
  /**
   * Values of the previous submission; an empty list if nothing has changed since. Absent before the second
   * submission.
   */
  sent?: { values: Values }[]
}
