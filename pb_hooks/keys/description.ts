import product from '../../package.json' with { type: 'json' }
import { attachmentInput } from '../../src/domain/attachments/attachment-input.ts'
import { batchInput, discardInput, portion } from '../../src/domain/batches/batch-input.ts'
import { documentKinds } from '../../src/domain/documents/document-kind.ts'
import { keyScopeNames, keyScopes } from '../../src/domain/keys/key-scope.ts'
import { decision } from '../../src/domain/requests/decision.ts'
import { decisions, requestSorts, requestStatuses } from '../../src/domain/requests/request.ts'
import { datedBy, type RequestFilter } from '../../src/domain/requests/request-filter.ts'
import { type WebhookEvent, webhookEventNames, webhookEvents } from '../../src/domain/webhooks/webhook.ts'
import { type Call, calls } from './calls.ts'
import {
  anId,
  anything,
  list,
  map,
  object,
  oneOf,
  pageOfRecords,
  pageParts,
  ref,
  type Schema,
  type SchemaName,
  schemas,
  string,
  taken,
  whole,
} from './schemas.ts'

type Names = keyof typeof calls

interface Described {
  query?: Record<string, Schema>
  body?: Schema
  /** What is sent is no JSON, but the bytes themselves. */
  bytes?: true
  /** What it answers with 200: JSON of a schema, or a file. Left out: 204, without a body. */
  answer?: Schema | 'application/pdf' | 'application/zip' | 'application/openmetrics-text'
  refusals?: number[]
}

/** Records so large that `limitList` bounds their pages. */
const largeRecords: SchemaName[] = ['Request', 'RequestRevision', 'BatchRow', 'FormatVersion']
const largePage: Schema = {
  ...whole,
  maximum: 200,
  description: 'Con más de 30 por página los registros llegan sin `values`',
}
const records = (of: SchemaName): Described => ({
  query: {
    page: whole,
    perPage: largeRecords.includes(of) ? largePage : whole,
    filter: { ...string, description: 'Hasta 40 `&&` y 40 `||`; no por `values` ni otros datos extensos' },
    sort: string,
    fields: string,
    expand: string,
    skipTotal: string,
  },
  answer: pageOfRecords(ref(of)),
})
const record = (of: SchemaName): Described => ({ query: { fields: string, expand: string }, answer: ref(of) })
const filter: Record<keyof RequestFilter, Schema> = {
  status: oneOf(requestStatuses),
  documentKind: oneOf(documentKinds),
  format: anId,
  owner: anId,
  batch: anId,
  due: oneOf(['overdue']),
  dates: oneOf(datedBy),
  decision: oneOf(decisions),
  reviewer: anId,
  step: { ...string, description: 'La clave de un paso de la ruta que se decidió' },
  amount: { ...string, description: 'La clave de un campo que el informe suma' },
  from: { ...string, format: 'date' },
  to: { ...string, format: 'date' },
  search: string,
  mine: oneOf(['decide', 'decided']),
}
const ids: Record<string, Schema> = { ids: { ...string, description: 'Hasta 200 id, separados por coma' } }
const step: Described = { body: taken(decision), answer: ref('DecisionOutcome') }
const row = object(
  { row: { ...whole, minimum: 1 }, values: map(anything), wrong: map(string), warnings: map(string) },
  'wrong',
  'warnings',
)

