// Table of the server's commands, hooks, calls and jobs, by subject.
// A handler loads an area and calls its function. `admit` makes a call wait for a slot of its kind first (`admission.ts`).

import { admit } from './admission.ts'
import { addCommands, restoreIfRequested, runHealthCheck } from './commands.ts'
import { addCall, bodyLimit, createHandler, loadArea, respondEmpty } from './handlers.ts'

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
    'POST /api/collections/{collection}/auth-with-oauth2': 'askingProviders',
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
addCall('GET /assets/{path...}', 'pages', 'serveAsset', admit.servingPages)
addCall('GET /{path...}', 'pages', 'servePage', admit.servingPages)
addCall('GET /api/{path...}', 'pages', 'refuseUnknownRoute', admit.servingPages)
addCall('GET /_/{$}', 'pages', 'refuseUnknownRoute', admit.servingPages)
addCall('GET /_/index.html', 'pages', 'refuseUnknownRoute', admit.servingPages)
addCall('GET /api/app/status', 'pages', 'getStatus', admit.servingPages)
addCall('GET /api/app/openapi.json', 'pages', 'serveOpenApi', admit.servingPages)
addCall('GET /api/app/health', 'monitoring', 'getHealth', admit.checkingHealth)
addCall('GET /api/app/metrics', 'monitoring', 'getMetrics', admit.reading)

// Sessions
addCall('GET /api/app/session', 'sessions', 'checkSession', admit.reading)
addCall('POST /api/app/sessions/end', 'sessions', 'endSessions', admit.writing)
addCall('PUT /api/app/second-factor', 'users', 'saveSecondFactor', admit.signingIn)
addCall('GET /api/app/totp', 'users', 'getTotp', admit.reading)
addCall('POST /api/app/totp', 'users', 'startTotp', admit.signingIn)
addCall('PUT /api/app/totp', 'users', 'confirmTotp', admit.signingIn)
addCall('POST /api/app/totp/codes', 'users', 'createRecoveryCodes', admit.signingIn)
addCall('POST /api/app/totp/end', 'users', 'endTotp', admit.signingIn)
addCall('POST /api/app/auth-with-totp', 'sessions', 'signInWithTotp', admit.signingIn)
addCall('POST /api/collections/users/auth-with-password', 'sessions', 'signInWithPassword', admit.signingIn)
addCall('POST /api/collections/users/request-otp', 'users', 'requestOneTimeCode', admit.signingIn)
addCall('POST /api/collections/users/auth-with-otp', 'sessions', 'signInWithOneTimeCode', admit.signingIn)
addCall('POST /api/collections/users/request-password-reset', 'users', 'requestPasswordReset', admit.signingIn)
addCall('POST /api/collections/users/confirm-password-reset', 'users', 'resetPassword', admit.signingIn)
addCall('POST /api/collections/users/request-email-change', 'users', 'refuseEmailChange', admit.signingIn)
onRecordAuthRefreshRequest(createHandler('sessions', 'renewSession'), 'users')
onRecordAuthRequest(createHandler('sessions', 'refuseInactiveUser'), 'users')
onRecordAuthWithOAuth2Request(createHandler('single-sign-on', 'signInWithProvider'), 'users')
onRecordCreate(createHandler('single-sign-on', 'recordLink'), '_externalAuths')
onRecordDelete(createHandler('single-sign-on', 'recordUnlink'), '_externalAuths')
onRecordDeleteRequest(createHandler('single-sign-on', 'refuseLastUnlink'), '_externalAuths')
// Disables PocketBase's own calls, which other spellings of the collection's name would reach.
onRecordAuthWithPasswordRequest(createHandler('sessions', 'refuseCollectionAlias'), 'users')
onRecordAuthWithOTPRequest(createHandler('sessions', 'refuseOtpForCollectionAlias'), 'users')
onRecordRequestOTPRequest(createHandler('sessions', 'refuseCollectionAlias'), 'users')
onRecordRequestPasswordResetRequest(respondEmpty, 'users')
// Disables PocketBase's confirmation links, because the pages confirm email addresses by code.
onRecordRequestVerificationRequest(respondEmpty, 'users')

