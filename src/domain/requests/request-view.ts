import type { Values } from '../fields/field.ts'
import type { Format, FormatVersion } from '../formats/format.ts'
import type { Event } from '../history/event.ts'
import type { ApproverFields } from './approver-fields.ts'
import type { FrequentReasons, Request } from './request.ts'
import type { RequestRoute } from './request-route.ts'

/** Response of `GET /api/app/requests/{id}/view`. */
export interface RequestView {
  /** Request. `expand` has the name of the user who decided, if the caller may see that name. */
  request: Request & { expand?: { reviewer?: { name: string } } }
  format: Pick<Format, 'id' | 'name' | 'requiresReview'>
  version: FormatVersion
  route: RequestRoute
  filled: ApproverFields
  /** Scanned signatures by signatory id. `src` is a data URL; width and height are in pixels. */
  signatures: Record<string, { src: string; width: number; height: number }>
  /** Frequent reasons for decisions. Absent if the caller cannot decide requests of this format. */
  reasons?: FrequentReasons
  /** Events of the request, oldest first. */
  history: Event[]
  /** Ids of the caller's unread notices about this request alone. */
  unreadNotices: string[]
  /** Values of the previous submission; empty list if they are the same as now. Absent before the second submission. */
  sent?: { values: Values }[]
}
