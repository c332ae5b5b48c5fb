import * as z from 'zod'
import { attachmentSchema } from '../src/domain/attachments/attachment-input.ts'
import { attachmentOutputSchema, attachmentRecordSchema } from '../src/domain/attachments/attachment-output.ts'
import { backupGrantSchema, backupPlanSchema } from '../src/domain/backups/backup-input.ts'
import { backupListSchema } from '../src/domain/backups/backup-output.ts'
import { batchSchema, discardRowsSchema, rowChunkSchema } from '../src/domain/batches/batch-input.ts'
import {
  batchProgressSchema,
  batchRecordSchema,
  batchRowRecordSchema,
  batchRowResultSchema,
  rowChunkResultSchema,
} from '../src/domain/batches/batch-output.ts'
import { correctionsSchema, deliveryTargetsSchema } from '../src/domain/deliveries/delivery-input.ts'
import {
  deliveryCountsSchema,
  deliveryLinkSchema,
  deliveryResultSchema,
} from '../src/domain/deliveries/delivery-output.ts'
import {
  documentVerificationSchema,
  openedDocumentSchema,
} from '../src/domain/documents/document-verification-output.ts'
import { holderDigitsSchema } from '../src/domain/documents/verification-input.ts'
import {
  externalCodeSchema,
  externalFormChoiceSchema,
  externalRequestSchema,
} from '../src/domain/external/external-input.ts'
import { externalFormatsSchema, externalFormSchema } from '../src/domain/external/external-output.ts'
import { valuesSchema } from '../src/domain/fields/field-output.ts'
import { formatSchema } from '../src/domain/formats/format.ts'
import { formatRecordSchema, formatVersionRecordSchema } from '../src/domain/formats/format-output.ts'
import { eventPageSchema, eventQuerySchema, eventSchema } from '../src/domain/history/event.ts'
import { keySchema } from '../src/domain/keys/key-input.ts'
import { createdKeySchema, keyOutputSchema } from '../src/domain/keys/key-output.ts'
import {
  addressSchema,
  blockGuestSchema,
  linkTokenSchema,
  signatureInputSchema,
} from '../src/domain/links/link-input.ts'
import { guestLinkContentSchema, guestSchema, linkSummarySchema } from '../src/domain/links/link-output.ts'
import { signingCountsSchema } from '../src/domain/links/signing-output.ts'
import {
  importConfirmSchema,
  importRowsSchema,
  importStartSchema,
  importUndoSchema,
  recordKeysSchema,
} from '../src/domain/lists/list-input.ts'
import {
  listImportChangesSchema,
  listLookupCountsSchema,
  listRecordSchema,
  listRowSchema,
  recordMatchSchema,
} from '../src/domain/lists/list-output.ts'
import { mailPreferenceSchema, readNoticesSchema } from '../src/domain/notices/notice-input.ts'
import { mailFrequenciesSchema, noticePageSchema } from '../src/domain/notices/notice-output.ts'
import { createPageSchema } from '../src/domain/output-schemas.ts'
import { payrollApplySchema, payrollSchema, payrollUndoSchema } from '../src/domain/payroll/payroll-input.ts'
import {
  payrollPreviewSchema,
  payrollProgressSchema,
  payrollResultSchema,
} from '../src/domain/payroll/payroll-output.ts'
import { reportSchema, stageReportSchema } from '../src/domain/reports/report.ts'
import { requestActionNames, requestActions } from '../src/domain/requests/actions.ts'
import { approverFieldsSchema } from '../src/domain/requests/approver-fields-input.ts'
import { callerCountsSchema } from '../src/domain/requests/counts.ts'
import { dashboardSchema } from '../src/domain/requests/dashboard.ts'
import { decisionSchema } from '../src/domain/requests/decision-input.ts'
import { requestExportChunkSchema } from '../src/domain/requests/request-export.ts'
import { commentSchema, draftSchema, draftUpdateSchema, previewSchema } from '../src/domain/requests/request-input.ts'
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
} from '../src/domain/requests/request-output.ts'
import { requestQuerySchema } from '../src/domain/requests/request-query.ts'
import { requestRouteSchema, routePreviewSchema } from '../src/domain/requests/request-route.ts'
import { requestViewSchema } from '../src/domain/requests/request-view.ts'
import { sealUploadSchema } from '../src/domain/settings/seal-input.ts'
import {
  certificateRequestSchema,
  installationStatusSchema,
  mailTestSchema,
  sealSettingsSchema,
  serverHealthSchema,
} from '../src/domain/settings/settings-output.ts'
import { setupConfirmSchema } from '../src/domain/settings/setup-input.ts'
import { recordIdSchema } from '../src/domain/text/text-types.ts'
import { openWorkSchema } from '../src/domain/users/open-work.ts'
import {
  signInResetSchema,
  totpCodeSchema,
  totpConfirmationSchema,
  totpSignInSchema,
  totpStartSchema,
} from '../src/domain/users/totp.ts'
import { recoveryCodesSchema, totpSecretSchema, totpStateSchema } from '../src/domain/users/totp-output.ts'
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
} from '../src/domain/users/user.ts'
import { managerSchema, sessionSchema } from '../src/domain/users/user-output.ts'
import { listsWithViews } from '../src/domain/views/view.ts'
import { viewOutputSchema } from '../src/domain/views/view-output.ts'
import { webhookSchema } from '../src/domain/webhooks/webhook-input.ts'
import { createdWebhookSchema, webhookOutputSchema } from '../src/domain/webhooks/webhook-output.ts'
import type { ApiCallRights, Caller } from './keys/find-api-call.ts'
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
import { type Route, type RouteName, routes } from './routes.ts'

