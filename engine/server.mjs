// What `start` and `dev` have in common: the settings, what stands in the way of a server, and the server itself.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './project.mjs'
import { Stop } from './say.mjs'

/** The settings of the environment that the start itself needs; the server reads the others by itself. */
export function settings() {
  const { HOST, PORT, DATA_DIR, APP_URL } = process.env
  const domain = process.env.DOMAIN?.split(/[\s,]+/).find(Boolean)
  const host = HOST || (domain ? '0.0.0.0' : '127.0.0.1')
  const port = domain ? 443 : Number(PORT || '8090')
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Stop(`PORT es «${PORT}», y debe ser un número del 1 al 65535.`)
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const appUrl = APP_URL || (domain ? `https://${domain}` : `http://${name}:${port}`)
  return { domain, host, port, dataDir: resolve(DATA_DIR || 'pb_data'), appUrl: appUrl.replace(/\/+$/, '') }
}

/** Ends with a sentence when the data cannot be written. @param {string} dataDir */
export function requireRoomFor(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true })
    const probe = join(dataDir, `.write-${process.pid}`)
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (error) {
    throw new Stop(dataSentence(/** @type {NodeJS.ErrnoException} */ (error).code, dataDir))
  }
  const { bavail, bsize } = statfsSync(dataDir)
  const left = Math.floor((bavail * bsize) / 2 ** 20)
  if (left < 50)
    throw new Stop(
      `En el disco de «${dataDir}» quedan ${left} MB y hacen falta al menos 50. Libere espacio y vuelva a intentarlo.`,
    )
}

/** @param {string | undefined} code @param {string} dataDir */
function dataSentence(code, dataDir) {
  if (code === 'ENOSPC') return `No queda espacio en el disco de «${dataDir}». Libere espacio y vuelva a intentarlo.`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `«${dataDir}» no es una carpeta. Indique otra con DATA_DIR.`
  return `No se puede escribir en «${dataDir}» (${code}). Dé permiso de escritura sobre esa carpeta o indique otra con DATA_DIR.`
}

/** Ends with a sentence when the address cannot be listened on. @param {string} host @param {number} port */
export async function requireFreePort(host, port) {
  // A server that was just told to stop keeps its port for up to three seconds.
  for (const until = Date.now() + 3_000; ; await wait(100)) {
    const code = await listenError(host, port)
    if (!code) return
    if (code !== 'EADDRINUSE' || Date.now() > until) throw new Stop(portSentence(code, host, port))
  }
}

/** @param {string} host @param {number} port @returns {Promise<string | undefined>} */
function listenError(host, port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}

/** @param {string} code @param {string} host @param {number} port */
function portSentence(code, host, port) {
  if (code === 'EADDRINUSE')
    return `El puerto ${port} de ${host} ya está en uso. Detenga el otro programa o elija otro: PORT=${port + 1} npm start`
  if (code === 'EACCES')
    return `El puerto ${port} necesita permisos de administrador. Elija otro mayor de 1023: PORT=8090 npm start`
  return `Este equipo no tiene la dirección ${host} (${code}). Corrija HOST: 127.0.0.1 (solo este equipo) o 0.0.0.0 (toda la red).`
}

/**
 * Virtual machines that are kept ready: a call past them gets a fresh one and evaluates all it needs, which costs more than the call,
 * and each that is kept takes from 0.4 MiB to 5 MiB, once it has evaluated everything. The image’s command says the same.
 */
export const hooksPool = 12
/**
 * Seconds that a query of the engine may wait for a connection and run, also that of a record list with a costly filter, which meanwhile keeps one of few
 * connections from others. Queries of our hooks have no limit. The image's command says the same.
 */
export const queryTimeout = 10
/**
 * What Go is told; the image's environment says the same.
 * - `GOMEMLIMIT`: from here on it tidies its memory up rather than take more.
 * - `GOGC`: until there it does so when what is new is one and a half times what was in use, and not once (100), for who asks meanwhile waits. With 200 a
 *   batch of 100,000 took 256 MiB.
 * - `GOMAXPROCS`: threads that run its code at once, also on fewer processors: who asks while all are busy with documents is then let in by the system
 *   within a few milliseconds, and otherwise by Go, after ten for each of those before.
 */
export const forGo = { GOMEMLIMIT: '245MiB', GOGC: '150', GOMAXPROCS: '8' }

const banner = /^.{0,20}Server started at |^[├└]─ /

/**
 * Starts PocketBase on what was built; the address and other settings it reads from the environment.
 * @param {{ engine: string, dataDir: string, appUrl: string, listening?: () => void }} options `listening` is called once
 */
export function serve({ engine, dataDir, appUrl, listening = () => {} }) {
  const flags = [
    // With their defaults, hooks that do not load are only reported and the server runs without them.
    '--hooksWatch=false',
    `--hooksPool=${hooksPool}`,
    `--queryTimeout=${queryTimeout}`,
    '--automigrate=false',
    '--dev=false',
    `--dir=${dataDir}`,
    `--publicDir=${join(root, 'dist/pb_public')}`,
    `--hooksDir=${join(root, 'dist/pb_hooks')}`,
    `--migrationsDir=${join(root, 'dist/pb_migrations')}`,
  ]
  // In the same process group, so that whoever ends the group ends the server too.
  // `formatos` is a word that only our hooks know: without their folder it ends instead of serving without the product's rules.
  const server = spawn(engine, ['formatos', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...forGo, ...process.env, APP_URL: appUrl },
  })
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (!banner.test(line)) return console.log(line)
    listening()
    listening = () => {}
  })
  return server
}

/** An npm that is killed outright hands nothing on, nor does a shell between it and us: we see it by their absence. @param {() => void} stop */
export function whenOrphaned(stop) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 200)
}
