import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import type { Field } from '../fields/field.ts'
import { fieldKeySchema } from '../fields/field-key.ts'
import { singleLineText } from '../text/text-schemas.ts'
import { listRecipientFields } from './delivery-settings.ts'

export const maxSigners = 10

/** Outside signers of a format: people without an account, who sign its documents by a link. Absent or empty `signers`: no outside signers. */
export const signingSettingsSchema = z.lazy(() =>
  z.object({
    signers: z.optional(
      z
        .array(
          z.object({
            /** Keys of the fields with the signer's name and email address. */
            name: fieldKeySchema,
            email: fieldKeySchema,
            /** Role in the document: «Contratista». */
            role: singleLineText(60).check(z.minLength(1, 'required')),
          }),
        )
        .check(z.maxLength(maxSigners, 'length')),
    ),
    /** `sequence` if each signer is asked once the previous one has signed; all at the same time if absent. */
    order: z.optional(z.literal('sequence')),
    /** Days between reminders; no reminders if absent. */
    remindEvery: z.optional(z.number().check(z.int('number'), z.minimum(1, 'min'), z.maximum(30, 'max'))),
    /** Days in which a signer can sign. */
    expires: z.optional(z.number().check(z.int('number'), z.minimum(1, 'min'), z.maximum(365, 'max'))),
  }),
)
export interface SigningSettings extends z.infer<typeof signingSettingsSchema> {}
export type OutsideSigner = NonNullable<SigningSettings['signers']>[number]

/** Lists fields that can hold the address of a signer. They are required, because a document without that signature would never be final. */
export const listSignerEmails = (fields: readonly Field[]): Field[] =>
  listRecipientFields(fields, 'email').filter(({ required }) => required)

/** Returns errors by part: `signing.signers.0.email`. Like a delivery, signing needs an approver who sees the addresses. */
export function validateSigning(
  { signers = [] }: SigningSettings,
  fields: readonly Field[],
  requiresReview: boolean,
): Record<string, ErrorCode> {
  const errors: Record<string, ErrorCode> = {}
  const has = (all: readonly Field[], key: string) => all.some((field) => field.key === key)
  signers.forEach(({ name, email }, i) => {
    if (!has(listRecipientFields(fields, 'name'), name)) errors[`signing.signers.${i}.name`] = 'format.recipient'
    if (!has(listSignerEmails(fields), email)) errors[`signing.signers.${i}.email`] = 'format.signerEmail'
    if (!requiresReview) errors[`signing.signers.${i}.email`] ??= 'format.signingReview'
  })
  return errors
}