interface CallDescription {
  /** Description in the OpenAPI document (Spanish). */
  summary: string
  /** Schema of the response, or media type of a file; absent if the response is empty. */
  response?: z.ZodType | `${'application' | 'text'}/${string}` | undefined
  query?: z.ZodObject
  /** Schema of the body, or raw bytes. */
  body?: z.core.$ZodType | 'bytes'
  /** Status of a successful response, if it is neither 200 nor 204. */
  status?: 202
  /** Set if some callers get 204 without a body. */
  isEmptyForSome?: true
  /** Error status whose response has the same body. */
  alsoWith?: 503
  /** True if the response is 409 when another user changed the data first. */
  conflicts?: true
}

/** Call in the OpenAPI document. */
export type ApiCall = ApiCallRights & CallDescription

type Response = CallDescription['response']
type CallDetails = Omit<CallDescription, 'summary' | 'response'>

/** Describes a call of `routes.ts`. */
const describe = (summary: string, response?: Response, more: CallDetails = {}): CallDescription => ({
  summary,
  response,
  ...more,
})
/** Describes a call that another user's change can prevent. */
const describeChange = (summary: string, response?: Response, more: CallDetails = {}) =>
  describe(summary, response, { ...more, conflicts: true })
/** Describes a call of PocketBase. */
const describeEngineCall = (by: Caller, summary: string, response?: Response, more?: CallDetails): ApiCall => ({
  by,
  ...describe(summary, response, more),
})

/** Response of calls that return nothing. */
const noContent = undefined

/** Calls of the actions on requests. */
const actionCalls = Object.fromEntries(
  requestActionNames.map((name) => {
    const { scope, texts } = requestActions[name]
    const call = describeChange(texts.call ?? texts.button, decisionResultSchema, { body: decisionSchema })
    return [`POST /api/app/requests/${name}`, { by: scope ?? 'page', ...call }]
  }),
)

const largeCollections = ['batch_rows', 'format_versions', 'request_revisions', 'requests']

/** Describes the calls of PocketBase that read the records of a collection: all records, and one record. */
const describeRecordCalls = (collection: string, record: z.ZodObject, [all, one]: [string, string]) => ({
  [`GET /api/collections/${collection}/records`]: describeEngineCall('read', all, createPageSchema(record), {
    query: largeCollections.includes(collection) ? largeRecordListParameters : recordListParameters,
  }),
  [`GET /api/collections/${collection}/records/{id}`]: describeEngineCall('read', one, record, {
    query: recordParameters,
  }),
})

const anyObject = z.record(z.string(), z.unknown())
const createItemsSchema = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) })

