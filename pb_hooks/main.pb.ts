// Table of the server's commands, hooks, calls and jobs, by subject.
// A handler loads an area and calls its function. `admit` makes the call wait for a slot of its kind first (`admission.ts`).

import { admit } from './admission.ts'
import { addCommands, restoreIfRequested, runHealthCheck } from './commands.ts'
import { bodyLimit, createHandler, loadArea, respondEmpty } from './handlers.ts'

runHealthCheck()
addCommands()
restoreIfRequested()

// Startup. These hooks run in the virtual machine of this file, so they are functions instead of source text.
$app.onBootstrap().bindFunc((e: core.BootstrapEvent) => {
  loadArea('server').openLog(e.app)
  loadArea('server').exitIfDataUnwritable(e.app)
  loadArea('server').exitIfRestoreUnfinished(e.app)
  e.next()
  loadArea('server').exitIfDataNewer(e.app)
})
$app.onServe().bindFunc((e: core.ServeEvent) => {
  loadArea('server').prepareServer(e, () => loadArea('start-work'))
  loadArea('server').disableUnusedRoutes(e)
})

// Hooks of PocketBase itself
routerUse(bodyLimit(131_072))
onSettingsReload(createHandler('engine-hooks', 'reapplyEnvironmentSettings'))
onSettingsUpdateRequest(createHandler('engine-hooks', 'removeStoredSecrets'))
onMailerSend(createHandler('engine-hooks', 'deliverMail'))
onModelCreate(createHandler('engine-hooks', 'logUnexpectedErrors'), '_logs')
// Kinds of PocketBase's own calls.
routerUse(
  engine.admitByPattern({
    'GET /api/collections/{collection}/records': 'reading',
    'GET /api/collections/{collection}/records/{id}': 'reading',
    'POST /api/collections/{collection}/records': 'writing',
    'POST /api/collections/users/records': 'signingIn',
    'PATCH /api/collections/{collection}/records/{id}': 'writing',
    'DELETE /api/collections/{collection}/records/{id}': 'writing',
    'POST /api/collections/{collection}/auth-refresh': 'signingIn',
    'POST /api/collections/{collection}/auth-with-password': 'signingIn',
    'POST /api/collections/{collection}/auth-with-otp': 'signingIn',
    'POST /api/collections/{collection}/request-otp': 'signingIn',
    'POST /api/collections/{collection}/auth-with-oauth2': 'signingIn',
    'POST /api/collections/{collection}/request-verification': 'signingIn',
    'POST /api/collections/{collection}/request-password-reset': 'signingIn',
    'POST /api/batch': 'signingIn',
    'POST /api/realtime': 'reading',
    'GET /api/files/{collection}/{recordId}/{filename}': 'servingFiles',
    'GET /api/files/attachments/{recordId}/{filename}': 'downloading',
  }),
)

// Limits of record queries and realtime subscriptions: expensive queries would block the database for other calls.
onRecordsListRequest(createHandler('guards', 'guardListQuery'))
onRecordViewRequest(createHandler('guards', 'guardViewQuery'))
onRealtimeSubscribeRequest(createHandler('guards', 'limitSubscriptions'))

// Pages, and the status of the server
routerAdd('GET', '/assets/{path...}', createHandler('pages', 'serveAsset'), admit.servingPages)
routerAdd('GET', '/{path...}', createHandler('pages', 'servePage'), admit.servingPages)
routerAdd('GET', '/api/{path...}', createHandler('pages', 'refuseUnknownRoute'), admit.servingPages)
routerAdd('GET', '/_/{$}', createHandler('pages', 'refuseUnknownRoute'), admit.servingPages)
routerAdd('GET', '/_/index.html', createHandler('pages', 'refuseUnknownRoute'), admit.servingPages)
routerAdd('GET', '/api/app/status', createHandler('pages', 'getStatus'), admit.servingPages)
routerAdd('GET', '/api/app/openapi.json', createHandler('pages', 'serveOpenApi'), admit.servingPages)
routerAdd('GET', '/api/app/health', createHandler('monitoring', 'getHealth'), admit.checkingHealth)
routerAdd('GET', '/api/app/metrics', createHandler('monitoring', 'getMetrics'), admit.reading)

