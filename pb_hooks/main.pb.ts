import type * as Asking from './areas/asking.ts'
import type * as Attachments from './areas/attachments.ts'
import type * as Backups from './areas/backups.ts'
import type * as Batches from './areas/batches.ts'
import type * as Checking from './areas/checking.ts'
import type * as Crowd from './areas/crowd.ts'
import type * as Details from './areas/details.ts'
import type * as Documents from './areas/documents.ts'
import type * as Door from './areas/door.ts'
import type * as Formats from './areas/formats.ts'
import type * as Jobs from './areas/jobs.ts'
import type * as Keys from './areas/keys.ts'
import type * as Lists from './areas/lists.ts'
import type * as Monitoring from './areas/monitoring.ts'
import type * as Pages from './areas/pages.ts'
import type * as People from './areas/people.ts'
import type * as Pool from './areas/pool.ts'
import type * as Queries from './areas/queries.ts'
import type * as Reading from './areas/reading.ts'
import type * as Requests from './areas/requests.ts'
import type * as Server from './areas/server.ts'
import type * as Sessions from './areas/sessions.ts'
import type * as Versions from './areas/versions.ts'
import type * as Webhooks from './areas/webhooks.ts'
import type { Kind } from './runtime/admission.ts'
import { commandLine, ourServe } from './server/command-line.ts'

const asking = () => require(`${__hooks}/asking.js`) as typeof Asking
// It comes every few seconds, so neither the rest of this file nor a database is made for it.
if ($os.args[1] === 'health') asking().askForHealth()

// Handlers are turned into text and see no outer names, so each one is text that loads its area and calls a function of it:
// each virtual machine evaluates what it is asked for, and a list needs neither schemas nor the PDF writer.
const from =
  <Area>(area: string) =>
  <K extends keyof Area & string>(name: K) =>
    `function (e) { return require(__hooks + "/${area}.js").${name}(e) }` as unknown as Area[K]
// What people ask for is done only while not too many others are at it; the area is not even loaded before.
const among = <Handler>(kind: Kind, handler: Handler) =>
  `function (e) { return require(__hooks + "/crowd.js").admitted(e, "${kind}", () => (${handler})(e)) }` as unknown as Handler
const reads = <Handler>(handler: Handler) => among('reading', handler)
const writes = <Handler>(handler: Handler) => among('writing', handler)
const carries = <Handler>(handler: Handler) => among('carrying', handler)
const checks = <Handler>(handler: Handler) => among('checking', handler)
const enters = <Handler>(handler: Handler) => among('entering', handler)
const tells = <Handler>(handler: Handler) => among('telling', handler)
const shows = <Handler>(handler: Handler) => among('showing', handler)
const attachments = from<typeof Attachments>('attachments')
const backups = from<typeof Backups>('backups')
const batches = from<typeof Batches>('batches')
const checking = from<typeof Checking>('checking')
const crowd = from<typeof Crowd>('crowd')
const details = from<typeof Details>('details')
const documents = from<typeof Documents>('documents')
const door = from<typeof Door>('door')
const formats = from<typeof Formats>('formats')
const jobs = from<typeof Jobs>('jobs')
const keys = from<typeof Keys>('keys')
const lists = from<typeof Lists>('lists')
const monitoring = from<typeof Monitoring>('monitoring')
const pages = from<typeof Pages>('pages')
const people = from<typeof People>('people')
const pool = from<typeof Pool>('pool')
const queries = from<typeof Queries>('queries')
const reading = from<typeof Reading>('reading')
const requests = from<typeof Requests>('requests')
const server = from<typeof Server>('server')
const sessions = from<typeof Sessions>('sessions')
const versions = from<typeof Versions>('versions')
const webhooks = from<typeof Webhooks>('webhooks')

// Only an address that has an account comes this far: loading an area would take long enough to tell.
const nothing = 'function (e) { return e.noContent(204) }' as unknown as (e: core.RequestEvent) => void

// A body is read whole before it is judged, also a stranger's, and read it takes up to 60 times its size. The engine's own limit has
// its id and each collection replaces that one; with an id of ours this one holds for every call, and a route's own replaces it.
const bodies = (bytes: number) => Object.assign($apis.bodyLimit(bytes), { id: 'formatosBodyLimit' })
routerUse(bodies(131_072))

$app.rootCmd?.setArgs(commandLine($os.args.slice(1), (name) => $os.getenv(name)))

