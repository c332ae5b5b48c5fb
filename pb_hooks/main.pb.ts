// Table of the server's commands, hooks and jobs, by subject; `routes.ts` is the table of its calls.
// A handler loads an area and calls its function. `admit` makes a call wait for a slot of its kind first (`admission.ts`).

import { admit } from './admission.ts'
import { addCommands, restoreIfRequested, runHealthCheck } from './commands.ts'
import { addCall, addRoutes, bodyLimit, createHandler, loadArea, respondEmpty } from './handlers.ts'
import { routes } from './routes.ts'

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

// Calls, and the pages
addRoutes(routes, admit)
addCall('GET /assets/{path...}', 'pages', 'serveAsset', admit.servingPages)
addCall('GET /{path...}', 'pages', 'servePage', admit.servingPages)
addCall('GET /api/{path...}', 'pages', 'refuseUnknownRoute', admit.servingPages)
addCall('GET /_/{$}', 'pages', 'refuseUnknownRoute', admit.servingPages)
addCall('GET /_/index.html', 'pages', 'refuseUnknownRoute', admit.servingPages)

// Sessions
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

// People without an account, who open a link
onRecordAuthWithOTPRequest(createHandler('sessions', 'refuseOtpForCollectionAlias'), 'guests')
onRecordAuthRefreshRequest(createHandler('sessions', 'refuseGuestCall'), 'guests')
onRecordRequestOTPRequest(createHandler('sessions', 'refuseGuestCall'), 'guests')
onRecordRequestVerificationRequest(respondEmpty, 'guests')

// Users, groups and substitutions
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

// Settings and signatories
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

// Lists
onRecordCreateRequest(createHandler('lists', 'saveList'), 'lists')
onRecordUpdateRequest(createHandler('lists', 'saveList'), 'lists')
onRecordDeleteRequest(createHandler('lists', 'deleteList'), 'lists')

// Requests
onRecordCreateRequest(createHandler('requests', 'createDraft'), 'requests')
onRecordUpdateRequest(createHandler('requests', 'updateDraft'), 'requests')
onRecordDeleteRequest(createHandler('requests', 'deleteDraft'), 'requests')
onFileDownloadRequest(createHandler('overview', 'serveDocument'), 'requests', 'request_documents', 'signatories')
addCall('POST /api/app/requests/{action}', 'requests', 'runRequestAction', admit.writing, bodyLimit(1_048_576))

// Attachments
onFileDownloadRequest(createHandler('details', 'serveAttachment'), 'attachments')

// Views
onRecordCreateRequest(createHandler('users', 'saveView'), 'views')
onRecordUpdateRequest(createHandler('users', 'saveView'), 'views')
onRecordDeleteRequest(createHandler('users', 'deleteView'), 'views')

// Events
onRecordUpdate(createHandler('engine-hooks', 'refuseEventChanges'), 'events', 'request_revisions', 'request_decisions')
onRecordDelete(createHandler('engine-hooks', 'refuseEventChanges'), 'events')
// The settings row is required by all calls. Letterheads are required to render documents again.
onRecordDelete(createHandler('engine-hooks', 'refuseEventChanges'), 'settings', 'letterheads')

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
cronAdd('payrolls', '25 8 * * *', createHandler('payroll', 'deleteOldPayrolls'))
cronAdd('registrations', '50 8 * * *', createHandler('users', 'deleteUnconfirmedRegistrations'))
cronAdd('origins', '30 8 * * *', createHandler('maintenance', 'deleteOldAddressesAndDevices'))