// People without an account, who open a link. They get a session only with a code that their link sends.
addCall('POST /api/app/links/open', 'links', 'describeLink', admit.signingIn)
addCall('POST /api/app/links/code', 'links', 'sendLinkCode', admit.signingIn)
addCall('POST /api/collections/guests/auth-with-otp', 'sessions', 'signInGuest', admit.signingIn)
addCall('POST /api/app/guest/links', 'links', 'listGuestDocuments', admit.signingIn)
addCall('GET /api/app/guest/links/{id}/document', 'links', 'serveGuestDocument', admit.downloading)
addCall('POST /api/app/guest/links/{id}/signature', 'links', 'saveGuestSignature', admit.signingIn)
addCall('GET /api/app/external/formats', 'external', 'listExternalFormats', admit.reading)
addCall('POST /api/app/external/code', 'external', 'sendExternalCode', admit.signingIn)
addCall('POST /api/app/external/form', 'external', 'openExternalForm', admit.signingIn)
addCall('POST /api/app/external/requests', 'external', 'submitExternalRequest', admit.signingIn)
onRecordAuthWithOTPRequest(createHandler('sessions', 'refuseOtpForCollectionAlias'), 'guests')
onRecordAuthRefreshRequest(createHandler('sessions', 'refuseGuestCall'), 'guests')
onRecordRequestOTPRequest(createHandler('sessions', 'refuseGuestCall'), 'guests')
onRecordRequestVerificationRequest(respondEmpty, 'guests')

// Users, groups and substitutions
addCall('POST /api/app/setup', 'users', 'completeInstallationSetup', admit.signingIn)
addCall('POST /api/app/setup/confirm', 'users', 'confirmSetupSteps', admit.writing)
addCall('POST /api/app/verify', 'users', 'verifyEmail', admit.signingIn)
addCall('POST /api/app/users/invite', 'users', 'inviteUser', admit.writing)
addCall('POST /api/app/users/activate', 'users', 'activateUsers', admit.writing)
addCall('POST /api/app/users/deactivate', 'users', 'deactivateUsers', admit.writing)
addCall('POST /api/app/users/reject', 'users', 'rejectUsers', admit.writing)
addCall('GET /api/app/users/data', 'details', 'exportOwnData', admit.streaming)
addCall('POST /api/app/users/email', 'users', 'confirmNewEmail', admit.signingIn)
addCall('POST /api/app/users/{id}/email', 'users', 'changeEmail', admit.writing)
addCall('POST /api/app/users/{id}/invite', 'users', 'resendInvitation', admit.writing)
addCall('POST /api/app/users/{id}/unblock', 'users', 'unblockSignIn', admit.writing)
addCall('POST /api/app/users/{id}/second-factor/reset', 'users', 'resetSecondFactor', admit.writing)
addCall('GET /api/app/users/{id}/open', 'details', 'getOpenWork', admit.reading)
addCall('GET /api/app/users/{id}/manager', 'details', 'getManager', admit.reading)
addCall('GET /api/app/guests', 'users', 'listGuests', admit.reading)
addCall('POST /api/app/guests/{id}/block', 'users', 'blockGuest', admit.writing)
addCall('DELETE /api/app/users/{id}', 'users', 'deleteUser', admit.writing)
addCall('GET /api/app/people', 'users', 'searchUsers', admit.reading)
addCall('GET /api/app/payroll', 'payroll', 'getPayroll', admit.reading)
addCall('POST /api/app/payroll', 'payroll', 'stagePayroll', admit.writing, bodyLimit(2_097_152))
addCall('POST /api/app/payroll/apply', 'payroll', 'applyPayroll', admit.writing, bodyLimit(1_048_576))
addCall('POST /api/app/payroll/undo', 'payroll', 'undoPayroll', admit.writing)
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
  addCall(`${method} /key/{path...}`, 'api-key-proxy', 'handleApiKeyCall', admit.proxying, anyBody)
