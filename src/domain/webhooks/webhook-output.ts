import * as z from 'zod'
import { createKeyEnum, defineObject } from '../output-schemas.ts'
import { recordIdSchema } from '../text/text-types.ts'
import { webhookErrorLabels, webhookEventLabels, webhookEvents } from './webhook.ts'

/** Records to which a webhook message refers. */
const webhookSubjectSchema = defineObject('WebhookSubject', {
  collection: z.enum(['requests', 'batches', 'users', 'webhooks']),
  /** Ids of the records, at most the first 1,000. */
  ids: z
    .array(recordIdSchema)
    .describe(
      'De más de mil, los primeros: los demás encabezan `GET /api/app/requests?sort=-decidedAt` (o `-submittedAt`)',
    ),
  /** Number of records, which may be higher than the number of `ids`. */
  count: z.int().min(1).describe('De cuántas se avisa'),
})

/** Webhook message. It contains only ids; the receiver fetches the data with an API key. */
export const webhookBodySchema = defineObject('WebhookBody', {
  id: recordIdSchema.describe('El mismo en cada intento'),
  event: createKeyEnum(webhookEventLabels),
  at: z.string().meta({ format: 'date-time', description: 'UTC: cuándo pasó, o empezó a pasar' }),
  subject: webhookSubjectSchema,
})
export interface WebhookBody extends z.infer<typeof webhookBodySchema> {}

const webhookDeliverySchema = defineObject('WebhookDelivery', {
  id: z.string(),
  event: createKeyEnum(webhookEventLabels),
  created: z.string(),
  due: z.string(),
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  /** HTTP status of the latest attempt. 0 if there was no response; `error` is then set. */
  answerStatus: z.int(),
  error: createKeyEnum({ '': '', ...webhookErrorLabels }),
  answer: z.string(),
  attemptedAt: z.string(),
})
export interface WebhookDelivery extends z.infer<typeof webhookDeliverySchema> {}

export const webhookOutputSchema = defineObject('Webhook', {
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  created: z.string(),
  createdByName: z.string(),
  failingSince: z.string(),
  paused: z.string(),
  /** Time of the last event that was dropped for this webhook, because its queue was full. */
  droppedAt: z.string(),
  deliveries: z.array(webhookDeliverySchema),
})
export interface Webhook extends z.infer<typeof webhookOutputSchema> {}

export const createdWebhookSchema = defineObject('CreatedWebhook', { id: z.string(), secret: z.string() })
export interface CreatedWebhook extends z.infer<typeof createdWebhookSchema> {}
