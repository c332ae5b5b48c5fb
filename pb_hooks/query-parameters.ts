import * as z from 'zod'
import { rowStatuses } from '../src/domain/batches/batch.ts'
import { eventQuerySchema } from '../src/domain/history/event.ts'
import { requestSortFields } from '../src/domain/requests/request.ts'
import { requestQuerySchema } from '../src/domain/requests/request-query.ts'
import { daySchema, recordIdSchema } from '../src/domain/text/text-types.ts'

// Query parameters of calls, for the OpenAPI document.

const page = z.int().optional()
const perPage = z.int().max(200).optional()

/** Query for PocketBase's record calls. */
export const recordParameters = z.object({
  fields: z.string().optional().describe('Los nombres que se quieren, separados por coma; sin esto llegan todos'),
  expand: z.string().optional(),
})

export const recordListParameters = recordParameters.extend({
  page,
  perPage: z.int().optional(),
  filter: z.string().optional().describe('Hasta 40 `&&` y 40 `||`; no por `values` ni otros datos extensos'),
  sort: z.string().optional(),
  skipTotal: z.string().optional(),
})

export const largeRecordListParameters = recordListParameters.extend({
  perPage: perPage.describe('Con más de 30 por página los registros llegan sin `values`'),
})

export const requestListParameters = requestQuerySchema.extend({
  page,
  perPage,
  sort: z.enum(requestSortFields.flatMap((field) => [field, `-${field}`])).optional(),
})

export const requestExportParameters = requestQuerySchema.extend({
  after: z.int().optional().describe('El `next` del tramo anterior; 0 al comienzo'),
})

/** Requests selected by ids or by a filter. */
export const selectionParameters = requestQuerySchema.extend({
  ids: z.string().optional().describe('Hasta 200 id, separados por coma'),
})

export const documentsParameters = selectionParameters.extend({
  as: z.enum(['zip', 'pdf']).optional(),
  first: z.string().optional().describe('Número del primer documento'),
  last: z.string().optional().describe('Número del último documento'),
})

export const batchRowResultParameters = z.object({
  after: z.int().optional().describe('La última fila del tramo anterior; 0 al comienzo'),
  status: z.enum(rowStatuses).optional(),
  values: z.string().optional().describe('Con cualquier texto, también los datos de cada fila'),
})

export const reportParameters = z.object({ from: daySchema, to: daySchema, format: recordIdSchema.optional() })

export const eventListParameters = eventQuerySchema.extend({
  before: z.int().optional().describe('El `next` de la página anterior'),
  perPage,
})
