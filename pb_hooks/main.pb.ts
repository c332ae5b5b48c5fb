// Table of the server's commands, hooks, calls and jobs, by subject.
// `handler` loads an area and calls its function; `slot` makes the call take a slot first (`runtime/README.md`).
import { addCommands, restoreIfRequested, runHealthCheck } from './commands.ts'
import { bodyLimit, createHandler, createSlotHandler, loadArea, respondEmpty } from './handlers.ts'

runHealthCheck()
addCommands()
restoreIfRequested()

// Startup. These hooks run in the virtual machine of this file, so they are functions instead of source text.
$app.onBootstrap().bindFunc((e: core.BootstrapEvent) => {
  loadArea('server').openLog(e.app)
  loadArea('server').exitIfDataUnwritable(e.app)
  e.next()
  loadArea('server').exitIfDataNewer(e.app)
})
$app.onServe().bindFunc((e: core.ServeEvent) => {
  loadArea('server').prepareServer(e, () => loadArea('start-work'))
  loadArea('server').disableUnusedRoutes(e)
  loadArea('api-key-proxy').storeRouter(e)
})

// Hooks of PocketBase itself
routerUse(bodyLimit(131_072))
onSettingsReload(createHandler('engine-hooks', 'reapplyEnvironmentSettings'))
onSettingsUpdateRequest(createHandler('engine-hooks', 'removeStoredSecrets'))
onMailerSend(createHandler('engine-hooks', 'deliverMail'))
onModelCreate(createHandler('engine-hooks', 'logUnexpectedErrors'), '_logs')
// Runs at startup. Only a job can enter one virtual machine from inside another, so the call is a job.
cronAdd('pool', '@yearly', createHandler('pool', 'markPooledVms'))

// Limits of record queries and realtime subscriptions: expensive queries would block the database for other calls.
onRecordsListRequest(createSlotHandler.reading('guards', 'guardListQuery'))
onRecordViewRequest(createSlotHandler.reading('guards', 'guardViewQuery'))
onRealtimeSubscribeRequest(createHandler('guards', 'limitSubscriptions'))

// Pages, and the status of the server
routerAdd('GET', '/assets/{path...}', createSlotHandler.servingPages('pages', 'serveAsset'))
routerAdd('GET', '/{path...}', createSlotHandler.servingPages('pages', 'servePage'))
routerAdd('GET', '/api/{path...}', createHandler('pages', 'refuseUnknownCall'))
routerAdd('GET', '/_/{$}', createHandler('pages', 'refuseUnknownCall'))
routerAdd('GET', '/_/index.html', createHandler('pages', 'refuseUnknownCall'))
routerAdd('GET', '/api/app/status', createHandler('pages', 'getStatus'))
routerAdd('GET', '/api/app/openapi.json', createSlotHandler.servingPages('pages', 'serveOpenApi'))
routerAdd('GET', '/api/app/health', createHandler('monitoring', 'getHealth'))
routerAdd('GET', '/api/app/metrics', createSlotHandler.reading('monitoring', 'getMetrics'))

// Sessions
routerAdd('GET', '/api/app/session', createSlotHandler.reading('sessions', 'checkSession'))
routerAdd('POST', '/api/app/sessions/end', createSlotHandler.writing('sessions', 'endSessions'))
routerAdd(
  'POST',
  '/api/collections/users/auth-with-password',
  createSlotHandler.signingIn('sessions', 'signInWithPassword'),
)
routerAdd('POST', '/api/collections/users/request-otp', createSlotHandler.signingIn('users', 'requestOneTimeCode'))
routerAdd(
  'POST',
  '/api/collections/users/auth-with-otp',
  createSlotHandler.signingIn('sessions', 'signInWithOneTimeCode'),
)
routerAdd(
  'POST',
  '/api/collections/users/request-password-reset',
  createSlotHandler.signingIn('users', 'requestPasswordReset'),
)
routerAdd(
  'POST',
  '/api/collections/users/confirm-password-reset',
  createSlotHandler.signingIn('users', 'resetPassword'),
)
routerAdd(
  'POST',
  '/api/collections/users/request-email-change',
  createSlotHandler.signingIn('users', 'refuseEmailChange'),
)
onRecordAuthRefreshRequest(createSlotHandler.signingIn('sessions', 'renewSession'), 'users')
onRecordAuthRequest(createHandler('sessions', 'refuseInactiveUser'), 'users')
// Disables PocketBase's own calls, which other spellings of the collection's name would reach.
onRecordAuthWithPasswordRequest(createSlotHandler.signingIn('sessions', 'refuseMisspelledCollection'), 'users')
onRecordAuthWithOTPRequest(createSlotHandler.signingIn('sessions', 'refuseMisspelledOneTimeCodeSignIn'), 'users')
onRecordRequestOTPRequest(createSlotHandler.signingIn('sessions', 'refuseMisspelledCollection'), 'users')
onRecordRequestPasswordResetRequest(respondEmpty, 'users')
// Disables PocketBase's confirmation links, because the pages confirm email addresses by code.
onRecordRequestVerificationRequest(respondEmpty, 'users')

