import * as z from 'zod/mini'
import type { SignatureBlock } from '../documents/signature-block.ts'
import type { ErrorCode } from '../errors.ts'
import type { Field } from '../fields/field.ts'
import { fieldKeySchema } from '../fields/field-key.ts'
import { getBoundFields } from '../lists/list-binding.ts'

/** External people who may request a format: people in a list, or anyone with a confirmed email address. */
const externalAudiences = ['list', 'anyone'] as const

/** Access to a format by external people, who have no account. If `who` is absent, a request needs an account. */
export const externalAccessSchema = z.lazy(() =>
  z.object({
    who: z.optional(z.enum(externalAudiences, 'choice')),
    /** Key of the field that is bound to the list. */
    field: z.optional(fieldKeySchema),
    /** Column of the list with the email addresses. */
    email: z.optional(fieldKeySchema),
  }),
)
interface ExternalAccess extends z.infer<typeof externalAccessSchema> {}

interface CheckedFormat {
  external: ExternalAccess
  fields: readonly Field[]
  signatures: readonly SignatureBlock[]
  requiresReview: boolean
}

/**
 * Returns errors by path of a format that external people may request. It needs a review, because anyone could otherwise have
 * documents made. Its fields must not disclose records of a list or values of other requests, and must not need a file or a user.
 */
export function validateExternalAccess({
  external: { who, field: key, email },
  fields,
  signatures,
  requiresReview,
}: CheckedFormat): Record<string, ErrorCode> {
  const errors: Record<string, ErrorCode> = {}
  if (!who) return errors
  if (!requiresReview) errors['external.who'] = 'format.externalReview'
  const source = who === 'list' ? fields.find((field) => field.key === key) : undefined
  if (who === 'list' && (!source?.list || source.approvers)) errors['external.field'] = 'format.externalList'
  if (who === 'list' && !email) errors['external.email'] = 'format.externalList'
  const filled = source?.list ? getBoundFields(source.key, source.list).map(([name]) => name) : []
  fields.forEach((field, i) => {
    if (field.approvers) return
    const isOfOtherList = field.list && field !== source
    const isOpenUnique = field.unique && !filled.includes(field.key)
    if (field.type === 'file' || isOfOtherList || isOpenUnique) errors[`fields.${i}.type`] = 'format.external'
  })
  signatures.forEach(({ by }, i) => {
    if (by === 'owner') errors[`signatures.${i}.by`] = 'format.external'
  })
  return errors
}
