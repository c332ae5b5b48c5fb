import * as z from 'zod'
import { createKeyedSchema, defineObject } from '../output-schemas.ts'
import { type NotifiedAction, requestActionNames, requestActions } from '../requests/actions.ts'
import { mailFrequencies, noticeKinds } from './notice.ts'

const notifiedActions = requestActionNames.filter(
  (name): name is NotifiedAction => requestActions[name].notice !== undefined,
)

/** Mail frequency by notice kind. Response of `GET /api/app/notices/choices`. */
export const mailFrequenciesSchema = createKeyedSchema(noticeKinds, z.enum(mailFrequencies)).meta({
  id: 'MailFrequencyByNoticeKind',
})
export type MailFrequencyByNoticeKind = z.infer<typeof mailFrequenciesSchema>

/** Data of a notice. The client formats its sentence. */
const noticeDetailsSchema = z
  .object({
    action: z.enum(notifiedActions),
    /** Number of the request, batch or document. */
    number: z.string(),
    format: z.string(),
    /** Name of the user who wrote the comment, asked for the document, registered or is substituted. */
    by: z.string(),
    /** Reason of a decision, or the start of a comment. */
    text: z.string(),
    /** Error code of `errors.ts`. `named`: values for its placeholders. */
    code: z.string(),
    named: z.record(z.string(), z.unknown()),
    /** Why a signature is missing. */
    signing: z.enum(['refused', 'expired', 'undelivered']),
    created: z.int(),
    errors: z.int(),
    /** Submission time of the oldest request that waits for a decision. */
    oldest: z.string(),
    /** First and last day of a substitution. `to` is also the last day of a certificate. */
    from: z.string(),
    to: z.string(),
    /** True if the account's owner must still confirm an API key. */
    pending: z.boolean(),
  })
  .partial()
  .meta({ id: 'NoticeDetails' })
export interface NoticeDetails extends z.infer<typeof noticeDetailsSchema> {}

/** Item of `GET /api/app/notices`. */
const noticeItemSchema = defineObject('NoticeItem', {
  id: z.string(),
  kind: z.enum(noticeKinds),
  /** Id of the request, batch or user. If the notice covers several, the id of the latest. */
  subjectId: z.string(),
  /** Number of events in the notice. For requests that wait for a decision, their current number. */
  count: z.int(),
  details: noticeDetailsSchema,
  /**
   * Time when the user read the notice; empty if unread. A notice of pending decisions becomes read once none is
   * pending.
   */
  readAt: z.string(),
  /** Time of the latest event in the notice. */
  notifiedAt: z.string(),
})
export interface NoticeItem extends z.infer<typeof noticeItemSchema> {}

/** Response of `GET /api/app/notices`. */
export const noticePageSchema = defineObject('NoticePage', {
  unread: z.int(),
  latest: z.string(),
  page: z.int(),
  perPage: z.int(),
  totalItems: z.int(),
  items: z.array(noticeItemSchema),
})
export interface NoticePage extends z.infer<typeof noticePageSchema> {}
