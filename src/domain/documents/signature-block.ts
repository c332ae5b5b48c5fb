import * as z from 'zod/mini'
import { fieldKeySchema } from '../fields/field-key.ts'
import { idSchema, singleLineText } from '../text/text-schemas.ts'
import type { Day, Moment } from '../text/text-types.ts'

/**
 * Signature block of a format. `by` selects the signer: the organisation, a given signatory, the approver, the
 * requester, or a person named in a field.
 * The organisation's signer is a signatory or else the approver.
 */
const signatureBlockSchema = z.lazy(() => {
  const caption = z.optional(singleLineText(60))
  /** Keys of the fields with the signer's position and identity document. */
  const known = { post: z.optional(fieldKeySchema), document: z.optional(fieldKeySchema) }
  return z.discriminatedUnion('by', [
    z.object({ by: z.literal('organisation'), caption }),
    z.object({ by: z.literal('signatory'), signatory: idSchema, caption }),
    z.object({ by: z.literal('approver'), caption }),
    z.object({ by: z.literal('owner'), caption, ...known }),
    z.object({ by: z.literal('field'), name: fieldKeySchema, caption, ...known }),
  ])
})
export type SignatureBlock = z.infer<typeof signatureBlockSchema>

export const signatureBlocksSchema = z.array(signatureBlockSchema).check(z.maxLength(8, 'length'))

export interface DocumentSigner {
  /** Caption of the signature: «Recibe», «Aprobó». */
  caption: string
  name: string
  post: string
  document: string
  /** Id of the scanned signature; empty for a handwritten signature. */
  image: string
  /** Day of the approval; absent for signers who did not approve. @description Día en que aprobó; solo de quien aprobó */
  approvedOn?: Day | ''
}

/** Signers stored with a document until its decision changes. */
export interface DocumentSigners {
  decidedAt: Moment | ''
  /** Name of the approver at the time; empty if the format needs no approval. @description Quién aprobó; vacío si nadie tuvo que aprobar */
  approver: string
  /** Name of the key of the program that approved; absent if the person approved. @description La clave con que aprobó un programa */
  keyName?: string
  signers: DocumentSigner[]
}