// These run in the virtual machine that reads this file, so they are real functions.
const start = () => require(`${__hooks}/server.js`) as typeof Server
$app.onBootstrap().bindFunc((e: core.BootstrapEvent) => {
  start().openLog(e.app)
  start().refuseUnwritableData(e.app)
  e.next()
  start().refuseNewerData(e.app)
})
$app.onServe().bindFunc((e: core.ServeEvent) => {
  start().beforeServing(e)
  ;(require(`${__hooks}/door.js`) as typeof Door).openRouter(e)
})
$app.rootCmd?.addCommand(
  new Command({ use: ourServe, short: 'Serves the product; only with its hooks', run: () => {} }),
)
$app.rootCmd?.addCommand(
  new Command({
    use: 'health',
    short: 'Asks the server on this machine whether it works',
    run: () => asking().askForHealth(),
  }),
)
$app.rootCmd?.addCommand(
  new Command({
    use: 'verify',
    short: 'Compares what is derived from requests with a recount, and mends it',
    run: () => start().orSayWhy(start().verifyDerived),
  }),
)
$app.rootCmd?.addCommand(
  new Command({
    use: 'audit [eslabón suma]',
    short: 'Reads the whole history again and says the first place that is not what was written',
    run: (_, words) => start().orSayWhy(() => start().auditHistory(words)),
  }),
)
$app.rootCmd?.addCommand(
  new Command({
    use: 'letter',
    hidden: true,
    run: (_, [path]) => start().speakWithMailServer(path),
  }),
)

$app.rootCmd?.addCommand(
  new Command({
    use: 'tell',
    hidden: true,
    run: (command, [path]) => (require(`${__hooks}/webhooks.js`) as typeof Webhooks).deliverInProcess(command, path),
  }),
)

// Copies of all that there is: one is made in a process of its own, and restored before the engine opens its database.
const copying = () => require(`${__hooks}/backups.js`) as typeof Backups
$app.rootCmd?.addCommand(new Command({ use: 'copy', hidden: true, run: (_, [path]) => copying().copyData(path) }))
$app.rootCmd?.addCommand(
  new Command({
    use: 'restore <file>',
    short: 'Restores a copy of all data into the empty folder of --dir',
    run: () => copying().confirmRestored(),
  }),
)
if ($os.args.includes('restore')) {
  const file = copying().fileToRestore($os.args.slice(1))
  if (file !== undefined) copying().restore(file)
}

onSettingsReload(server('applyEnvironmentAgain'))
onSettingsUpdateRequest(server('storeNoPassword'))
onMailerSend(server('deliver'))
onModelCreate(server('logUnforeseen'), '_logs')
// Run at the start; a job is what takes one virtual machine inside another.
cronAdd('pool', '@yearly', pool('markPool'))
cronAdd('letters', '* * * * *', jobs('sendMails'))
cronAdd('crowd', '* * * * *', crowd('emptyNextRooms'))
cronAdd('connections', '* * * * *', jobs('closeIdleConnections'))
cronAdd('database', '* * * * *', jobs('holdDatabaseAgain'))

routerAdd('GET', '/assets/{path...}', shows(pages('asset')))
routerAdd('GET', '/{path...}', shows(pages('page')))
routerAdd('GET', '/api/{path...}', pages('unknownCall'))
routerAdd('GET', '/_/{$}', pages('unknownCall'))
routerAdd('GET', '/_/index.html', pages('unknownCall'))

routerAdd('GET', '/api/app/status', pages('status'))
routerAdd('GET', '/api/app/openapi.json', shows(pages('description')))
routerAdd('GET', '/api/app/session', reads(sessions('sessionState')))
routerAdd('GET', '/api/app/health', monitoring('health'))
routerAdd('GET', '/api/app/metrics', reads(monitoring('metrics')))
routerAdd('POST', '/api/app/setup', enters(people('setup')))
routerAdd('POST', '/api/app/verify', enters(people('verifyEmail')))
routerAdd('POST', '/api/app/users/invite', writes(people('invite')))
routerAdd('POST', '/api/app/users/activate', writes(people('activatePeople')))
routerAdd('POST', '/api/app/users/deactivate', writes(people('deactivatePeople')))
routerAdd('POST', '/api/app/users/email', enters(people('confirmNewEmail')))
routerAdd('POST', '/api/app/users/{id}/email', writes(people('changeEmail')))
routerAdd('POST', '/api/app/users/{id}/invite', writes(people('inviteAgain')))
routerAdd('DELETE', '/api/app/users/{id}', writes(people('deletePerson')))
routerAdd('POST', '/api/collections/users/auth-with-otp', enters(sessions('signInWithCode')))
routerAdd('POST', '/api/collections/users/request-password-reset', enters(people('askForRecovery')))
routerAdd('POST', '/api/collections/users/confirm-password-reset', enters(people('choosePassword')))
routerAdd('POST', '/api/collections/users/request-email-change', enters(people('keepEmail')))
// No screen makes these calls, and the engine answers the JSON body `null` with 500 (PocketBase 0.40.4). The engine also takes the ids of the collections
// and their names in any case: a name in other letters still gets that 500, which changes nothing and leaves one line in the log.
const otherSpellings = ['_pb_users_auth_/confirm-password-reset', 'pbc_3142635823/confirm-password-reset']
for (const call of ['users/confirm-verification', 'users/confirm-email-change', ...otherSpellings])
  routerAdd('POST', `/api/collections/${call}`, pages('unknownCall'))
