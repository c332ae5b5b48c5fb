import { connect } from 'node:net'

const grace = 300
const patience = 1_000

/**
 * Hands a signal on to the server, unless it went to the whole group: a second one would cut its requests off.
 * Asked again after a second, it insists.
 * @param {ReturnType<typeof import('./server.mjs').serve>} server @param {{ host: string, port: number }} address
 */
export function forwardSignals(server, { host, port }) {
  let first = 0
  /** @param {NodeJS.Signals} signal */
  function stop(signal) {
    if (first && Date.now() - first < patience) return
    if (first) return server.kill(signal)
    first = Date.now()
    setTimeout(async () => {
      if (!server.isListening || (await accepts(host, port))) server.kill(signal)
    }, grace)
  }
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGHUP', () => stop('SIGTERM'))
  whenOrphaned(() => stop('SIGTERM'))
}

/** npm signals only the shell between it and us; the shell ends without a word, and we see it by its absence. @param {() => void} stop */
function whenOrphaned(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 200)
}

/** @param {string} host @param {number} port @returns {Promise<boolean>} */
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
