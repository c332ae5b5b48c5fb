import * as z from 'zod/mini'
import { fieldKey } from '../fields/field-key.ts'
import type { Day, Moment } from '../text/text-types.ts'
import { id, line } from '../text/written.ts'

/**
 * A place to sign in the documents of a format: of whoever signs for the organisation (`forOrganisation`), or else approved; of one signatory;
 * of whoever approved; of the owner of the request; or of somebody named in a field.
 */
const signatureBlock = z.lazy(() => {
  const caption = z.optional(line(60))
  /** Keys of the fields that say what this person is and which identity document he has. */
  const known = { post: z.optional(fieldKey), document: z.optional(fieldKey) }
  return z.discriminatedUnion('by', [
    z.object({ by: z.literal('organisation'), caption }),
    z.object({ by: z.literal('signatory'), signatory: id, caption }),
    z.object({ by: z.literal('approver'), caption }),
    z.object({ by: z.literal('owner'), caption, ...known }),
    z.object({ by: z.literal('field'), name: fieldKey, caption, ...known }),
  ])
})
export type SignatureBlock = z.infer<typeof signatureBlock>

export const signatureBlocks = z.array(signatureBlock).check(z.maxLength(8, 'length'))

/** Somebody who signs a document, as it keeps him. */
export interface KeptSigner {
  /** What he signs as: «Recibe», «Aprobó». */
  caption: string
  name: string
  post: string
  document: string
  /** The id of the picture that was put over his line, or nothing. */
  image: string
  /** Day of the approval; absent for signers who did not approve. @description Día en que aprobó; solo de quien aprobó */
  approvedOn?: Day | ''
}

/** Who signed a document, for as long as its decision stands. */
export interface KeptSigners {
  decidedAt: Moment | ''
  /** Name of the approver at the time; empty if the format needs no approval. @description Quién aprobó; vacío si nadie tuvo que aprobar */
  approver: string
  /** Name of the key of the program that approved; absent if the person approved. @description La clave con que aprobó un programa */
  keyName?: string
  signers: KeptSigner[]
}