// Sessions
routerAdd('GET', '/api/app/session', createHandler('sessions', 'checkSession'), admit.reading)
routerAdd('POST', '/api/app/sessions/end', createHandler('sessions', 'endSessions'), admit.writing)
routerAdd(
  'POST',
  '/api/collections/users/auth-with-password',
  createHandler('sessions', 'signInWithPassword'),
  admit.signingIn,
)
routerAdd('POST', '/api/collections/users/request-otp', createHandler('users', 'requestOneTimeCode'), admit.signingIn)
routerAdd(
  'POST',
  '/api/collections/users/auth-with-otp',
  createHandler('sessions', 'signInWithOneTimeCode'),
  admit.signingIn,
)
routerAdd(
  'POST',
  '/api/collections/users/request-password-reset',
  createHandler('users', 'requestPasswordReset'),
  admit.signingIn,
)
routerAdd(
  'POST',
  '/api/collections/users/confirm-password-reset',
  createHandler('users', 'resetPassword'),
  admit.signingIn,
)
routerAdd(
  'POST',
  '/api/collections/users/request-email-change',
  createHandler('users', 'refuseEmailChange'),
  admit.signingIn,
)
onRecordAuthRefreshRequest(createHandler('sessions', 'renewSession'), 'users')
onRecordAuthRequest(createHandler('sessions', 'refuseInactiveUser'), 'users')
// Disables PocketBase's own calls, which other spellings of the collection's name would reach.
onRecordAuthWithPasswordRequest(createHandler('sessions', 'refuseCollectionAlias'), 'users')
onRecordAuthWithOTPRequest(createHandler('sessions', 'refuseOtpForCollectionAlias'), 'users')
onRecordRequestOTPRequest(createHandler('sessions', 'refuseCollectionAlias'), 'users')
onRecordRequestPasswordResetRequest(respondEmpty, 'users')
// Disables PocketBase's confirmation links, because the pages confirm email addresses by code.
onRecordRequestVerificationRequest(respondEmpty, 'users')

// Users, groups and substitutions
routerAdd('POST', '/api/app/setup', createHandler('users', 'completeInstallationSetup'), admit.signingIn)
routerAdd('POST', '/api/app/setup/confirm', createHandler('users', 'confirmSetupSteps'), admit.writing)
routerAdd('POST', '/api/app/verify', createHandler('users', 'verifyEmail'), admit.signingIn)
routerAdd('POST', '/api/app/users/invite', createHandler('users', 'inviteUser'), admit.writing)
routerAdd('POST', '/api/app/users/activate', createHandler('users', 'activateUsers'), admit.writing)
routerAdd('POST', '/api/app/users/deactivate', createHandler('users', 'deactivateUsers'), admit.writing)
routerAdd('POST', '/api/app/users/email', createHandler('users', 'confirmNewEmail'), admit.signingIn)
routerAdd('POST', '/api/app/users/{id}/email', createHandler('users', 'changeEmail'), admit.writing)
routerAdd('POST', '/api/app/users/{id}/invite', createHandler('users', 'resendInvitation'), admit.writing)
routerAdd('POST', '/api/app/users/{id}/unblock', createHandler('users', 'unblockSignIn'), admit.writing)
routerAdd('GET', '/api/app/users/{id}/open', createHandler('details', 'getOpenWork'), admit.reading)
routerAdd('DELETE', '/api/app/users/{id}', createHandler('users', 'deleteUser'), admit.writing)
routerAdd('GET', '/api/app/people', createHandler('users', 'searchUsers'), admit.reading)
onRecordCreateRequest(createHandler('users', 'registerUser'), 'users')
onRecordUpdateRequest(createHandler('users', 'updateUser'), 'users')
onRecordCreate(createHandler('users', 'makeEmailVisible'), 'users')
onRecordUpdate(createHandler('users', 'enforceUserRules'), 'users')
onRecordAfterUpdateSuccess(createHandler('users', 'disconnectDeactivatedUser'), 'users')
onRecordCreateRequest(createHandler('users', 'saveGroup'), 'groups')
onRecordUpdateRequest(createHandler('users', 'saveGroup'), 'groups')
onRecordDeleteRequest(createHandler('users', 'deleteGroup'), 'groups')
onRecordCreateRequest(createHandler('users', 'saveSubstitution'), 'substitutions')
onRecordDeleteRequest(createHandler('users', 'endSubstitution'), 'substitutions')
onRecordEnrich(createHandler('users', 'addSubstitutionNames'), 'substitutions')

// Calls with API keys. The proxy reads no body, so its limit is high; the forwarded call has its own limit.
const anyBody = bodyLimit(2 ** 27)
for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])
  routerAdd(method, '/key/{path...}', createHandler('api-key-proxy', 'handleApiKeyCall'), admit.proxying, anyBody)
