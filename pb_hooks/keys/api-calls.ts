import * as z from 'zod'
import { attachmentSchema } from '../../src/domain/attachments/attachment-input.ts'
import { attachmentOutputSchema, attachmentRecordSchema } from '../../src/domain/attachments/attachment-output.ts'
import { backupGrantSchema, backupPlanSchema } from '../../src/domain/backups/backup-input.ts'
import { backupListSchema } from '../../src/domain/backups/backup-output.ts'
import { batchSchema, discardRowsSchema, rowChunkSchema } from '../../src/domain/batches/batch-input.ts'
import {
  batchProgressSchema,
  batchRecordSchema,
  batchRowRecordSchema,
  batchRowResultSchema,
  rowChunkResultSchema,
} from '../../src/domain/batches/batch-output.ts'
import { correctionsSchema, deliveryTargetsSchema } from '../../src/domain/deliveries/delivery-input.ts'
import {
  deliveryCountsSchema,
  deliveryLinkSchema,
  deliveryResultSchema,
} from '../../src/domain/deliveries/delivery-output.ts'
import {
  documentVerificationSchema,
  openedDocumentSchema,
} from '../../src/domain/documents/document-verification-output.ts'
import { holderDigitsSchema } from '../../src/domain/documents/verification-input.ts'
import {
  externalCodeSchema,
  externalFormChoiceSchema,
  externalRequestSchema,
} from '../../src/domain/external/external-input.ts'
import { externalFormatsSchema, externalFormSchema } from '../../src/domain/external/external-output.ts'
import { valuesSchema } from '../../src/domain/fields/field-output.ts'
import { formatSchema } from '../../src/domain/formats/format.ts'
import { formatRecordSchema, formatVersionRecordSchema } from '../../src/domain/formats/format-output.ts'
import { eventPageSchema, eventQuerySchema, eventSchema } from '../../src/domain/history/event.ts'
import { keySchema } from '../../src/domain/keys/key-input.ts'
import { createdKeySchema, keyOutputSchema } from '../../src/domain/keys/key-output.ts'
import {
  addressSchema,
  blockGuestSchema,
  linkTokenSchema,
  signatureInputSchema,
} from '../../src/domain/links/link-input.ts'
import { guestLinkContentSchema, guestSchema, linkSummarySchema } from '../../src/domain/links/link-output.ts'
import { signingCountsSchema } from '../../src/domain/links/signing-output.ts'
import {
  importConfirmSchema,
  importRowsSchema,
  importStartSchema,
  importUndoSchema,
  recordKeysSchema,
} from '../../src/domain/lists/list-input.ts'
import {
  listImportChangesSchema,
  listLookupCountsSchema,
  listRecordSchema,
  listRowSchema,
  recordMatchSchema,
} from '../../src/domain/lists/list-output.ts'
import { mailPreferenceSchema, readNoticesSchema } from '../../src/domain/notices/notice-input.ts'
import { mailFrequenciesSchema, noticePageSchema } from '../../src/domain/notices/notice-output.ts'
import { createPageSchema } from '../../src/domain/output-schemas.ts'
import { payrollApplySchema, payrollSchema, payrollUndoSchema } from '../../src/domain/payroll/payroll-input.ts'
import {
  payrollPreviewSchema,
  payrollProgressSchema,
  payrollResultSchema,
} from '../../src/domain/payroll/payroll-output.ts'
import { reportSchema, stageReportSchema } from '../../src/domain/reports/report.ts'
import { requestActionNames, requestActions } from '../../src/domain/requests/actions.ts'
import { approverFieldsSchema } from '../../src/domain/requests/approver-fields-input.ts'
import { callerCountsSchema } from '../../src/domain/requests/counts.ts'
import { dashboardSchema } from '../../src/domain/requests/dashboard.ts'
import { decisionSchema } from '../../src/domain/requests/decision-input.ts'
import { requestExportChunkSchema } from '../../src/domain/requests/request-export.ts'
import {
  commentSchema,
  draftSchema,
  draftUpdateSchema,
  previewSchema,
} from '../../src/domain/requests/request-input.ts'
import {
  approverFieldsOutputSchema,
  decisionResultSchema,
  documentPrintSummarySchema,
  frequentReasonsSchema,
  requestCountsSchema,
  requestDocumentRecordSchema,
  requestPageSchema,
  requestRecordSchema,
  requestRevisionRecordSchema,
} from '../../src/domain/requests/request-output.ts'
import { requestQuerySchema } from '../../src/domain/requests/request-query.ts'
import { requestRouteSchema, routePreviewSchema } from '../../src/domain/requests/request-route.ts'
import { requestViewSchema } from '../../src/domain/requests/request-view.ts'
import { sealUploadSchema } from '../../src/domain/settings/seal-input.ts'
import {
  certificateRequestSchema,
  installationStatusSchema,
  mailTestSchema,
  sealSettingsSchema,
  serverHealthSchema,
} from '../../src/domain/settings/settings-output.ts'
import { setupConfirmSchema } from '../../src/domain/settings/setup-input.ts'
import { recordIdSchema } from '../../src/domain/text/text-types.ts'
import { openWorkSchema } from '../../src/domain/users/open-work.ts'
import {
  secondFactorResetSchema,
  totpCodeSchema,
  totpConfirmationSchema,
  totpSignInSchema,
  totpStartSchema,
} from '../../src/domain/users/totp.ts'
import { recoveryCodesSchema, totpSecretSchema, totpStateSchema } from '../../src/domain/users/totp-output.ts'
import {
  emailChangeSchema,
  emailConfirmationSchema,
  emailVerificationSchema,
  installationSetupSchema,
  invitationSchema,
  passwordRecoverySchema,
  secondFactorSchema,
  userIdsSchema,
  userRejectionSchema,
} from '../../src/domain/users/user.ts'
import { managerSchema, sessionSchema } from '../../src/domain/users/user-output.ts'
import { listsWithViews } from '../../src/domain/views/view.ts'
import { viewOutputSchema } from '../../src/domain/views/view-output.ts'
import { webhookSchema } from '../../src/domain/webhooks/webhook-input.ts'
import { createdWebhookSchema, webhookOutputSchema } from '../../src/domain/webhooks/webhook-output.ts'
import type { ApiCallRights, Caller } from './find-api-call.ts'
import {
  batchRowResultParameters,
  documentsParameters,
  eventListParameters,
  largeRecordListParameters,
  recordListParameters,
  recordParameters,
  reportParameters,
  requestExportParameters,
  requestListParameters,
  selectionParameters,
} from './query-parameters.ts'

