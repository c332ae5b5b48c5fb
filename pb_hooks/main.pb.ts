import { commandLine } from './command-line.ts'
import type * as Server from './server.ts'

// Handlers are turned into text and see no outer names, so each one is text that loads the server and calls a function of it.
const h = <K extends keyof typeof Server>(name: K) =>
  `function (e) { return require(__hooks + "/server.js").${name}(e) }` as unknown as (typeof Server)[K]

// A body is read whole before it is judged, also a stranger's; only the rows of a batch need PocketBase's 32 MB.
const small = $apis.bodyLimit(1_048_576)

$app.rootCmd?.setArgs(commandLine($os.args.slice(1), (name) => $os.getenv(name)))

// These two run in the virtual machine that reads this file, so they are real functions.
const server = () => require(`${__hooks}/server.js`) as typeof Server
$app.onServe().bindFunc((e: core.ServeEvent) => server().beforeServing(e))
$app.rootCmd?.addCommand(
  new Command({
    use: 'health',
    short: 'Asks the server on this machine whether it works',
    run: () => server().askForHealth(),
  }),
)

onSettingsReload(h('applyEnvironmentAgain'))
onSettingsUpdateRequest(h('storeNoPassword'))
onMailerSend(h('deliver'))
cronAdd('letters', '* * * * *', h('sendLetters'))
cronAdd('database', '* * * * *', h('holdDatabaseAgain'))

routerAdd('GET', '/assets/{path...}', h('asset'))
routerAdd('GET', '/{path...}', h('page'))
routerAdd('GET', '/api/{path...}', h('unknownCall'))
routerAdd('GET', '/_/{$}', h('unknownCall'))
routerAdd('GET', '/_/index.html', h('unknownCall'))

routerAdd('GET', '/api/app/status', h('status'))
routerAdd('GET', '/api/app/health', h('health'))
routerAdd('POST', '/api/app/setup', h('setup'), small)
routerAdd('POST', '/api/app/verify', h('verify'), small)
routerAdd('POST', '/api/app/users/invite', h('invite'), small)
routerAdd('POST', '/api/app/users/activate', h('activatePeople'), small)
routerAdd('POST', '/api/app/users/deactivate', h('deactivatePeople'), small)
routerAdd('POST', '/api/collections/users/auth-with-otp', h('signInWithCode'), small)

onRecordAuthWithPasswordRequest(h('signInWithPassword'), 'users')
onRecordAuthRefreshRequest(h('renewSession'), 'users')
onRecordAuthWithOTPRequest(h('refuseUncountedCode'), 'users')
onRecordAuthRequest(h('refuseInactive'), 'users')
onRecordRequestOTPRequest(h('limitCodes'), 'users')
onRecordRequestPasswordResetRequest(h('limitRecoveries'), 'users')
onRecordRequestVerificationRequest(h('confirmByCodeOnly'), 'users')
onRecordRequestEmailChangeRequest(h('keepEmail'), 'users')

onRecordCreateRequest(h('register'), 'users')
onRecordUpdateRequest(h('updatePerson'), 'users')
onRecordCreate(h('showEmail'), 'users')
onRecordUpdate(h('keepPeopleSafe'), 'users')
onRecordUpdateRequest(h('updateSettings'), 'settings')

onRecordUpdate(h('refuseRewriting'), 'events')
onRecordDelete(h('refuseRewriting'), 'events')

routerAdd('POST', '/api/app/batches', h('createBatch'), small)
routerAdd('POST', '/api/app/batches/{id}/rows', h('keepRows'))
routerAdd('POST', '/api/app/batches/{id}/confirm', h('confirmBatch'))
routerAdd('POST', '/api/app/batches/{id}/cancel', h('cancelBatch'))
routerAdd('POST', '/api/app/batches/{id}/discard', h('discardRows'), small)
routerAdd('GET', '/api/app/batches/{id}/progress', h('batchProgress'))
routerAdd('GET', '/api/app/batches/{id}/counts', h('batchCounts'))
routerAdd('GET', '/api/app/batches/{id}/outcomes', h('batchOutcomes'))
routerAdd('GET', '/api/app/batches/{id}/documents', h('batchDocuments'))

onRecordCreateRequest(h('createDraft'), 'requests')
onRecordUpdateRequest(h('updateDraft'), 'requests')
onRecordDeleteRequest(h('deleteDraft'), 'requests')
onRecordUpdate(h('saveOnlyChanges'), 'requests', 'formats')
onFileDownloadRequest(h('serveDocument'), 'requests')
routerAdd('GET', '/api/app/requests', h('listRequests'))
routerAdd('POST', '/api/app/requests/preview', h('previewDocument'), small)
routerAdd('POST', '/api/app/requests/{action}', h('takeStep'), small)
routerAdd('GET', '/api/app/requests/{id}/history', h('requestHistory'))
routerAdd('POST', '/api/app/requests/{id}/comments', h('addComment'), small)
routerAdd('GET', '/api/app/dashboard', h('dashboard'))

onRecordCreateRequest(h('createFormat'), 'formats')
onRecordUpdateRequest(h('updateFormat'), 'formats')
onRecordDeleteRequest(h('deleteFormat'), 'formats')
routerAdd('POST', '/api/app/formats/{id}/publish', h('publishFormat'))
routerAdd('POST', '/api/app/formats/{id}/archive', h('archiveFormat'))
routerAdd('POST', '/api/app/formats/{id}/restore', h('restoreFormat'))
routerAdd('POST', '/api/app/formats/{id}/copy', h('copyFormat'), small)

cronAdd('documents', '* * * * *', h('takeUpDocuments'))
cronAdd('batches', '* * * * *', h('takeUpBatches'))
cronAdd('search', '* * * * *', h('tidyUp'))
