import * as z from 'zod/mini'
import { fieldKeySchema } from '../fields/field-key.ts'
import { idSchema, singleLineText } from '../text/text-schemas.ts'
import type { Day, Timestamp } from '../text/text-types.ts'

/**
 * Signature block of a format. `by`: the organisation, a certain signatory, the approver, the requester, or the person
 * named in a field. For the organisation, a signatory signs, or the approver if there is no signatory.
 */
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
  ])
})
export type SignatureBlock = z.infer<typeof signatureBlockSchema>

export const signatureBlocksSchema = z.array(signatureBlockSchema).check(z.maxLength(8, 'length'))

export interface DocumentSigner {
  /** Caption of the signature, e.g. «Recibe», «Aprobó». */
  caption: string
  name: string
  post: string
  document: string
  /** Id of the scanned signature; empty if the document is signed by hand. */
  image: string
  /** Day of the approval; absent for signers who are not approvers. @description Día en que aprobó; solo de quien aprobó */
  approvedOn?: Day | ''
  /** Names of the users whom an approver substituted; absent if none. @description A quién reemplazó; solo de quien aprobó en lugar de otra persona */
  inPlaceOf?: string
}

/** Signers of a document. Stored with the document until its decision changes. */
export interface DocumentSigners {
  decidedAt: Timestamp | ''
  /** Name of the approver when the document was generated; empty if the format needs no approval. @description Quién aprobó; vacío si nadie tuvo que aprobar */
  approver: string
  /** Names of the users whom the approver substituted; absent if none. @description A quién reemplazó quien aprobó */
  inPlaceOf?: string
  /** Name of the API key, if an API client approved; otherwise absent. @description La clave con que aprobó un programa */
  keyName?: string
  signers: DocumentSigner[]
}