// Users, groups and substitutions
routerAdd('POST', '/api/app/setup', createSlotHandler.signingIn('users', 'completeInstallationSetup'))
routerAdd('POST', '/api/app/setup/confirm', createSlotHandler.writing('users', 'confirmSetupSteps'))
routerAdd('POST', '/api/app/verify', createSlotHandler.signingIn('users', 'verifyEmail'))
routerAdd('POST', '/api/app/users/invite', createSlotHandler.writing('users', 'inviteUser'))
routerAdd('POST', '/api/app/users/activate', createSlotHandler.writing('users', 'activateUsers'))
routerAdd('POST', '/api/app/users/deactivate', createSlotHandler.writing('users', 'deactivateUsers'))
routerAdd('POST', '/api/app/users/email', createSlotHandler.signingIn('users', 'confirmNewEmail'))
routerAdd('POST', '/api/app/users/{id}/email', createSlotHandler.writing('users', 'changeEmail'))
routerAdd('POST', '/api/app/users/{id}/invite', createSlotHandler.writing('users', 'resendInvitation'))
routerAdd('POST', '/api/app/users/{id}/unblock', createSlotHandler.writing('users', 'unblockSignIn'))
routerAdd('GET', '/api/app/users/{id}/open', createSlotHandler.reading('details', 'getOpenWork'))
routerAdd('DELETE', '/api/app/users/{id}', createSlotHandler.writing('users', 'deleteUser'))
routerAdd('GET', '/api/app/people', createSlotHandler.reading('users', 'searchUsers'))
onRecordCreateRequest(createSlotHandler.signingIn('users', 'registerUser'), 'users')
onRecordUpdateRequest(createSlotHandler.writing('users', 'updateUser'), 'users')
onRecordCreate(createHandler('users', 'makeEmailVisible'), 'users')
onRecordUpdate(createHandler('users', 'enforceUserRules'), 'users')
onRecordAfterUpdateSuccess(createHandler('users', 'disconnectDeactivatedUser'), 'users')
onRecordCreateRequest(createSlotHandler.writing('users', 'saveGroup'), 'groups')
onRecordUpdateRequest(createSlotHandler.writing('users', 'saveGroup'), 'groups')
onRecordDeleteRequest(createSlotHandler.writing('users', 'deleteGroup'), 'groups')
onRecordCreateRequest(createSlotHandler.writing('users', 'saveSubstitution'), 'substitutions')
onRecordDeleteRequest(createSlotHandler.writing('users', 'endSubstitution'), 'substitutions')
onRecordEnrich(createHandler('users', 'addSubstitutionNames'), 'substitutions')

// Calls with API keys. The proxy reads no body, so its limit is high; the forwarded call has its own limit.
const anyBody = bodyLimit(2 ** 27)
for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])
  routerAdd(method, '/key/{path...}', createHandler('api-key-proxy', 'handleApiKeyCall'), anyBody)
routerAdd('GET', '/api/app/keys', createSlotHandler.reading('keys', 'listKeys'))
routerAdd('POST', '/api/app/keys', createSlotHandler.writing('keys', 'createKey'))
routerAdd('POST', '/api/app/keys/{id}/confirm', createSlotHandler.writing('keys', 'confirmKey'))
routerAdd('POST', '/api/app/keys/{id}/revoke', createSlotHandler.writing('keys', 'revokeKey'))