addCall('GET /api/app/keys', 'keys', 'listKeys', admit.reading)
addCall('POST /api/app/keys', 'keys', 'createKey', admit.writing)
addCall('POST /api/app/keys/{id}/confirm', 'keys', 'confirmKey', admit.writing)
addCall('POST /api/app/keys/{id}/revoke', 'keys', 'revokeKey', admit.writing)

// Settings and signatories. `mail/test` uses the slots of webhooks, because both wait for another server.
addCall('POST /api/app/mail/test', 'users', 'testMail', admit.sendingWebhooks)
addCall('GET /api/app/seal', 'seal', 'getSeal', admit.reading)
addCall('POST /api/app/seal/request', 'seal', 'requestCertificate', admit.signingIn)
addCall('POST /api/app/seal/own', 'seal', 'makeOwnCertificate', admit.signingIn)
addCall('POST /api/app/seal/certificate', 'seal', 'uploadCertificate', admit.uploading)
addCall('POST /api/app/seal/test', 'seal', 'testSeal', admit.sendingWebhooks)
addCall('DELETE /api/app/seal', 'seal', 'removeCertificate', admit.writing)
addCall('POST /api/app/mail/retry', 'users', 'retryMails', admit.writing)
addCall('POST /api/app/mail/discard', 'users', 'discardMails', admit.writing)
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
addCall('POST /api/app/formats/{id}/publish', 'formats', 'publishFormat', admit.writing)
addCall('POST /api/app/formats/{id}/archive', 'formats', 'archiveFormat', admit.writing)
addCall('POST /api/app/formats/{id}/restore', 'formats', 'restoreFormat', admit.writing)
addCall('POST /api/app/formats/{id}/copy', 'formats', 'copyFormat', admit.writing)
addCall('GET /api/app/formats/{id}/retention', 'maintenance', 'countRetention', admit.exporting)

// Lists
onRecordCreateRequest(createHandler('lists', 'saveList'), 'lists')
onRecordUpdateRequest(createHandler('lists', 'saveList'), 'lists')
onRecordDeleteRequest(createHandler('lists', 'deleteList'), 'lists')
addCall('POST /api/app/lists/{id}/import', 'lists', 'beginImport', admit.writing)
addCall('GET /api/app/lists/{id}/import', 'lists', 'previewImport', admit.reading)
addCall('POST /api/app/lists/{id}/import/rows', 'lists', 'saveImportRows', admit.writing, bodyLimit(2_097_152))
addCall('POST /api/app/lists/{id}/import/confirm', 'lists', 'confirmImport', admit.writing)
addCall('POST /api/app/lists/{id}/undo', 'lists', 'undoImport', admit.writing)
addCall('GET /api/app/lists/{id}/search', 'lists', 'searchList', admit.reading)
addCall('GET /api/app/lists/{id}/lookups', 'lists', 'getListLookupCounts', admit.reading)
addCall('POST /api/app/lists/{id}/records', 'lists', 'findRecordsByKey', admit.reading, bodyLimit(524_288))

// Requests
onRecordCreateRequest(createHandler('requests', 'createDraft'), 'requests')
onRecordUpdateRequest(createHandler('requests', 'updateDraft'), 'requests')
onRecordDeleteRequest(createHandler('requests', 'deleteDraft'), 'requests')
onFileDownloadRequest(createHandler('overview', 'serveDocument'), 'requests', 'request_documents', 'signatories')
addCall('GET /api/app/requests', 'overview', 'listRequests', admit.reading)
addCall('GET /api/app/requests/counts', 'overview', 'countRequests', admit.reading)
addCall('GET /api/app/requests/export', 'details', 'exportRequests', admit.exporting)
addCall('POST /api/app/requests/preview', 'documents', 'previewDocument', admit.previewing)
addCall('POST /api/app/requests/{action}', 'requests', 'runRequestAction', admit.writing, bodyLimit(1_048_576))
addCall('POST /api/app/decisions/{id}/undo', 'requests', 'undoDecision', admit.writing)
addCall('POST /api/app/decisions/{id}/settle', 'requests', 'closeUndoWindow', admit.writing)
addCall('GET /api/app/requests/formats', 'overview', 'listSeenFormats', admit.reading)
addCall('GET /api/app/requests/reasons', 'overview', 'listFrequentReasons', admit.reading)
addCall('GET /api/app/requests/{id}/history', 'overview', 'getRequestHistory', admit.reading)
addCall('GET /api/app/requests/{id}/view', 'details', 'getRequestView', admit.reading)
addCall('GET /api/app/requests/{id}/route', 'details', 'getRequestRoute', admit.reading)
addCall('POST /api/app/requests/preview/route', 'details', 'previewRequestRoute', admit.reading)
addCall('GET /api/app/requests/{id}/filled', 'details', 'getApproverFields', admit.reading)
addCall('PUT /api/app/requests/{id}/filled', 'requests', 'saveApproverFields', admit.writing)
addCall('GET /api/app/requests/{id}/sent', 'details', 'getSubmission', admit.reading)
addCall('POST /api/app/requests/{id}/comments', 'requests', 'addComment', admit.writing)
addCall('POST /api/app/requests/{id}/final', 'requests', 'askForFinalDocument', admit.writing)

