import * as z from 'zod/mini'
import type { Attachment } from '../../src/domain/attachments/attachment.ts'
import {
  type Batch,
  type BatchOutcome,
  type BatchProgress,
  type BatchRow,
  batchStatuses,
  type PortionOutcome,
  rowStatuses,
} from '../../src/domain/batches/batch.ts'
import type { CheckedFile, DocumentCheck } from '../../src/domain/documents/document-check.ts'
import { documentKinds } from '../../src/domain/documents/document-kind.ts'
import { formatPaper } from '../../src/domain/documents/paper.ts'
import type { NamedSignatory } from '../../src/domain/documents/signers.ts'
import { type KeptSigner, type KeptSigners, signatureBlocks } from '../../src/domain/documents/signing.ts'
import { field } from '../../src/domain/fields/field.ts'
import type { Format, FormatText, FormatVersion } from '../../src/domain/formats/format.ts'
import { routeInput } from '../../src/domain/formats/route.ts'
import { type Event, eventSubjects } from '../../src/domain/history/event.ts'
import type { ExportedRequest, ExportPortion, ExportVersion } from '../../src/domain/requests/exported.ts'
import type { FilledByDeciders } from '../../src/domain/requests/filled.ts'
import {
  type DecisionOutcome,
  documentStatuses,
  type Page,
  type PrintedParts,
  type Request,
  type RequestDocument,
  type RequestItem,
  requestStatuses,
  type UsualReasons,
} from '../../src/domain/requests/request.ts'
import type { RequestRoute, RouteStanding, StepDecision } from '../../src/domain/requests/request-route.ts'
import { type WebhookBody, webhookEvents } from '../../src/domain/webhooks/webhook.ts'

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

const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })

/** Schema of an object. `T`: the type it describes, so that the compiler demands each of its properties; all are required but `optional`. */
export function object<T = Record<string, unknown>>(
  properties: Record<keyof T & string, Schema>,
  ...optional: (keyof T & string)[]
): Schema {
  const names = Object.keys(properties) as (keyof T & string)[]
  return { type: 'object', properties, required: names.filter((name) => !optional.includes(name)) }
}

/** JSON Schema of what a zod schema takes. */
export function taken(schema: z.core.$ZodType): Schema {
  const { $schema: _, ...told } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return told
}

export const pageParts = (of: Schema): Record<keyof Page<unknown>, Schema> => ({
  page: whole,
  perPage: whole,
  totalItems: whole,
  totalPages: whole,
  items: list(of),
})

export const pageOfRecords = (of: Schema): Schema => object<Page<unknown>>(pageParts(of))

/** Properties that PocketBase adds to each of its records. */
const stored = { collectionId: string, collectionName: string, created: moment, updated: moment }
type Stored<T> = T & Record<keyof typeof stored, string>

