// Table of the server's commands, hooks, calls and jobs, by subject.
// `handler` loads an area and calls its function; `slot` makes the call take a slot first (`runtime/README.md`).
import { addCommands, restoreIfRequested, runHealthCheck } from './commands.ts'
import { bodyLimit, handler, loadArea, respondEmpty, slot } from './handlers.ts'

runHealthCheck()
addCommands()
restoreIfRequested()

// Startup. These hooks run in the virtual machine of this file, so they are functions instead of source text.
$app.onBootstrap().bindFunc((e: core.BootstrapEvent) => {
  loadArea('server').openLog(e.app)
  loadArea('server').refuseUnwritableData(e.app)
  e.next()
  loadArea('server').refuseNewerData(e.app)
})
$app.onServe().bindFunc((e: core.ServeEvent) => {
  loadArea('server').prepareServer(e)
  loadArea('server').closeUnusedCalls(e)
  loadArea('api-key-proxy').storeRouter(e)
})

// Hooks of the engine itself
routerUse(bodyLimit(131_072))
onSettingsReload(handler('server', 'reapplyEnvironment'))
onSettingsUpdateRequest(handler('server', 'removeStoredSecrets'))
onMailerSend(handler('server', 'deliverMail'))
onModelCreate(handler('server', 'logUnexpectedErrors'), '_logs')
// Runs at startup. Only a job can enter one virtual machine from inside another, so the call is a job.
cronAdd('pool', '@yearly', handler('pool', 'tagPooledVms'))

// Limits of record queries and realtime subscriptions: expensive queries would block the database for other calls.
onRecordsListRequest(slot.reading('guards', 'guardListQuery'))
onRecordViewRequest(slot.reading('guards', 'guardViewQuery'))
onRealtimeSubscribeRequest(handler('guards', 'limitSubscriptions'))

// Pages, and the status of the server
routerAdd('GET', '/assets/{path...}', slot.servingPages('pages', 'serveAsset'))
routerAdd('GET', '/{path...}', slot.servingPages('pages', 'servePage'))
routerAdd('GET', '/api/{path...}', handler('pages', 'refuseUnknownCall'))
routerAdd('GET', '/_/{$}', handler('pages', 'refuseUnknownCall'))
routerAdd('GET', '/_/index.html', handler('pages', 'refuseUnknownCall'))
routerAdd('GET', '/api/app/status', handler('pages', 'getStatus'))
routerAdd('GET', '/api/app/openapi.json', slot.servingPages('pages', 'serveOpenApi'))
routerAdd('GET', '/api/app/health', handler('monitoring', 'getHealth'))
routerAdd('GET', '/api/app/metrics', slot.reading('monitoring', 'getMetrics'))

// Sessions
routerAdd('GET', '/api/app/session', slot.reading('sessions', 'checkSession'))
routerAdd('POST', '/api/app/sessions/end', slot.writing('sessions', 'endSessions'))
routerAdd('POST', '/api/collections/users/auth-with-otp', slot.signingIn('sessions', 'signInWithCode'))
routerAdd('POST', '/api/collections/users/request-password-reset', slot.signingIn('users', 'requestPasswordReset'))
routerAdd('POST', '/api/collections/users/confirm-password-reset', slot.signingIn('users', 'resetPassword'))
routerAdd('POST', '/api/collections/users/request-email-change', slot.signingIn('users', 'refuseEmailChange'))
onRecordAuthWithPasswordRequest(slot.signingIn('sessions', 'signInWithPassword'), 'users')
onRecordAuthRefreshRequest(slot.signingIn('sessions', 'renewSession'), 'users')
onRecordAuthWithOTPRequest(slot.signingIn('sessions', 'refuseUncountedCode'), 'users')
onRecordAuthRequest(handler('sessions', 'refuseInactiveUser'), 'users')
onRecordRequestOTPRequest(slot.signingIn('users', 'requestCode'), 'users')
// Disables PocketBase's own call, which other spellings of the collection's name would reach.
onRecordRequestPasswordResetRequest(respondEmpty, 'users')
// Disables PocketBase's confirmation links, because the pages confirm email addresses by code.
onRecordRequestVerificationRequest(respondEmpty, 'users')