routerAdd('GET', '/api/app/keys', createHandler('keys', 'listKeys'), admit.reading)
routerAdd('POST', '/api/app/keys', createHandler('keys', 'createKey'), admit.writing)
routerAdd('POST', '/api/app/keys/{id}/confirm', createHandler('keys', 'confirmKey'), admit.writing)
routerAdd('POST', '/api/app/keys/{id}/revoke', createHandler('keys', 'revokeKey'), admit.writing)

// Settings and signatories. `mail/test` uses the slots of webhooks, because both wait for another server.
routerAdd('POST', '/api/app/mail/test', createHandler('users', 'testMail'), admit.sendingWebhooks)
routerAdd('POST', '/api/app/mail/retry', createHandler('users', 'retryMails'), admit.writing)
routerAdd('POST', '/api/app/mail/discard', createHandler('users', 'discardMails'), admit.writing)
onRecordUpdateRequest(createHandler('users', 'updateSettings'), 'settings')
onRecordCreateRequest(createHandler('users', 'saveSignatory'), 'signatories')
onRecordUpdateRequest(createHandler('users', 'saveSignatory'), 'signatories')
onRecordCreateExecute(createHandler('users', 'setStoredFileName'), 'signatories')
onRecordUpdateExecute(createHandler('users', 'setStoredFileName'), 'settings', 'signatories')

// Formats
onRecordEnrich(createHandler('guards', 'replaceByPublishedFormat'), 'formats')
onRecordEnrich(createHandler('versions', 'addSignersToVersion'), 'format_versions')
onRecordCreateRequest(createHandler('formats', 'createFormat'), 'formats')
onRecordUpdateRequest(createHandler('formats', 'updateFormat'), 'formats')
onRecordDeleteRequest(createHandler('formats', 'deleteFormat'), 'formats')
onRecordUpdate(createHandler('formats', 'saveChangedFieldsOnly'), 'formats')
routerAdd('POST', '/api/app/formats/{id}/publish', createHandler('formats', 'publishFormat'), admit.writing)
routerAdd('POST', '/api/app/formats/{id}/archive', createHandler('formats', 'archiveFormat'), admit.writing)
routerAdd('POST', '/api/app/formats/{id}/restore', createHandler('formats', 'restoreFormat'), admit.writing)
routerAdd('POST', '/api/app/formats/{id}/copy', createHandler('formats', 'copyFormat'), admit.writing)

// Lists
onRecordCreateRequest(createHandler('lists', 'saveList'), 'lists')
onRecordUpdateRequest(createHandler('lists', 'saveList'), 'lists')
onRecordDeleteRequest(createHandler('lists', 'deleteList'), 'lists')
routerAdd('POST', '/api/app/lists/{id}/import', createHandler('lists', 'beginImport'), admit.writing)
routerAdd('GET', '/api/app/lists/{id}/import', createHandler('lists', 'previewImport'), admit.reading)
routerAdd(
  'POST',
  '/api/app/lists/{id}/import/rows',
  createHandler('lists', 'saveImportRows'),
  admit.writing,
  bodyLimit(2_097_152),
)
routerAdd('POST', '/api/app/lists/{id}/import/confirm', createHandler('lists', 'confirmImport'), admit.writing)
routerAdd('POST', '/api/app/lists/{id}/undo', createHandler('lists', 'undoImport'), admit.writing)
routerAdd('GET', '/api/app/lists/{id}/search', createHandler('lists', 'searchList'), admit.reading)
routerAdd('GET', '/api/app/lists/{id}/lookups', createHandler('lists', 'getListLookupCounts'), admit.reading)
routerAdd(
  'POST',
  '/api/app/lists/{id}/records',
  createHandler('lists', 'findRecordsByKey'),
  admit.reading,
  bodyLimit(524_288),
)

