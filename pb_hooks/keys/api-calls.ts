import type { Attachment } from '../../src/domain/attachments/attachment.ts'
import type { BackupList } from '../../src/domain/backups/backup.ts'
import type { BatchProgress, BatchRowResult, RowChunkResult, RowStatus } from '../../src/domain/batches/batch.ts'
import type { DocumentVerification } from '../../src/domain/documents/document-verification.ts'
import type { Values } from '../../src/domain/fields/field.ts'
import type { Event, EventPage } from '../../src/domain/history/event.ts'
import type { EventFilter } from '../../src/domain/history/event-filter.ts'
import type { CreatedKey, Key, KeyScope } from '../../src/domain/keys/key-scope.ts'
import type { ListImportChanges, ListLookupCounts, ListRow, RecordMatch } from '../../src/domain/lists/list.ts'
import type { MailFrequencyByNoticeKind, NoticePage } from '../../src/domain/notices/notice.ts'
import type { Report, StageReport } from '../../src/domain/reports/report.ts'
import { type RequestAction, requestActionNames, requestActions } from '../../src/domain/requests/actions.ts'
import type { ApproverFields } from '../../src/domain/requests/approver-fields.ts'
import type { CallerCounts } from '../../src/domain/requests/counts.ts'
import type { Dashboard } from '../../src/domain/requests/dashboard.ts'
import type {
  DecisionResult,
  DocumentPrintSummary,
  FrequentReasons,
  PaginatedList,
  RequestPage,
  RequestStatus,
  requestSortFields,
} from '../../src/domain/requests/request.ts'
import type { RequestExportChunk } from '../../src/domain/requests/request-export.ts'
import type { RequestFilter } from '../../src/domain/requests/request-filter.ts'
import type { RequestRoute } from '../../src/domain/requests/request-route.ts'
import type { RequestView } from '../../src/domain/requests/request-view.ts'
import type { InstallationStatus, ServerHealth } from '../../src/domain/settings/settings.ts'
import type { MailTest } from '../../src/domain/settings/setup-step.ts'
import type { Day, Id } from '../../src/domain/text/text-types.ts'
import type { OpenWork } from '../../src/domain/users/open-work.ts'
import type { ListWithViews, View } from '../../src/domain/views/view.ts'
import type { CreatedWebhook, Webhook } from '../../src/domain/webhooks/webhook.ts'
import type { inputSchemas } from './input-schemas.ts'
import type {
  AttachmentRecord,
  BatchRecord,
  BatchRowRecord,
  FormatRecord,
  FormatVersionRecord,
  LargeRecordListParams,
  ListRecord,
  RecordListParams,
  RecordParams,
  RequestDocumentRecord,
  RequestRecord,
  RequestRevisionRecord,
  Session,
} from './records.ts'

/** Permitted caller: programs whose key has the scope, users with a session (`session`), everyone (`public`), or only the pages (`page`). */
type Caller = KeyScope | 'session' | 'public' | 'page'

export interface ApiCall {
  by: Caller
  /** Description in the OpenAPI document (Spanish). */
  summary: string
  /** Collection of the record `{id}`, if the call can change records of other users. Approvers also need the scope `decide`. */
  reachesOthers?: 'batches' | 'requests'
  /** Name of the body's schema, or raw bytes. */
  body?: keyof typeof inputSchemas | 'bytes'
  /** Media type of the response if it is a file. */
  file?: 'application/pdf' | 'application/zip' | 'application/x-tar' | 'application/openmetrics-text' | 'text/csv'
  /** Status of a successful response, if it is neither 200 nor 204. */
  status?: 202
  /** Set if some callers get 204 without a body. */
  isEmptyForSome?: true
  /** Error status whose response has the same body. */
  alsoWith?: 503
  /** Possible error statuses besides those common to all calls. */
  errors?: readonly number[]
}

/** Call with its types. The build converts `Answer` and `Query` to schemas; they do not exist at run time. */
interface TypedCall<Answer, Query> extends ApiCall {
  readonly types?: { answer: Answer; query: Query }
}

const defineCall = <Answer = void, Query = object>(
  by: Caller,
  summary: string,
  more: Omit<ApiCall, 'by' | 'summary'> = {},
): TypedCall<Answer, Query> => ({ by, summary, ...more })