// Documents
addCall('GET /api/app/requests/documents', 'documents', 'downloadDocuments', admit.streaming)
addCall('GET /api/app/requests/documents/parts', 'documents', 'listDocumentParts', admit.reading)
addCall('GET /api/app/requests/documents/progress', 'overview', 'getDocumentProgress', admit.reading)
addCall('GET /api/app/requests/{id}/documents', 'details', 'listReplacedDocuments', admit.reading)
addCall('POST /api/app/requests/{id}/document', 'documents', 'prioritizeDocument', admit.writing)
addCall('DELETE /api/app/requests/{id}/digits', 'verification', 'unblockDocument', admit.writing)
addCall('GET /api/app/documents/{code}', 'verification', 'verifyDocument', admit.verifying)
addCall('POST /api/app/documents/{code}', 'verification', 'openDocument', admit.verifying)
addCall('POST /api/app/documents/{code}/file', 'verification', 'downloadOpenedDocument', admit.verifying)

// Deliveries of documents to people without an account
addCall('POST /api/app/deliveries/send', 'deliveries', 'sendAgain', admit.writing)
addCall('POST /api/app/deliveries/correct', 'deliveries', 'correctAddresses', admit.writing, bodyLimit(1_048_576))
addCall('POST /api/app/deliveries/{id}/undo', 'deliveries', 'undoDeliveries', admit.writing)
addCall('POST /api/app/requests/{id}/link', 'deliveries', 'createDeliveryLink', admit.writing)
addCall('GET /api/app/batches/{id}/deliveries', 'deliveries', 'countBatchDeliveries', admit.reading)

// Signatures of people without an account
addCall('POST /api/app/signatures/ask', 'deliveries', 'askAgain', admit.writing)
addCall('POST /api/app/signatures/cancel', 'deliveries', 'cancelSigning', admit.writing)
addCall('POST /api/app/signatures/{id}/correct', 'deliveries', 'correctSigner', admit.writing)
addCall('GET /api/app/batches/{id}/signatures', 'deliveries', 'countBatchSignatures', admit.reading)

// Attachments
addCall('PUT /api/app/attachments/{id}/bytes', 'attachments', 'uploadFileChunk', admit.writing, bodyLimit(524_288))
addCall('POST /api/app/attachments', 'attachments', 'completeUpload', admit.uploading)
onFileDownloadRequest(createHandler('details', 'serveAttachment'), 'attachments')

// Batches
addCall('POST /api/app/batches', 'batches', 'createBatch', admit.writing)
addCall('POST /api/app/batches/{id}/rows', 'batches', 'saveBatchRows', admit.writing, bodyLimit(2_097_152))
addCall('POST /api/app/batches/{id}/confirm', 'batches', 'confirmBatch', admit.writing)
addCall('POST /api/app/batches/{id}/cancel', 'batches', 'cancelBatch', admit.writing)
addCall('POST /api/app/batches/{id}/discard', 'batches', 'discardRows', admit.writing, bodyLimit(1_048_576))
addCall('GET /api/app/batches/{id}/progress', 'batches', 'getBatchProgress', admit.reading)
addCall('GET /api/app/batches/{id}/counts', 'batches', 'countBatchRequests', admit.reading)
addCall('GET /api/app/batches/{id}/outcomes', 'batches', 'listRowResults', admit.reading)
addCall('GET /api/app/batches/{id}/documents', 'documents', 'downloadBatchDocuments', admit.streaming)

