import { once } from 'node:events'
import { join, relative } from 'node:path'
import { installEngine } from './install.mjs'
import { requireFreePort, requireRoomFor } from './obstacles.mjs'
import { installPackages, root } from './project.mjs'
import { run, say, sentenceFor } from './say.mjs'
import { serve } from './server.mjs'
import { settings } from './settings.mjs'

const pagePort = 5173
const serverSources = ['pb_hooks', 'pb_migrations', 'src/domain'].map((name) => join(root, name))

/** For work: Vite with hot reload for the pages, and PocketBase beside it, started anew when its half changes. */
export async function develop() {
  await run(async () => {
    const { host, port, dataDir } = settings()
    await requireFreePort(host, port)
    requireRoomFor(dataDir)
    const [engine] = await Promise.all([installEngine(), installPackages()])
    process.env.PB_URL = `http://127.0.0.1:${port}`
    const { createServer, runnerImport } = await import('vite')
    const { module } = await runnerImport(join(root, 'vite.config.ts'))
    const pages = await createServer({ configFile: join(root, 'vite.config.ts'), server: { port: pagePort } })
    await pages.listen()
    const appUrl = pages.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? `http://localhost:${pagePort}`

    await keepRunning(
      pages.watcher,
      () => module.buildServerHalf(),
      () => serve({ engine, dataDir, appUrl }),
    )
    say(`Páginas con recarga inmediata: ${appUrl} · servidor: ${process.env.PB_URL} · datos: ${dataDir}`)
  })
}

/**
 * Builds and starts the server, and again after each change of its sources; while they do not build, the old one stays.
 * @param {import('vite').FSWatcher} watcher @param {() => Promise<void>} build @param {() => ReturnType<typeof serve>} start
 */
async function keepRunning(watcher, build, start) {
  await build()
  let server = start()
  let asked = false
  let busy = false

  async function restart() {
    if (busy) return
    for (busy = true; asked; ) {
      asked = false
      await build().then(replace, (error) => say(sentenceFor(error)))
    }
    busy = false
  }
  async function replace() {
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    server = start()
  }

  watcher.add(serverSources)
  watcher.on('all', (_, path) => {
    if (!serverSources.some((folder) => path.startsWith(folder))) return
    if (!asked) say(`Cambió ${relative(root, path)}: se reconstruye el servidor`)
    asked = true
    setTimeout(restart, 100)
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      server.once('exit', () => process.exit(0))
      server.kill('SIGTERM')
    })
  }
}