// Users, groups and substitutions
routerAdd('POST', '/api/app/setup', slot.signingIn('users', 'completeSetup'))
routerAdd('POST', '/api/app/setup/confirm', slot.writing('users', 'confirmSetupSteps'))
routerAdd('POST', '/api/app/verify', slot.signingIn('users', 'verifyEmail'))
routerAdd('POST', '/api/app/users/invite', slot.writing('users', 'inviteUser'))
routerAdd('POST', '/api/app/users/activate', slot.writing('users', 'activateUsers'))
routerAdd('POST', '/api/app/users/deactivate', slot.writing('users', 'deactivateUsers'))
routerAdd('POST', '/api/app/users/email', slot.signingIn('users', 'confirmNewEmail'))
routerAdd('POST', '/api/app/users/{id}/email', slot.writing('users', 'changeEmail'))
routerAdd('POST', '/api/app/users/{id}/invite', slot.writing('users', 'resendInvitation'))
routerAdd('DELETE', '/api/app/users/{id}', slot.writing('users', 'deleteUser'))
routerAdd('GET', '/api/app/people', slot.reading('users', 'searchUsers'))
onRecordCreateRequest(slot.signingIn('users', 'registerUser'), 'users')
onRecordUpdateRequest(slot.writing('users', 'updateUser'), 'users')
onRecordCreate(handler('users', 'showEmailInRecord'), 'users')
onRecordUpdate(handler('users', 'enforceUserRules'), 'users')
onRecordAfterUpdateSuccess(handler('users', 'disconnectDeactivatedUser'), 'users')
onRecordCreateRequest(slot.writing('users', 'saveGroup'), 'groups')
onRecordUpdateRequest(slot.writing('users', 'saveGroup'), 'groups')
onRecordDeleteRequest(slot.writing('users', 'deleteGroup'), 'groups')
onRecordCreateRequest(slot.writing('users', 'saveSubstitution'), 'substitutions')
onRecordDeleteRequest(slot.writing('users', 'endSubstitution'), 'substitutions')
onRecordEnrich(handler('users', 'addSubstitutionNames'), 'substitutions')

// Calls with API keys. The proxy reads no body, so its limit is high; the forwarded call has its own limit.
const anyBody = bodyLimit(2 ** 27)
for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])
  routerAdd(method, '/key/{path...}', handler('api-key-proxy', 'handleKeyCall'), anyBody)
routerAdd('GET', '/api/app/keys', slot.reading('keys', 'listKeys'))
routerAdd('POST', '/api/app/keys', slot.writing('keys', 'createKey'))
routerAdd('POST', '/api/app/keys/{id}/confirm', slot.writing('keys', 'confirmKey'))
routerAdd('POST', '/api/app/keys/{id}/revoke', slot.writing('keys', 'revokeKey'))

// Settings and signatories. `mail/test` uses the slots of webhooks, because both wait for a child process.
routerAdd('POST', '/api/app/mail/test', slot.sendingWebhooks('users', 'testMail'))
onRecordUpdateRequest(slot.writing('users', 'updateSettings'), 'settings')
onRecordCreateRequest(slot.writing('users', 'saveSignatory'), 'signatories')
onRecordUpdateRequest(slot.writing('users', 'saveSignatory'), 'signatories')
onRecordCreateExecute(handler('users', 'setStoredFileName'), 'signatories')
onRecordUpdateExecute(handler('users', 'setStoredFileName'), 'settings', 'signatories')

// Formats
onRecordEnrich(handler('guards', 'showPublishedFormat'), 'formats')
onRecordEnrich(handler('versions', 'addSignersToVersion'), 'format_versions')
onRecordCreateRequest(slot.writing('formats', 'createFormat'), 'formats')
onRecordUpdateRequest(slot.writing('formats', 'updateFormat'), 'formats')
onRecordDeleteRequest(slot.writing('formats', 'deleteFormat'), 'formats')
onRecordUpdate(handler('formats', 'saveChangedFieldsOnly'), 'formats')
routerAdd('POST', '/api/app/formats/{id}/publish', slot.writing('formats', 'publishFormat'))
routerAdd('POST', '/api/app/formats/{id}/archive', slot.writing('formats', 'archiveFormat'))
routerAdd('POST', '/api/app/formats/{id}/restore', slot.writing('formats', 'restoreFormat'))
routerAdd('POST', '/api/app/formats/{id}/copy', slot.writing('formats', 'copyFormat'))

