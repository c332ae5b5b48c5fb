import * as z from 'zod/mini'
import { idSchema, singleLineText } from '../text/text-schemas.ts'

const day = z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/, 'date'))
const orNone = z.union([idSchema, z.literal('')], 'invalid')

/** Input of a signatory of the organisation, without the scanned signature, which is a file. */
export const signatoryInputSchema = z
  .object({
    name: singleLineText(120).check(z.minLength(1, 'required')),
    post: singleLineText(120),
    idDocument: singleLineText(60),
    active: z.boolean(),
    /** First and last day (`from`, `to`) on which the signatory may sign; empty for no limit. */
    from: day,
    to: day,
    /** Formats whose documents contain the scanned signature. Documents of other formats have space for a handwritten signature. */
    formats: z.array(idSchema).check(z.maxLength(200, 'length')),
    /** User account of the signatory. When this account approves a request, the signatory signs its document. */
    user: orNone,
    /** Substitute, who signs on days outside of the period and while the signatory is inactive. */
    replacedBy: orNone,
  })
  .check(z.refine(({ from, to }) => !from || !to || from <= to, { error: 'signatory.period', path: ['to'] }))
export type SignatoryInput = z.infer<typeof signatoryInputSchema>

export interface Signatory extends SignatoryInput {
  id: string
  collectionId: string
  /** File name of the scanned signature. Downloads require a file token. */
  signature: string
  updated: string
}
