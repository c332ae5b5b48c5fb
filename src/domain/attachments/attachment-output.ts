import * as z from 'zod'
import { defineObject, orEmpty, recordProperties } from '../output-schemas.ts'
import { recordIdSchema, sha256Schema } from '../text/text-types.ts'

/** File of a request, as stored in the request's values. The server sets name and size. */
export const attachmentOutputSchema = defineObject('Attachment', {
  id: recordIdSchema,
  name: z.string(),
  /** Size in bytes. */
  size: z.int(),
})

export const attachmentRecordSchema = defineObject('AttachmentRecord', {
  ...recordProperties,
  owner: recordIdSchema,
  request: orEmpty(recordIdSchema),
  name: z.string(),
  size: z.int().describe('Bytes'),
  kind: z.string().describe('El tipo de su contenido'),
  hash: sha256Schema,
  crc: z.int(),
  sent: z.boolean().describe('Si ya va en una solicitud enviada'),
  file: z.string(),
})
