// `npm run dev`: runs Vite with hot reload for the pages, and PocketBase, which is restarted when server code changes.
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { installEngine } from './install.mjs'
import { formatErrorMessage, printLine, runMain } from './output.mjs'
import { installPackages, projectRoot } from './project.mjs'
import { onParentExit, readServerSettings, requireFreePort, requireFreeSpace, startPocketbase } from './server.mjs'

const serverSources = ['pb_hooks', 'pb_migrations', 'src/domain'].map((name) => join(projectRoot, name))

await runMain(async () => {
  const { host, port, dataDir } = readServerSettings()
  await requireFreePort(host, port)
  requireFreeSpace(dataDir)
  const [engine] = await Promise.all([installEngine(), installPackages()])

  process.env.PB_URL = `http://127.0.0.1:${port}`
  const { createServer, runnerImport } = await import('vite')
  const configFile = join(projectRoot, 'vite.config.ts')
  const pages = await createServer({ configFile, server: { port: 5173 } })
  await pages.listen()
  const appUrl = pages.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? 'http://localhost:5173'

  const { buildServer } = (await runnerImport(join(projectRoot, 'scripts/build/server.ts'))).module
  await buildServer()
  keepRunning(buildServer, () => startPocketbase({ engine, dataDir, appUrl }))
  printLine(`Páginas con recarga inmediata: ${appUrl} · servidor: ${process.env.PB_URL} · datos: ${dataDir}`)
})

/**
 * Starts the server and restarts it after each change of its sources. If a build fails, the running server stays. Does not use the watcher of
 * Vite, which ends when Vite restarts.
 * @param {() => Promise<void>} build @param {() => ReturnType<typeof startPocketbase>} start
 */
function keepRunning(build, start) {
  let server = start()
  let ending = false
  let asked = false
  let work = Promise.resolve()

  async function stop() {
    server.kill('SIGTERM')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }
  async function restart() {
    // Waits 100 ms, because an editor saves several files together.
    await wait(100)
    asked = false
    await build()
    await stop()
    if (!ending) server = start()
  }

  for (const folder of serverSources)
    watch(folder, { recursive: true }, (_, name) => {
      if (asked) return
      asked = true
      printLine(`Cambió ${relative(projectRoot, join(folder, name ?? ''))}: se reconstruye el servidor`)
      work = work.then(restart).catch((error) => printLine(formatErrorMessage(error)))
    })
  async function end() {
    ending = true
    await stop()
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  onParentExit(end)
  process.on('exit', () => server.kill('SIGTERM'))
}