/** Calls of the actions on requests. */
const actionCalls = Object.fromEntries(
  requestActionNames.map((name) => {
    const { scope, texts } = requestActions[name]
    const call = defineCall<DecisionResult>(scope, texts.call ?? texts.button, { body: 'decision', errors: [409] })
    return [`POST /api/app/requests/${name}`, call]
  }),
) as { [Name in RequestAction as `POST /api/app/requests/${Name}`]: TypedCall<DecisionResult, object> }

interface Items<Item> {
  items: Item[]
}

/** `RequestView` with complete records, as PocketBase returns them. */
interface ViewedRequest extends Omit<RequestView, 'request' | 'version'> {
  request: RequestRecord
  version: FormatVersionRecord
}

interface RequestsQuery extends RequestFilter {
  page?: number
  /** @maximum 200 */
  perPage?: number
  sort?: `${'' | '-'}${(typeof requestSortFields)[number]}`
}

interface PageStart {
  user: Record<string, unknown>
  settings: Record<string, unknown>
  counts: CallerCounts
}

interface ExportQuery {
  /** Value of `next` in the previous chunk; 0 for the first chunk. @description El `next` del tramo anterior; 0 al comienzo */
  after?: number
}

interface ChosenRequests extends RequestFilter {
  /** Up to 200 ids, separated by commas. @description Hasta 200 id, separados por coma */
  ids?: string
}

interface DocumentsQuery {
  as?: 'zip' | 'pdf'
  /** Number of the first document in the range. @description Número del primer documento */
  first?: string
  /** Number of the last document in the range. @description Número del último documento */
  last?: string
}

interface OutcomesQuery {
  /** Number of the last row in the previous chunk; 0 for the first chunk. @description La última fila del tramo anterior; 0 al comienzo */
  after?: number
  status?: RowStatus
  /** If set to any text, includes the values of each row. @description Con cualquier texto, también los datos de cada fila */
  values?: string
}

interface ReportQuery {
  from: Day
  to: Day
  format?: Id
}

interface EventsQuery {
  /** Value of `next` in the previous page. @description El `next` de la página anterior */
  before?: number
  /** @maximum 200 */
  perPage?: number
}

