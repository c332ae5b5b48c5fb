import { requireFreePort, requireRoomFor } from './obstacles.mjs'
import { prepare } from './prepare.mjs'
import { run, say } from './say.mjs'
import { serve } from './server.mjs'
import { settings } from './settings.mjs'
import { forwardSignals } from './signals.mjs'

/** From a checkout to a running product: whatever is missing or old is made first. */
export async function start() {
  await run(async () => {
    const { domain, host, port, dataDir, appUrl } = settings()
    for (const each of domain ? [80, 443] : [port]) await requireFreePort(host, each)
    requireRoomFor(dataDir)
    const engine = await prepare()
    const server = serve({ engine, dataDir, appUrl, started: () => greet(appUrl, dataDir) })
    forwardSignals(server, { host, port })
    server.on('exit', (code, signal) => end(code, signal))
  })
}

/** @param {string} appUrl @param {string} dataDir */
function greet(appUrl, dataDir) {
  say(`Formatos preeliminares está en ${appUrl}`)
  say(`Los datos están en ${dataDir} · para detenerlo: Ctrl+C`)
}

/** @param {number | null} code @param {NodeJS.Signals | null} signal */
function end(code, signal) {
  if (code) console.error(`\n✗ El servidor terminó con el código ${code}; arriba está la causa.`)
  process.exit(code ?? (signal === 'SIGKILL' ? 137 : 0))
}