const request = {
  id: anId,
  number: said(string, 'SOL-2026-000123, desde el primer envío'),
  format: anId,
  owner: anId,
  batch: orNone,
  row: said(whole, 'Fila de la hoja, o 0'),
  status: oneOf(requestStatuses),
  step: said(whole, 'Paso de su ruta que espera, desde 1; 0 si no espera ninguno'),
  summary: string,
  revision: whole,
  reason: string,
  documentStatus: oneOf(documentStatuses),
  documentNumber: string,
  document: said(string, 'Nombre del archivo PDF: /key/api/files/requests/{id}/{document}'),
  finality,
  annulledAt: moment,
  submittedAt: moment,
  dueAt: said(moment, 'Plazo para decidir; vacío si el formato no lo tiene'),
  decidedAt: moment,
  created: moment,
  updated: moment,
}
const fields = list({ $ref: '#/components/schemas/Field' })
const signer = object<KeptSigner>(
  {
    caption: string,
    name: string,
    post: string,
    document: string,
    image: string,
    approvedOn: said(string, 'Día en que aprobó: AAAA-MM-DD; solo de quien aprobó'),
  },
  'approvedOn',
)
const errorCodes = said(map(string), 'Clave de cada campo, `*` para toda la fila, y el código de su error')
const wrongCells = said(map(string), 'Lo que decían las celdas que no se pudieron leer, por la clave de su columna')
const paper = orNull(taken(formatPaper))
const signatures = orNull(taken(signatureBlocks))
const route = orNull(taken(routeInput))
const stepDecision = object<StepDecision>({
  action: string,
  personName: string,
  inPlaceOf: said(string, 'En lugar de quién; vacío si el paso es suyo'),
  vacant: said(yes, 'Lo decidió un administrador porque no quedaba nadie en el paso'),
  keyName: said(string, 'Nombre de la clave con que decidió un programa; vacío si decidió la persona'),
  created: moment,
})

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
  Format: object<Stored<Format>>(
    {
      ...stored,
      id: anId,
      code: string,
      name: string,
      description: string,
      category: string,
      status: oneOf(['draft', 'published', 'archived']),
      version: said(whole, 'La publicada'),
      edited: said(yes, 'Si tiene cambios sin publicar'),
      fields,
      body: said(string, 'La redacción'),
      requiresReview: yes,
      makesFinal: said(yes, 'Si la aprobación genera un documento definitivo'),
      dueDays: said(whole, 'Días hábiles para decidir; 0 si no hay plazo'),
      signatures,
      paper,
      route,
      offer: said(
        orNull(object<FormatText>({ fields, body: string, paper, signatures }, 'paper', 'signatures')),
        'El texto de una versión nueva del programa; solo para administradores',
      ),
    },
    'offer',
  ),
  FormatVersion: object<Stored<FormatVersion>>(
    {
      ...stored,
      id: anId,
      format: anId,
      version: whole,
      fields,
      body: string,
      signatures,
      paper,
      route,
      makesFinal: yes,
      signatories: said(
        list(object<NamedSignatory>({ id: string, name: string, post: string, idDocument: string })),
        'Quién firma hoy; solo de una versión, no en la lista',
      ),
      deciderFields: said(orNull(fields), 'Los campos que diligencia quien aprueba y el solicitante ve'),
      keptFields: said(orNull(fields), 'Los campos que solo ven quienes aprueban; solo para administradores'),
    },
    'signatories',
    'deciderFields',
    'keptFields',
  ),
  Field: said(taken(field), 'Un campo del formato; según su tipo lleva más'),
  RequestItem: object<RequestItem>({
    ...request,
    formatCode: string,
    formatName: string,
    ownerName: string,
    batchNumber: string,
    stepName: said(string, 'Nombre del paso que espera, o nada'),
    decidable: said(yes, 'Si la cuenta puede decidirla ahora'),
  }),
  Request: object<Stored<Request>>({
    ...stored,
    ...request,
    formatVersion: anId,
    values,
    reviewer: orNone,
    checkCode: string,
    documentKind: said(oneOf(['', ...documentKinds]), 'Lo que el archivo dice de sí mismo'),
    documentHash: hash,
    documentError: said(string, 'El código del error por el que no se pudo generar, o nada'),
    documentErrorDetails: orNull(map(string)),
    letterhead: said(string, 'Id del membrete del documento, o nada'),
    signers: said(
      orNull(
        object<KeptSigners>(
          {
            decidedAt: moment,
            approver: string,
            keyName: said(string, 'La clave con que aprobó un programa'),
            signers: list(signer),
          },
          'keyName',
        ),
      ),
      'Quién firmó el documento',
    ),
  }),
  RequestRoute: object<RequestRoute>({
    ownerName: string,
    decidable: said(yes, 'Si la cuenta puede decidirla ahora'),
    steps: list(
      object<RouteStanding>({
        position: said(whole, 'Desde 1'),
        name: string,
        state: oneOf(['passed', 'current', 'waiting', 'skipped']),
        group: said(string, 'Nombre del grupo, o nada'),
        people: said(list(string), 'Nombres'),
        all: said(yes, 'Si deben aprobar todas las personas'),
        decisions: list(stepDecision),
      }),
    ),
  }),
  RequestDocument: object<Stored<RequestDocument>>({
    ...stored,
    id: anId,
    request: anId,
    number: string,
    file: string,
    kind: oneOf(['', ...documentKinds]),
    hash,
  }),
  Attachment: object<Attachment>({ id: anId, name: string, size: whole }),
  AttachmentRecord: object({
    ...stored,
    id: anId,
    owner: anId,
    request: orNone,
    name: string,
    size: whole,
    kind: said(string, 'El tipo de su contenido'),
    hash,
    crc: whole,
    sent: said(yes, 'Si ya va en una solicitud enviada'),
    file: string,
  }),
  RequestRevision: object({ ...stored, id: anId, request: anId, revision: whole, values, submittedAt: moment }),
  ExportPortion: object<ExportPortion>({
    total: said(whole, 'De toda la lista; solo en el primer tramo'),
    next: said(whole, 'El `after` del tramo siguiente; 0 al final'),
    versions: said(
      list(object<ExportVersion>({ id: anId, version: whole, format: anId, code: string, name: string, fields })),
      'Las versiones con que se hicieron; solo en el primer tramo',
    ),
    rows: list(
      object<ExportedRequest>({
        number: string,
        status: oneOf(requestStatuses),
        format: anId,
        formatCode: string,
        formatName: string,
        formatVersion: anId,
        summary: string,
        ownerName: string,
        batchNumber: string,
        row: whole,
        created: moment,
        submittedAt: moment,
        decidedAt: moment,
        reviewerName: said(string, 'Solo para administradores'),
        documentNumber: string,
        finality,
        annulledAt: moment,
        reason: string,
        values,
      }),
    ),
  }),
  FilledByDeciders: said(
    object<FilledByDeciders>({ fields, values, updated: string, open: yes }),
    'Los datos de la aprobación; `open`: si la cuenta puede diligenciarlos ahora',
  ),
  Event: object<Event>({
    id: string,
    subject: oneOf(eventSubjects),
    subjectId: string,
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
  UsualReasons: object<UsualReasons>({
    return: list(object({ reason: string })),
    reject: list(object({ reason: string })),
  }),
  DecisionOutcome: object<DecisionOutcome>(
    {
      changed: list(anId),
      skipped: list(object({ id: string, code: string, errors: map(string) }, 'errors')),
      undo: said(
        object({ id: string, seconds: whole }),
        'Solo con `undoable`: durante estos segundos la decisión se puede deshacer en las páginas, y sus documentos y avisos esperan',
      ),
    },
    'undo',
  ),
  PrintedParts: object<PrintedParts>({
    ready: whole,
    pending: whole,
    failed: whole,
    parts: list(object({ first: string, last: string, documents: whole })),
  }),
  Batch: object<Stored<Batch> & Record<'sender' | 'startedAt', string>>({
    ...stored,
    id: anId,
    number: string,
    format: anId,
    formatVersion: anId,
    owner: anId,
    sender: said(orNone, 'Quién lo envió'),
    fileName: string,
    fileHash: hash,
    status: oneOf(batchStatuses),
    total: whole,
    createdCount: whole,
    errorCount: whole,
    discardedCount: whole,
    startedAt: moment,
    finishedAt: moment,
    joined: said({ type: ['array', 'null'], items: string }, 'Los datos que trae una lista por su clave'),
  }),
  BatchRow: object<Stored<BatchRow> & { summary: string }>({
    ...stored,
    id: anId,
    batch: anId,
    row: whole,
    status: oneOf(rowStatuses),
    values,
    summary: string,
    wrong: orNull(wrongCells),
    errors: orNull(errorCodes),
    warnings: orNull(map(string)),
    request: orNone,
  }),
  BatchProgress: object<BatchProgress>(
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
  BatchOutcome: object<BatchOutcome>(
    {
      row: whole,
      status: oneOf(rowStatuses),
      number: string,
      requestStatus: oneOf(['', ...requestStatuses]),
      values: said(string, 'JSON'),
      wrong: said(string, 'JSON'),
      errors: said(string, 'JSON'),
    },
    'values',
    'wrong',
    'errors',
  ),
  PortionOutcome: object<PortionOutcome>({ valid: whole, errors: list(object({ row: whole, errors: map(string) })) }),
  DocumentCheck: object<DocumentCheck>({
    code: string,
    organisation: string,
    format: string,
    number: string,
    date: day,
    state: oneOf(['valid', 'preliminary', 'annulled', 'withdrawn']),
    annulledOn: day,
    initials: said({ type: 'string' }, 'Iniciales de quien lo pidió, no su nombre: «Í. Ñ. P.»'),
    approvedAt: string,
    approver: said({ type: 'string' }, 'Iniciales de quien lo aprobó; vacío si nadie tuvo que aprobarlo'),
    version: whole,
    files: list(object<CheckedFile>({ hash, kind: string, replacedOn: day })),
  }),
  WebhookMessage: object<WebhookBody>({
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