// Overview: counts, views, reports, notices
addCall('GET /api/app/counts', 'overview', 'getCallerCounts', admit.reading)
addCall('GET /api/app/dashboard', 'overview', 'getDashboard', admit.reading)
addCall('GET /api/app/views', 'overview', 'listViews', admit.reading)
onRecordCreateRequest(createHandler('users', 'saveView'), 'views')
onRecordUpdateRequest(createHandler('users', 'saveView'), 'views')
onRecordDeleteRequest(createHandler('users', 'deleteView'), 'views')
addCall('GET /api/app/reports', 'details', 'getReport', admit.reading)
addCall('GET /api/app/reports/steps', 'details', 'getStageReport', admit.reading)
addCall('GET /api/app/notices', 'details', 'listNotices', admit.reading)
addCall('GET /api/app/notices/choices', 'users', 'getMailPreferences', admit.reading)
addCall('PUT /api/app/notices/choices', 'users', 'saveMailPreference', admit.writing)
addCall('POST /api/app/notices/read', 'details', 'markNoticesRead', admit.writing)

// Events
addCall('GET /api/app/events', 'details', 'listEvents', admit.reading)
addCall('GET /api/app/events/export', 'details', 'exportEvents', admit.streaming)
onRecordUpdate(createHandler('engine-hooks', 'refuseEventChanges'), 'events', 'request_revisions', 'request_decisions')
onRecordDelete(createHandler('engine-hooks', 'refuseEventChanges'), 'events')
// The settings row is required by all calls. Letterheads are required to render documents again.
onRecordDelete(createHandler('engine-hooks', 'refuseEventChanges'), 'settings', 'letterheads')

// Webhooks
addCall('GET /api/app/webhooks', 'webhooks', 'listWebhooks', admit.reading)
addCall('POST /api/app/webhooks', 'webhooks', 'createWebhook', admit.writing)
addCall('DELETE /api/app/webhooks/{id}', 'webhooks', 'deleteWebhook', admit.writing)
addCall('POST /api/app/webhooks/{id}/resume', 'webhooks', 'resumeWebhook', admit.writing)
addCall('POST /api/app/webhooks/{id}/test', 'webhooks', 'testWebhook', admit.sendingWebhooks)
addCall('POST /api/app/webhooks/deliveries/{id}/send', 'webhooks', 'resendDelivery', admit.sendingWebhooks)

// Backups
addCall('GET /api/app/backups', 'backups', 'listBackups', admit.reading)
addCall('POST /api/app/backups', 'backups', 'createBackup', admit.writing)
addCall('PUT /api/app/backups/plan', 'backups', 'saveBackupPlan', admit.writing)
addCall('POST /api/app/backups/{id}/grant', 'backups', 'grantBackupDownload', admit.signingIn)
addCall('GET /api/app/backups/{id}/file', 'backups', 'downloadBackup', admit.streaming)
addCall('DELETE /api/app/backups/{id}', 'backups', 'deleteBackup', admit.writing)

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
cronAdd('seal', '50 * * * *', createHandler('maintenance', 'notifySealEnd'))
cronAdd('derived', '15 8 * * *', createHandler('maintenance', 'repairDerivedTables'))
cronAdd('retention', '20 8 * * *', createHandler('maintenance', 'applyRetention'))
cronAdd('guests', '45 8 * * *', createHandler('external', 'deleteUnusedGuests'))
cronAdd('registrations', '50 8 * * *', createHandler('users', 'deleteUnconfirmedRegistrations'))
cronAdd('origins', '30 8 * * *', createHandler('maintenance', 'deleteOldAddressesAndDevices'))
