import * as z from 'zod'
import { deliverySchema } from '../deliveries/delivery-output.ts'
import { evidenceRowSchema } from '../documents/signer-output.ts'
import { valuesSchema } from '../fields/field-output.ts'
import type { FormatVersion } from '../formats/format.ts'
import { formatRecordSchema, formatVersionRecordSchema } from '../formats/format-output.ts'
import { eventSchema } from '../history/event.ts'
import { outsideSignatureSchema } from '../links/signing-output.ts'
import { defineObject } from '../output-schemas.ts'
import {
  approverFieldsOutputSchema,
  frequentReasonsSchema,
  type Request,
  requestRecordSchema,
} from './request-output.ts'
import { requestRouteSchema } from './request-route.ts'

/** Response of `GET /api/app/requests/{id}/view`. */
export const requestViewSchema = defineObject('RequestView', {
  request: requestRecordSchema,
  version: formatVersionRecordSchema,
  format: formatRecordSchema.pick({ id: true, name: true, requiresReview: true }),
  route: requestRouteSchema,
  filled: approverFieldsOutputSchema,
  /** Scanned signatures by signatory id. `src` is a data URL; width and height are in pixels. */
  signatures: z.record(z.string(), z.object({ src: z.string(), width: z.int(), height: z.int() })),
  /** Rows of the evidence page. Absent if the document has none. */
  evidence: z.array(evidenceRowSchema).optional(),
  /** Frequent reasons for decisions. Absent if the caller cannot decide requests of this format. */
  reasons: frequentReasonsSchema.optional(),
  /** Events of the request, oldest first. */
  history: z.array(eventSchema),
  /** Delivery of the document. Absent if it is not delivered, or the caller may not manage it. */
  delivery: deliverySchema.optional(),
  /** Signatures of people without an account, in their order. Absent if there are none, or the caller may not manage them. */
  outsideSignatures: z.array(outsideSignatureSchema).optional(),
  /** Ids of the caller's unread notices about this request alone. */
  unreadNotices: z.array(z.string()),
  /** Values of the previous submission; empty list if they are the same as now. Absent before the second submission. */
  sent: z.array(z.object({ values: valuesSchema })).optional(),
})
export interface RequestView extends Omit<z.infer<typeof requestViewSchema>, 'request' | 'version'> {
  /** Request. `expand` has the name of the user who decided, if the caller may see that name. */
  request: Request & { expand?: { reviewer?: { name: string } } }
  version: FormatVersion
}
