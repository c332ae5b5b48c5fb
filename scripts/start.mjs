// `npm start`: builds whatever is missing or outdated, and starts the product.
import { connect } from 'node:net'
import { printLine, runMain } from './output.mjs'
import { prepareProduct } from './project.mjs'
import { onParentExit, readServerSettings, requireFreePort, requireFreeSpace, startPocketbase } from './server.mjs'

const grace = 300
const patience = 1_000

await runMain(async () => {
  const { domain, host, port, dataDir, appUrl } = readServerSettings()
  for (const each of domain ? [80, 443] : [port]) await requireFreePort(host, each)
  requireFreeSpace(dataDir)
  const engine = await prepareProduct()

  let isListening = false
  function listening() {
    isListening = true
    printLine(`Formatos preeliminares está en ${appUrl}`)
    printLine(`Los datos están en ${dataDir} · para detenerlo: Ctrl+C`)
  }
  const server = startPocketbase({ engine, dataDir, appUrl, listening })
  server.on('exit', (code, signal) => {
    if (code) console.error(`\n✗ El servidor terminó con el código ${code}; arriba está la causa.`)
    process.exit(code ?? (signal === 'SIGKILL' ? 137 : 0))
  })

  let first = 0
  /**
   * Forwards a signal to the server, unless the whole process group got it: a second signal would interrupt the server's running requests.
   * If it is called again after a second, it always forwards.
   * @param {NodeJS.Signals} signal
   */
  function stop(signal) {
    if (first && Date.now() - first < patience) return
    if (first) return server.kill(signal)
    first = Date.now()
    setTimeout(async () => {
      if (!isListening || (await accepts(host, port))) server.kill(signal)
    }, grace)
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGHUP', () => stop('SIGTERM'))
  onParentExit(() => stop('SIGTERM'))
})

/**
 * Returns whether a server accepts connections at an address.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function accepts(host, port) {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return new Promise((resolve) => {
    const socket = connect({ host: reachable, port })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
