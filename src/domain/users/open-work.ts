import * as z from 'zod'
import { defineObject } from '../output-schemas.ts'

/** Work that a user leaves open if their account is deactivated. Response of `GET /api/app/users/{id}/open`. */
export const openWorkSchema = defineObject('OpenWork', {
  decisions: z.int().describe('Solicitudes que esperan su decisión'),
  formats: z.array(z.string()).describe('Formatos publicados en que decide, hasta 20'),
  /** Number of own requests that are submitted or returned. */
  requests: z.int().describe('Solicitudes suyas en curso'),
  keys: z.int().describe('Claves que usan la cuenta'),
  managed: z.int().describe('Personas activas de quienes es jefe inmediato'),
  substitute: z.string().describe('Quién decide hoy por la persona; vacío si nadie'),
})
export interface OpenWork extends z.infer<typeof openWorkSchema> {}
