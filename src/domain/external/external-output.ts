import * as z from 'zod'
import { fieldsSchema } from '../fields/field-output.ts'
import { defineObject } from '../output-schemas.ts'
import { recordIdSchema } from '../text/text-types.ts'

/** Response of `GET /api/app/external/formats`: formats that people without an account may request. */
export const externalFormatsSchema = defineObject('ExternalFormats', {
  organisation: z.string(),
  items: z.array(
    z.object({
      id: recordIdSchema,
      name: z.string(),
      description: z.string(),
      recordLabel: z
        .string()
        .describe('Qué dato identifica a la persona en la lista del formato; vacío si es para todos'),
    }),
  ),
})
export interface ExternalFormats extends z.infer<typeof externalFormatsSchema> {}

const valuesSchema = z.record(z.string(), z.unknown())

/** Response of `POST /api/app/external/form`. */
export const externalFormSchema = defineObject('ExternalForm', {
  name: z.string(),
  description: z.string(),
  fields: fieldsSchema,
  values: valuesSchema.describe('Los valores iniciales'),
  locked: z.array(z.string()).describe('Las claves de los campos que vienen de la lista y no se pueden cambiar'),
  reason: z.string().describe('Por qué se devolvió; vacío en una solicitud nueva'),
  notes: z.record(z.string(), z.string()).describe('Qué corregir, por campo'),
  today: z.string(),
  country: z.string(),
  usesOwnFonts: z.boolean().describe('Si este servidor genera los documentos, con fuentes de pocos caracteres'),
})
export interface ExternalForm extends z.infer<typeof externalFormSchema> {}