/** Call in the OpenAPI document. */
export interface ApiCall extends ApiCallRights {
  /** Description in the OpenAPI document (Spanish). */
  summary: string
  /** Schema of the response; absent if the response is empty or a file. */
  response?: z.core.$ZodType
  query?: z.ZodObject
  /** Schema of the body, or raw bytes. */
  body?: z.core.$ZodType | 'bytes'
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

type CallDetails = Omit<ApiCall, 'by' | 'summary' | 'response'>

/** Returns a function that describes calls of one kind of caller. */
const createCallDescriber =
  (by: Caller) =>
  (summary: string, response?: z.ZodType, more: CallDetails = {}): ApiCall => ({ by, summary, response, ...more })
const publicCall = createCallDescriber('public')
const pageCall = createCallDescriber('page')
const sessionCall = createCallDescriber('session')
const metricsCall = createCallDescriber('metrics')
const readCall = createCallDescriber('read')
const requestCall = createCallDescriber('request')
const batchCall = createCallDescriber('batch')
const decisionCall = createCallDescriber('decide')

/** Response of calls that return nothing, or a file. */
const noContent = undefined

/** Calls of the actions on requests. */
const actionCalls = Object.fromEntries(
  requestActionNames.map((name) => {
    const { scope, texts } = requestActions[name]
    const more = { body: decisionSchema, errors: [409] }
    const call = createCallDescriber(scope ?? 'page')(texts.call ?? texts.button, decisionResultSchema, more)
    return [`POST /api/app/requests/${name}`, call]
  }),
)

const largeCollections = ['batch_rows', 'format_versions', 'request_revisions', 'requests']

/** Describes the calls of PocketBase that read the records of a collection: all records, and one record. */
const describeRecordCalls = (collection: string, record: z.ZodObject, [all, one]: [string, string]) => ({
  [`GET /api/collections/${collection}/records`]: readCall(all, createPageSchema(record), {
    query: largeCollections.includes(collection) ? largeRecordListParameters : recordListParameters,
  }),
  [`GET /api/collections/${collection}/records/{id}`]: readCall(one, record, { query: recordParameters }),
})

const anyObject = z.record(z.string(), z.unknown())
const createItemsSchema = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) })