/** Calls in the order of the OpenAPI document: those of `routes.ts` by their function, and PocketBase's by their path. */
const descriptions = {
  getStatus: describe('Versión, organización y estado del registro', installationStatusSchema),
  serveOpenApi: describe('La descripción de las llamadas, en OpenAPI', anyObject),
  verifyDocument: describe('Comprobar un documento por su código', documentVerificationSchema),
  openDocument: describe('Ver los demás datos de un documento con cuatro cifras de su titular', openedDocumentSchema, {
    body: holderDigitsSchema,
  }),
  downloadOpenedDocument: describeChange('El PDF de un documento con cuatro cifras de su titular', 'application/pdf', {
    body: holderDigitsSchema,
  }),
  getHealth: describe('Si el servidor puede guardar; los administradores reciben detalles', serverHealthSchema, {
    isEmptyForSome: true,
    alsoWith: 503,
  }),
  getMetrics: describe('Cifras del servidor, en OpenMetrics', 'application/openmetrics-text'),
  ...describeRecordCalls('formats', formatRecordSchema, ['Los formatos', 'Un formato, con sus campos']),
  ...describeRecordCalls('format_versions', formatVersionRecordSchema, [
    'Las versiones de los formatos',
    'Una versión de un formato',
  ]),
  listRequests: describe('Las solicitudes, por páginas, con filtros y orden', requestPageSchema, {
    query: requestListParameters,
  }),
  exportRequests: describe('Las solicitudes con sus valores, por tramos', requestExportChunkSchema, {
    query: requestExportParameters,
  }),
  countRequests: describe('Cuántas solicitudes hay en cada estado', requestCountsSchema, { query: requestQuerySchema }),
  ...describeRecordCalls('requests', requestRecordSchema, ['Las solicitudes, como registros', 'Una solicitud']),
  getRequestHistory: describe('El historial de una solicitud', z.array(eventSchema)),
  getRequestRoute: describe('El paso actual de una solicitud y las decisiones de su ruta', requestRouteSchema),
  getApproverFields: describe('Los datos de la aprobación que la cuenta puede ver', approverFieldsOutputSchema),
  getSubmission: describe(
    'Los datos de una solicitud en uno de sus envíos',
    z.array(z.object({ values: valuesSchema })),
    { query: z.object({ revision: z.int() }) },
  ),
  listReplacedDocuments: describe('Los documentos reemplazados de una solicitud', z.array(requestDocumentRecordSchema)),
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
  'GET /api/files/attachments/{id}/{file}': describeEngineCall('read', 'Un archivo adjunto', 'application/pdf', {
    query: z.object({ preview: z.string().optional() }),
  }),
  'GET /api/files/requests/{id}/{file}': describeEngineCall('read', 'El PDF de una solicitud', 'application/pdf'),
  'GET /api/files/request_documents/{id}/{file}': describeEngineCall(
    'read',
    'El PDF de un documento anterior',
    'application/pdf',
  ),
  downloadDocuments: describe('Los documentos de una lista, en un ZIP o un PDF', 'application/zip', {
    query: documentsParameters,
  }),
  listDocumentParts: describe('Las partes en que se imprime una lista', documentPrintSummarySchema, {
    query: selectionParameters,
  }),
  getDocumentProgress: describe('Cuántos documentos faltan por generar', z.object({ pending: z.int() })),
  countBatchDeliveries: describe('Cuántos documentos de un lote se entregaron', deliveryCountsSchema),
  sendAgain: describeChange('Enviar otra vez documentos a sus destinatarios', deliveryResultSchema, {
    body: deliveryTargetsSchema,
  }),
  correctAddresses: describe('Corregir correos de destinatarios y enviar otra vez', deliveryResultSchema, {
    body: correctionsSchema,
  }),
  createDeliveryLink: describeChange('Crear un enlace nuevo del destinatario', deliveryLinkSchema, {}),
  countBatchSignatures: describe('Cuántos documentos de un lote se firmaron', signingCountsSchema),
  askAgain: describeChange('Pedir otra vez las firmas que faltan', deliveryResultSchema, {
    body: deliveryTargetsSchema,
  }),
  cancelSigning: describeChange('Cancelar las firmas pendientes', deliveryResultSchema, {
    body: deliveryTargetsSchema,
  }),
  correctSigner: describeChange('Corregir el correo de quien firma', noContent, {
    body: addressSchema,
  }),
  prioritizeDocument: describe('Generar primero el documento de una solicitud'),
  ...describeRecordCalls('batches', batchRecordSchema, ['Los lotes', 'Un lote']),
  ...describeRecordCalls('batch_rows', batchRowRecordSchema, ['Las filas de los lotes', 'Una fila de un lote']),
  getBatchProgress: describe('Cómo va un lote', batchProgressSchema),
  countBatchRequests: describe('Cuántas solicitudes de un lote hay en cada estado', requestCountsSchema.partial()),
  listRowResults: describe('Las filas de un lote con su número y su estado', z.array(batchRowResultSchema), {
    query: batchRowResultParameters,
  }),
  downloadBatchDocuments: describe('El ZIP con los documentos de un lote', 'application/zip'),
  'POST /api/collections/requests/records': describeEngineCall('request', 'Empezar un borrador', requestRecordSchema, {
    body: draftSchema,
  }),
  'PATCH /api/collections/requests/records/{id}': describeEngineCall(
    'request',
    'Cambiar los valores de un borrador',
    requestRecordSchema,
    { body: draftUpdateSchema },
  ),
  'DELETE /api/collections/requests/records/{id}': describeEngineCall('request', 'Borrar un borrador'),
  uploadFileChunk: describe('Subir una parte de un archivo', z.object({ received: z.int() }), {
    query: z.object({ at: z.int() }),
    body: 'bytes',
  }),
  completeUpload: describe('Terminar de subir un archivo', attachmentOutputSchema, { body: attachmentSchema }),
  previewDocument: describe('Ver el documento antes de enviar; no guarda nada', 'application/pdf', {
    body: previewSchema,
  }),
  previewRequestRoute: describe('Ver quién decidiría; no guarda nada', routePreviewSchema, { body: previewSchema }),
  addComment: describeChange('Comentar una solicitud', noContent, { body: commentSchema }),
  createBatch: describeChange('Empezar un lote', batchRecordSchema, { body: batchSchema }),
  saveBatchRows: describe('Cargar hasta 1.000 filas', rowChunkResultSchema, { body: rowChunkSchema }),
  confirmBatch: describe('Enviar las filas sin errores', batchRecordSchema, {}),
  discardRows: describe('Descartar filas', batchRecordSchema, { body: discardRowsSchema }),
  cancelBatch: describe('Cancelar un lote', batchRecordSchema, {}),
  ...actionCalls,
  saveApproverFields: describeChange('Diligenciar los datos de la aprobación', approverFieldsOutputSchema, {
    body: approverFieldsSchema,
  }),
  listSeenFormats: describe(
    'Los formatos de las solicitudes que la persona ve',
    createItemsSchema(z.object({ id: recordIdSchema, name: z.string() })),
  ),
  listFrequentReasons: describe('Los motivos frecuentes', frequentReasonsSchema, {
    query: z.object({ format: recordIdSchema.optional() }),
  }),
  getReport: describe('Las solicitudes recibidas y decididas en un periodo', reportSchema, { query: reportParameters }),
  getStageReport: describe('El tiempo de cada paso en un periodo', stageReportSchema, { query: reportParameters }),
  getCallerCounts: describe('Los conteos del menú y de las listas', callerCountsSchema),
  getDashboard: describe('El panel de inicio', dashboardSchema),
  checkSession: describe('Si la sesión es válida, o por qué terminó'),
  endSessions: describe('Cerrar todas las sesiones propias', sessionSchema),
  saveSecondFactor: describeChange('Pedir un código del correo al ingresar, además de la contraseña', noContent, {
    body: secondFactorSchema,
  }),
  getTotp: describe('Si una aplicación da los códigos al ingresar', totpStateSchema),
  startTotp: describeChange('Crear el secreto de una aplicación de códigos', totpSecretSchema, {
    body: totpStartSchema,
  }),
  confirmTotp: describeChange('Activar la aplicación con su primer código', recoveryCodesSchema, {
    body: totpConfirmationSchema,
  }),
  createRecoveryCodes: describeChange('Crear códigos de recuperación nuevos', recoveryCodesSchema, {
    body: totpCodeSchema,
  }),
  endTotp: describeChange('Desactivar la aplicación de códigos', noContent, { body: totpCodeSchema }),
  getRequestView: describe('Una solicitud con los datos de su pantalla', requestViewSchema),
  askForFinalDocument: describeChange('Pedir el documento definitivo de una solicitud propia'),
  unblockDocument: describe('Permitir otra vez las cifras de un documento'),
  undoDeliveries: describeChange('Deshacer un envío propio', z.object({ changed: z.int() })),
  undoDecision: describeChange('Deshacer una decisión propia de hace unos segundos', decisionResultSchema),
  closeUndoWindow: describe('Terminar el plazo para deshacer una decisión propia'),
  listNotices: describe('Los avisos propios', noticePageSchema, { query: z.object({ page: z.int().optional() }) }),
  getMailPreferences: describe('Qué avisos llegan por correo', mailFrequenciesSchema),
  saveMailPreference: describe('Elegir qué avisos llegan por correo', noContent, { body: mailPreferenceSchema }),
  markNoticesRead: describe('Marcar avisos como leídos', noContent, { body: readNoticesSchema }),
  beginImport: describe('Empezar a importar los registros de una lista', z.object({ import: recordIdSchema }), {
    body: importStartSchema,
  }),
  previewImport: describeChange('Los cambios que haría una importación en una lista', listImportChangesSchema, {
    query: z.object({ import: recordIdSchema }),
  }),
  saveImportRows: describeChange(
    'Cargar hasta 1.000 registros en una lista',
    rowChunkResultSchema.pick({ errors: true }),
    { body: importRowsSchema },
  ),
  confirmImport: describeChange('Confirmar la importación de una lista', listRecordSchema, {
    body: importConfirmSchema,
  }),
  undoImport: describeChange('Volver a la importación anterior de una lista', listRecordSchema, {
    body: importUndoSchema,
  }),
  searchList: describe('Buscar en una lista de registros', createItemsSchema(listRowSchema), {
    query: z.object({ q: z.string().optional() }),
  }),
  findRecordsByKey: describe('Hasta 500 registros de una lista, por su clave', createItemsSchema(recordMatchSchema), {
    body: recordKeysSchema,
  }),
  getListLookupCounts: describe(
    'Cuántas claves de una lista consultó cada persona',
    createItemsSchema(listLookupCountsSchema),
  ),
  listViews: describe('Las vistas guardadas de una lista', z.array(viewOutputSchema), {
    query: z.object({ screen: z.enum(listsWithViews) }),
  }),
  searchUsers: describe(
    'Buscar personas por nombre: las que pueden ser reemplazo, o todas',
    createItemsSchema(z.object({ id: recordIdSchema, name: z.string(), email: z.string().optional() })).extend({
      decides: z.boolean(),
    }),
    { query: z.object({ search: z.string(), all: z.literal('true') }).partial() },
  ),
  getPayroll: describe(
    'La última importación de la nómina, con su resultado',
    z.object({ latest: payrollResultSchema.nullable() }),
  ),
  stagePayroll: describeChange('Comparar una nómina con las cuentas', payrollPreviewSchema, { body: payrollSchema }),
  applyPayroll: describeChange('Aplicar la nómina, por partes', payrollProgressSchema, { body: payrollApplySchema }),
  undoPayroll: describeChange('Deshacer la última nómina, por partes', payrollProgressSchema, {
    body: payrollUndoSchema,
  }),
  inviteUser: describe('Invitar a una persona', z.object({ id: recordIdSchema }), { body: invitationSchema }),
  activateUsers: describe('Activar personas', decisionResultSchema.pick({ changed: true, skipped: true }), {
    body: userIdsSchema,
  }),
  deactivateUsers: describe(
    'Desactivar personas, o deshacer su activación',
    decisionResultSchema.pick({ changed: true, skipped: true }),
    { body: userIdsSchema },
  ),
  rejectUsers: describe(
    'Rechazar registros con un motivo, o deshacer el rechazo',
    decisionResultSchema.pick({ changed: true, skipped: true }),
    { body: userRejectionSchema },
  ),
  exportOwnData: describe('Los datos que el servidor guarda sobre quien llama', anyObject),
  changeEmail: describe('Cambiar el correo de una persona, que debe confirmarlo', z.object({ changed: z.boolean() }), {
    body: emailChangeSchema,
  }),
  resendInvitation: describe('Invitar otra vez'),
  getOpenWork: describe('Lo que deja pendiente una persona', openWorkSchema),
  getManager: describe('El jefe inmediato de una persona', managerSchema),
  listGuests: describe('Las personas externas: quienes reciben documentos sin cuenta', createPageSchema(guestSchema), {
    query: z.object({ search: z.string(), page: z.int() }).partial(),
  }),
  blockGuest: describe('Bloquear o desbloquear a una persona externa', noContent, { body: blockGuestSchema }),
  resetSecondFactor: describe('Quitar a una persona el código al ingresar', noContent, {
    body: signInResetSchema,
  }),
  unlinkAccounts: describe('Desvincular de una persona sus cuentas de proveedores', noContent, {
    body: signInResetSchema,
  }),
  unblockSignIn: describe('Olvidar los intentos de ingreso equivocados'),
  deleteUser: describe('Borrar una cuenta sin solicitudes'),
  publishFormat: describeChange('Publicar un formato', formatRecordSchema),
  archiveFormat: describeChange('Archivar un formato', formatRecordSchema),
  restoreFormat: describeChange('Volver a un formato archivado', formatRecordSchema),
  copyFormat: describe('Copiar un formato', formatRecordSchema, {
    body: z.object({ code: formatSchema.shape.code, name: formatSchema.shape.name }),
  }),
  countRetention: describe('Cuántas solicitudes se anonimizarían hoy con un plazo', z.object({ count: z.int() }), {
    query: z.object({ years: z.string().regex(/^\d{1,3}$/) }),
  }),
  listBackups: describe('Las copias de seguridad', backupListSchema),
  createBackup: describeChange('Hacer una copia', anyObject, { status: 202 }),
  saveBackupPlan: describe('Cuándo se hacen las copias', noContent, { body: backupPlanSchema }),
  grantBackupDownload: describe('Pedir permiso para descargar una copia', z.object({ grant: z.string() }), {
    body: backupGrantSchema,
  }),
  downloadBackup: describe('Descargar una copia', 'application/x-tar', { query: z.object({ grant: z.string() }) }),
  deleteBackup: describeChange('Borrar una copia'),
  listKeys: describe('Las claves para programas', createItemsSchema(keyOutputSchema)),
  createKey: describe('Crear una clave', createdKeySchema, { body: keySchema }),
  confirmKey: describe('Confirmar una clave de la cuenta propia'),
  revokeKey: describe('Revocar una clave'),
  listEvents: describe('La historia', eventPageSchema, { query: eventListParameters }),
  exportEvents: describe('La historia, en una hoja', 'text/csv', {
    query: eventQuerySchema.extend({ token: z.string().optional() }),
  }),
  listWebhooks: describe('A qué programas se avisa', createItemsSchema(webhookOutputSchema)),
  createWebhook: describe('Avisar a otro programa', createdWebhookSchema, { body: webhookSchema }),
  deleteWebhook: describe('No avisar más a un programa'),
  resumeWebhook: describe('Volver a avisar a uno que se pausó'),
  testWebhook: describe('Enviarle un aviso de prueba'),
  resendDelivery: describe('Enviar un aviso otra vez'),
  getSeal: describe('El certificado del sello', sealSettingsSchema),
  requestCertificate: describeChange('La petición de un certificado', certificateRequestSchema),
  makeOwnCertificate: describeChange('Hacer un certificado propio', sealSettingsSchema),
  uploadCertificate: describeChange('Subir el certificado del sello', sealSettingsSchema, { body: sealUploadSchema }),
  testSeal: describeChange('Sellar una página de prueba', 'application/pdf'),
  removeCertificate: describeChange('Quitar el certificado guardado', sealSettingsSchema),
  testMail: describe('Probar el correo con un mensaje a la cuenta propia', mailTestSchema),
  retryMails: describe('Enviar otra vez los correos sin entregar'),
  discardMails: describe('Descartar los correos sin entregar'),
  confirmSetupSteps: describe('Dar por terminados pasos de la preparación', noContent, { body: setupConfirmSchema }),
  completeInstallationSetup: describeChange('El primer administrador, una sola vez', noContent, {
    body: installationSetupSchema,
  }),
  verifyEmail: describe('Confirmar el correo con el código', noContent, { body: emailVerificationSchema }),
  confirmNewEmail: describe('Confirmar el correo nuevo de una cuenta', noContent, { body: emailConfirmationSchema }),
  signInWithPassword: describe('Ingresar con la contraseña', sessionSchema, {
    body: z.object({ identity: z.string(), password: z.string(), mfaId: z.string().optional() }),
  }),
  requestOneTimeCode: describe('Pedir un código', z.object({ otpId: recordIdSchema }), {
    body: passwordRecoverySchema,
  }),
  signInWithOneTimeCode: describe('Ingresar con un código', sessionSchema, {
    body: z.object({ otpId: z.string(), password: z.string(), mfaId: z.string().optional() }),
  }),
  signInWithTotp: describeChange('Completar el ingreso con un código de la aplicación', sessionSchema, {
    body: totpSignInSchema,
  }),
  describeLink: describe('Qué abre el enlace de un correo', linkSummarySchema, { body: linkTokenSchema }),
  sendLinkCode: describe('Enviar un código a la persona de un enlace', z.object({ otpId: recordIdSchema }), {
    body: linkTokenSchema,
  }),
  signInGuest: describe(
    'Abrir una sesión de 30 minutos con el código de un enlace',
    z.object({ token: z.string(), record: anyObject }),
    { body: z.object({ otpId: z.string(), password: z.string() }) },
  ),
  listGuestDocuments: describe('Los documentos de un enlace, con la sesión de su persona', guestLinkContentSchema, {
    body: linkTokenSchema,
  }),
  serveGuestDocument: describeChange('El PDF de un enlace, con la sesión de su persona', 'application/pdf', {
    query: z.object({ token: z.string().optional(), download: z.string().optional() }),
  }),
  saveGuestSignature: describeChange('Firmar el documento de un enlace, o decir por qué no se firma', noContent, {
    body: signatureInputSchema,
  }),
  listExternalFormats: describe('Los formatos que se piden sin cuenta', externalFormatsSchema),
  sendExternalCode: describe(
    'Enviar un código al correo de quien pide sin cuenta',
    z.object({ otpId: recordIdSchema }),
    { body: externalCodeSchema },
  ),
  openExternalForm: describe('El formulario de quien pide sin cuenta', externalFormSchema, {
    body: externalFormChoiceSchema,
  }),
  submitExternalRequest: describe('Enviar la solicitud de quien pide sin cuenta', z.object({ number: z.string() }), {
    body: externalRequestSchema,
  }),
  requestPasswordReset: describe('Pedir una contraseña nueva', noContent, { body: passwordRecoverySchema }),
  resetPassword: describe('Elegir la contraseña nueva', noContent, {
    body: z.object({ token: z.string(), password: z.string(), passwordConfirm: z.string() }),
  }),
  refuseEmailChange: describe('Cerrada: el correo lo cambia un administrador'),
} satisfies Record<RouteName, CallDescription> & Record<`${string} /${string}`, ApiCall>

/**
 * All endpoints of the server, with the scope that an API key needs. Only the build and tests evaluate the table: it makes the OpenAPI document and
 * `apiCallRights` of it.
 */
export const apiCalls: Record<string, ApiCall> = Object.fromEntries(
  Object.entries<CallDescription>(descriptions).map(([name, description]) => {
    const route: Route | undefined = routes[name as RouteName]
    if (!route) return [name, description as ApiCall]
    const [call, by, , , more] = route
    return [call, { ...description, by, ...(more?.reachesOthers && { reachesOthers: more.reachesOthers }) }]
  }),
)
