// Common code of `start` and `dev`: settings, checks before the start, and the server process.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from './output.mjs'
import { projectRoot } from './project.mjs'

/** Reads the environment variables that the start needs. The server itself reads the others. */
export function readServerSettings() {
  const { HOST, PORT, DATA_DIR, APP_URL } = process.env
  const domain = process.env.DOMAIN?.split(/[\s,]+/).find(Boolean)
  const host = HOST || (domain ? '0.0.0.0' : '127.0.0.1')
  const port = domain ? 443 : Number(PORT || '8090')
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UserError(`PORT es «${PORT}», y debe ser un número del 1 al 65535.`)
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const appUrl = APP_URL || (domain ? `https://${domain}` : `http://${name}:${port}`)
  return { domain, host, port, dataDir: resolve(DATA_DIR || 'pb_data'), appUrl: appUrl.replace(/\/+$/, '') }
}

/** Throws unless the data directory is writable and has 50 MB of free space. @param {string} dataDir */
export function requireFreeSpace(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true })
    const probe = join(dataDir, `.write-${process.pid}`)
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (error) {
    throw new UserError(formatDataError(/** @type {NodeJS.ErrnoException} */ (error).code, dataDir))
  }
  const { bavail, bsize } = statfsSync(dataDir)
  const left = Math.floor((bavail * bsize) / 2 ** 20)
  if (left < 50)
    throw new UserError(
      `En el disco de «${dataDir}» quedan ${left} MB y hacen falta al menos 50. Libere espacio y vuelva a intentarlo.`,
    )
}

/**
 * Returns the message for an unusable data directory.
 * @param {string | undefined} code
 * @param {string} dataDir
 */
function formatDataError(code, dataDir) {
  if (code === 'ENOSPC') return `No queda espacio en el disco de «${dataDir}». Libere espacio y vuelva a intentarlo.`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `«${dataDir}» no es una carpeta. Indique otra con DATA_DIR.`
  return `No se puede escribir en «${dataDir}» (${code}). Dé permiso de escritura sobre esa carpeta o indique otra con DATA_DIR.`
}

/** Throws if the server cannot listen on the address. @param {string} host @param {number} port */
export async function requireFreePort(host, port) {
  // Waits, because a server that is being stopped uses its port for up to three seconds.
  for (const until = Date.now() + 3_000; ; await wait(100)) {
    const code = await listenError(host, port)
    if (!code) return
    if (code !== 'EADDRINUSE' || Date.now() > until) throw new UserError(formatPortError(code, host, port))
  }
}

/**
 * Returns the error code of a failed attempt to listen; undefined if the port is free.
 * @param {string} host
 * @param {number} port
 * @returns {Promise<string | undefined>}
 */
function listenError(host, port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}

/**
 * Returns the message for a port that cannot be used.
 * @param {string} code
 * @param {string} host
 * @param {number} port
 */
function formatPortError(code, host, port) {
  if (code === 'EADDRINUSE')
    return `El puerto ${port} de ${host} ya está en uso. Detenga el otro programa o elija otro: PORT=${port + 1} npm start`
  if (code === 'EACCES')
    return `El puerto ${port} necesita permisos de administrador. Elija otro mayor de 1023: PORT=8090 npm start`
  return `Esta máquina no tiene la dirección ${host} (${code}). Corrija HOST: 127.0.0.1 (solo esta máquina) o 0.0.0.0 (toda la red).`
}

const banner = /^.{0,20}Server started at |^[├└]─ /

/**
 * Starts PocketBase with the built product; it reads address and other settings from the environment.
 * @param {{ engine: string, dataDir: string, appUrl: string, listening?: () => void, site?: string, environment?: Record<string, string>, log?: number }} options
 *   `listening` is called once; `site` is the folder of the built product; `log` is an open file for the server's messages
 */
export function startPocketbase({
  engine,
  dataDir,
  appUrl,
  listening = () => {},
  site = join(projectRoot, 'dist'),
  environment = {},
  log,
}) {
  const flags = [
    `--dir=${dataDir}`,
    `--publicDir=${join(site, 'pb_public')}`,
    `--hooksDir=${join(site, 'pb_hooks')}`,
    `--migrationsDir=${join(site, 'pb_migrations')}`,
  ]
  // Starts the server in the same process group, so that a signal to the group ends it too. Uses the command
  // `formatos`, which only our hooks define, so that the engine exits if the hooks fail to load.
  const server = spawn(engine, ['formatos', ...flags], {
    stdio: /** @type {['ignore', 'pipe', 'inherit']} */ (['ignore', 'pipe', log ?? 'inherit']),
    env: { ...process.env, APP_URL: appUrl, ...environment },
  })
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (!banner.test(line)) return log === undefined ? console.log(line) : writeSync(log, `${line}\n`)
    listening()
    listening = () => {}
  })
  return server
}

/** Calls `stop` when the parent process ends, because a killed npm or shell does not forward the signal. @param {() => void} stop */
export function onParentExit(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 200)
}
