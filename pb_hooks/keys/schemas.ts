import { batchStatuses, rowStatuses } from '../../src/domain/batch.ts'
import { documentKinds } from '../../src/domain/document-kind.ts'
import { documentStatuses, requestStatuses } from '../../src/domain/request.ts'
import { webhookEvents } from '../../src/domain/webhook.ts'

/** A JSON Schema (2020-12). */
export type Schema = Readonly<Record<string, unknown>>

export const string: Schema = { type: 'string' }
export const whole: Schema = { type: 'integer' }
const yes: Schema = { type: 'boolean' }
export const anything: Schema = {}
export const map = (of: Schema): Schema => ({ type: 'object', additionalProperties: of })
export const list = (of: Schema): Schema => ({ type: 'array', items: of })
export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values })
export const ref = (name: SchemaName): Schema => ({ $ref: `#/components/schemas/${name}` })
const said = (schema: Schema, description: string): Schema => ({ ...schema, description })
export const anId: Schema = { type: 'string', pattern: '^[a-z0-9]{15}$' }
const orNone = said({ type: 'string', pattern: '^([a-z0-9]{15})?$' }, 'Un id, o nada')
const moment = said(
  { type: 'string', pattern: '^(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)?$' },
  'UTC, o nada',
)
const day = said({ type: 'string', pattern: '^(\\d{4}-\\d\\d-\\d\\d)?$' }, 'AAAA-MM-DD, o nada')
const hash = said({ type: 'string', pattern: '^([0-9a-f]{64})?$' }, 'SHA-256 en hexadecimal, o nada')
const values = said(
  map(anything),
  'Clave de cada campo y su valor canónico: fechas AAAA-MM-DD, dinero y decimales como texto con punto',
)
const finality = oneOf(['', 'preliminary', 'final'])

/** All of them are always there, but for those named as such. */
export function object(properties: Record<string, Schema>, ...optional: string[]): Schema {
  return { type: 'object', properties, required: Object.keys(properties).filter((name) => !optional.includes(name)) }
}

export const pageOfRecords = (of: Schema): Schema =>
  object({ page: whole, perPage: whole, totalItems: whole, totalPages: whole, items: list(of) })

const request = {
  id: anId,
  number: said(string, 'SOL-2026-000123, desde el primer envío'),
  format: anId,
  owner: anId,
  batch: orNone,
  row: said(whole, 'Fila de la hoja, o 0'),
  status: oneOf(requestStatuses),
  summary: string,
  revision: whole,
  reason: string,
  documentStatus: oneOf(documentStatuses),
  documentNumber: string,
  document: said(string, 'Nombre del archivo PDF: /key/api/files/requests/{id}/{document}'),
  finality,
  annulledAt: moment,
  submittedAt: moment,
  decidedAt: moment,
  created: moment,
  updated: moment,
}

