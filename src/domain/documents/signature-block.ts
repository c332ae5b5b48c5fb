import * as z from 'zod/mini'
import { fieldKeySchema } from '../fields/field-key.ts'
import { idSchema, singleLineText } from '../text/text-schemas.ts'
import type { documentSignerSchema, documentSignersSchema } from './signer-output.ts'

/** Signature block of a format. `organisation`: a signatory signs, or the approver if there is no signatory. */
const signatureBlockSchema = z.lazy(() => {
  const caption = z.optional(singleLineText(60))
  /** Keys of the fields with the position and the identity number of the signer. */
  const known = { post: z.optional(fieldKeySchema), document: z.optional(fieldKeySchema) }
  return z.discriminatedUnion('by', [
    z.object({ by: z.literal('organisation'), caption }),
    z.object({ by: z.literal('signatory'), signatory: idSchema, caption }),
    z.object({ by: z.literal('approver'), caption }),
    z.object({ by: z.literal('owner'), caption, ...known }),
    z.object({ by: z.literal('field'), name: fieldKeySchema, caption, ...known }),
    z.object({ by: z.literal('seal'), caption }),
  ])
})
export type SignatureBlock = z.infer<typeof signatureBlockSchema>

export const signatureBlocksSchema = z.array(signatureBlockSchema).check(z.maxLength(8, 'length'))

export interface DocumentSigner extends z.infer<typeof documentSignerSchema> {}
export interface DocumentSigners extends z.infer<typeof documentSignersSchema> {}
