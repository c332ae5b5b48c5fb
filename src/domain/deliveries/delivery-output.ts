import * as z from 'zod'
import { createKeyedSchema, defineObject, orEmpty } from '../output-schemas.ts'
import { recordIdSchema, timestampSchema } from '../text/text-types.ts'
import { deliveryStates } from './delivery.ts'

/** Delivery of a request's document. */
export const deliverySchema = defineObject('Delivery', {
  state: z.enum(['', ...deliveryStates]).describe('Vacío si la solicitud no tiene un correo al que entregar'),
  email: z.string().describe('El correo del destinatario; puede estar corregido'),
  phone: z.string().describe('Su celular, o vacío'),
  error: z.string().describe('La respuesta del servidor de correo, o vacío'),
  timesSent: z.int(),
  sentAt: orEmpty(timestampSchema),
  openedAt: orEmpty(timestampSchema),
})
export interface Delivery extends z.infer<typeof deliverySchema> {}

/** Number of deliveries by state. */
export const deliveryCountsSchema = createKeyedSchema(deliveryStates, z.int()).meta({ id: 'DeliveryCounts' })
export type DeliveryCounts = z.infer<typeof deliveryCountsSchema>

/** Response of calls that send the mails of requests again, or cancel their signatures. */
export const deliveryResultSchema = defineObject('DeliveryResult', {
  changed: z.int().describe('En cuántas solicitudes'),
  skipped: z.array(z.object({ id: recordIdSchema, code: z.string() })),
  undo: z
    .object({ id: recordIdSchema, seconds: z.int() })
    .optional()
    .describe('Durante estos segundos se puede deshacer, con `POST /api/app/deliveries/{id}/undo`'),
})
export interface DeliveryResult extends z.infer<typeof deliveryResultSchema> {}

export const deliveryLinkSchema = z.object({ url: z.string() })
