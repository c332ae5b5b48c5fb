import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { adviceFor, Stop, step } from './say.mjs'

export const root = dirname(import.meta.dirname)

const sources = ['src', 'pb_hooks', 'pb_migrations', 'vite.config.ts', 'package-lock.json']
const products = ['pb_public/index.html', 'pb_hooks/main.pb.js', 'pb_hooks/server.js', 'pb_migrations']

/** Installs what the lockfile names, when what is installed differs from it. */
export async function installPackages() {
  if (isInstalled()) return
  // An environment for production would leave out what the build itself needs.
  await command(
    'Instalando los paquetes del proyecto',
    ...npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'),
  )
}

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean }> }} Lockfile */

/** npm writes down what it installed; packages of other platforms are missing there. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const [wanted, found] = [join(root, 'package-lock.json'), record].map((path) => {
    const { '': own, ...packages } = /** @type {Lockfile} */ (JSON.parse(readFileSync(path, 'utf8'))).packages
    return packages
  })
  return (
    Object.entries(wanted ?? {}).every(([path, { version, optional }]) =>
      found?.[path] ? found[path].version === version : optional,
    ) && Object.keys(found ?? {}).every((path) => wanted?.[path])
  )
}

/** Builds `dist/` when something of it is missing or older than its sources. */
export async function buildProduct() {
  const made = products.map((name) => join(root, 'dist', name))
  const newest = Math.max(...sources.map((name) => newestIn(join(root, name))))
  if (made.every(existsSync) && Math.min(...made.map(changedAt)) >= newest) return
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // Neither a test runner's settings nor a developer's may change what is built.
  const { VITEST, ...env } = process.env
  await command('Construyendo la aplicación', process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    ...env,
    NODE_ENV: 'production',
  })
}

/** npm as the one that runs us, or the one in the path. @param {string[]} words @returns {[string, string[]]} */
export function npm(...words) {
  const own = process.env.npm_execpath
  return own?.endsWith('.js') ? [process.execPath, [own, ...words]] : ['npm', words]
}

/**
 * Runs a program in the project's folder, quietly; what it said is shown when it fails.
 * @param {string} what @param {string} program @param {string[]} words @param {NodeJS.ProcessEnv} [env]
 */
export async function command(what, program, words, env = process.env) {
  const { code, output } = await step(what, () => execute(program, words, env))
  if (code === 0) return
  const lines = output.trim().split('\n')
  const known = lines.find((line) => adviceFor(line))
  console.error(known ?? lines.slice(-30).join('\n'))
  const advice = known && adviceFor(known)
  throw new Stop(`No se pudo terminar: ${what.toLowerCase()}. ${advice ?? 'Arriba está lo que dijo el programa.'}`)
}

/** @param {string} program @param {string[]} words @param {NodeJS.ProcessEnv} env @returns {Promise<{ code: number | null, output: string }>} */
function execute(program, words, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: root,
      env: process.stdout.isTTY ? env : { ...env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: program === 'npm' && process.platform === 'win32',
    })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** @param {string} path */
function changedAt(path) {
  return statSync(path).mtimeMs
}

/** When anything in a folder last changed; a removed file shows in its folder's own time. @param {string} path @returns {number} */
function newestIn(path) {
  if (!existsSync(path)) return 0
  const own = changedAt(path)
  if (!statSync(path).isDirectory()) return own
  return Math.max(own, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}