// Requests
onRecordCreateRequest(createHandler('requests', 'createDraft'), 'requests')
onRecordUpdateRequest(createHandler('requests', 'updateDraft'), 'requests')
onRecordDeleteRequest(createHandler('requests', 'deleteDraft'), 'requests')
onFileDownloadRequest(createHandler('overview', 'serveDocument'), 'requests', 'request_documents', 'signatories')
routerAdd('GET', '/api/app/requests', createHandler('overview', 'listRequests'), admit.reading)
routerAdd('GET', '/api/app/requests/counts', createHandler('overview', 'countRequests'), admit.reading)
routerAdd('GET', '/api/app/requests/export', createHandler('details', 'exportRequests'), admit.exporting)
routerAdd('POST', '/api/app/requests/preview', createHandler('documents', 'previewDocument'), admit.previewing)
routerAdd(
  'POST',
  '/api/app/requests/{action}',
  createHandler('requests', 'runRequestAction'),
  admit.writing,
  bodyLimit(1_048_576),
)
routerAdd('POST', '/api/app/decisions/{id}/undo', createHandler('requests', 'undoDecision'), admit.writing)
routerAdd('POST', '/api/app/decisions/{id}/settle', createHandler('requests', 'closeUndoWindow'), admit.writing)
routerAdd('GET', '/api/app/requests/formats', createHandler('overview', 'listSeenFormats'), admit.reading)
routerAdd('GET', '/api/app/requests/reasons', createHandler('overview', 'listFrequentReasons'), admit.reading)
routerAdd('GET', '/api/app/requests/{id}/history', createHandler('overview', 'getRequestHistory'), admit.reading)
routerAdd('GET', '/api/app/requests/{id}/view', createHandler('details', 'getRequestView'), admit.reading)
routerAdd('GET', '/api/app/requests/{id}/route', createHandler('details', 'getRequestRoute'), admit.reading)
routerAdd('GET', '/api/app/requests/{id}/filled', createHandler('details', 'getApproverFields'), admit.reading)
routerAdd('PUT', '/api/app/requests/{id}/filled', createHandler('requests', 'saveApproverFields'), admit.writing)
routerAdd('GET', '/api/app/requests/{id}/sent', createHandler('details', 'getSubmission'), admit.reading)
routerAdd('POST', '/api/app/requests/{id}/comments', createHandler('requests', 'addComment'), admit.writing)
routerAdd('POST', '/api/app/requests/{id}/final', createHandler('requests', 'askForFinalDocument'), admit.writing)

// Documents
routerAdd('GET', '/api/app/requests/documents', createHandler('documents', 'downloadDocuments'), admit.streaming)
routerAdd('GET', '/api/app/requests/documents/parts', createHandler('documents', 'listDocumentParts'), admit.reading)
routerAdd(
  'GET',
  '/api/app/requests/documents/progress',
  createHandler('overview', 'getDocumentProgress'),
  admit.reading,
)
routerAdd('GET', '/api/app/requests/{id}/documents', createHandler('details', 'listReplacedDocuments'), admit.reading)
routerAdd('POST', '/api/app/requests/{id}/document', createHandler('documents', 'prioritizeDocument'), admit.writing)
routerAdd('GET', '/api/app/documents/{code}', createHandler('verification', 'verifyDocument'), admit.verifying)

// Attachments
routerAdd(
  'PUT',
  '/api/app/attachments/{id}/bytes',
  createHandler('attachments', 'uploadFileChunk'),
  admit.writing,
  bodyLimit(524_288),
)
routerAdd('POST', '/api/app/attachments', createHandler('attachments', 'completeUpload'), admit.uploading)
onFileDownloadRequest(createHandler('details', 'serveAttachment'), 'attachments')

// Batches
routerAdd('POST', '/api/app/batches', createHandler('batches', 'createBatch'), admit.writing)
routerAdd(
  'POST',
  '/api/app/batches/{id}/rows',
  createHandler('batches', 'saveBatchRows'),
  admit.writing,
  bodyLimit(2_097_152),
)
routerAdd('POST', '/api/app/batches/{id}/confirm', createHandler('batches', 'confirmBatch'), admit.writing)
routerAdd('POST', '/api/app/batches/{id}/cancel', createHandler('batches', 'cancelBatch'), admit.writing)
routerAdd(
  'POST',
  '/api/app/batches/{id}/discard',
  createHandler('batches', 'discardRows'),
  admit.writing,
  bodyLimit(1_048_576),
)
routerAdd('GET', '/api/app/batches/{id}/progress', createHandler('batches', 'getBatchProgress'), admit.reading)
routerAdd('GET', '/api/app/batches/{id}/counts', createHandler('batches', 'countBatchRequests'), admit.reading)
routerAdd('GET', '/api/app/batches/{id}/outcomes', createHandler('batches', 'listRowResults'), admit.reading)
routerAdd(
  'GET',
  '/api/app/batches/{id}/documents',
  createHandler('documents', 'downloadBatchDocuments'),
  admit.streaming,
)

