import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PocketBase from 'pocketbase'
import { enginePath } from '../engine/pin.mjs'
import { root } from '../engine/project.mjs'
import { hooksPool, memoryLimit } from '../engine/server.mjs'

export const password = 'clave-segura-1'
const admin = 'admin@ejemplo.test'
const operator = 'operador@ejemplo.test'

/** @typedef {Awaited<ReturnType<typeof aServer>>} Server */

/**
 * The product as it is built, on data of its own, with an administrator and a user who are signed in.
 * @param {string} [seed] a file run as the last migration
 */
export async function aServer(seed) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const dataDir = join(folder, 'data')
  cpSync(join(root, 'dist'), folder, { recursive: true })
  if (seed) copyFileSync(seed, join(folder, 'pb_migrations/9999999999_seed.js'))
  const address = `127.0.0.1:${await freePort()}`
  const url = `http://${address}`
  const flags = {
    hooksDir: 'pb_hooks',
    migrationsDir: 'pb_migrations',
    publicDir: 'pb_public',
    dir: 'data',
    http: address,
  }
  const off = ['--hooksWatch=false', `--hooksPool=${hooksPool}`, '--automigrate=false', '--dev=false']
  const child = spawn(
    enginePath(),
    ['serve', ...off, ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`)],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { GOMEMLIMIT: memoryLimit, ...process.env, ADMIN_EMAIL: admin, ADMIN_PASSWORD: password, APP_URL: url },
    },
  )
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  await answers(`${url}/api/health`)
  const boss = await signedIn(url, admin)
  const user = await aUser(url, boss)

  /** Mebibytes that the process holds, now and at most since its start. */
  function memory() {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const mebibytes = (/** @type {string} */ name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
    return { now: mebibytes('VmRSS'), most: mebibytes('VmHWM') }
  }
  async function stop() {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    kill()
    await gone
    process.off('exit', kill)
    rmSync(folder, { recursive: true, force: true })
  }
  return { pid: child.pid, url, dataDir, admin: boss, user, memory, stop }
}

/** Registers as everybody does, and is activated. @param {string} url @param {PocketBase} boss */
async function aUser(url, boss) {
  const email = 'ana@ejemplo.test'
  const person = { email, password, passwordConfirm: password, phone: '+573001112233', role: '_user', isActive: false }
  const { id } = await new PocketBase(url).collection('users').create({ ...person, name: 'María José Güell' })
  await boss.collection('users').update(id, { isActive: true })
  return signedIn(url, email)
}

/** Whom no rule and no limit of calls binds. @param {Server} server */
export function aSuperuser({ url, dataDir }) {
  const nothing = ['hooksDir', 'migrationsDir'].map((name) => `--${name}=${join(dataDir, 'none')}`)
  execFileSync(enginePath(), ['superuser', 'upsert', operator, password, `--dir=${dataDir}`, ...nothing])
  return signedIn(url, operator, '_superusers')
}

/** @param {string} url @param {string} email */
export async function signedIn(url, email, collection = 'users') {
  const pb = new PocketBase(url).autoCancellation(false)
  await pb.collection(collection).authWithPassword(email, password)
  return pb
}

/** @param {string} address */
async function answers(address) {
  const ask = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await ask())) await new Promise((resolve) => setTimeout(resolve, 50))
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
