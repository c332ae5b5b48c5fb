// State of this checkout: installs packages, builds the product and installs the engine, each only if something changed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { installEngine } from './install.mjs'
import { printLine, runCommand } from './output.mjs'

export const projectRoot = dirname(import.meta.dirname)

const sources = [
  'src',
  'pb_hooks',
  'pb_migrations',
  'scripts/build',
  'scripts/fonts.mjs',
  'vite.config.ts',
  'package-lock.json',
]
const products = ['pb_public/index.html', 'pb_hooks/main.pb.js', 'pb_hooks/server.js', 'pb_migrations']

/** Installs the npm packages, builds the application and downloads PocketBase; returns the path of PocketBase. @param {string} [platform] */
export function prepareProduct(platform) {
  return withBuildLock(platform, () => installPackages().then(buildProduct))
}

/** Builds product and engine without installing packages, for callers that already use the packages. @param {string} [platform] */
export function rebuildProduct(platform) {
  return withBuildLock(platform, buildProduct)
}

/**
 * Runs `build` and installs the engine at the same time; returns its path. Only one process does so at a time.
 * @param {string | undefined} platform
 * @param {() => Promise<void>} build
 */
function withBuildLock(platform, build) {
  return withFileLock(join(projectRoot, '.tmp/prepare.lock'), async () => {
    const [engine] = await Promise.all([installEngine(platform), build()])
    return engine
  })
}

/** Installs the packages of the lockfile if the installed ones differ from it. */
export async function installPackages() {
  if (isInstalled()) return
  // Includes development packages, because `NODE_ENV=production` would omit the build tools.
  await runCommand(
    'Instalando los paquetes del proyecto',
    ...runNpm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'),
  )
}

/** Returns the command for npm: the npm that runs this script, otherwise the npm in the path. @param {string[]} words @returns {[string, string[]]} */
export function runNpm(...words) {
  const own = process.env.npm_execpath
  return own?.endsWith('.js') ? [process.execPath, [own, ...words]] : ['npm', words]
}

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lockfile */

/** Returns whether the installed packages match the lockfile, by npm's own record. Optional packages of other platforms may be missing. */
function isInstalled() {
  const record = join(projectRoot, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const [wanted, found] = [join(projectRoot, 'package-lock.json'), record].map((path) => {
    const { '': own, ...packages } = /** @type {Lockfile} */ (JSON.parse(readFileSync(path, 'utf8'))).packages
    return packages
  })
  return (
    Object.entries(wanted ?? {}).every(([path, { version, optional }]) =>
      found?.[path] ? found[path].version === version : optional,
    ) && Object.keys(found ?? {}).every((path) => wanted?.[path])
  )
}

/** Builds `dist/` if a file is missing or older than its sources. */
async function buildProduct() {
  const made = products.map((name) => join(projectRoot, 'dist', name))
  const newest = Math.max(...sources.map((name) => getNewestChange(join(projectRoot, name))))
  if (made.every(existsSync) && Math.min(...made.map(getChangeTime)) >= newest) return
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js')
  // Removes settings of test runners and developers that would change the build.
  const { VITEST, ...env } = process.env
  await runCommand('Construyendo la aplicación', process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    ...env,
    NODE_ENV: 'production',
  })
}

/**
 * Returns the time of the last change of a file, in ms.
 * @param {string} path
 */
function getChangeTime(path) {
  return statSync(path).mtimeMs
}

/** Returns the latest change in a directory. A removed file changes the time of its directory. @param {string} path @returns {number} */
function getNewestChange(path) {
  if (!existsSync(path)) return 0
  const own = getChangeTime(path)
  if (!statSync(path).isDirectory()) return own
  return Math.max(own, ...readdirSync(path).map((name) => getNewestChange(join(path, name))))
}

/**
 * Runs `work` while holding a lock file, because two simultaneous starts would install and build over each other.
 * @template T @param {string} file holds the id of the process at work @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withFileLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  for (let isReported = false; !acquireLock(file); isReported = true) {
    if (!isReported) printLine('Otro proceso está preparando el proyecto; se espera a que termine …')
    await wait(200)
  }
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), 1_000)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(file, { force: true })
  }
}

/**
 * Creates a lock file with this process's id. Returns whether no other process holds the lock.
 * @param {string} file
 */
function acquireLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
  if (isAbandoned(file)) rmSync(file, { force: true })
  return false
}

/** Returns whether the lock's process has ended, or has not touched the file for 15 s (its id may belong to another process now). @param {string} file */
function isAbandoned(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > 15_000) return true
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}
