// How long pages of a list of 100,000 requests take, to a client on the same machine, with what HTTP itself takes set apart.
// `node bench/list.mjs`
import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PocketBase from 'pocketbase'
import { prepare } from '../engine/prepare.mjs'
import { root } from '../engine/project.mjs'

const rounds = 21
const password = 'clave-segura-1'

/** @type {[string, 'admin' | 'user', Record<string, string | number>][]} */
const pages = [
  ['the first page', 'admin', {}],
  ['200 on a page', 'admin', { perPage: 200 }],
  ['page 1,667 of 3,334', 'admin', { page: 1667 }],
  ['the last page', 'admin', { page: 3334 }],
  ['submitted', 'admin', { status: 'submitted' }],
  ['submitted, the longest waiting first', 'admin', { status: 'submitted', sort: 'submittedAt' }],
  ['approved, in the middle', 'admin', { status: 'approved', page: 600 }],
  ['by number', 'admin', { sort: 'number' }],
  ['by status', 'admin', { sort: 'status' }],
  ['by summary', 'admin', { sort: 'summary' }],
  ['the last decided', 'admin', { sort: '-decidedAt' }],
  ['a week', 'admin', { from: day(-14), to: day(-7) }],
  ['a week, approved', 'admin', { from: day(-14), to: day(-7), status: 'approved' }],
  ['search: a number', 'admin', { search: 'SOL-2026-012345' }],
  ['search: a document', 'admin', { search: 'CL-2026-0123' }],
  ['search: a name and a number', 'admin', { search: 'ñandu 100123' }],
  ['search: a common name', 'admin', { search: 'güell' }],
  ['search: a common name, submitted', 'admin', { search: 'güell', status: 'submitted' }],
  ['search: one letter', 'admin', { search: 'm' }],
  ['own', 'user', {}],
  ['own, approved', 'user', { status: 'approved' }],
  ['own, the last page', 'user', { page: 17 }],
  ['own, search', 'user', { search: 'mar' }],
]

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const url = `http://127.0.0.1:${20_000 + Math.floor(Math.random() * 9_000)}`
const engine = await prepare()
cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
copyFileSync(join(import.meta.dirname, 'seed-requests.js'), join(folder, 'dist/pb_migrations/9999999999_seed.js'))
const flags = ['hooksDir=dist/pb_hooks', 'migrationsDir=dist/pb_migrations', 'publicDir=dist/pb_public', 'dir=data']
const options = ['hooksWatch=false', 'automigrate=false', 'dev=false', `http=${url.slice(7)}`]
const server = spawn(engine, ['serve', ...[...flags, ...options].map((flag) => `--${flag}`)], {
  cwd: folder,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, ADMIN_EMAIL: 'admin@ejemplo.test', ADMIN_PASSWORD: password },
})
try {
  await healthy()
  const admin = await signedIn('admin@ejemplo.test')
  const user = await signedIn('p7@ejemplo.test')
  const bare = await median(() => admin.send('/api/app/status', { method: 'GET' }))
  console.log(`an answer without data takes ${bare.toFixed(1)} ms; each page beyond that, median of ${rounds}:`)
  for (const [name, who, query] of pages) {
    const client = who === 'admin' ? admin : user
    const ask = () => client.send('/api/app/requests', { method: 'GET', query })
    const { totalItems } = await ask()
    console.log(`${((await median(ask)) - bare).toFixed(1).padStart(7)} ms  ${name} (${who}, ${totalItems})`)
  }
  const dashboard = (await median(() => admin.send('/api/app/dashboard', { method: 'GET' }))) - bare
  console.log(`${dashboard.toFixed(1).padStart(7)} ms  the dashboard (admin)`)
} finally {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

/** @param {() => Promise<unknown>} ask */
async function median(ask) {
  const times = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await ask()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[rounds >> 1] ?? 0
}

/** @param {string} email */
async function signedIn(email) {
  const client = new PocketBase(url).autoCancellation(false)
  await client.collection('users').authWithPassword(email, password)
  return client
}

async function healthy() {
  for (let status = 0; status !== 200; await new Promise((resolve) => setTimeout(resolve, 100)))
    status = await fetch(`${url}/api/health`).then(
      (response) => response.status,
      () => 0,
    )
}

/** @param {number} offset */
function day(offset) {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
}