/** What the calls give, by name. */
export const schemas = {
  Refusal: said(
    object({
      status: whole,
      message: said(string, 'Qué pasó y qué hacer'),
      data: map(object({ code: string, message: string }, 'message')),
    }),
    'Todo rechazo. `data.code.code` es el código; los demás nombres de `data` son campos.',
  ),
  Status: object({ setup: yes, registration: oneOf(['open', 'closed']), version: string }),
  Format: object({
    id: anId,
    code: string,
    name: string,
    description: string,
    category: string,
    status: oneOf(['draft', 'published', 'archived']),
    version: said(whole, 'La publicada'),
    fields: list({ $ref: '#/components/schemas/Field' }),
    requiresReview: yes,
    created: moment,
    updated: moment,
  }),
  FormatVersion: object({
    id: anId,
    format: anId,
    version: whole,
    fields: list({ $ref: '#/components/schemas/Field' }),
    body: string,
  }),
  Field: said(
    object({ key: string, label: string, type: string, required: yes }, 'required'),
    'Lo que se pregunta; según su tipo lleva más',
  ),
  RequestItem: object({ ...request, formatCode: string, formatName: string, ownerName: string, batchNumber: string }),
  Request: object({
    ...request,
    formatVersion: anId,
    values,
    reviewer: orNone,
    checkCode: string,
    documentHash: hash,
    documentError: string,
  }),
  RequestDocument: object({
    id: anId,
    request: anId,
    number: string,
    file: string,
    kind: oneOf(['', ...documentKinds]),
    hash,
    created: moment,
  }),
  Attachment: object({ id: anId, name: string, size: whole }),
  AttachmentRecord: object({ id: anId, owner: anId, request: orNone, name: string, size: whole, file: string }),
  RequestRevision: object({ id: anId, request: anId, revision: whole, values }),
  FilledByDeciders: said(
    object({ fields: list({ $ref: '#/components/schemas/Field' }), values, updated: string, open: yes }),
    'Los datos de la aprobación; `open`: si la cuenta puede diligenciarlos ahora',
  ),
  Event: object({
    id: string,
    action: string,
    actor: orNone,
    actorName: string,
    from: string,
    to: string,
    reason: string,
    details: said({ type: ['object', 'null'] }, '`key`: la clave con que se hizo'),
    created: moment,
  }),
  StatusCounts: object(Object.fromEntries(requestStatuses.map((status) => [status, whole]))),
  DecisionOutcome: object({
    changed: list(anId),
    skipped: list(object({ id: string, code: string, errors: map(string) }, 'errors')),
  }),
  PrintedParts: object({
    ready: whole,
    pending: whole,
    failed: whole,
    parts: list(object({ first: string, last: string, documents: whole })),
  }),
  Batch: object({
    id: anId,
    number: string,
    format: anId,
    formatVersion: anId,
    owner: anId,
    fileName: string,
    fileHash: hash,
    status: oneOf(batchStatuses),
    total: whole,
    createdCount: whole,
    errorCount: whole,
    discardedCount: whole,
    finishedAt: moment,
    joined: said({ type: ['array', 'null'], items: string }, 'Los datos que trae una lista por su clave'),
  }),
  BatchRow: object({
    id: anId,
    batch: anId,
    row: whole,
    status: oneOf(rowStatuses),
    values,
    errors: { type: ['object', 'null'] },
    request: orNone,
  }),
  BatchProgress: object(
    {
      status: oneOf(batchStatuses),
      total: whole,
      createdCount: whole,
      errorCount: whole,
      discardedCount: whole,
      startedAt: moment,
      finishedAt: moment,
      code: string,
    },
    'code',
  ),
  BatchOutcome: object(
    {
      row: whole,
      status: oneOf(rowStatuses),
      number: string,
      requestStatus: oneOf(['', ...requestStatuses]),
      values: string,
      wrong: string,
      errors: string,
    },
    'values',
    'wrong',
    'errors',
  ),
  PortionOutcome: object({ valid: whole, errors: list(object({ row: whole, errors: map(string) })) }),
  DocumentCheck: object({
    code: string,
    organisation: string,
    format: string,
    number: string,
    date: day,
    state: oneOf(['valid', 'preliminary', 'annulled', 'withdrawn']),
    annulledOn: day,
    initials: string,
    approvedAt: string,
    approver: string,
    version: whole,
    files: list(object({ hash, kind: string, replacedOn: day })),
  }),
  WebhookMessage: object({
    id: said(anId, 'El mismo en cada intento'),
    event: oneOf([...webhookEvents, 'test']),
    at: said({ type: 'string', format: 'date-time' }, 'UTC: cuándo pasó, o empezó a pasar'),
    subject: object({
      collection: oneOf(['requests', 'batches', 'users', 'webhooks']),
      ids: said(
        { type: 'array', items: anId, minItems: 1, maxItems: 1_000 },
        'De más de mil, los primeros: los demás encabezan `GET /api/app/requests?sort=-decidedAt` (o `-submittedAt`)',
      ),
      count: said({ type: 'integer', minimum: 1 }, 'De cuántas se avisa'),
    }),
  }),
} as const satisfies Record<string, Schema>
export type SchemaName = keyof typeof schemas