/** What goes in and comes out of each call that a program may make; of the others their names. */
const described: { [Name in Names]?: Described } = {
  'GET /api/app/status': { answer: ref('Status') },
  'GET /api/app/openapi.json': { answer: { type: 'object' } },
  'GET /api/app/documents/{code}': { answer: ref('DocumentCheck') },
  'GET /api/app/health': {
    answer: object({
      version: string,
      isWriting: { type: 'boolean' },
      backup: object({ status: string, at: string, next: string }),
      files: string,
      queues: map(whole),
    }),
  },
  'GET /api/app/metrics': { answer: 'application/openmetrics-text' },
  'GET /api/collections/formats/records': records('Format'),
  'GET /api/collections/formats/records/{id}': record('Format'),
  'GET /api/collections/format_versions/records': records('FormatVersion'),
  'GET /api/collections/format_versions/records/{id}': record('FormatVersion'),
  'GET /api/app/requests': {
    query: {
      page: whole,
      perPage: { ...whole, maximum: 200 },
      sort: oneOf(requestSorts.flatMap((name) => [name, `-${name}`])),
      ...filter,
    },
    answer: object(
      {
        ...pageParts(ref('RequestItem')),
        passedOn: { ...whole, description: 'Con `mine=decided`: en cuántas solo aprobó un paso, y siguieron' },
      },
      'passedOn',
    ),
  },
  'GET /api/app/requests/export': {
    query: { after: { ...whole, description: 'El `next` del tramo anterior; 0 al comienzo' }, ...filter },
    answer: ref('ExportPortion'),
  },
  'GET /api/app/requests/counts': { query: filter, answer: ref('StatusCounts') },
  'GET /api/collections/requests/records': records('Request'),
  'GET /api/collections/requests/records/{id}': record('Request'),
  'GET /api/app/requests/{id}/history': { answer: list(ref('Event')) },
  'GET /api/app/requests/{id}/route': { answer: ref('RequestRoute') },
  'GET /api/app/requests/{id}/filled': { answer: ref('FilledByDeciders') },
  'GET /api/app/requests/{id}/sent': { query: { revision: whole }, answer: list(object({ values: map(anything) })) },
  'GET /api/app/requests/{id}/documents': { answer: list(ref('RequestDocument')) },
  'GET /api/collections/request_revisions/records': records('RequestRevision'),
  'GET /api/collections/request_revisions/records/{id}': record('RequestRevision'),
  'GET /api/collections/request_documents/records': records('RequestDocument'),
  'GET /api/collections/request_documents/records/{id}': record('RequestDocument'),
  'GET /api/collections/attachments/records': records('AttachmentRecord'),
  'GET /api/collections/attachments/records/{id}': record('AttachmentRecord'),
  'GET /api/files/attachments/{id}/{file}': { query: { preview: string }, answer: 'application/pdf' },
  'GET /api/files/requests/{id}/{file}': { answer: 'application/pdf' },
  'GET /api/files/request_documents/{id}/{file}': { answer: 'application/pdf' },
  'GET /api/app/requests/documents': {
    query: { ...ids, ...filter, as: oneOf(['zip', 'pdf']), first: string, last: string },
    answer: 'application/zip',
  },
  'GET /api/app/requests/documents/parts': { query: { ...ids, ...filter }, answer: ref('PrintedParts') },
  'GET /api/app/requests/documents/progress': { answer: object({ pending: whole }) },
  'POST /api/app/requests/{id}/document': {},
  'GET /api/collections/batches/records': records('Batch'),
  'GET /api/collections/batches/records/{id}': record('Batch'),
  'GET /api/collections/batch_rows/records': records('BatchRow'),
  'GET /api/collections/batch_rows/records/{id}': record('BatchRow'),
  'GET /api/app/batches/{id}/progress': { answer: ref('BatchProgress') },
  'GET /api/app/batches/{id}/counts': { answer: map(whole) },
  'GET /api/app/batches/{id}/outcomes': {
    query: { after: whole, status: string, values: string },
    answer: list(ref('BatchOutcome')),
  },
  'GET /api/app/batches/{id}/documents': { answer: 'application/zip' },
  'POST /api/collections/requests/records': {
    body: object({ id: anId, format: anId, values: map(anything) }, 'id'),
    answer: ref('Request'),
  },
  'PATCH /api/collections/requests/records/{id}': { body: object({ values: map(anything) }), answer: ref('Request') },
  'DELETE /api/collections/requests/records/{id}': {},
  'PUT /api/app/attachments/{id}/bytes': { query: { at: whole }, bytes: true, answer: object({ received: whole }) },
  'POST /api/app/attachments': { body: taken(attachmentInput), answer: ref('Attachment') },
  'POST /api/app/requests/submit': step,
  'POST /api/app/requests/preview': {
    body: object({ format: anId, formatVersion: anId, values: map(anything) }, 'formatVersion'),
    answer: 'application/pdf',
  },
  'POST /api/app/requests/{id}/comments': { body: object({ text: string }) },
  'POST /api/app/batches': { body: taken(batchInput), answer: ref('Batch'), refusals: [409] },
  'POST /api/app/batches/{id}/rows': {
    body: { ...taken(portion), properties: { rows: { ...list(row), minItems: 1, maxItems: 1_000 } } },
    answer: ref('PortionOutcome'),
  },
  'POST /api/app/batches/{id}/confirm': { answer: ref('Batch') },
  'POST /api/app/batches/{id}/discard': {
    body: { ...taken(discardInput), properties: { rows: list(whole) } },
    answer: ref('Batch'),
  },
  'POST /api/app/batches/{id}/cancel': { answer: ref('Batch') },
  'POST /api/app/requests/approve': step,
  'POST /api/app/requests/return': step,
  'POST /api/app/requests/reject': step,
  'POST /api/app/requests/reopen': step,
  'POST /api/app/requests/cancel': step,
  'POST /api/app/requests/regenerate': step,
  'POST /api/app/requests/issue': step,
  'POST /api/app/requests/annul': step,
  'PUT /api/app/requests/{id}/filled': {
    body: object({ values: map(anything), updated: string }, 'updated'),
    answer: ref('FilledByDeciders'),
    refusals: [409],
  },
  'GET /api/app/requests/reasons': { query: { format: anId }, answer: ref('UsualReasons') },
}