// Lists
onRecordCreateRequest(slot.writing('lists', 'saveList'), 'lists')
onRecordUpdateRequest(slot.writing('lists', 'saveList'), 'lists')
onRecordDeleteRequest(slot.writing('lists', 'deleteList'), 'lists')
routerAdd('POST', '/api/app/lists/{id}/import', slot.writing('lists', 'beginImport'))
routerAdd('GET', '/api/app/lists/{id}/import', slot.reading('lists', 'previewImport'))
routerAdd('POST', '/api/app/lists/{id}/import/rows', slot.writing('lists', 'saveImportRows'), bodyLimit(2_097_152))
routerAdd('POST', '/api/app/lists/{id}/import/confirm', slot.writing('lists', 'confirmImport'))
routerAdd('POST', '/api/app/lists/{id}/undo', slot.writing('lists', 'undoImport'))
routerAdd('GET', '/api/app/lists/{id}/search', slot.reading('lists', 'searchList'))
routerAdd('GET', '/api/app/lists/{id}/lookups', slot.reading('lists', 'getListLookupCounts'))
routerAdd('POST', '/api/app/lists/{id}/records', slot.reading('lists', 'findRecordsByKey'), bodyLimit(524_288))

// Requests
onRecordCreateRequest(slot.writing('requests', 'createDraft'), 'requests')
onRecordUpdateRequest(slot.writing('requests', 'updateDraft'), 'requests')
onRecordDeleteRequest(slot.writing('requests', 'deleteDraft'), 'requests')
onFileDownloadRequest(slot.reading('overview', 'serveDocument'), 'requests', 'request_documents', 'signatories')
routerAdd('GET', '/api/app/requests', slot.reading('overview', 'listRequests'))
routerAdd('GET', '/api/app/requests/counts', slot.reading('overview', 'countRequests'))
routerAdd('GET', '/api/app/requests/export', slot.exporting('details', 'exportRequests'))
routerAdd('POST', '/api/app/requests/preview', slot.previewing('documents', 'previewDocument'))
routerAdd('POST', '/api/app/requests/{action}', slot.writing('requests', 'runRequestAction'), bodyLimit(1_048_576))
routerAdd('POST', '/api/app/decisions/{id}/undo', slot.writing('requests', 'undoDecision'))
routerAdd('POST', '/api/app/decisions/{id}/settle', slot.writing('requests', 'closeUndoWindow'))
routerAdd('GET', '/api/app/requests/reasons', slot.reading('overview', 'listFrequentReasons'))
routerAdd('GET', '/api/app/requests/{id}/history', slot.reading('overview', 'getRequestHistory'))
routerAdd('GET', '/api/app/requests/{id}/view', slot.reading('details', 'getRequestView'))
routerAdd('GET', '/api/app/requests/{id}/route', slot.reading('details', 'getRequestRoute'))
routerAdd('GET', '/api/app/requests/{id}/filled', slot.reading('details', 'getDeciderFields'))
routerAdd('PUT', '/api/app/requests/{id}/filled', slot.writing('requests', 'saveDeciderFields'))
routerAdd('GET', '/api/app/requests/{id}/sent', slot.reading('details', 'getSubmission'))
routerAdd('POST', '/api/app/requests/{id}/comments', slot.writing('requests', 'addComment'))

// Documents
routerAdd('GET', '/api/app/requests/documents', slot.streaming('documents', 'downloadDocuments'))
routerAdd('GET', '/api/app/requests/documents/parts', slot.reading('documents', 'listDocumentParts'))
routerAdd('GET', '/api/app/requests/documents/progress', slot.reading('overview', 'getDocumentProgress'))
routerAdd('GET', '/api/app/requests/{id}/documents', slot.reading('details', 'listReplacedDocuments'))
routerAdd('POST', '/api/app/requests/{id}/document', slot.writing('documents', 'prioritizeDocument'))
routerAdd('GET', '/api/app/documents/{code}', slot.verifying('verification', 'verifyDocument'))

// Attachments
routerAdd('PUT', '/api/app/attachments/{id}/bytes', slot.writing('attachments', 'uploadChunk'), bodyLimit(524_288))
routerAdd('POST', '/api/app/attachments', slot.uploading('attachments', 'completeUpload'))
onFileDownloadRequest(slot.downloading('details', 'serveAttachment'), 'attachments')

// Batches
routerAdd('POST', '/api/app/batches', slot.writing('batches', 'createBatch'))
routerAdd('POST', '/api/app/batches/{id}/rows', slot.writing('batches', 'saveBatchRows'), bodyLimit(2_097_152))
routerAdd('POST', '/api/app/batches/{id}/confirm', slot.writing('batches', 'confirmBatch'))
routerAdd('POST', '/api/app/batches/{id}/cancel', slot.writing('batches', 'cancelBatch'))
routerAdd('POST', '/api/app/batches/{id}/discard', slot.writing('batches', 'discardRows'), bodyLimit(1_048_576))
routerAdd('GET', '/api/app/batches/{id}/progress', slot.reading('batches', 'getBatchProgress'))
routerAdd('GET', '/api/app/batches/{id}/counts', slot.reading('batches', 'countBatchRequests'))
routerAdd('GET', '/api/app/batches/{id}/outcomes', slot.reading('batches', 'listRowResults'))
routerAdd('GET', '/api/app/batches/{id}/documents', slot.streaming('documents', 'downloadBatchDocuments'))