/** All endpoints of the server, with the scope that an API key needs. A test compares the table with `main.pb.ts`. */
export const apiCalls = {
  'GET /api/app/status': defineCall<InstallationStatus>(
    'public',
    'Versión, organización, y si el registro está abierto',
  ),
  'GET /api/app/openapi.json': defineCall<Record<string, unknown>>(
    'public',
    'La descripción de las llamadas, en OpenAPI',
  ),
  'GET /api/app/documents/{code}': defineCall<DocumentVerification>('public', 'Comprobar un documento por su código'),

  'GET /api/app/health': defineCall<ServerHealth>(
    'metrics',
    'Si el servidor puede guardar; los administradores reciben detalles',
    { isEmptyForSome: true, alsoWith: 503 },
  ),
  'GET /api/app/metrics': defineCall('metrics', 'Cifras del servidor, en OpenMetrics', {
    file: 'application/openmetrics-text',
  }),

  'GET /api/collections/formats/records': defineCall<PaginatedList<FormatRecord>, RecordListParams>(
    'read',
    'Los formatos',
  ),
  'GET /api/collections/formats/records/{id}': defineCall<FormatRecord, RecordParams>(
    'read',
    'Un formato, con sus campos',
  ),
  'GET /api/collections/format_versions/records': defineCall<PaginatedList<FormatVersionRecord>, LargeRecordListParams>(
    'read',
    'Las versiones de los formatos',
  ),
  'GET /api/collections/format_versions/records/{id}': defineCall<FormatVersionRecord, RecordParams>(
    'read',
    'Una versión de un formato',
  ),
  'GET /api/app/requests': defineCall<RequestPage, RequestsQuery>(
    'read',
    'Las solicitudes, por páginas, con filtros y orden',
  ),
  'GET /api/app/requests/export': defineCall<RequestExportChunk, RequestFilter & ExportQuery>(
    'read',
    'Las solicitudes con sus valores, por tramos',
  ),
  'GET /api/app/requests/counts': defineCall<Record<RequestStatus, number>, RequestFilter>(
    'read',
    'Cuántas solicitudes hay en cada estado',
  ),
  'GET /api/collections/requests/records': defineCall<PaginatedList<RequestRecord>, LargeRecordListParams>(
    'read',
    'Las solicitudes, como registros',
  ),
  'GET /api/collections/requests/records/{id}': defineCall<RequestRecord, RecordParams>('read', 'Una solicitud'),
  'GET /api/app/requests/{id}/history': defineCall<Event[]>('read', 'El historial de una solicitud'),
  'GET /api/app/requests/{id}/route': defineCall<RequestRoute>(
    'read',
    'El paso actual de una solicitud y las decisiones de su ruta',
  ),
  'GET /api/app/requests/{id}/filled': defineCall<ApproverFields>(
    'read',
    'Los datos de la aprobación que la cuenta puede ver',
  ),
  'GET /api/app/requests/{id}/sent': defineCall<{ values: Values }[], { revision: number }>(
    'read',
    'Los datos de una solicitud en uno de sus envíos',
  ),
  'GET /api/app/requests/{id}/documents': defineCall<RequestDocumentRecord[]>(
    'read',
    'Los documentos reemplazados de una solicitud',
  ),
  'GET /api/collections/request_revisions/records': defineCall<
    PaginatedList<RequestRevisionRecord>,
    LargeRecordListParams
  >('read', 'Los envíos anteriores de las solicitudes'),
  'GET /api/collections/request_revisions/records/{id}': defineCall<RequestRevisionRecord, RecordParams>(
    'read',
    'Una revisión anterior',
  ),
  'GET /api/collections/request_documents/records': defineCall<PaginatedList<RequestDocumentRecord>, RecordListParams>(
    'read',
    'Los documentos anteriores',
  ),
  'GET /api/collections/request_documents/records/{id}': defineCall<RequestDocumentRecord, RecordParams>(
    'read',
    'Un documento anterior',
  ),
  'GET /api/collections/attachments/records': defineCall<PaginatedList<AttachmentRecord>, RecordListParams>(
    'read',
    'Los archivos adjuntos',
  ),
  'GET /api/collections/attachments/records/{id}': defineCall<AttachmentRecord, RecordParams>(
    'read',
    'Los datos de un archivo adjunto',
  ),
  'GET /api/files/attachments/{id}/{file}': defineCall<void, { preview?: string }>('read', 'Un archivo adjunto', {
    file: 'application/pdf',
  }),
  'GET /api/files/requests/{id}/{file}': defineCall('read', 'El PDF de una solicitud', { file: 'application/pdf' }),
  'GET /api/files/request_documents/{id}/{file}': defineCall('read', 'El PDF de un documento anterior', {
    file: 'application/pdf',
  }),
  'GET /api/app/requests/documents': defineCall<void, ChosenRequests & DocumentsQuery>(
    'read',
    'Los documentos de una lista, en un ZIP o un PDF',
    { file: 'application/zip' },
  ),
  'GET /api/app/requests/documents/parts': defineCall<DocumentPrintSummary, ChosenRequests>(
    'read',
    'Las partes en que se imprime una lista',
  ),
  'GET /api/app/requests/documents/progress': defineCall<{ pending: number }>(
    'read',
    'Cuántos documentos faltan por generar',
  ),
  'POST /api/app/requests/{id}/document': defineCall('read', 'Generar primero el documento de una solicitud'),
  'GET /api/collections/batches/records': defineCall<PaginatedList<BatchRecord>, RecordListParams>('read', 'Los lotes'),
  'GET /api/collections/batches/records/{id}': defineCall<BatchRecord, RecordParams>('read', 'Un lote'),
  'GET /api/collections/batch_rows/records': defineCall<PaginatedList<BatchRowRecord>, LargeRecordListParams>(
    'read',
    'Las filas de los lotes',
  ),
  'GET /api/collections/batch_rows/records/{id}': defineCall<BatchRowRecord, RecordParams>(
    'read',
    'Una fila de un lote',
  ),
  'GET /api/app/batches/{id}/progress': defineCall<BatchProgress>('read', 'Cómo va un lote'),
  'GET /api/app/batches/{id}/counts': defineCall<Partial<Record<RequestStatus, number>>>(
    'read',
    'Cuántas solicitudes de un lote hay en cada estado',
  ),
  'GET /api/app/batches/{id}/outcomes': defineCall<BatchRowResult[], OutcomesQuery>(
    'read',
    'Las filas de un lote con su número y su estado',
  ),
  'GET /api/app/batches/{id}/documents': defineCall('read', 'El ZIP con los documentos de un lote', {
    file: 'application/zip',
  }),

  'POST /api/collections/requests/records': defineCall<RequestRecord>('request', 'Empezar un borrador', {
    body: 'draftInput',
  }),
  'PATCH /api/collections/requests/records/{id}': defineCall<RequestRecord>(
    'request',
    'Cambiar los valores de un borrador',
    { body: 'draftChange' },
  ),
  'DELETE /api/collections/requests/records/{id}': defineCall('request', 'Borrar un borrador'),
  'PUT /api/app/attachments/{id}/bytes': defineCall<{ received: number }, { at: number }>(
    'request',
    'Subir una parte de un archivo',
    { body: 'bytes' },
  ),
  'POST /api/app/attachments': defineCall<Attachment>('request', 'Terminar de subir un archivo', {
    body: 'attachmentInput',
  }),
  'POST /api/app/requests/preview': defineCall('request', 'Ver el documento antes de enviar; no guarda nada', {
    body: 'previewInput',
    file: 'application/pdf',
  }),
  'POST /api/app/requests/{id}/comments': defineCall('request', 'Comentar una solicitud', {
    body: 'commentInput',
    reachesOthers: 'requests',
  }),

  'POST /api/app/batches': defineCall<BatchRecord>('batch', 'Empezar un lote', { body: 'batchInput', errors: [409] }),
  'POST /api/app/batches/{id}/rows': defineCall<RowChunkResult>('batch', 'Cargar hasta 1.000 filas', {
    body: 'portion',
  }),
  'POST /api/app/batches/{id}/confirm': defineCall<BatchRecord>('batch', 'Enviar las filas sin errores', {
    reachesOthers: 'batches',
  }),
  'POST /api/app/batches/{id}/discard': defineCall<BatchRecord>('batch', 'Descartar filas', { body: 'discardInput' }),
  'POST /api/app/batches/{id}/cancel': defineCall<BatchRecord>('batch', 'Cancelar un lote', {
    reachesOthers: 'batches',
  }),

  ...actionCalls,
  'PUT /api/app/requests/{id}/filled': defineCall<ApproverFields>('decide', 'Diligenciar los datos de la aprobación', {
    body: 'filledInput',
    errors: [409],
  }),
  'GET /api/app/requests/formats': defineCall<Items<{ id: Id; name: string }>>(
    'session',
    'Los formatos de las solicitudes que la persona ve',
  ),
  'GET /api/app/requests/reasons': defineCall<FrequentReasons, { format?: Id }>('decide', 'Los motivos frecuentes'),

  'GET /api/app/reports': defineCall<Report, ReportQuery>(
    'session',
    'Las solicitudes recibidas y decididas en un periodo',
  ),
  'GET /api/app/reports/steps': defineCall<StageReport, ReportQuery>('session', 'El tiempo de cada paso en un periodo'),
  'GET /api/app/start': defineCall<PageStart>('session', 'Los datos que necesita cada pantalla al abrirse'),
  'GET /api/app/calls': defineCall<unknown[], { calls: string }>(
    'session',
    'Varias lecturas en una sola llamada, comprimidas, para la primera carga de una pantalla',
  ),
  'GET /api/app/counts': defineCall<CallerCounts>('session', 'Los conteos del menú y de las listas'),
  'GET /api/app/dashboard': defineCall<Dashboard>('session', 'El panel de inicio'),
  'GET /api/app/session': defineCall('session', 'Si la sesión es válida, o por qué terminó'),
  'POST /api/app/sessions/end': defineCall<Session>('session', 'Cerrar todas las sesiones propias'),
  'GET /api/app/requests/{id}/view': defineCall<ViewedRequest>('session', 'Una solicitud con los datos de su pantalla'),
  'POST /api/app/requests/{id}/final': defineCall('session', 'Pedir el documento definitivo de una solicitud propia', {
    errors: [409],
  }),
  'POST /api/app/decisions/{id}/undo': defineCall<DecisionResult>(
    'session',
    'Deshacer una decisión propia de hace unos segundos',
    { errors: [409] },
  ),
  'POST /api/app/decisions/{id}/settle': defineCall('session', 'Terminar el plazo para deshacer una decisión propia'),
  'GET /api/app/notices': defineCall<NoticePage, { page?: number }>('session', 'Los avisos propios'),
  'GET /api/app/notices/choices': defineCall<MailFrequencyByNoticeKind>('session', 'Qué avisos llegan por correo'),
  'PUT /api/app/notices/choices': defineCall('session', 'Elegir qué avisos llegan por correo', { body: 'mailChoice' }),
  'POST /api/app/notices/read': defineCall('session', 'Marcar avisos como leídos', { body: 'noticesRead' }),
  'POST /api/app/lists/{id}/import': defineCall<{ import: Id }>(
    'session',
    'Empezar a importar los registros de una lista',
    { body: 'importBegin' },
  ),
  'GET /api/app/lists/{id}/import': defineCall<ListImportChanges, { import: Id }>(
    'session',
    'Los cambios que haría una importación en una lista',
    { errors: [409] },
  ),
  'POST /api/app/lists/{id}/import/rows': defineCall<Pick<RowChunkResult, 'errors'>>(
    'session',
    'Cargar hasta 1.000 registros en una lista',
    { body: 'importRows', errors: [409] },
  ),
  'POST /api/app/lists/{id}/import/confirm': defineCall<ListRecord>(
    'session',
    'Confirmar la importación de una lista',
    { body: 'importConfirm', errors: [409] },
  ),
  'POST /api/app/lists/{id}/undo': defineCall<ListRecord>('session', 'Volver a la importación anterior de una lista', {
    body: 'importUndo',
    errors: [409],
  }),
  'GET /api/app/lists/{id}/search': defineCall<Items<ListRow>, { q?: string }>(
    'session',
    'Buscar en una lista de registros',
  ),
  'POST /api/app/lists/{id}/records': defineCall<Items<RecordMatch>>(
    'session',
    'Hasta 500 registros de una lista, por su clave',
    { body: 'recordKeys' },
  ),
  'GET /api/app/lists/{id}/lookups': defineCall<Items<ListLookupCounts>>(
    'session',
    'Cuántas claves de una lista consultó cada persona',
  ),
  'GET /api/app/views': defineCall<View[], { place: ListWithViews }>('session', 'Las vistas guardadas de una lista'),
  'GET /api/app/people': defineCall<
    Items<{ id: Id; name: string; email?: string }> & { decides: boolean },
    { search?: string; all?: 'true' }
  >('session', 'Buscar personas por nombre: las que pueden ser reemplazo, o todas'),
  'POST /api/app/users/invite': defineCall<{ id: Id }>('session', 'Invitar a una persona', { body: 'invitation' }),
  'POST /api/app/users/activate': defineCall<Pick<DecisionResult, 'changed' | 'skipped'>>(
    'session',
    'Activar personas',
    { body: 'peopleChosen' },
  ),
  'POST /api/app/users/deactivate': defineCall<Pick<DecisionResult, 'changed' | 'skipped'>>(
    'session',
    'Desactivar personas, o deshacer su activación',
    { body: 'peopleChosen' },
  ),
  'POST /api/app/users/{id}/email': defineCall<{ changed: boolean }>(
    'session',
    'Cambiar el correo de una persona, que debe confirmarlo',
    { body: 'emailChange' },
  ),
  'POST /api/app/users/{id}/invite': defineCall('session', 'Invitar otra vez'),
  'GET /api/app/users/{id}/open': defineCall<OpenWork>('session', 'Lo que deja pendiente una persona'),
  'POST /api/app/users/{id}/unblock': defineCall('session', 'Olvidar los intentos de ingreso equivocados'),
  'DELETE /api/app/users/{id}': defineCall('session', 'Borrar una cuenta sin solicitudes'),
  'POST /api/app/formats/{id}/publish': defineCall<FormatRecord>('session', 'Publicar un formato', { errors: [409] }),
  'POST /api/app/formats/{id}/archive': defineCall<FormatRecord>('session', 'Archivar un formato', { errors: [409] }),
  'POST /api/app/formats/{id}/restore': defineCall<FormatRecord>('session', 'Volver a un formato archivado', {
    errors: [409],
  }),
  'POST /api/app/formats/{id}/copy': defineCall<FormatRecord>('session', 'Copiar un formato', { body: 'formatCopy' }),
  'GET /api/app/backups': defineCall<BackupList>('session', 'Las copias de seguridad'),
  'POST /api/app/backups': defineCall<Record<string, unknown>>('session', 'Hacer una copia', {
    status: 202,
    errors: [409],
  }),
  'PUT /api/app/backups/plan': defineCall('session', 'Cuándo se hacen las copias', { body: 'backupPlanInput' }),
  'POST /api/app/backups/{id}/grant': defineCall<{ grant: string }>(
    'session',
    'Pedir permiso para descargar una copia',
    { body: 'backupGrantInput' },
  ),
  'GET /api/app/backups/{id}/file': defineCall<void, { grant: string }>('session', 'Descargar una copia', {
    file: 'application/x-tar',
  }),
  'DELETE /api/app/backups/{id}': defineCall('session', 'Borrar una copia', { errors: [409] }),
  'GET /api/app/keys': defineCall<Items<Key>>('session', 'Las claves para programas'),
  'POST /api/app/keys': defineCall<CreatedKey>('session', 'Crear una clave', { body: 'keyInput' }),
  'POST /api/app/keys/{id}/confirm': defineCall('session', 'Confirmar una clave de la cuenta propia'),
  'POST /api/app/keys/{id}/revoke': defineCall('session', 'Revocar una clave'),
  'GET /api/app/events': defineCall<EventPage, EventFilter & EventsQuery>('session', 'La historia'),
  'GET /api/app/events/export': defineCall<void, EventFilter & { token?: string }>(
    'session',
    'La historia, en una hoja',
    { file: 'text/csv' },
  ),
  'GET /api/app/webhooks': defineCall<Items<Webhook>>('session', 'A qué programas se avisa'),
  'POST /api/app/webhooks': defineCall<CreatedWebhook>('session', 'Avisar a otro programa', { body: 'webhookInput' }),
  'DELETE /api/app/webhooks/{id}': defineCall('session', 'No avisar más a un programa'),
  'POST /api/app/webhooks/{id}/resume': defineCall('session', 'Volver a avisar a uno que se pausó'),
  'POST /api/app/webhooks/{id}/test': defineCall('session', 'Enviarle un aviso de prueba'),
  'POST /api/app/webhooks/deliveries/{id}/send': defineCall('session', 'Enviar un aviso otra vez'),
  'POST /api/app/mail/test': defineCall<MailTest>('session', 'Probar el correo con un mensaje a la cuenta propia'),
  'POST /api/app/mail/retry': defineCall('session', 'Enviar otra vez los correos sin entregar'),
  'POST /api/app/mail/discard': defineCall('session', 'Descartar los correos sin entregar'),
  'POST /api/app/setup/confirm': defineCall('session', 'Dar por terminados pasos de la preparación', {
    body: 'setupConfirm',
  }),

  'POST /api/app/setup': defineCall('page', 'El primer administrador, una sola vez', {
    body: 'setupInput',
    errors: [409],
  }),
  'POST /api/app/verify': defineCall('page', 'Confirmar el correo con el código', { body: 'verification' }),
  'POST /api/app/users/email': defineCall('page', 'Confirmar el correo nuevo de una cuenta', {
    body: 'emailConfirmation',
  }),
  'POST /api/collections/users/auth-with-password': defineCall<Session>('page', 'Ingresar con la contraseña', {
    body: 'passwordSignIn',
  }),
  'POST /api/collections/users/request-otp': defineCall<{ otpId: Id }>('page', 'Pedir un código', { body: 'recovery' }),
  'POST /api/collections/users/auth-with-otp': defineCall<Session>('page', 'Ingresar con un código', {
    body: 'codeSignIn',
  }),
  'POST /api/collections/users/request-password-reset': defineCall('page', 'Pedir una contraseña nueva', {
    body: 'recovery',
  }),
  'POST /api/collections/users/confirm-password-reset': defineCall('page', 'Elegir la contraseña nueva', {
    body: 'passwordReset',
  }),
  'POST /api/collections/users/request-email-change': defineCall(
    'page',
    'Cerrada: el correo lo cambia un administrador',
  ),
} satisfies Record<string, ApiCall>

/** Patterns of path parameters. None can start with a dot, so that `..` never changes the path. */
const parameterPatterns: Record<string, RegExp> = {
  '{id}': /^[a-z0-9]{15}$/,
  '{file}': /^\w[\w.-]*$/,
  '{code}': /^[\w-]+$/,
}

/** Returns the call of a method and a path without query; undefined if there is none. */
export function findApiCall(method: string, address: string): ApiCall | undefined {
  const asked = `${method} ${address}`.split('/')
  return Object.entries<ApiCall>(apiCalls).find(([name]) => matchesPath(name.split('/'), asked))?.[1]
}

function matchesPath(named: string[], asked: string[]): boolean {
  return (
    named.length === asked.length &&
    named.every((part, at) => parameterPatterns[part]?.test(asked[at] ?? '') ?? part === asked[at])
  )
}