/**
 * All endpoints of the server, with the scope that an API key needs. A test compares the table with `main.pb.ts`. Only the build and tests evaluate it:
 * it makes the OpenAPI document and `apiCallRights` of it.
 */
export const apiCalls = {
  'GET /api/app/status': publicCall('Versión, organización y estado del registro', installationStatusSchema),
  'GET /api/app/openapi.json': publicCall('La descripción de las llamadas, en OpenAPI', anyObject),
  'GET /api/app/documents/{code}': publicCall('Comprobar un documento por su código', documentVerificationSchema),
  'POST /api/app/documents/{code}': pageCall(
    'Ver los demás datos de un documento con cuatro cifras de su titular',
    openedDocumentSchema,
    { body: holderDigitsSchema },
  ),
  'POST /api/app/documents/{code}/file': pageCall('El PDF de un documento con cuatro cifras de su titular', noContent, {
    body: holderDigitsSchema,
    file: 'application/pdf',
    errors: [409],
  }),

  'GET /api/app/health': metricsCall(
    'Si el servidor puede guardar; los administradores reciben detalles',
    serverHealthSchema,
    { isEmptyForSome: true, alsoWith: 503 },
  ),
  'GET /api/app/metrics': metricsCall('Cifras del servidor, en OpenMetrics', noContent, {
    file: 'application/openmetrics-text',
  }),

  ...describeRecordCalls('formats', formatRecordSchema, ['Los formatos', 'Un formato, con sus campos']),
  ...describeRecordCalls('format_versions', formatVersionRecordSchema, [
    'Las versiones de los formatos',
    'Una versión de un formato',
  ]),
  'GET /api/app/requests': readCall('Las solicitudes, por páginas, con filtros y orden', requestPageSchema, {
    query: requestListParameters,
  }),
  'GET /api/app/requests/export': readCall('Las solicitudes con sus valores, por tramos', requestExportChunkSchema, {
    query: requestExportParameters,
  }),
  'GET /api/app/requests/counts': readCall('Cuántas solicitudes hay en cada estado', requestCountsSchema, {
    query: requestQuerySchema,
  }),
  ...describeRecordCalls('requests', requestRecordSchema, ['Las solicitudes, como registros', 'Una solicitud']),
  'GET /api/app/requests/{id}/history': readCall('El historial de una solicitud', z.array(eventSchema)),
  'GET /api/app/requests/{id}/route': readCall(
    'El paso actual de una solicitud y las decisiones de su ruta',
    requestRouteSchema,
  ),
  'GET /api/app/requests/{id}/filled': readCall(
    'Los datos de la aprobación que la cuenta puede ver',
    approverFieldsOutputSchema,
  ),
  'GET /api/app/requests/{id}/sent': readCall(
    'Los datos de una solicitud en uno de sus envíos',
    z.array(z.object({ values: valuesSchema })),
    { query: z.object({ revision: z.int() }) },
  ),
  'GET /api/app/requests/{id}/documents': readCall(
    'Los documentos reemplazados de una solicitud',
    z.array(requestDocumentRecordSchema),
  ),
  ...describeRecordCalls('request_revisions', requestRevisionRecordSchema, [
    'Los envíos anteriores de las solicitudes',
    'Una revisión anterior',
  ]),
  ...describeRecordCalls('request_documents', requestDocumentRecordSchema, [
    'Los documentos anteriores',
    'Un documento anterior',
  ]),
  ...describeRecordCalls('attachments', attachmentRecordSchema, [
    'Los archivos adjuntos',
    'Los datos de un archivo adjunto',
  ]),
  'GET /api/files/attachments/{id}/{file}': readCall('Un archivo adjunto', noContent, {
    query: z.object({ preview: z.string().optional() }),
    file: 'application/pdf',
  }),
  'GET /api/files/requests/{id}/{file}': readCall('El PDF de una solicitud', noContent, { file: 'application/pdf' }),
  'GET /api/files/request_documents/{id}/{file}': readCall('El PDF de un documento anterior', noContent, {
    file: 'application/pdf',
  }),
  'GET /api/app/requests/documents': readCall('Los documentos de una lista, en un ZIP o un PDF', noContent, {
    query: documentsParameters,
    file: 'application/zip',
  }),
  'GET /api/app/requests/documents/parts': readCall(
    'Las partes en que se imprime una lista',
    documentPrintSummarySchema,
    {
      query: selectionParameters,
    },
  ),
  'GET /api/app/requests/documents/progress': readCall(
    'Cuántos documentos faltan por generar',
    z.object({ pending: z.int() }),
  ),
  'GET /api/app/batches/{id}/deliveries': readCall('Cuántos documentos de un lote se entregaron', deliveryCountsSchema),
  'POST /api/app/deliveries/send': requestCall('Enviar otra vez documentos a sus destinatarios', deliveryResultSchema, {
    body: deliveryTargetsSchema,
    errors: [409],
    reachesOthers: 'requests',
  }),
  'POST /api/app/deliveries/correct': requestCall(
    'Corregir correos de destinatarios y enviar otra vez',
    deliveryResultSchema,
    { body: correctionsSchema, reachesOthers: 'requests' },
  ),
  'POST /api/app/requests/{id}/link': requestCall('Crear un enlace nuevo del destinatario', deliveryLinkSchema, {
    errors: [409],
    reachesOthers: 'requests',
  }),
  'GET /api/app/batches/{id}/signatures': readCall('Cuántos documentos de un lote se firmaron', signingCountsSchema),
  'POST /api/app/signatures/ask': requestCall('Pedir otra vez las firmas que faltan', deliveryResultSchema, {
    body: deliveryTargetsSchema,
    errors: [409],
    reachesOthers: 'requests',
  }),
  'POST /api/app/signatures/cancel': requestCall('Cancelar las firmas pendientes', deliveryResultSchema, {
    body: deliveryTargetsSchema,
    errors: [409],
    reachesOthers: 'requests',
  }),
  'POST /api/app/signatures/{id}/correct': requestCall('Corregir el correo de quien firma', noContent, {
    body: addressSchema,
    errors: [409],
    reachesOthers: 'requests',
  }),
  'POST /api/app/requests/{id}/document': readCall('Generar primero el documento de una solicitud'),
  ...describeRecordCalls('batches', batchRecordSchema, ['Los lotes', 'Un lote']),
  ...describeRecordCalls('batch_rows', batchRowRecordSchema, ['Las filas de los lotes', 'Una fila de un lote']),
  'GET /api/app/batches/{id}/progress': readCall('Cómo va un lote', batchProgressSchema),
  'GET /api/app/batches/{id}/counts': readCall(
    'Cuántas solicitudes de un lote hay en cada estado',
    requestCountsSchema.partial(),
  ),
  'GET /api/app/batches/{id}/outcomes': readCall(
    'Las filas de un lote con su número y su estado',
    z.array(batchRowResultSchema),
    { query: batchRowResultParameters },
  ),
  'GET /api/app/batches/{id}/documents': readCall('El ZIP con los documentos de un lote', noContent, {
    file: 'application/zip',
  }),

  'POST /api/collections/requests/records': requestCall('Empezar un borrador', requestRecordSchema, {
    body: draftSchema,
  }),
  'PATCH /api/collections/requests/records/{id}': requestCall(
    'Cambiar los valores de un borrador',
    requestRecordSchema,
    {
      body: draftUpdateSchema,
    },
  ),
  'DELETE /api/collections/requests/records/{id}': requestCall('Borrar un borrador'),
  'PUT /api/app/attachments/{id}/bytes': requestCall('Subir una parte de un archivo', z.object({ received: z.int() }), {
    query: z.object({ at: z.int() }),
    body: 'bytes',
  }),
  'POST /api/app/attachments': requestCall('Terminar de subir un archivo', attachmentOutputSchema, {
    body: attachmentSchema,
  }),
  'POST /api/app/requests/preview': requestCall('Ver el documento antes de enviar; no guarda nada', noContent, {
    body: previewSchema,
    file: 'application/pdf',
  }),
  'POST /api/app/requests/preview/route': requestCall('Ver quién decidiría; no guarda nada', routePreviewSchema, {
    body: previewSchema,
  }),
  'POST /api/app/requests/{id}/comments': requestCall('Comentar una solicitud', noContent, {
    body: commentSchema,
    errors: [409],
    reachesOthers: 'requests',
  }),

  'POST /api/app/batches': batchCall('Empezar un lote', batchRecordSchema, { body: batchSchema, errors: [409] }),
  'POST /api/app/batches/{id}/rows': batchCall('Cargar hasta 1.000 filas', rowChunkResultSchema, {
    body: rowChunkSchema,
  }),
  'POST /api/app/batches/{id}/confirm': batchCall('Enviar las filas sin errores', batchRecordSchema, {
    reachesOthers: 'batches',
  }),
  'POST /api/app/batches/{id}/discard': batchCall('Descartar filas', batchRecordSchema, { body: discardRowsSchema }),
  'POST /api/app/batches/{id}/cancel': batchCall('Cancelar un lote', batchRecordSchema, { reachesOthers: 'batches' }),

  ...actionCalls,
  'PUT /api/app/requests/{id}/filled': decisionCall(
    'Diligenciar los datos de la aprobación',
    approverFieldsOutputSchema,
    {
      body: approverFieldsSchema,
      errors: [409],
    },
  ),
  'GET /api/app/requests/formats': sessionCall(
    'Los formatos de las solicitudes que la persona ve',
    createItemsSchema(z.object({ id: recordIdSchema, name: z.string() })),
  ),
  'GET /api/app/requests/reasons': decisionCall('Los motivos frecuentes', frequentReasonsSchema, {
    query: z.object({ format: recordIdSchema.optional() }),
  }),

  'GET /api/app/reports': sessionCall('Las solicitudes recibidas y decididas en un periodo', reportSchema, {
    query: reportParameters,
  }),
  'GET /api/app/reports/steps': sessionCall('El tiempo de cada paso en un periodo', stageReportSchema, {
    query: reportParameters,
  }),
  'GET /api/app/counts': sessionCall('Los conteos del menú y de las listas', callerCountsSchema),
  'GET /api/app/dashboard': sessionCall('El panel de inicio', dashboardSchema),
  'GET /api/app/session': sessionCall('Si la sesión es válida, o por qué terminó'),
  'POST /api/app/sessions/end': sessionCall('Cerrar todas las sesiones propias', sessionSchema),
  'PUT /api/app/second-factor': sessionCall(
    'Pedir un código del correo al ingresar, además de la contraseña',
    noContent,
    {
      body: secondFactorSchema,
      errors: [409, 429],
    },
  ),
  'GET /api/app/totp': sessionCall('Si una aplicación da los códigos al ingresar', totpStateSchema),
  'POST /api/app/totp': sessionCall('Crear el secreto de una aplicación de códigos', totpSecretSchema, {
    body: totpStartSchema,
    errors: [409, 429],
  }),
  'PUT /api/app/totp': sessionCall('Activar la aplicación con su primer código', recoveryCodesSchema, {
    body: totpConfirmationSchema,
    errors: [409],
  }),
  'POST /api/app/totp/codes': sessionCall('Crear códigos de recuperación nuevos', recoveryCodesSchema, {
    body: totpCodeSchema,
    errors: [409, 429],
  }),
  'POST /api/app/totp/end': sessionCall('Desactivar la aplicación de códigos', noContent, {
    body: totpCodeSchema,
    errors: [409, 429],
  }),
  'GET /api/app/requests/{id}/view': sessionCall('Una solicitud con los datos de su pantalla', requestViewSchema),
  'POST /api/app/requests/{id}/final': sessionCall('Pedir el documento definitivo de una solicitud propia', noContent, {
    errors: [409],
  }),
  'DELETE /api/app/requests/{id}/digits': sessionCall('Permitir otra vez las cifras de un documento'),
  'POST /api/app/deliveries/{id}/undo': sessionCall('Deshacer un envío propio', z.object({ changed: z.int() }), {
    errors: [409],
  }),
  'POST /api/app/decisions/{id}/undo': sessionCall(
    'Deshacer una decisión propia de hace unos segundos',
    decisionResultSchema,
    { errors: [409] },
  ),
  'POST /api/app/decisions/{id}/settle': sessionCall('Terminar el plazo para deshacer una decisión propia'),
  'GET /api/app/notices': sessionCall('Los avisos propios', noticePageSchema, {
    query: z.object({ page: z.int().optional() }),
  }),
  'GET /api/app/notices/choices': sessionCall('Qué avisos llegan por correo', mailFrequenciesSchema),
  'PUT /api/app/notices/choices': sessionCall('Elegir qué avisos llegan por correo', noContent, {
    body: mailPreferenceSchema,
  }),
  'POST /api/app/notices/read': sessionCall('Marcar avisos como leídos', noContent, { body: readNoticesSchema }),
  'POST /api/app/lists/{id}/import': sessionCall(
    'Empezar a importar los registros de una lista',
    z.object({ import: recordIdSchema }),
    { body: importStartSchema },
  ),
  'GET /api/app/lists/{id}/import': sessionCall(
    'Los cambios que haría una importación en una lista',
    listImportChangesSchema,
    { query: z.object({ import: recordIdSchema }), errors: [409] },
  ),
  'POST /api/app/lists/{id}/import/rows': sessionCall(
    'Cargar hasta 1.000 registros en una lista',
    rowChunkResultSchema.pick({ errors: true }),
    { body: importRowsSchema, errors: [409] },
  ),
  'POST /api/app/lists/{id}/import/confirm': sessionCall('Confirmar la importación de una lista', listRecordSchema, {
    body: importConfirmSchema,
    errors: [409],
  }),
  'POST /api/app/lists/{id}/undo': sessionCall('Volver a la importación anterior de una lista', listRecordSchema, {
    body: importUndoSchema,
    errors: [409],
  }),
  'GET /api/app/lists/{id}/search': sessionCall('Buscar en una lista de registros', createItemsSchema(listRowSchema), {
    query: z.object({ q: z.string().optional() }),
  }),
  'POST /api/app/lists/{id}/records': sessionCall(
    'Hasta 500 registros de una lista, por su clave',
    createItemsSchema(recordMatchSchema),
    { body: recordKeysSchema },
  ),
  'GET /api/app/lists/{id}/lookups': sessionCall(
    'Cuántas claves de una lista consultó cada persona',
    createItemsSchema(listLookupCountsSchema),
  ),
  'GET /api/app/views': sessionCall('Las vistas guardadas de una lista', z.array(viewOutputSchema), {
    query: z.object({ screen: z.enum(listsWithViews) }),
  }),
  'GET /api/app/people': sessionCall(
    'Buscar personas por nombre: las que pueden ser reemplazo, o todas',
    createItemsSchema(z.object({ id: recordIdSchema, name: z.string(), email: z.string().optional() })).extend({
      decides: z.boolean(),
    }),
    { query: z.object({ search: z.string(), all: z.literal('true') }).partial() },
  ),
  'GET /api/app/payroll': sessionCall(
    'La última importación de la nómina, con su resultado',
    z.object({ latest: payrollResultSchema.nullable() }),
  ),
  'POST /api/app/payroll': sessionCall('Comparar una nómina con las cuentas', payrollPreviewSchema, {
    body: payrollSchema,
    errors: [409],
  }),
  'POST /api/app/payroll/apply': sessionCall('Aplicar la nómina, por partes', payrollProgressSchema, {
    body: payrollApplySchema,
    errors: [409],
  }),
  'POST /api/app/payroll/undo': sessionCall('Deshacer la última nómina, por partes', payrollProgressSchema, {
    body: payrollUndoSchema,
    errors: [409],
  }),
  'POST /api/app/users/invite': sessionCall('Invitar a una persona', z.object({ id: recordIdSchema }), {
    body: invitationSchema,
  }),
  'POST /api/app/users/activate': sessionCall(
    'Activar personas',
    decisionResultSchema.pick({ changed: true, skipped: true }),
    { body: userIdsSchema },
  ),
  'POST /api/app/users/deactivate': sessionCall(
    'Desactivar personas, o deshacer su activación',
    decisionResultSchema.pick({ changed: true, skipped: true }),
    { body: userIdsSchema },
  ),
  'POST /api/app/users/reject': sessionCall(
    'Rechazar registros con un motivo, o deshacer el rechazo',
    decisionResultSchema.pick({ changed: true, skipped: true }),
    { body: userRejectionSchema },
  ),
  'GET /api/app/users/data': sessionCall('Los datos que el servidor guarda sobre quien llama', anyObject, {
    errors: [429],
  }),
  'POST /api/app/users/{id}/email': sessionCall(
    'Cambiar el correo de una persona, que debe confirmarlo',
    z.object({ changed: z.boolean() }),
    { body: emailChangeSchema },
  ),
  'POST /api/app/users/{id}/invite': sessionCall('Invitar otra vez'),
  'GET /api/app/users/{id}/open': sessionCall('Lo que deja pendiente una persona', openWorkSchema),
  'GET /api/app/users/{id}/manager': sessionCall('El jefe inmediato de una persona', managerSchema),
  'GET /api/app/guests': sessionCall(
    'Las personas externas: quienes reciben documentos sin cuenta',
    createPageSchema(guestSchema),
    {
      query: z.object({ search: z.string(), page: z.int() }).partial(),
    },
  ),
  'POST /api/app/guests/{id}/block': sessionCall('Bloquear o desbloquear a una persona externa', noContent, {
    body: blockGuestSchema,
  }),
  'POST /api/app/users/{id}/second-factor/reset': sessionCall('Quitar a una persona el código al ingresar', noContent, {
    body: secondFactorResetSchema,
  }),
  'POST /api/app/users/{id}/unblock': sessionCall('Olvidar los intentos de ingreso equivocados'),
  'DELETE /api/app/users/{id}': sessionCall('Borrar una cuenta sin solicitudes'),
  'POST /api/app/formats/{id}/publish': sessionCall('Publicar un formato', formatRecordSchema, { errors: [409] }),
  'POST /api/app/formats/{id}/archive': sessionCall('Archivar un formato', formatRecordSchema, { errors: [409] }),
  'POST /api/app/formats/{id}/restore': sessionCall('Volver a un formato archivado', formatRecordSchema, {
    errors: [409],
  }),
  'POST /api/app/formats/{id}/copy': sessionCall('Copiar un formato', formatRecordSchema, {
    body: z.object({ code: formatSchema.shape.code, name: formatSchema.shape.name }),
  }),
  'GET /api/app/formats/{id}/retention': sessionCall(
    'Cuántas solicitudes se anonimizarían hoy con un plazo',
    z.object({ count: z.int() }),
    { query: z.object({ years: z.string().regex(/^\d{1,3}$/) }) },
  ),
  'GET /api/app/backups': sessionCall('Las copias de seguridad', backupListSchema),
  'POST /api/app/backups': sessionCall('Hacer una copia', anyObject, { status: 202, errors: [409] }),
  'PUT /api/app/backups/plan': sessionCall('Cuándo se hacen las copias', noContent, { body: backupPlanSchema }),
  'POST /api/app/backups/{id}/grant': sessionCall(
    'Pedir permiso para descargar una copia',
    z.object({ grant: z.string() }),
    { body: backupGrantSchema },
  ),
  'GET /api/app/backups/{id}/file': sessionCall('Descargar una copia', noContent, {
    query: z.object({ grant: z.string() }),
    file: 'application/x-tar',
  }),
  'DELETE /api/app/backups/{id}': sessionCall('Borrar una copia', noContent, { errors: [409] }),
  'GET /api/app/keys': sessionCall('Las claves para programas', createItemsSchema(keyOutputSchema)),
  'POST /api/app/keys': sessionCall('Crear una clave', createdKeySchema, { body: keySchema }),
  'POST /api/app/keys/{id}/confirm': sessionCall('Confirmar una clave de la cuenta propia'),
  'POST /api/app/keys/{id}/revoke': sessionCall('Revocar una clave'),
  'GET /api/app/events': sessionCall('La historia', eventPageSchema, { query: eventListParameters }),
  'GET /api/app/events/export': sessionCall('La historia, en una hoja', noContent, {
    query: eventQuerySchema.extend({ token: z.string().optional() }),
    file: 'text/csv',
  }),
  'GET /api/app/webhooks': sessionCall('A qué programas se avisa', createItemsSchema(webhookOutputSchema)),
  'POST /api/app/webhooks': sessionCall('Avisar a otro programa', createdWebhookSchema, { body: webhookSchema }),
  'DELETE /api/app/webhooks/{id}': sessionCall('No avisar más a un programa'),
  'POST /api/app/webhooks/{id}/resume': sessionCall('Volver a avisar a uno que se pausó'),
  'POST /api/app/webhooks/{id}/test': sessionCall('Enviarle un aviso de prueba'),
  'POST /api/app/webhooks/deliveries/{id}/send': sessionCall('Enviar un aviso otra vez'),
  'GET /api/app/seal': sessionCall('El certificado del sello', sealSettingsSchema),
  'POST /api/app/seal/request': sessionCall('La petición de un certificado', certificateRequestSchema, {
    errors: [409],
  }),
  'POST /api/app/seal/own': sessionCall('Hacer un certificado propio', sealSettingsSchema, { errors: [409] }),
  'POST /api/app/seal/certificate': sessionCall('Subir el certificado del sello', sealSettingsSchema, {
    body: sealUploadSchema,
    errors: [409],
  }),
  'POST /api/app/seal/test': sessionCall('Sellar una página de prueba', noContent, {
    file: 'application/pdf',
    errors: [409],
  }),
  'DELETE /api/app/seal': sessionCall('Quitar el certificado guardado', sealSettingsSchema, { errors: [409] }),
  'POST /api/app/mail/test': sessionCall('Probar el correo con un mensaje a la cuenta propia', mailTestSchema),
  'POST /api/app/mail/retry': sessionCall('Enviar otra vez los correos sin entregar'),
  'POST /api/app/mail/discard': sessionCall('Descartar los correos sin entregar'),
  'POST /api/app/setup/confirm': sessionCall('Dar por terminados pasos de la preparación', noContent, {
    body: setupConfirmSchema,
  }),

  'POST /api/app/setup': pageCall('El primer administrador, una sola vez', noContent, {
    body: installationSetupSchema,
    errors: [409],
  }),
  'POST /api/app/verify': pageCall('Confirmar el correo con el código', noContent, { body: emailVerificationSchema }),
  'POST /api/app/users/email': pageCall('Confirmar el correo nuevo de una cuenta', noContent, {
    body: emailConfirmationSchema,
  }),
  'POST /api/collections/users/auth-with-password': pageCall('Ingresar con la contraseña', sessionSchema, {
    body: z.object({ identity: z.string(), password: z.string(), mfaId: z.string().optional() }),
  }),
  'POST /api/collections/users/request-otp': pageCall('Pedir un código', z.object({ otpId: recordIdSchema }), {
    body: passwordRecoverySchema,
  }),
  'POST /api/collections/users/auth-with-otp': pageCall('Ingresar con un código', sessionSchema, {
    body: z.object({ otpId: z.string(), password: z.string(), mfaId: z.string().optional() }),
  }),
  'POST /api/app/auth-with-totp': pageCall('Completar el ingreso con un código de la aplicación', sessionSchema, {
    body: totpSignInSchema,
    errors: [409],
  }),
  'POST /api/app/links/open': pageCall('Qué abre el enlace de un correo', linkSummarySchema, { body: linkTokenSchema }),
  'POST /api/app/links/code': pageCall(
    'Enviar un código a la persona de un enlace',
    z.object({ otpId: recordIdSchema }),
    { body: linkTokenSchema },
  ),
  'POST /api/collections/guests/auth-with-otp': pageCall(
    'Abrir una sesión de 30 minutos con el código de un enlace',
    z.object({ token: z.string(), record: anyObject }),
    { body: z.object({ otpId: z.string(), password: z.string() }) },
  ),
  'POST /api/app/guest/links': pageCall(
    'Los documentos de un enlace, con la sesión de su persona',
    guestLinkContentSchema,
    { body: linkTokenSchema },
  ),
  'GET /api/app/guest/links/{id}/document': pageCall('El PDF de un enlace, con la sesión de su persona', noContent, {
    query: z.object({ token: z.string().optional(), download: z.string().optional() }),
    file: 'application/pdf',
    errors: [409],
  }),
  'POST /api/app/guest/links/{id}/signature': pageCall(
    'Firmar el documento de un enlace, o decir por qué no se firma',
    noContent,
    { body: signatureInputSchema, errors: [409] },
  ),
  'GET /api/app/external/formats': pageCall('Los formatos que se piden sin cuenta', externalFormatsSchema),
  'POST /api/app/external/code': pageCall(
    'Enviar un código al correo de quien pide sin cuenta',
    z.object({ otpId: recordIdSchema }),
    { body: externalCodeSchema },
  ),
  'POST /api/app/external/form': pageCall('El formulario de quien pide sin cuenta', externalFormSchema, {
    body: externalFormChoiceSchema,
  }),
  'POST /api/app/external/requests': pageCall(
    'Enviar la solicitud de quien pide sin cuenta',
    z.object({ number: z.string() }),
    { body: externalRequestSchema },
  ),
  'POST /api/collections/users/request-password-reset': pageCall('Pedir una contraseña nueva', noContent, {
    body: passwordRecoverySchema,
  }),
  'POST /api/collections/users/confirm-password-reset': pageCall('Elegir la contraseña nueva', noContent, {
    body: z.object({ token: z.string(), password: z.string(), passwordConfirm: z.string() }),
  }),
  'POST /api/collections/users/request-email-change': pageCall('Cerrada: el correo lo cambia un administrador'),
} satisfies Record<string, ApiCall>
