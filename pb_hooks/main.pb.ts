import { commandLine } from './command-line.ts'
import type * as Server from './server.ts'

// Handlers are turned into text and see no outer names, so each one is text that loads the server and calls a function of it.
const h = <K extends keyof typeof Server>(name: K) =>
  `function (e) { return require(__hooks + "/server.js").${name}(e) }` as unknown as (typeof Server)[K]

$app.rootCmd?.setArgs(commandLine($os.args.slice(1), (name) => $os.getenv(name)))

routerAdd('GET', '/api/app/status', h('status'))

onRecordUpdate(h('refuseRewriting'), 'events')
onRecordDelete(h('refuseRewriting'), 'events')
