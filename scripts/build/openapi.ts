import { join } from 'node:path'
import * as z from 'zod/mini'
import product from '../../package.json' with { type: 'json' }
import { type ApiCall, apiCalls } from '../../pb_hooks/keys/api-calls.ts'
import { inputSchemas } from '../../pb_hooks/keys/input-schemas.ts'
import { batchRowInputSchema, rowNumbersSchema } from '../../src/domain/batches/batch-input.ts'
import { fieldSchema } from '../../src/domain/fields/field.ts'
import { keyScopeLabels, keyScopes } from '../../src/domain/keys/key-scope.ts'
import { requestFilterSchema } from '../../src/domain/requests/decision-input.ts'
import { type WebhookEvent, webhookEventLabels, webhookEvents } from '../../src/domain/webhooks/webhook.ts'
import { type JsonSchema, loadTypeScriptProject } from './type-schemas.ts'

type Types = ReturnType<typeof loadTypeScriptProject>
type Type = Parameters<Types['schemaOf']>[0]

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

/** Schema names in the published document that differ from the names of the types. */
const publishedNames = {
  ApproverFields: 'FilledByDeciders',
  BatchRowInput: 'PortionRow',
  BatchRowResult: 'BatchOutcome',
  CallerCounts: 'AllCounts',
  CreatedKey: 'NewKey',
  CreatedWebhook: 'NewWebhook',
  DailyRequestCount: 'DayCount',
  DashboardBatch: 'BatchItem',
  DecisionResult: 'DecisionOutcome',
  DocumentPrintSummary: 'PrintedParts',
  DocumentSigner: 'KeptSigner',
  DocumentSigners: 'KeptSigners',
  DocumentVerification: 'DocumentCheck',
  EventEntry: 'EventLine',
  ExportedFormatVersion: 'ExportVersion',
  FormatPaperSettings: 'FormatPaper',
  FrequentReasons: 'UsualReasons',
  InstallationStatus: 'Status',
  ListImportChanges: 'ListChange',
  ListLookupCounts: 'ListLookups',
  MailFrequencyByNoticeKind: 'MailChoices',
  PreviousBatch: 'EarlierBatch',
  RecordMatch: 'ListedRecord',
  RejectedCells: 'WrongCells',
  ReportAmountTotal: 'ReportSum',
  ReportPeriodCounts: 'ReportStretch',
  ReportStage: 'ReportStep',
  RequestExportChunk: 'ExportPortion',
  RouteStepState: 'RouteStanding',
  RowChunkResult: 'PortionOutcome',
  ServerHealth: 'Health',
  StageDecision: 'StepDecision',
  StageReport: 'ReportSteps',
  Timestamp: 'Moment',
  VerificationStatus: 'CheckState',
  VerifiedFile: 'CheckedFile',
  ViewSearchParams: 'KeptSearch',
}

/** Returns the OpenAPI 3.1 document of all calls. Responses and queries come from the types of `apiCalls`, bodies from `inputSchemas`. */
export function buildOpenApi(root: string) {
  const types = loadTypeScriptProject(
    root,
    join(root, 'pb_hooks/tsconfig.json'),
    { Field: fromZod(fieldSchema) },
    publishedNames,
  )
  try {
    return describe(types, (name) => types.exported(join(root, 'pb_hooks/keys', name[0]), name[1]))
  } finally {
    types.close()
  }
}

function describe(types: Types, exported: (name: [file: string, name: string]) => Type) {
  const others = Object.fromEntries(
    types.propertiesOf(exported(['records.ts', 'SharedTypes'])).map(({ name, type }) => [name, types.schemaOf(type)]),
  )
  const bodies = new Map<z.core.$ZodType, JsonSchema | undefined>([
    [requestFilterSchema, others.filter],
    [batchRowInputSchema, others.portionRow],
    [rowNumbersSchema, others.rowList],
  ])
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, type } of types.propertiesOf(exported(['api-calls.ts', 'apiCalls']))) {
    const [method = '', path = ''] = name.split(' ')
    const call: ApiCall = apiCalls[name as keyof typeof apiCalls]
    const [answer, query] = types.argumentsOf(type)
    if (!answer || !query) throw new Error(`${name} has no types`)
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...headOf(name, call),
        parameters: [...pathParameters(path), ...queryParameters(types, query)],
        ...bodyOf(call, bodies),
        responses: responses(call, types.isVoid(answer) ? undefined : types.schemaOf(answer), others.refusal ?? {}),
      },
    }
  }
  const webhooks = Object.fromEntries(
    webhookEvents.map((event) => [event, { post: message(event, others.message ?? {}) }]),
  )
  const refusals = Object.entries(errors).map(([status, description]) => [
    `Error${status}`,
    { description, ...json(others.refusal ?? {}) },
  ])
  const components = { schemas: types.components, responses: Object.fromEntries(refusals), securitySchemes }
  return { ...head, paths, webhooks, components }
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
    ...keyScopes.map((name) => ({ name, description: keyScopeLabels[name] })),
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

function queryParameters(types: Types, query: Type) {
  return types.propertiesOf(query).map(({ name, type, isOptional, tags }) => {
    const { description, ...limits } = tags
    const schema = { ...types.schemaOf(type), ...limits }
    return {
      name,
      in: 'query',
      ...(!isOptional && { required: true }),
      ...(description !== undefined && { description }),
      schema,
    }
  })
}

function bodyOf({ body }: ApiCall, replaced: Map<z.core.$ZodType, JsonSchema | undefined>) {
  if (!body) return undefined
  const content =
    body === 'bytes' ? { content: { 'application/octet-stream': {} } } : json(fromZod(inputSchemas[body], replaced))
  return { requestBody: { required: true, ...content } }
}

/** Converts a zod schema to JSON Schema. `replaced`: JSON Schemas of subschemas that zod validates by a function. */
function fromZod(schema: z.core.$ZodType, replaced?: Map<z.core.$ZodType, JsonSchema | undefined>): JsonSchema {
  const { $schema: _, ...found } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, replaced?.get(zodSchema))
      if (jsonSchema.properties) jsonSchema.additionalProperties = false
    },
  })
  return found
}

function responses(call: ApiCall, answer: JsonSchema | undefined, refusal: JsonSchema) {
  const { errors: more = [], alsoWith } = call
  const refusals = [400, 401, 403, 404, 429, 503, ...more].map((status) => {
    const shared = { $ref: `#/components/responses/Error${status}` }
    const own = { description: errors[status], ...json({ anyOf: [answer ?? {}, refusal] }) }
    return [status, status === alsoWith ? own : shared] as const
  })
  return { ...success(call, answer), ...Object.fromEntries(refusals) }
}

function success({ file, status, isEmptyForSome }: ApiCall, schema: JsonSchema | undefined) {
  const empty = { 204: { description: 'Hecho' } }
  if (file) return { 200: { description: 'Hecho', content: { [file]: {} } } }
  if (!schema) return empty
  return { [status ?? 200]: { description: 'Hecho', ...json(schema) }, ...(isEmptyForSome && empty) }
}

function message(event: WebhookEvent, body: JsonSchema) {
  const headers = ['X-Formatos-Event', 'X-Formatos-Delivery', 'X-Formatos-Signature']
  return {
    summary: webhookEventLabels[event],
    description: webhookTexts[event],
    parameters: headers.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
    requestBody: { required: true, ...json(body) },
    responses: { '2XX': { description: 'Recibido' } },
  }
}
