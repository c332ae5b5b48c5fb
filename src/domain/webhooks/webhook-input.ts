import * as z from 'zod/mini'
import { parseWebhookUrl, webhookEvents } from './webhook.ts'

/** Body of `POST /api/app/webhooks`. */
export const webhookSchema = z.object({
  url: z.string().check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(500, 'length'),
    z.refine((url) => parseWebhookUrl(url) !== undefined, 'webhook.address'),
  ),
  events: z
    .array(z.enum(webhookEvents))
    .check(z.minLength(1, 'required'), z.maxLength(webhookEvents.length, 'invalid')),
})
export type WebhookInput = z.infer<typeof webhookSchema>