// Overview: counts, views, reports, notices
routerAdd('GET', '/api/app/counts', createHandler('overview', 'getCallerCounts'), admit.reading)
routerAdd('GET', '/api/app/dashboard', createHandler('overview', 'getDashboard'), admit.reading)
routerAdd('GET', '/api/app/views', createHandler('overview', 'listViews'), admit.reading)
onRecordCreateRequest(createHandler('users', 'saveView'), 'views')
onRecordUpdateRequest(createHandler('users', 'saveView'), 'views')
onRecordDeleteRequest(createHandler('users', 'deleteView'), 'views')
routerAdd('GET', '/api/app/reports', createHandler('details', 'getReport'), admit.reading)
routerAdd('GET', '/api/app/reports/steps', createHandler('details', 'getStageReport'), admit.reading)
routerAdd('GET', '/api/app/notices', createHandler('details', 'listNotices'), admit.reading)
routerAdd('GET', '/api/app/notices/choices', createHandler('users', 'getMailPreferences'), admit.reading)
routerAdd('PUT', '/api/app/notices/choices', createHandler('users', 'saveMailPreference'), admit.writing)
routerAdd('POST', '/api/app/notices/read', createHandler('details', 'markNoticesRead'), admit.writing)

// Events
routerAdd('GET', '/api/app/events', createHandler('details', 'listEvents'), admit.reading)
routerAdd('GET', '/api/app/events/export', createHandler('details', 'exportEvents'), admit.streaming)
onRecordUpdate(createHandler('engine-hooks', 'refuseEventChanges'), 'events', 'request_revisions', 'request_decisions')
onRecordDelete(createHandler('engine-hooks', 'refuseEventChanges'), 'events')
// The settings row is required by all calls. Letterheads are required to render documents again.
onRecordDelete(createHandler('engine-hooks', 'refuseEventChanges'), 'settings', 'letterheads')

// Webhooks
routerAdd('GET', '/api/app/webhooks', createHandler('webhooks', 'listWebhooks'), admit.reading)
routerAdd('POST', '/api/app/webhooks', createHandler('webhooks', 'createWebhook'), admit.writing)
routerAdd('DELETE', '/api/app/webhooks/{id}', createHandler('webhooks', 'deleteWebhook'), admit.writing)
routerAdd('POST', '/api/app/webhooks/{id}/resume', createHandler('webhooks', 'resumeWebhook'), admit.writing)
routerAdd('POST', '/api/app/webhooks/{id}/test', createHandler('webhooks', 'testWebhook'), admit.sendingWebhooks)
routerAdd(
  'POST',
  '/api/app/webhooks/deliveries/{id}/send',
  createHandler('webhooks', 'resendDelivery'),
  admit.sendingWebhooks,
)

// Backups
routerAdd('GET', '/api/app/backups', createHandler('backups', 'listBackups'), admit.reading)
routerAdd('POST', '/api/app/backups', createHandler('backups', 'createBackup'), admit.writing)
routerAdd('PUT', '/api/app/backups/plan', createHandler('backups', 'saveBackupPlan'), admit.writing)
routerAdd('POST', '/api/app/backups/{id}/grant', createHandler('backups', 'grantBackupDownload'), admit.signingIn)
routerAdd('GET', '/api/app/backups/{id}/file', createHandler('backups', 'downloadBackup'), admit.streaming)
routerAdd('DELETE', '/api/app/backups/{id}', createHandler('backups', 'deleteBackup'), admit.writing)

// Jobs
cronAdd('minute', '* * * * *', createHandler('jobs', 'runMinuteJobs'))
// These jobs run when `engine.wake` is called. The schedule is required but never due.
cronAdd('decisions', '@yearly', createHandler('jobs', 'finalizeDueDecisions'))
cronAdd('documents', '@yearly', createHandler('jobs', 'resumeDocuments'))
cronAdd('more documents', '@yearly', createHandler('jobs', 'resumeDocuments'))
cronAdd('webhooks', '@yearly', createHandler('jobs', 'runWebhookDeliveries'))
cronAdd('backups', '@yearly', createHandler('jobs', 'finishBackup'))
cronAdd('anchor', '7 * * * *', createHandler('maintenance', 'logLastEventChainLink'))
cronAdd('attachments', '35 * * * *', createHandler('attachments', 'deleteUnusedAttachments'))
cronAdd('notices', '41 * * * *', createHandler('jobs', 'deleteOldNotices'))
cronAdd('derived', '15 8 * * *', createHandler('maintenance', 'repairDerivedTables'))
cronAdd('origins', '30 8 * * *', createHandler('maintenance', 'deleteOldAddressesAndDevices'))