// Settings and signatories. `mail/test` uses the slots of webhooks, because both wait for a child process.
routerAdd('POST', '/api/app/mail/test', createSlotHandler.sendingWebhooks('users', 'testMail'))
routerAdd('POST', '/api/app/mail/retry', createSlotHandler.writing('users', 'retryMails'))
routerAdd('POST', '/api/app/mail/discard', createSlotHandler.writing('users', 'discardMails'))
onRecordUpdateRequest(createSlotHandler.writing('users', 'updateSettings'), 'settings')
onRecordCreateRequest(createSlotHandler.writing('users', 'saveSignatory'), 'signatories')
onRecordUpdateRequest(createSlotHandler.writing('users', 'saveSignatory'), 'signatories')
onRecordCreateExecute(createHandler('users', 'setStoredFileName'), 'signatories')
onRecordUpdateExecute(createHandler('users', 'setStoredFileName'), 'settings', 'signatories')

// Formats
onRecordEnrich(createHandler('guards', 'replaceByPublishedFormat'), 'formats')
onRecordEnrich(createHandler('versions', 'addSignersToVersion'), 'format_versions')
onRecordCreateRequest(createSlotHandler.writing('formats', 'createFormat'), 'formats')
onRecordUpdateRequest(createSlotHandler.writing('formats', 'updateFormat'), 'formats')
onRecordDeleteRequest(createSlotHandler.writing('formats', 'deleteFormat'), 'formats')
onRecordUpdate(createHandler('formats', 'saveChangedFieldsOnly'), 'formats')
routerAdd('POST', '/api/app/formats/{id}/publish', createSlotHandler.writing('formats', 'publishFormat'))
routerAdd('POST', '/api/app/formats/{id}/archive', createSlotHandler.writing('formats', 'archiveFormat'))
routerAdd('POST', '/api/app/formats/{id}/restore', createSlotHandler.writing('formats', 'restoreFormat'))
routerAdd('POST', '/api/app/formats/{id}/copy', createSlotHandler.writing('formats', 'copyFormat'))

// Lists
onRecordCreateRequest(createSlotHandler.writing('lists', 'saveList'), 'lists')
onRecordUpdateRequest(createSlotHandler.writing('lists', 'saveList'), 'lists')
onRecordDeleteRequest(createSlotHandler.writing('lists', 'deleteList'), 'lists')
routerAdd('POST', '/api/app/lists/{id}/import', createSlotHandler.writing('lists', 'beginImport'))
routerAdd('GET', '/api/app/lists/{id}/import', createSlotHandler.reading('lists', 'previewImport'))
routerAdd(
  'POST',
  '/api/app/lists/{id}/import/rows',
  createSlotHandler.writing('lists', 'saveImportRows'),
  bodyLimit(2_097_152),
)
routerAdd('POST', '/api/app/lists/{id}/import/confirm', createSlotHandler.writing('lists', 'confirmImport'))
routerAdd('POST', '/api/app/lists/{id}/undo', createSlotHandler.writing('lists', 'undoImport'))
routerAdd('GET', '/api/app/lists/{id}/search', createSlotHandler.reading('lists', 'searchList'))
routerAdd('GET', '/api/app/lists/{id}/lookups', createSlotHandler.reading('lists', 'getListLookupCounts'))
routerAdd(
  'POST',
  '/api/app/lists/{id}/records',
  createSlotHandler.reading('lists', 'findRecordsByKey'),
  bodyLimit(524_288),
)

// Requests
onRecordCreateRequest(createSlotHandler.writing('requests', 'createDraft'), 'requests')
onRecordUpdateRequest(createSlotHandler.writing('requests', 'updateDraft'), 'requests')
onRecordDeleteRequest(createSlotHandler.writing('requests', 'deleteDraft'), 'requests')
onFileDownloadRequest(
  createSlotHandler.reading('overview', 'serveDocument'),
  'requests',
  'request_documents',
  'signatories',
)
routerAdd('GET', '/api/app/requests', createSlotHandler.reading('overview', 'listRequests'))
routerAdd('GET', '/api/app/requests/counts', createSlotHandler.reading('overview', 'countRequests'))
routerAdd('GET', '/api/app/requests/export', createSlotHandler.exporting('details', 'exportRequests'))
routerAdd('POST', '/api/app/requests/preview', createSlotHandler.previewing('documents', 'previewDocument'))
routerAdd(
  'POST',
  '/api/app/requests/{action}',
  createSlotHandler.writing('requests', 'runRequestAction'),
  bodyLimit(1_048_576),
)
routerAdd('POST', '/api/app/decisions/{id}/undo', createSlotHandler.writing('requests', 'undoDecision'))
routerAdd('POST', '/api/app/decisions/{id}/settle', createSlotHandler.writing('requests', 'closeUndoWindow'))
routerAdd('GET', '/api/app/requests/formats', createSlotHandler.reading('overview', 'listSeenFormats'))
routerAdd('GET', '/api/app/requests/reasons', createSlotHandler.reading('overview', 'listFrequentReasons'))
routerAdd('GET', '/api/app/requests/{id}/history', createSlotHandler.reading('overview', 'getRequestHistory'))
routerAdd('GET', '/api/app/requests/{id}/view', createSlotHandler.reading('details', 'getRequestView'))
routerAdd('GET', '/api/app/requests/{id}/route', createSlotHandler.reading('details', 'getRequestRoute'))
routerAdd('GET', '/api/app/requests/{id}/filled', createSlotHandler.reading('details', 'getApproverFields'))
routerAdd('PUT', '/api/app/requests/{id}/filled', createSlotHandler.writing('requests', 'saveApproverFields'))
routerAdd('GET', '/api/app/requests/{id}/sent', createSlotHandler.reading('details', 'getSubmission'))
routerAdd('POST', '/api/app/requests/{id}/comments', createSlotHandler.writing('requests', 'addComment'))
routerAdd('POST', '/api/app/requests/{id}/final', createSlotHandler.writing('requests', 'askForFinalDocument'))