// Overview: counts, views, reports, notices
routerAdd('GET', '/api/app/counts', slot.reading('overview', 'getAllCounts'))
routerAdd('GET', '/api/app/dashboard', slot.reading('overview', 'getDashboard'))
routerAdd('GET', '/api/app/views', slot.reading('overview', 'listViews'))
routerAdd('POST', '/api/app/views/first', slot.writing('users', 'setFirstView'))
onRecordCreateRequest(slot.writing('users', 'saveView'), 'views')
onRecordUpdateRequest(slot.writing('users', 'saveView'), 'views')
onRecordDeleteRequest(slot.writing('users', 'deleteView'), 'views')
routerAdd('GET', '/api/app/reports', slot.reading('details', 'getReport'))
routerAdd('GET', '/api/app/reports/steps', slot.reading('details', 'getStageReport'))
routerAdd('GET', '/api/app/notices', slot.reading('details', 'listNotices'))
routerAdd('GET', '/api/app/notices/choices', slot.reading('users', 'getMailChoices'))
routerAdd('PUT', '/api/app/notices/choices', slot.writing('users', 'saveMailChoice'))
routerAdd('POST', '/api/app/notices/read', slot.writing('details', 'markNoticesRead'))

// Events
routerAdd('GET', '/api/app/events', slot.reading('details', 'listEvents'))
routerAdd('GET', '/api/app/events/export', slot.streaming('details', 'exportEvents'))
onRecordUpdate(handler('server', 'refuseEventChanges'), 'events', 'request_revisions', 'request_decisions')
onRecordDelete(handler('server', 'refuseEventChanges'), 'events')
// The settings row is required by all calls. Letterheads are required to render documents again.
onRecordDelete(handler('server', 'refuseEventChanges'), 'settings', 'letterheads')

// Webhooks
routerAdd('GET', '/api/app/webhooks', slot.reading('webhooks', 'listWebhooks'))
routerAdd('POST', '/api/app/webhooks', slot.writing('webhooks', 'createWebhook'))
routerAdd('DELETE', '/api/app/webhooks/{id}', slot.writing('webhooks', 'deleteWebhook'))
routerAdd('POST', '/api/app/webhooks/{id}/resume', slot.writing('webhooks', 'resumeWebhook'))
routerAdd('POST', '/api/app/webhooks/{id}/test', slot.sendingWebhooks('webhooks', 'testWebhook'))
routerAdd('POST', '/api/app/webhooks/deliveries/{id}/send', slot.sendingWebhooks('webhooks', 'resendDelivery'))

// Backups
routerAdd('GET', '/api/app/backups', slot.reading('backups', 'listBackups'))
routerAdd('POST', '/api/app/backups', slot.writing('backups', 'makeBackupNow'))
routerAdd('PUT', '/api/app/backups/plan', slot.writing('backups', 'saveBackupPlan'))
routerAdd('POST', '/api/app/backups/{id}/grant', slot.signingIn('backups', 'grantBackupDownload'))
routerAdd('GET', '/api/app/backups/{id}/file', slot.streaming('backups', 'downloadBackup'))
routerAdd('DELETE', '/api/app/backups/{id}', slot.writing('backups', 'deleteBackup'))

// Jobs. The three jobs `decisions`, `documents` and `webhooks` poll until the next minute. Each has its own virtual machine, because it may be busy for minutes.
cronAdd('minute', '* * * * *', handler('jobs', 'runMinuteJobs'))
cronAdd('decisions', '* * * * *', handler('jobs', 'finalizeDecisions'))
cronAdd('documents', '* * * * *', handler('jobs', 'resumeDocuments'))
cronAdd('webhooks', '* * * * *', handler('jobs', 'deliverDueWebhooks'))
cronAdd('anchor', '7 * * * *', handler('server', 'logLastHistoryLink'))
cronAdd('attachments', '35 * * * *', handler('attachments', 'deleteUnusedAttachments'))
cronAdd('notices', '41 * * * *', handler('jobs', 'deleteOldNotices'))
cronAdd('derived', '15 8 * * *', handler('server', 'repairDerivedTables'))
cronAdd('origins', '30 8 * * *', handler('server', 'deleteOldCallOrigins'))
