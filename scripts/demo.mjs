// `npm run demo`: starts the product with an invented organisation, in a data folder and on a port of its own.
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildDemoSite } from './demo/site.mjs'
import { createDemoData, demoAdminAccount, firstOffset } from './demo/story.mjs'
import { printLine, runMain, runTask, UserError } from './output.mjs'
import { prepareProduct, projectRoot } from './project.mjs'
import { onParentExit, requireFreePort, requireFreeSpace, startPocketbase } from './server.mjs'

const dataDir = resolve(process.env.DATA_DIR || join(projectRoot, 'demo_data'))
const marker = join(dataDir, '.demo')
const clock = join(dataDir, '.demo-clock')
/** Number of requests in the demo besides those of batches; a smaller number starts faster. */
const requestCount = Number(process.env.DEMO_REQUESTS || '500')
const host = '127.0.0.1'
const port = Number(process.env.PORT || '8091')
const ownUrl = `http://${host}:${port}`
/** Address in mails and documents. */
const appUrl = process.env.APP_URL || ownUrl

await runMain(async () => {
  requireDemoFolder()
  await requireFreePort(host, port)
  requireFreeSpace(dataDir)
  const engine = await prepareProduct()
  const site = buildDemoSite()
  if (!isComplete()) {
    rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(marker, 'incompleta\n')
    writeFileSync(clock, String(firstOffset))
    const server = await startDemoServer(engine, site, { UNDO_SECONDS: '0', DEMO_CLOCK: clock })
    try {
      await runTask('Creando la demostración', () =>
        createDemoData({ url: ownUrl, clock, outbox: join(dataDir, 'outbox'), requestCount }),
      )
    } finally {
      await stopDemoServer(server)
    }
    writeFileSync(marker, 'completa\n')
  }
  const server = await startDemoServer(engine, site)
  printLine(`La demostración está en ${ownUrl}`)
  printLine(
    `Ingrese con ${demoAdminAccount.email} y la contraseña ${demoAdminAccount.password}; todas las cuentas tienen la misma`,
  )
  printLine(`Para empezar de nuevo borre ${dataDir} · para detenerla: Ctrl+C`)
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => server.kill(signal))
  onParentExit(() => server.kill('SIGTERM'))
  server.on('exit', (code) => process.exit(code ?? 0))
})

/** Throws unless the folder is empty or contains a demo, because a demo never mixes with other data. */
function requireDemoFolder() {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0 && !existsSync(marker))
    throw new UserError(
      `«${dataDir}» contiene otros datos. La demostración usa una carpeta propia: indique otra con DATA_DIR.`,
    )
}

function isComplete() {
  return existsSync(marker) && readFileSync(marker, 'utf8').startsWith('completa')
}

/**
 * Starts the server and waits until it listens.
 * @param {string} engine @param {string} site folder of the built product @param {Record<string, string>} [environment]
 * @returns {Promise<import('node:child_process').ChildProcess>}
 */
function startDemoServer(engine, site, environment = {}) {
  const log = openSync(join(dataDir, 'demo.log'), 'a')
  return new Promise((listening, fail) => {
    const server = startPocketbase({
      engine,
      dataDir,
      appUrl,
      site,
      log,
      environment: {
        HOST: host,
        PORT: String(port),
        ADMIN_EMAIL: demoAdminAccount.email,
        ADMIN_PASSWORD: demoAdminAccount.password,
        TRUSTED_PROXY_HEADER: 'X-Forwarded-For',
        SMTP_HOST: '',
        ...environment,
      },
      listening: () => listening(server),
    })
    server.on('exit', (code) => fail(new UserError(`El servidor terminó con el código ${code}; arriba está la causa.`)))
  })
}

/**
 * Stops the server and waits until it has ended.
 * @param {import('node:child_process').ChildProcess} server
 */
function stopDemoServer(server) {
  return new Promise((done) => {
    if (server.exitCode !== null) return done(undefined)
    server.removeAllListeners('exit').once('exit', done)
    server.kill('SIGTERM')
  })
}
