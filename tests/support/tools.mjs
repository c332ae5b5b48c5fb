import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findDocker } from '../../scripts/image.mjs'
import { printLine, runCommand, runTask, UserError } from '../../scripts/output.mjs'
import { projectRoot } from '../../scripts/project.mjs'

const always = {
  pdftotext: 'poppler-utils',
  python3: 'python3',
  openssl: 'openssl',
  qpdf: 'qpdf',
  soffice: 'libreoffice-calc',
  sqlite3: 'sqlite3',
  unzip: 'unzip',
  go: 'golang-go',
  // C compiler with its headers, for Go's race detector.
  gcc: 'g++',
}
/** Chromium without windows, which needs half the time. */
const browser = 'chromium-headless-shell'
const forContainers = { [browser]: browser }
/** Debian's package of each program. */
const packages = { ...always, ...forContainers }
/** Packages for veraPDF and for tests of disk writes. Without them the tests are skipped, unless `VERAPDF=required`. */
const forStandards = { java: 'default-jre-headless', mvn: 'maven', strace: 'strace' }

/**
 * Installs the programs that the tests need (on Debian as root), or names them in an error.
 * `FORMATOS_NO_INSTALL=1` never installs.
 * @param {{ containers: boolean }} needs
 */
export async function requireTools(needs) {
  await installMissing(missingPackages(needs), 'las pruebas')
  if (needs.containers && !findDocker()) await startDocker()
}

/**
 * Installs missing programs, or names them in an error; see `requireTools`.
 * @param {readonly (keyof typeof packages)[]} programs @param {string} purpose for the sentence: «las medidas»
 */
export function requirePrograms(programs, purpose) {
  const missing = programs.filter((program) => !isThere(program)).map((program) => packages[program])
  return installMissing(missing, purpose)
}

/** Paths of usable Chromium installations, best first. */
const browserPaths = [browser, 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`)

/** Returns the path of the installed Chromium. */
export function findBrowser() {
  const path = browserPaths.find((each) => existsSync(each))
  if (!path) throw new UserError(`No hay ningún Chromium en ${browserPaths.join(', ')}.`)
  return path
}

/** @param {string[]} missing names of packages @param {string} purpose */
async function installMissing(missing, purpose) {
  // A full Chromium is sufficient if it is installed.
  const isEnough = missing.join() === browser && isThere('chromium')
  if (missing.length > 0) await install(missing, purpose).catch((error) => isEnough || Promise.reject(error))
}

/**
 * Returns the missing Debian packages. Docker is missing if no engine responds and none can be started; the client alone (`docker` without
 * `dockerd`) is not enough.
 * @param {{ containers: boolean }} needs
 */
function missingPackages({ containers }) {
  const judged = process.env.VERAPDF === 'required' ? forStandards : {}
  const wanted = Object.entries({
    ...always,
    ...judged,
    ...(containers ? forContainers : {}),
  })
  const missing = wanted.filter(([program]) => !isThere(program)).map(([, name]) => name)
  return containers && !isThere('dockerd') && !findDocker() ? [...missing, 'docker.io'] : missing
}

/** Returns whether a program is in the path. @param {string} program */
export function isThere(program) {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)))
}

/** @param {string[]} missing @param {string} purpose */
async function install(missing, purpose) {
  const names = missing.join(' ')
  const mayInstall = !process.env.FORMATOS_NO_INSTALL && process.getuid?.() === 0 && isThere('apt-get')
  if (!mayInstall)
    throw new UserError(
      `Para ${purpose} falta: ${names}. En Debian: sudo apt-get install --no-install-recommends ${names}`,
    )
  // Prevents packages from asking questions.
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  await runCommand('Actualizando la lista de paquetes de Debian', 'apt-get', ['update', '-q'])
  await runCommand(`Instalando lo que falta para ${purpose}: ${names}`, 'apt-get', [
    'install',
    '-qy',
    '--no-install-recommends',
    ...missing,
  ])
}

/** Starts Docker by systemd, or its service directly in a container. */
async function startDocker() {
  if (process.getuid?.() !== 0)
    throw new UserError(
      'Docker no responde. Inícielo (sudo systemctl start docker) o dé a su usuario permiso: grupo «docker».',
    )
  if (existsSync('/run/systemd/system')) spawnSync('systemctl', ['start', 'docker'], { stdio: 'ignore' })
  if (await answers(5)) return
  for (const flags of [[], ['--storage-driver=vfs']]) if (await serviceStarts(flags)) return
  throw new UserError(
    `Docker no arranca en esta máquina, y las pruebas de integración lo necesitan. Lo último que dijo:\n${lastWords()}`,
  )
}

const log = join(projectRoot, '.tmp/dockerd.log')

/** @param {string[]} flags */
function serviceStarts(flags) {
  return runTask('Iniciando Docker', async () => {
    mkdirSync(join(projectRoot, '.tmp'), { recursive: true })
    const output = openSync(log, 'w')
    const service = spawn('dockerd', flags, { detached: true, stdio: ['ignore', output, output] })
    service.on('error', () => printLine('No se encuentra el programa «dockerd»'))
    service.unref()
    return answers(30, () => service.exitCode !== null)
  })
}

/** Returns whether Docker responds within `seconds`. @param {number} seconds @param {() => boolean} gaveUp */
async function answers(seconds, gaveUp = () => false) {
  for (const until = Date.now() + seconds * 1000; Date.now() < until && !gaveUp(); await wait(300))
    if (findDocker()) return true
  return false
}

function lastWords() {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  const failures = lines.filter((line) => /^failed|level=(error|fatal)/i.test(line))
  return (failures.length > 0 ? failures : lines).slice(-5).join('\n') || '(nada)'
}
