import { commandLine } from './command-line.ts'
import type * as Server from './server.ts'

// Handlers are turned into text and see no outer names, so each one is text that loads the server and calls a function of it.
const h = <K extends keyof typeof Server>(name: K) =>
  `function (e) { return require(__hooks + "/server.js").${name}(e) }` as unknown as (typeof Server)[K]

$app.rootCmd?.setArgs(commandLine($os.args.slice(1), (name) => $os.getenv(name)))

routerAdd('GET', '/api/app/status', h('status'))

onRecordUpdate(h('refuseRewriting'), 'events')
onRecordDelete(h('refuseRewriting'), 'events')

routerAdd('POST', '/api/app/batches', h('createBatch'))
routerAdd('POST', '/api/app/batches/{id}/rows', h('keepRows'))
routerAdd('POST', '/api/app/batches/{id}/confirm', h('confirmBatch'))
routerAdd('POST', '/api/app/batches/{id}/cancel', h('cancelBatch'))
routerAdd('POST', '/api/app/batches/{id}/discard', h('discardRows'))
routerAdd('GET', '/api/app/batches/{id}/progress', h('batchProgress'))
routerAdd('GET', '/api/app/batches/{id}/documents', h('batchDocuments'))

onRecordCreateRequest(h('createDraft'), 'requests')
onRecordUpdateRequest(h('updateDraft'), 'requests')
onRecordDeleteRequest(h('deleteDraft'), 'requests')
onRecordUpdate(h('saveOnlyChanges'), 'requests', 'formats')
onFileDownloadRequest(h('serveDocument'), 'requests')
routerAdd('GET', '/api/app/requests', h('listRequests'))
routerAdd('POST', '/api/app/requests/{action}', h('takeStep'))