for (const call of ['confirm-password-reset', 'confirm-verification', 'confirm-email-change', 'request-email-change'])
  routerAdd('POST', `/api/collections/_superusers/${call}`, pages('unknownCall'))
routerAdd('GET', '/api/app/people', reads(people('findPeople')))
routerAdd('POST', '/api/app/sessions/end', writes(sessions('endSessions')))

// The same calls once more, for programs. Nothing of a body is read here: where the call leads it has its own limit.
const longest = bodies(2 ** 27)
for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])
  routerAdd(method, '/key/{path...}', door('passDoor'), longest)
routerAdd('GET', '/api/app/keys', reads(keys('listKeys')))
routerAdd('POST', '/api/app/keys', writes(keys('createKey')))
routerAdd('POST', '/api/app/keys/{id}/confirm', writes(keys('confirmKey')))
routerAdd('POST', '/api/app/keys/{id}/revoke', writes(keys('revokeKey')))
cronAdd('keys', '* * * * *', jobs('keepUses'))
routerAdd('GET', '/api/app/webhooks', reads(webhooks('listWebhooks')))
routerAdd('POST', '/api/app/webhooks', writes(webhooks('createWebhook')))
routerAdd('DELETE', '/api/app/webhooks/{id}', writes(webhooks('deleteWebhook')))
routerAdd('POST', '/api/app/webhooks/{id}/resume', writes(webhooks('resumeWebhook')))
routerAdd('POST', '/api/app/webhooks/{id}/test', tells(webhooks('testWebhook')))
routerAdd('POST', '/api/app/webhooks/deliveries/{id}/send', tells(webhooks('sendAgain')))
cronAdd('webhooks', '* * * * *', webhooks('deliverDue'))

onRecordsListRequest(reads(queries('keepListNear')))
onRecordViewRequest(reads(queries('keepViewNear')))
onRecordEnrich(queries('showPublished'), 'formats')
onRecordEnrich(versions('showSignatories'), 'format_versions')
onRealtimeSubscribeRequest(queries('limitSubscriptions'))

onRecordAuthWithPasswordRequest(enters(sessions('signInWithPassword')), 'users')
onRecordAuthRefreshRequest(enters(sessions('renewSession')), 'users')
onRecordAuthWithOTPRequest(enters(sessions('refuseUncountedCode')), 'users')
onRecordAuthRequest(sessions('refuseInactive'), 'users')
onRecordRequestOTPRequest(enters(people('askForCode')), 'users')
// That call under another spelling of the collection.
onRecordRequestPasswordResetRequest(nothing, 'users')
onRecordConfirmPasswordResetRequest(pages('unknownCall') as never, 'users')
// E-mails are confirmed by code: links that confirm them would lead to no screen.
onRecordRequestVerificationRequest(nothing, 'users')
onRecordRequestEmailChangeRequest(enters(people('keepEmail')), 'users')

