import * as z from 'zod'
import { defineObject } from '../output-schemas.ts'
import { timestampSchema } from '../text/text-types.ts'
import { requestActionNames } from './actions.ts'

/** Decision on a stage. A stage that all approvers must approve has several decisions. */
const stageDecisionSchema = defineObject('StageDecision', {
  action: z.enum(requestActionNames),
  personName: z.string(),
  inPlaceOf: z.string().describe('En lugar de quién; vacío si el paso es suyo'),
  vacant: z.boolean().describe('Lo decidió un administrador porque no quedaba nadie en el paso'),
  keyName: z.string().describe('La clave con que decidió un programa; vacío si decidió la persona'),
  created: timestampSchema,
})
export interface StageDecision extends z.infer<typeof stageDecisionSchema> {}

const routeStepStateSchema = defineObject('RouteStageState', {
  position: z.int().describe('Desde 1'),
  name: z.string(),
  state: z.enum(['passed', 'current', 'waiting', 'skipped']),
  manager: z
    .nullable(z.string())
    .describe(
      'Nombre del jefe inmediato que decide; vacío si deciden el grupo o las personas, null si el paso no es de un jefe',
    ),
  isManagerHidden: z
    .boolean()
    .describe('Si antes de enviar no se dice quién es, porque la cuenta puede escribir el correo de cualquier persona'),
  group: z.string().describe('Nombre del grupo, o vacío'),
  people: z.array(z.string()).describe('Nombres'),
  absent: z
    .array(z.object({ name: z.string(), substitute: z.string() }))
    .describe('Personas con la cuenta inactiva, y quién decide hoy por ellas (vacío: un administrador)'),
  vacant: z.boolean().describe('Si decide un administrador, porque nadie del paso puede'),
  all: z.boolean().describe('Si deben aprobar todas las personas'),
  decisions: z.array(stageDecisionSchema),
})
export interface RouteStageState extends z.infer<typeof routeStepStateSchema> {}

/** Response of `GET /api/app/requests/{id}/route`. */
export const requestRouteSchema = defineObject('RequestRoute', {
  ownerName: z.string(),
  decidable: z.boolean().describe('Si la cuenta puede decidirla ahora'),
  /** Stages of the route. Empty if the request has no route; then any administrator decides. */
  steps: z.array(routeStepStateSchema),
})
export interface RequestRoute extends z.infer<typeof requestRouteSchema> {}

/** Response of `POST /api/app/requests/preview/route`: the stages of a request that is not submitted yet. */
export const routePreviewSchema = requestRouteSchema.pick({ steps: true })
