import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import type { Field } from '../fields/field.ts'
import { fieldKeySchema } from '../fields/field-key.ts'

/** How the documents of a format reach their recipient by mail. Without `email`, documents are not delivered. */
export const deliverySettingsSchema = z.lazy(() =>
  z.object({
    /** Key of the field with the recipient's email address. */
    email: z.optional(fieldKeySchema),
    name: z.optional(fieldKeySchema),
    /** Key of the field with the recipient's phone number, for links by WhatsApp. */
    phone: z.optional(fieldKeySchema),
    /** True if preliminary documents are delivered too, not only final ones. */
    preliminary: z.optional(z.boolean()),
    /** True if the mail has the PDF attached besides the link. */
    attach: z.optional(z.boolean()),
  }),
)
export interface DeliverySettings extends z.infer<typeof deliverySettingsSchema> {}

const recipientFieldTypes = {
  email: ['email'],
  name: ['text'],
  phone: ['phone'],
} as const satisfies Record<string, readonly Field['type'][]>
type RecipientPart = keyof typeof recipientFieldTypes
export const recipientParts = Object.keys(recipientFieldTypes) as RecipientPart[]

export const listRecipientFields = (fields: readonly Field[], part: RecipientPart): Field[] =>
  fields.filter(({ type, approvers }) => !approvers && recipientFieldTypes[part].some((fitting) => fitting === type))

/** Returns errors by part. A format that delivers needs a review, or a requester could send mails to any address. */
export function validateDelivery(
  delivery: DeliverySettings,
  fields: readonly Field[],
  requiresReview: boolean,
): Record<string, ErrorCode> {
  const errors: Record<string, ErrorCode> = {}
  for (const part of recipientParts) {
    const key = delivery[part]
    if (key !== undefined && !listRecipientFields(fields, part).some((field) => field.key === key))
      errors[`delivery.${part}`] = 'format.recipient'
  }
  if (delivery.email !== undefined && !requiresReview) errors['delivery.email'] ??= 'format.deliveryReview'
  return errors
}

/** Suggests the settings of a format that begins to deliver: each part whose type only one field has. The name is a field with «nombre» in its label. */
export function suggestDelivery(fields: readonly Field[]): DeliverySettings {
  const suggested: DeliverySettings = {}
  for (const part of recipientParts) {
    const fitting = listRecipientFields(fields, part).filter(({ label }) => part !== 'name' || /nombre/i.test(label))
    if (fitting.length === 1 && fitting[0]) suggested[part] = fitting[0].key
  }
  return suggested
}