onRecordCreateRequest(enters(people('register')), 'users')
onRecordUpdateRequest(writes(people('updatePerson')), 'users')
onRecordCreate(people('showEmail'), 'users')
onRecordUpdate(people('keepPeopleSafe'), 'users')
onRecordAfterUpdateSuccess(people('cutLines'), 'users')
onRecordUpdateRequest(writes(people('updateSettings')), 'settings')
onRecordCreateRequest(writes(people('saveSignatory')), 'signatories')
onRecordUpdateRequest(writes(people('saveSignatory')), 'signatories')
onRecordCreateRequest(writes(people('saveGroup')), 'groups')
onRecordUpdateRequest(writes(people('saveGroup')), 'groups')
onRecordDeleteRequest(writes(people('deleteGroup')), 'groups')
onRecordCreateRequest(writes(people('nameSubstitute')), 'substitutions')
onRecordDeleteRequest(writes(people('endSubstitution')), 'substitutions')
onRecordEnrich(people('showNames'), 'substitutions')
onRecordCreateRequest(writes(people('saveView')), 'views')
onRecordUpdateRequest(writes(people('saveView')), 'views')
onRecordDeleteRequest(writes(people('deleteView')), 'views')
onRecordCreateExecute(people('nameStored'), 'signatories')
onRecordUpdateExecute(people('nameStored'), 'settings', 'signatories')

onRecordUpdate(server('refuseRewriting'), 'events', 'request_revisions', 'request_decisions')
onRecordDelete(server('refuseRewriting'), 'events')
// One row, without which nothing works; and what documents that are made again are headed with.
onRecordDelete(server('refuseRewriting'), 'settings', 'letterheads')

routerAdd('POST', '/api/app/batches', writes(batches('createBatch')))
routerAdd('POST', '/api/app/batches/{id}/rows', writes(batches('keepRows')), bodies(2_097_152))
routerAdd('POST', '/api/app/batches/{id}/confirm', writes(batches('confirmBatch')))
routerAdd('POST', '/api/app/batches/{id}/cancel', writes(batches('cancelBatch')))
routerAdd('POST', '/api/app/batches/{id}/discard', writes(batches('discardRows')), bodies(1_048_576))
routerAdd('GET', '/api/app/batches/{id}/progress', reads(batches('batchProgress')))
routerAdd('GET', '/api/app/batches/{id}/counts', reads(batches('batchCounts')))
routerAdd('GET', '/api/app/batches/{id}/outcomes', reads(batches('batchOutcomes')))
routerAdd('GET', '/api/app/batches/{id}/documents', carries(documents('batchDocuments')))

onRecordCreateRequest(writes(requests('createDraft')), 'requests')
onRecordUpdateRequest(writes(requests('updateDraft')), 'requests')
onRecordDeleteRequest(writes(requests('deleteDraft')), 'requests')
onFileDownloadRequest(reads(reading('serveDocument')), 'requests', 'request_documents', 'signatories')
routerAdd('PUT', '/api/app/attachments/{id}/bytes', writes(attachments('keepPart')), bodies(524_288))
routerAdd('POST', '/api/app/attachments', among('attaching', attachments('attach')))
onFileDownloadRequest(among('fetching', details('serveAttachment')), 'attachments')

routerAdd('GET', '/api/app/requests', reads(reading('listRequests')))
routerAdd('GET', '/api/app/requests/counts', reads(reading('countRequests')))
routerAdd('GET', '/api/app/requests/export', among('exporting', details('exportRequests')))
routerAdd('POST', '/api/app/requests/preview', among('previewing', documents('previewDocument')))
routerAdd('POST', '/api/app/requests/{action}', writes(requests('takeAction')), bodies(1_048_576))
routerAdd('POST', '/api/app/decisions/{id}/undo', writes(requests('undoDecision')))
routerAdd('POST', '/api/app/decisions/{id}/settle', writes(requests('closeUndo')))
routerAdd('GET', '/api/app/requests/documents', carries(documents('manyDocuments')))
routerAdd('GET', '/api/app/requests/documents/parts', reads(documents('partsOfDocuments')))
routerAdd('GET', '/api/app/requests/documents/progress', reads(reading('documentProgress')))
routerAdd('GET', '/api/app/requests/{id}/history', reads(reading('requestHistory')))
routerAdd('GET', '/api/app/requests/{id}/route', reads(details('requestRoute')))
routerAdd('GET', '/api/app/requests/{id}/filled', reads(details('filledFields')))
routerAdd('PUT', '/api/app/requests/{id}/filled', writes(requests('fillFields')))
routerAdd('GET', '/api/app/requests/{id}/sent', reads(details('sentRevision')))
routerAdd('GET', '/api/app/requests/{id}/documents', reads(details('earlierFiles')))
routerAdd('GET', '/api/app/requests/reasons', reads(reading('usualReasons')))
routerAdd('POST', '/api/app/requests/{id}/presence', reads(reading('tellPresence')))
routerAdd('GET', '/api/app/requests/{id}/signatures', reads(documents('signaturesOfRequest')))
routerAdd('POST', '/api/app/requests/{id}/document', writes(documents('makeFirst')))
routerAdd('POST', '/api/app/requests/{id}/comments', writes(requests('addComment')))
routerAdd('GET', '/api/app/reports', reads(details('report')))
routerAdd('GET', '/api/app/reports/steps', reads(details('reportSteps')))
routerAdd('GET', '/api/app/counts', reads(reading('countAll')))
routerAdd('GET', '/api/app/dashboard', reads(reading('dashboard')))
routerAdd('GET', '/api/app/views', reads(reading('listViews')))
routerAdd('POST', '/api/app/views/first', writes(people('chooseFirst')))
routerAdd('GET', '/api/app/events', reads(details('listEvents')))
routerAdd('GET', '/api/app/events/export', carries(details('exportEvents')))
routerAdd('GET', '/api/app/notices', reads(details('listNotices')))
routerAdd('GET', '/api/app/notices/choices', reads(people('mailChoices')))
routerAdd('PUT', '/api/app/notices/choices', writes(people('chooseMail')))
routerAdd('POST', '/api/app/notices/read', writes(details('readNotices')))

