import * as z from 'zod'
import { formatPaperSettingsSchema } from '../documents/paper.ts'
import { signatureBlocksSchema } from '../documents/signature-block.ts'
import { resolvedSignatorySchema } from '../documents/signer-output.ts'
import { fieldsSchema } from '../fields/field-output.ts'
import { defineObject, recordProperties } from '../output-schemas.ts'
import { recordIdSchema } from '../text/text-types.ts'
import { deliverySettingsSchema } from './delivery-settings.ts'
import { externalAccessSchema } from './external-access.ts'
import { formatAccessLevels, formatStatuses } from './format-status.ts'
import { routeSchema } from './route.ts'
import { signingSettingsSchema } from './signing-settings.ts'
import { verificationSettingsSchema } from './verification-settings.ts'

const deliverySchema = deliverySettingsSchema.register(z.globalRegistry, { id: 'DeliverySettings' })
const signingSchema = signingSettingsSchema.register(z.globalRegistry, { id: 'SigningSettings' })
const verificationSchema = verificationSettingsSchema.register(z.globalRegistry, { id: 'VerificationSettings' })
const externalSchema = externalAccessSchema.register(z.globalRegistry, { id: 'ExternalAccess' })
const paperSchema = formatPaperSettingsSchema.register(z.globalRegistry, { id: 'FormatPaperSettings' })

/** Settings of a format that its versions have too. Records have `null` instead of an empty value. */
const printProperties = {
  signatures: z.nullable(signatureBlocksSchema),
  paper: z.nullable(paperSchema),
  delivery: z.nullable(deliverySchema).describe('A quién se entrega el documento por correo; sin `email`, a nadie'),
  signing: z
    .nullable(signingSchema)
    .describe('Quién firma el documento por un enlace, sin cuenta; sin `signers`, nadie'),
  verification: z
    .nullable(verificationSchema)
    .describe('Qué datos muestra la página de verificación: `shown`, y tras las cifras de `holder` los demás'),
  external: z.nullable(externalSchema).describe('Quién lo pide sin cuenta; sin `who`, nadie'),
  route: z.nullable(routeSchema),
}

export const formatRecordSchema = defineObject('FormatRecord', {
  ...recordProperties,
  ...printProperties,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  fields: fieldsSchema,
  body: z.string(),
  requiresReview: z.boolean(),
  status: z.enum(formatStatuses),
  version: z.int().describe('La versión publicada'),
  edited: z.boolean().describe('Si tiene cambios sin publicar'),
  makesFinal: z.boolean().describe('Si la aprobación genera un documento definitivo'),
  asksPassword: z
    .boolean()
    .describe('Si quien aprueba confirma con su contraseña; un programa con clave no puede aprobar'),
  aliases: z.string().describe('Otros nombres con los que se busca'),
  dueDays: z.int().describe('Días hábiles para decidir; 0 si no hay plazo. Un formato nuevo tiene 3'),
  keepYears: z
    .int()
    .describe('Años después de la decisión en que los datos de una solicitud se borran; 0 si se conservan siempre'),
  access: z
    .enum(formatAccessLevels)
    .describe('Quién puede pedirlo, además de los administradores: todos, o los miembros de unos grupos'),
  groups: z.array(recordIdSchema).describe('Los grupos que pueden pedirlo; solo para administradores'),
})

export const formatVersionSchema = z.object({
  id: recordIdSchema,
  format: recordIdSchema,
  version: z.int(),
  fields: fieldsSchema,
  body: z.string().describe('La redacción'),
  signatures: signatureBlocksSchema,
  paper: paperSchema,
  delivery: deliverySchema,
  signing: signingSchema,
  verification: verificationSchema,
  external: externalSchema,
  signatories: z
    .array(resolvedSignatorySchema)
    .optional()
    .describe('Quién firma hoy; solo de una versión, no en la lista'),
  makesFinal: z.boolean(),
  asksPassword: z.boolean(),
  route: routeSchema,
  approverFields: z
    .nullable(fieldsSchema)
    .optional()
    .describe('Los campos que diligencia quien aprueba y el solicitante ve'),
  internalFields: z
    .nullable(fieldsSchema)
    .optional()
    .describe('Los campos que solo ven quienes aprueban; solo para administradores'),
})

export const formatVersionRecordSchema = defineObject('FormatVersionRecord', {
  ...recordProperties,
  ...formatVersionSchema.shape,
  ...printProperties,
})
