import { join } from 'node:path'
import { installEngine } from './install.mjs'
import { alone } from './lock.mjs'
import { requireFreePort, requireRoomFor } from './obstacles.mjs'
import { buildProduct, installPackages, root } from './project.mjs'
import { run, say } from './say.mjs'
import { forwardSignals, serve } from './server.mjs'
import { settings } from './settings.mjs'

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

/** Packages, product and engine in place; returns the engine's path. */
export function prepare() {
  return alone(join(root, '.tmp/prepare.lock'), async () => {
    const [engine] = await Promise.all([installEngine(), installPackages().then(buildProduct)])
    return engine
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
