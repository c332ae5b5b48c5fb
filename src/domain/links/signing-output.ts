import * as z from 'zod'
import { createKeyEnum, createKeyedSchema, defineObject, orEmpty } from '../output-schemas.ts'
import { recordIdSchema, timestampSchema } from '../text/text-types.ts'
import { signatureStateLabels, signingStates } from './signing.ts'

/** Signature of a person without an account. */
export const outsideSignatureSchema = defineObject('OutsideSignature', {
  id: recordIdSchema,
  role: z.string(),
  name: z.string().describe('El nombre en la solicitud'),
  email: z.string().describe('Su correo; puede estar corregido'),
  state: createKeyEnum(signatureStateLabels),
  error: z.string().describe('La respuesta del servidor de correo, o vacío'),
  reason: z.string().describe('Por qué no firmó, o vacío'),
  sentAt: orEmpty(timestampSchema),
  openedAt: orEmpty(timestampSchema),
  answeredAt: orEmpty(timestampSchema).describe('Cuándo firmó o dijo que no'),
  expires: orEmpty(timestampSchema),
})
export interface OutsideSignature extends z.infer<typeof outsideSignatureSchema> {}

/** Number of documents by state of their signatures. */
export const signingCountsSchema = createKeyedSchema(signingStates, z.int()).meta({ id: 'SigningCounts' })
export type SigningCounts = z.infer<typeof signingCountsSchema>
