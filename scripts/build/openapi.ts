import * as z from 'zod'
import product from '../../package.json' with { type: 'json' }
import { type ApiCall, apiCalls } from '../../pb_hooks/api-calls.ts'
import { batchRowInputSchema, rowNumbersSchema } from '../../src/domain/batches/batch-input.ts'
import { batchRowInputDescription, previousBatchSchema } from '../../src/domain/batches/batch-output.ts'
import { keyScopeLabels, keyScopes } from '../../src/domain/keys/key-scope.ts'
import { requestFilterSchema } from '../../src/domain/requests/decision-input.ts'
import { requestQuerySchema } from '../../src/domain/requests/request-query.ts'
import { type WebhookEvent, webhookEventLabels, webhookEvents } from '../../src/domain/webhooks/webhook.ts'
import { webhookBodySchema } from '../../src/domain/webhooks/webhook-output.ts'

const errors: Record<number, string> = {
  400: 'Hay datos por corregir; `data` los nombra',
  401: 'La clave no es válida',
  403: 'El alcance de la clave o la cuenta no lo permite',
  404: 'No existe o la cuenta no puede verlo',
  409: 'Otra persona lo cambió antes',
  429: 'Demasiadas llamadas seguidas',
  503: 'Demasiadas llamadas a la vez: espere los segundos de `Retry-After`',
}

const perCall = 'Un aviso por llamada. Una decisión sobre miles de solicitudes envía un solo aviso, al final.'
const webhookTexts = {
  'request.submitted': perCall,
  'request.decided': perCall,
  'document.ready':
    'Un aviso por cada grupo de hasta veinte documentos generados juntos, también si se generan de nuevo. `ids` son sus solicitudes. Un lote envía un solo aviso, al generarse el último documento.',
  'batch.finished': 'Un aviso por lote.',
  'user.registered': 'Un aviso por persona.',
} as const satisfies Record<WebhookEvent, string>

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Error response of any call. */
const errorSchema = z
  .object({
    status: z.int(),
    message: z.string().describe('Qué pasó y qué hacer'),
    data: z.record(
      z.string(),
      z.union([z.object({ code: z.string(), message: z.string().optional() }), previousBatchSchema]),
    ),
  })
  .meta({
    id: 'ErrorResponse',
    description: 'Todo rechazo. `data.code.code` es el código; los demás nombres de `data` son campos.',
  })

const components = {
  ErrorResponse: errorSchema,
  WebhookBody: webhookBodySchema,
  RequestFilter: requestQuerySchema,
  BatchRowInput: batchRowInputDescription,
}
const reference = (name: keyof typeof components) => ({ $ref: `#/$defs/${name}` })

/** JSON Schemas of parts of bodies that the server validates by a function. */
const describedParts = new Map<z.core.$ZodType, JsonSchema>([
  [requestFilterSchema, reference('RequestFilter')],
  [batchRowInputSchema, reference('BatchRowInput')],
  [rowNumbersSchema, { type: 'array', items: { type: 'integer' } }],
])

/** Returns the rights of all calls by name. */
export const getApiCallRights = () =>
  Object.fromEntries(
    Object.entries<ApiCall>(apiCalls).map(([name, { by, reachesOthers }]) => [name, { by, reachesOthers }]),
  )

/** Returns the OpenAPI 3.1 document of all calls. */
export function buildOpenApi() {
  const { $defs, properties = {} } = convertSchemas()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, call] of Object.entries<ApiCall>(apiCalls)) {
    const [method = '', path = ''] = name.split(' ')
    const { response, query, body } = (properties[name] as JsonSchema).properties as Record<string, JsonSchema>
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...headOf(name, call),
        parameters: [...pathParameters(path), ...queryParameters(query)],
        ...bodyOf(call, body),
        responses: responses(call, response),
      },
    }
  }
  const webhooks = Object.fromEntries(webhookEvents.map((event) => [event, { post: message(event) }]))
  const refusals = Object.entries(errors).map(([status, description]) => [
    `Error${status}`,
    { description, ...json(reference('ErrorResponse')) },
  ])
  const document = {
    ...head,
    paths,
    webhooks,
    components: { schemas: $defs, responses: Object.fromEntries(refusals), securitySchemes },
  }
  return JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/')
}