const refused: Record<number, string> = {
  400: 'Hay algo por corregir; `data` dice qué',
  401: 'La clave no es válida',
  403: 'El alcance de la clave o la cuenta no lo permite',
  404: 'No existe, o la cuenta no lo ve',
  409: 'Otro lo hizo antes',
  429: 'Demasiadas llamadas seguidas',
  503: 'Muchas a la vez: `Retry-After` dice cuántos segundos esperar',
}

/** The description of every call (OpenAPI 3.1); the build writes it beside the hooks. */
export function openApi() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, call] of Object.entries(calls) as [Names, Call][]) {
    const [method = '', path = ''] = name.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, call, path) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Formatos preeliminares',
      version: product.version,
      description:
        'Las llamadas del servidor. Un programa las hace bajo /key, con `Authorization: Bearer fp_…`; un administrador crea la clave en Ajustes › Claves. Las que piden sesión son de las páginas, y ninguna clave las abre.',
    },
    servers: [{ url: '/key', description: 'Para programas, con una clave' }],
    tags: [
      ...keyScopes.map((name) => ({ name, description: keyScopeNames[name] })),
      { name: 'public' },
      { name: 'session' },
    ],
    paths,
    webhooks: Object.fromEntries(webhookEvents.map((event) => [event, { post: message(event) }])),
    components: {
      schemas,
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', bearerFormat: 'fp_…' },
        session: { type: 'apiKey', in: 'header', name: 'Authorization' },
      },
    },
  }
}

function operation(name: Names, { by, says, reachesOthers }: Call, path: string) {
  const { query = {}, body, bytes, answer, refusals = [] } = described[name] ?? { answer: anything }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => ({
    name: place,
    in: 'path',
    required: true,
    schema: place === 'id' ? anId : string,
  }))
  const inQuery = Object.entries(query).map(([key, schema]) => ({ name: key, in: 'query', schema }))
  const codes = [400, 401, 403, 404, 429, 503, ...refusals]
  return {
    operationId: name.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, ''),
    summary: says,
    ...(reachesOthers && {
      description:
        'De lo que es de otra persona, con la cuenta de un administrador o de quien decide, pide además el alcance `decide`.',
    }),
    tags: [by === 'page' ? 'session' : by],
    ...securityOf(by),
    parameters: [...inPath, ...inQuery],
    ...(bytes && { requestBody: { required: true, content: { 'application/octet-stream': {} } } }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      ...answered(answer),
      ...Object.fromEntries(codes.map((code) => [code, { description: refused[code], ...json(ref('Refusal')) }])),
    },
  }
}

const ofOneCall = 'Un aviso por llamada: de miles de una vez, uno solo, cuando están todas.'

/** Of what one message tells. */
const toldTogether = {
  'request.submitted': ofOneCall,
  'request.decided': ofOneCall,
  'document.ready':
    'Un aviso de los documentos que se terminan juntos, veinte como mucho, también si se hacen otra vez: `ids` son sus solicitudes. De los de un lote, uno solo, del lote, cuando está el último.',
  'batch.finished': 'Un aviso por lote.',
  'user.registered': 'Un aviso por persona.',
} as const satisfies Record<WebhookEvent, string>

/** What is posted to other programs. */
function message(event: WebhookEvent) {
  return {
    summary: webhookEventNames[event],
    description: toldTogether[event],
    parameters: ['X-Formatos-Event', 'X-Formatos-Delivery', 'X-Formatos-Signature'].map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: string,
    })),
    requestBody: { required: true, ...json(ref('WebhookMessage')) },
    responses: { '2XX': { description: 'Recibido' } },
  }
}

/** Of what no key opens: where and how else. */
function securityOf(by: Call['by']) {
  const pages = [{ url: '/', description: 'Las páginas' }]
  if (by === 'public' || by === 'page') return { servers: pages, security: [] }
  return by === 'session' ? { servers: pages, security: [{ session: [] }] } : { security: [{ key: [by] }] }
}

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })

function answered(answer: Described['answer']) {
  if (!answer) return { 204: { description: 'Hecho' } }
  const content = typeof answer === 'string' ? { content: { [answer]: {} } } : json(answer)
  return { 200: { description: 'Hecho', ...content } }
}