// Documents
routerAdd('GET', '/api/app/requests/documents', createSlotHandler.streaming('documents', 'downloadDocuments'))
routerAdd('GET', '/api/app/requests/documents/parts', createSlotHandler.reading('documents', 'listDocumentParts'))
routerAdd('GET', '/api/app/requests/documents/progress', createSlotHandler.reading('overview', 'getDocumentProgress'))
routerAdd('GET', '/api/app/requests/{id}/documents', createSlotHandler.reading('details', 'listReplacedDocuments'))
routerAdd('POST', '/api/app/requests/{id}/document', createSlotHandler.writing('documents', 'prioritizeDocument'))
routerAdd('GET', '/api/app/documents/{code}', createSlotHandler.verifying('verification', 'verifyDocument'))

// Attachments
routerAdd(
  'PUT',
  '/api/app/attachments/{id}/bytes',
  createSlotHandler.writing('attachments', 'uploadFileChunk'),
  bodyLimit(524_288),
)
routerAdd('POST', '/api/app/attachments', createSlotHandler.uploading('attachments', 'completeUpload'))
onFileDownloadRequest(createSlotHandler.downloading('details', 'serveAttachment'), 'attachments')

// Batches
routerAdd('POST', '/api/app/batches', createSlotHandler.writing('batches', 'createBatch'))
routerAdd(
  'POST',
  '/api/app/batches/{id}/rows',
  createSlotHandler.writing('batches', 'saveBatchRows'),
  bodyLimit(2_097_152),
)
routerAdd('POST', '/api/app/batches/{id}/confirm', createSlotHandler.writing('batches', 'confirmBatch'))
routerAdd('POST', '/api/app/batches/{id}/cancel', createSlotHandler.writing('batches', 'cancelBatch'))
routerAdd(
  'POST',
  '/api/app/batches/{id}/discard',
  createSlotHandler.writing('batches', 'discardRows'),
  bodyLimit(1_048_576),
)
routerAdd('GET', '/api/app/batches/{id}/progress', createSlotHandler.reading('batches', 'getBatchProgress'))
routerAdd('GET', '/api/app/batches/{id}/counts', createSlotHandler.reading('batches', 'countBatchRequests'))
routerAdd('GET', '/api/app/batches/{id}/outcomes', createSlotHandler.reading('batches', 'listRowResults'))
routerAdd('GET', '/api/app/batches/{id}/documents', createSlotHandler.streaming('documents', 'downloadBatchDocuments'))