routerAdd('GET', '/api/app/documents/{code}', checks(checking('checkDocument')))

onRecordCreateRequest(writes(formats('createFormat')), 'formats')
onRecordUpdateRequest(writes(formats('updateFormat')), 'formats')
onRecordDeleteRequest(writes(formats('deleteFormat')), 'formats')
onRecordUpdate(formats('saveOnlyChanges'), 'formats')
routerAdd('POST', '/api/app/formats/{id}/publish', writes(formats('publishFormat')))
routerAdd('POST', '/api/app/formats/{id}/archive', writes(formats('archiveFormat')))
routerAdd('POST', '/api/app/formats/{id}/restore', writes(formats('restoreFormat')))
routerAdd('POST', '/api/app/formats/{id}/copy', writes(formats('copyFormat')))

onRecordCreateRequest(writes(lists('saveList')), 'lists')
onRecordUpdateRequest(writes(lists('saveList')), 'lists')
onRecordDeleteRequest(writes(lists('deleteList')), 'lists')
routerAdd('POST', '/api/app/lists/{id}/import', writes(lists('beginImport')))
routerAdd('GET', '/api/app/lists/{id}/import', reads(lists('weighImport')))
routerAdd('POST', '/api/app/lists/{id}/import/rows', writes(lists('keepImportRows')), bodies(2_097_152))
routerAdd('POST', '/api/app/lists/{id}/import/confirm', writes(lists('confirmImport')))
routerAdd('POST', '/api/app/lists/{id}/undo', writes(lists('undoImport')))
routerAdd('GET', '/api/app/lists/{id}/search', reads(lists('searchList')))
routerAdd('GET', '/api/app/lists/{id}/lookups', reads(lists('listLookups')))
routerAdd('POST', '/api/app/lists/{id}/records', reads(lists('recordsByKey')), bodies(524_288))

routerAdd('GET', '/api/app/backups', reads(backups('listBackups')))
routerAdd('POST', '/api/app/backups', writes(backups('makeBackupNow')))
routerAdd('PUT', '/api/app/backups/plan', writes(backups('planBackups')))
routerAdd('POST', '/api/app/backups/{id}/grant', enters(backups('grantBackup')))
routerAdd('GET', '/api/app/backups/{id}/file', carries(backups('fetchBackup')))
routerAdd('DELETE', '/api/app/backups/{id}', writes(backups('deleteBackup')))

cronAdd('decisions', '* * * * *', jobs('finalizeDecisions'))
cronAdd('documents', '* * * * *', jobs('takeUpDocuments'))
cronAdd('batches', '* * * * *', batches('takeUpBatches'))
cronAdd('derived', '15 8 * * *', server('recountAtNight'))
cronAdd('reminders', '* * * * *', jobs('remindDeciders'))
cronAdd('notices', '41 * * * *', jobs('tidyNotices'))
cronAdd('anchor', '7 * * * *', server('anchorHistory'))
cronAdd('origins', '30 8 * * *', server('forgetOrigins'))
cronAdd('backups', '* * * * *', jobs('makePlannedBackup'))
cronAdd('attachments', '35 * * * *', attachments('sweepAttachments'))
cronAdd('search', '* * * * *', jobs('tidyUp'))