/** Converts the schemas of all calls at once to JSON Schema. Schemas with an id become components, in `$defs`. */
function convertSchemas(): JsonSchema {
  const calls = Object.entries<ApiCall>(apiCalls).map(([name, { response, query, body }]) => {
    const schemas = {
      ...(response && typeof response !== 'string' && { response }),
      ...(query && { query: z.object(query.shape) }),
      ...(body && body !== 'bytes' && { body }),
    }
    return [name, z.object(schemas)]
  })
  return z.toJSONSchema(z.object({ ...components, ...Object.fromEntries(calls) }), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, describedParts.get(zodSchema))
      if (jsonSchema.properties) jsonSchema.additionalProperties = false
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
}

const head = {
  openapi: '3.1.0',
  info: {
    title: 'Formatos preeliminares',
    version: product.version,
    description:
      'Las llamadas del servidor. Un programa las hace bajo /key, con `Authorization: Bearer fp_…`; un administrador crea la clave en Ajustes › Claves. Las que piden sesión son de las páginas, y ninguna clave las abre.',
  },
  servers: [{ url: '/key', description: 'Para programas, con una clave' }],
  tags: [
    ...keyScopes.map((name) => ({ name, description: keyScopeLabels[name].label })),
    { name: 'public' },
    { name: 'session' },
  ],
}
const securitySchemes = {
  key: { type: 'http', scheme: 'bearer', bearerFormat: 'fp_…' },
  session: { type: 'apiKey', in: 'header', name: 'Authorization' },
}
const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })

function headOf(name: string, { by, summary, reachesOthers }: ApiCall) {
  return {
    operationId: name.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, ''),
    summary,
    ...(reachesOthers && {
      description: 'Para lo de otras personas, la clave necesita además el alcance `decide`.',
    }),
    tags: [by === 'page' ? 'session' : by],
    ...securityOf(by),
  }
}

/** Returns security and server of a call. Calls that take no API key use the address of the pages as server. */
function securityOf(by: ApiCall['by']) {
  const servers = [{ url: '/', description: 'Las páginas' }]
  if (by === 'public' || by === 'page') return { servers, security: [] }
  return by === 'session' ? { servers, security: [{ session: [] }] } : { security: [{ key: [by] }] }
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { $ref: '#/components/schemas/Id' } : { type: 'string' },
  }))
}

function queryParameters({ properties = {}, required = [] }: JsonSchema = {}) {
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as JsonSchema
    return {
      name,
      in: 'query',
      ...(required.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema,
    }
  })
}

function bodyOf({ body }: ApiCall, schema: JsonSchema | undefined) {
  if (!body) return undefined
  const content = schema ? json(schema) : { content: { 'application/octet-stream': {} } }
  return { requestBody: { required: true, ...content } }
}

function responses(call: ApiCall, response: JsonSchema | undefined) {
  const { conflicts, alsoWith } = call
  const refusals = [400, 401, 403, 404, ...(conflicts ? [409] : []), 429, 503].map((status) => {
    const shared = { $ref: `#/components/responses/Error${status}` }
    const own = { description: errors[status], ...json({ anyOf: [response ?? {}, reference('ErrorResponse')] }) }
    return [status, status === alsoWith ? own : shared] as const
  })
  return { ...success(call, response), ...Object.fromEntries(refusals) }
}

function success({ response, status, isEmptyForSome }: ApiCall, schema: JsonSchema | undefined) {
  const empty = { 204: { description: 'Hecho' } }
  if (typeof response === 'string') return { 200: { description: 'Hecho', content: { [response]: {} } } }
  if (!schema) return empty
  return { [status ?? 200]: { description: 'Hecho', ...json(schema) }, ...(isEmptyForSome && empty) }
}

function message(event: WebhookEvent) {
  const headers = ['X-Formatos-Event', 'X-Formatos-Delivery', 'X-Formatos-Signature']
  return {
    summary: webhookEventLabels[event],
    description: webhookTexts[event],
    parameters: headers.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
    requestBody: { required: true, ...json(reference('WebhookBody')) },
    responses: { '2XX': { description: 'Recibido' } },
  }
}