// Overview: counts, views, reports, notices
// Compressed, because the first data of a page shares the connection with its scripts. Other answers are not compressed, because that takes a fifth of their time.
routerAdd('GET', '/api/app/calls', createSlotHandler.reading('overview', 'answerCalls'), $apis.gzip())
routerAdd('GET', '/api/app/start', createSlotHandler.reading('overview', 'getPageStart'))
routerAdd('GET', '/api/app/counts', createSlotHandler.reading('overview', 'getCallerCounts'))
routerAdd('GET', '/api/app/dashboard', createSlotHandler.reading('overview', 'getDashboard'))
routerAdd('GET', '/api/app/views', createSlotHandler.reading('overview', 'listViews'))
routerAdd('POST', '/api/app/views/first', createSlotHandler.writing('users', 'setDefaultView'))
onRecordCreateRequest(createSlotHandler.writing('users', 'saveView'), 'views')
onRecordUpdateRequest(createSlotHandler.writing('users', 'saveView'), 'views')
onRecordDeleteRequest(createSlotHandler.writing('users', 'deleteView'), 'views')
routerAdd('GET', '/api/app/reports', createSlotHandler.reading('details', 'getReport'))
routerAdd('GET', '/api/app/reports/steps', createSlotHandler.reading('details', 'getStageReport'))
routerAdd('GET', '/api/app/notices', createSlotHandler.reading('details', 'listNotices'))
routerAdd('GET', '/api/app/notices/choices', createSlotHandler.reading('users', 'getMailPreferences'))
routerAdd('PUT', '/api/app/notices/choices', createSlotHandler.writing('users', 'saveMailPreference'))
routerAdd('POST', '/api/app/notices/read', createSlotHandler.writing('details', 'markNoticesRead'))

// Events
routerAdd('GET', '/api/app/events', createSlotHandler.reading('details', 'listEvents'))
routerAdd('GET', '/api/app/events/export', createSlotHandler.streaming('details', 'exportEvents'))
onRecordUpdate(createHandler('engine-hooks', 'refuseEventChanges'), 'events', 'request_revisions', 'request_decisions')
onRecordDelete(createHandler('engine-hooks', 'refuseEventChanges'), 'events')
// The settings row is required by all calls. Letterheads are required to render documents again.
onRecordDelete(createHandler('engine-hooks', 'refuseEventChanges'), 'settings', 'letterheads')

// Webhooks
routerAdd('GET', '/api/app/webhooks', createSlotHandler.reading('webhooks', 'listWebhooks'))
routerAdd('POST', '/api/app/webhooks', createSlotHandler.writing('webhooks', 'createWebhook'))
routerAdd('DELETE', '/api/app/webhooks/{id}', createSlotHandler.writing('webhooks', 'deleteWebhook'))
routerAdd('POST', '/api/app/webhooks/{id}/resume', createSlotHandler.writing('webhooks', 'resumeWebhook'))
routerAdd('POST', '/api/app/webhooks/{id}/test', createSlotHandler.sendingWebhooks('webhooks', 'testWebhook'))
routerAdd(
  'POST',
  '/api/app/webhooks/deliveries/{id}/send',
  createSlotHandler.sendingWebhooks('webhooks', 'resendDelivery'),
)

// Backups
routerAdd('GET', '/api/app/backups', createSlotHandler.reading('backups', 'listBackups'))
routerAdd('POST', '/api/app/backups', createSlotHandler.writing('backups', 'createBackup'))
routerAdd('PUT', '/api/app/backups/plan', createSlotHandler.writing('backups', 'saveBackupPlan'))
routerAdd('POST', '/api/app/backups/{id}/grant', createSlotHandler.signingIn('backups', 'grantBackupDownload'))
routerAdd('GET', '/api/app/backups/{id}/file', createSlotHandler.streaming('backups', 'downloadBackup'))
routerAdd('DELETE', '/api/app/backups/{id}', createSlotHandler.writing('backups', 'deleteBackup'))

// Jobs
cronAdd('minute', '* * * * *', createHandler('jobs', 'runMinuteJobs'))
// These jobs run when `engine.wake` is called. The schedule is required but never due.
cronAdd('decisions', '@yearly', createHandler('jobs', 'finalizeDueDecisions'))
cronAdd('documents', '@yearly', createHandler('jobs', 'resumeDocuments'))
cronAdd('more documents', '@yearly', createHandler('jobs', 'resumeDocuments'))
cronAdd('webhooks', '@yearly', createHandler('jobs', 'runWebhookDeliveries'))
cronAdd('anchor', '7 * * * *', createHandler('maintenance', 'logLastEventChainLink'))
cronAdd('attachments', '35 * * * *', createHandler('attachments', 'deleteUnusedAttachments'))
cronAdd('notices', '41 * * * *', createHandler('jobs', 'deleteOldNotices'))
cronAdd('derived', '15 8 * * *', createHandler('maintenance', 'repairDerivedTables'))
cronAdd('origins', '30 8 * * *', createHandler('maintenance', 'deleteOldAddressesAndDevices'))
