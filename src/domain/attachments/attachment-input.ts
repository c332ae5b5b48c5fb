import * as z from 'zod/mini'
import { id } from '../text/written.ts'
import { mostFileBytes } from './attachment.ts'

/** What whoever sent a file says of it: the id under which its parts are there, what it is called where it comes from, and its bytes. */
export const attachmentInput = z.object({
  id,
  name: z.string().check(z.maxLength(1_000, 'length')),
  size: z.int().check(z.minimum(1, 'attachment.content'), z.maximum(mostFileBytes, 'attachment.size')),
})
