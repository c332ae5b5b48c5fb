import * as z from 'zod/mini'
import { idSchema } from '../text/text-schemas.ts'
import { maxAttachmentBytes } from './attachment.ts'

/** Body of the call that completes an upload: id of the uploaded chunks, original file name and size in bytes. */
export const attachmentSchema = z.object({
  id: idSchema,
  name: z.string().check(z.maxLength(1_000, 'length')),
  size: z.int().check(z.minimum(1, 'attachment.content'), z.maximum(maxAttachmentBytes, 'attachment.size')),
})
