import * as z from 'zod/mini'
import { id, line } from '../text/written.ts'

const day = z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/, 'date'))
const orNone = z.union([id, z.literal('')], 'invalid')

/** What an administrator writes of somebody who signs for the organisation; the scanned signature is a file beside it. */
export const signatoryInput = z
  .object({
    name: line(120).check(z.minLength(1, 'required')),
    post: line(120),
    idDocument: line(60),
    active: z.boolean(),
    /** First and last day on which he signs; empty for no end. */
    from: day,
    to: day,
    /** Formats whose documents bear his scanned signature; those of others leave the line free for his hand. */
    formats: z.array(id).check(z.maxLength(200, 'length')),
    /** His account: what he approves he signs. */
    user: orNone,
    /** Who signs in his place where he does not. */
    replacedBy: orNone,
  })
  .check(z.refine(({ from, to }) => !from || !to || from <= to, { error: 'signatory.period', path: ['to'] }))
export type SignatoryInput = z.infer<typeof signatoryInput>

export interface Signatory extends SignatoryInput {
  id: string
  collectionId: string
  /** Name of the protected file. */
  signature: string
  updated: string
}
