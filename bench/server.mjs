import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PocketBase from 'pocketbase'
import { findGo } from '../scripts/install.mjs'
import { engineFolder, getEnginePath, goToolchain, modulePath, pinnedVersion } from '../scripts/pin.mjs'
import { projectRoot } from '../scripts/project.mjs'
import { measureMs } from './measure.mjs'

export const password = 'clave-segura-1'
const admin = 'admin@ejemplo.test'
const operator = 'operador@ejemplo.test'
/** Migration that creates requests, users, batches and history, for `startServer`. */
export const seedFile = join(import.meta.dirname, 'seed-requests.js')

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/**
 * Starts the built product with a new data folder, and signs in an administrator and a user.
 * @param {string} [seed] file that runs as last migration @param {number} [requests] number of requests that the seed creates
 * @param {Record<string, string>} [environment]
 */
export async function startServer(seed, requests = 100_000, environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  cpSync(join(projectRoot, 'dist'), folder, { recursive: true })
  if (seed) copyFileSync(seed, join(folder, 'pb_migrations/9999999999_seed.js'))
  const server = await startProcess(
    folder,
    { hooksDir: 'pb_hooks', migrationsDir: 'pb_migrations' },
    requests,
    environment,
  )
  const boss = await signIn(server.url, admin)
  return { ...server, admin: boss, user: await registerUser(server.url, boss) }
}

/** Starts bare PocketBase with a copy of a server's data. Tokens of the original server are valid here. @param {Server} server */
export async function startBareServer({ dataDir }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  cpSync(join(projectRoot, 'dist/pb_public'), join(folder, 'pb_public'), { recursive: true })
  cpSync(join(dataDir, 'storage'), join(folder, 'data/storage'), { recursive: true })
  execFileSync('sqlite3', [join(dataDir, 'data.db'), `.backup ${join(folder, 'data/data.db')}`])
  return startProcess(folder, { hooksDir: 'none', migrationsDir: 'none' })
}

/** Builds PocketBase as it is published, unless it is there, and returns its path. The engine has other limits of connections and memory. */
async function buildOfficialProgram() {
  const path = join(engineFolder, 'bin', `official-${pinnedVersion}`)
  const env = { ...process.env, GOTOOLCHAIN: goToolchain, GOFLAGS: '-mod=readonly', GOWORK: 'off', CGO_ENABLED: '0' }
  if (!existsSync(path))
    execFileSync(await findGo(), ['build', '-o', path, `${modulePath}/examples/base`], { cwd: engineFolder, env })
  return path
}

/**
 * @param {string} folder @param {Record<string, string>} product @param {number} [requests]
 * @param {Record<string, string>} [environment]
 */
async function startProcess(folder, product, requests, environment = {}) {
  const dataDir = join(folder, 'data')
  const address = `127.0.0.1:${await freePort()}`
  const url = `http://${address}`
  const flags = { ...product, publicDir: 'pb_public', dir: 'data', http: address }
  const isOurs = product.hooksDir !== 'none'
  const env = { ADMIN_EMAIL: admin, ADMIN_PASSWORD: password, APP_URL: url, BENCH_REQUESTS: String(requests) }
  const args = ['serve', ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`)]
  const program = isOurs ? getEnginePath() : await buildOfficialProgram()
  let child = begin()
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  await waitUntilServing(`${url}/api/health`)

  function begin() {
    return spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env, ...environment },
    })
  }
  async function end() {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    kill()
    await gone
  }
  /** Restarts the process; returns the ms until its first response. */
  async function restart() {
    await end()
    return measureMs(() => {
      child = begin()
      return waitUntilServing(`${url}/api/health`)
    })
  }
  /** Returns the current and maximum memory of the process in MiB. */
  function memory() {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const mebibytes = (/** @type {string} */ name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
    return { now: mebibytes('VmRSS'), most: mebibytes('VmHWM') }
  }
  /** Returns the processor time of the process since its start in ms, in steps of ten. */
  function cpu() {
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    const [, utime, stime] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(stat) ?? []
    return (Number(utime) + Number(stime)) * 10
  }
  async function stop() {
    await end()
    process.off('exit', kill)
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, dataDir, memory, cpu, restart, stop }
}

/** Registers a user and activates the account. @param {string} url @param {PocketBase} boss */
async function registerUser(url, boss) {
  const email = 'ana@ejemplo.test'
  const person = { email, password, passwordConfirm: password, phone: '+573001112233', role: '_user', isActive: false }
  const { id } = await new PocketBase(url).collection('users').create({ ...person, name: 'María José Güell' })
  await boss.collection('users').update(id, { isActive: true })
  return signIn(url, email)
}

/** Signs in a superuser, who is exempt from collection rules and rate limits. @param {Pick<Server, 'url' | 'dataDir'>} server */
export function signInSuperuser({ url, dataDir }) {
  const nothing = ['hooksDir', 'migrationsDir'].map((name) => `--${name}=${join(dataDir, 'none')}`)
  execFileSync(getEnginePath(), ['superuser', 'upsert', operator, password, `--dir=${dataDir}`, ...nothing])
  return signIn(url, operator, '_superusers')
}

/** @param {string} url @param {string} email */
export async function signIn(url, email, collection = 'users') {
  const pb = new PocketBase(url).autoCancellation(false)
  await pb.collection(collection).authWithPassword(email, password)
  return pb
}

/** @param {string} address */
export async function waitUntilServing(address) {
  const ask = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await ask())) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
