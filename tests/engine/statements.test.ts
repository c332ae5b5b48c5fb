import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import PocketBase from 'pocketbase'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getEnginePath } from '../../scripts/pin.mjs'
import { projectRoot, rebuildProduct } from '../../scripts/project.mjs'
import { freePort } from '../support/free-port.ts'
import { listen, withRecord } from '../support/listening.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const data = temporaryFolder()
const email = 'admin@ejemplo.test'
const password = 'clave-segura-1'
let server: ChildProcess
let log = ''
let admin: PocketBase

// In development mode PocketBase logs each SQL statement, and each call after its response.
beforeAll(async () => {
  await rebuildProduct()
  const port = await freePort()
  const built = ['public', 'hooks', 'migrations'].map(
    (name) => `--${name}Dir=${join(projectRoot, 'dist', `pb_${name}`)}`,
  )
  const flags = ['--dev=true', '--hooksPool=4', ...built, `--dir=${data}`, `--http=127.0.0.1:${port}`]
  const env = { ...process.env, ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
  server = spawn(getEnginePath(), ['formatos', ...flags], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const output of [server.stdout, server.stderr])
    output?.on('data', (text) => (log += stripVTControlCharacters(String(text))))
  await until(() => /Server started at/.test(log))
  admin = new PocketBase(`http://127.0.0.1:${port}`).autoCancellation(false)
  await admin.collection('users').authWithPassword(email, password)
}, 300_000)

afterAll(async () => {
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await gone
})

async function until(happened: () => boolean) {
  for (const limit = Date.now() + 60_000; Date.now() < limit; await wait(5)) if (happened()) return
  throw new Error(`it did not happen within a minute:\n${log.slice(-4_000)}`)
}

let calls = 0

/** Makes a call with a unique parameter and waits until PocketBase logs it. */
async function made(call: (query: { page: number }) => Promise<unknown>) {
  calls++
  await call({ page: calls })
  await until(() => new RegExp(`^INFO .*[?&]page=${calls}\\b`, 'm').test(log))
}

/** Returns the lowest number of statements of three calls, because jobs may run during one of them. */
async function fewest(call: Parameters<typeof made>[0]): Promise<number> {
  const counts = []
  for (let i = 0; i < 3; i++) {
    await made((query) => admin.send('/api/app/status', { query }))
    const before = log.length
    await made(call)
    counts.push(log.slice(before).match(/^\[\d+\.\d+ms\] /gm)?.length ?? 0)
  }
  return Math.min(...counts)
}

const values = {
  nombre_completo: 'María José Güell',
  numero_documento: '1020304050',
  tipo_documento: 'CC',
  cargo: 'Analista',
  tipo_contrato: 'término fijo',
  fecha_ingreso: '2020-02-03',
  incluir_salario: false,
  ciudad_expedicion: 'Bogotá',
  fecha_expedicion: '2026-11-20',
}

it('limits the number of database queries of each call', async () => {
  const format = (await admin.collection('formats').getFirstListItem("code = 'CL'")).id
  const requests = admin.collection('requests')
  const draft = (query = {}) => requests.create({ format, values }, { query })
  const [first = '', ...others] = [await draft(), await draft(), await draft()].map(({ id }) => id)
  const get = (path: string) => (query: object) => admin.send(`/api/app/${path}`, { query })
  const take = (action: string) => {
    const left = [first, ...others]
    return (query: object) =>
      admin.send(`/api/app/requests/${action}`, {
        method: 'POST',
        query,
        body: { ids: [left.pop()], reason: 'Falta la firma' },
      })
  }
  const found = {
    draft: await fewest(draft),
    autosave: await fewest((query) =>
      requests.update(first, { values: { ...values, cargo: `Analista ${query.page}` } }, { query }),
    ),
    submit: await fewest(take('submit')),
    reject: await fewest(take('reject')),
    history: await fewest(get(`requests/${first}/history`)),
    dashboard: await fewest(get('dashboard')),
    counts: await fewest(get('requests/counts')),
  }
  // Events need three statements for their chain. Actions also query decisions that can be undone, and realtime subscriptions, and index the status.
  // A new draft also counts the drafts of its owner.
  const most = { draft: 12, autosave: 11, submit: 19, reject: 19, history: 3, dashboard: 10, counts: 2 }
  for (const [call, count] of Object.entries(most))
    expect.soft(found[call as keyof typeof found], call).toBeLessThanOrEqual(count)
})

it('sends no queries for subscribers who may not read the change', async () => {
  const format = (await admin.collection('formats').getFirstListItem("code = 'CL'")).id
  const [ana, luis] = await Promise.all(['ana', 'luis'].map(aUser))
  if (!ana || !luis) throw new Error('missing users')
  const requests = ana.collection('requests')
  const { id } = await requests.create({ format, values })
  const autosave = () =>
    fewest((query) => requests.update(id, { values: { ...values, cargo: `Analista ${query.page}` } }, { query }))
  const alone = await autosave()
  const pages = await Promise.all(Array.from({ length: 10 }, () => listen(luis, 'requests/*')))
  const own = await listen(ana, 'requests/*')
  expect(await autosave()).toBeLessThanOrEqual(alone + 2)
  await expect.poll(() => withRecord(own.messages).length).toBe(3)
  for (const page of [...pages, own]) page.close()
  expect(pages.flatMap(({ messages }) => messages)).toEqual([])
})

async function aUser(name: string): Promise<PocketBase> {
  const pb = new PocketBase(admin.baseURL).autoCancellation(false)
  const person = { name, email: `${name}@ejemplo.test`, password, passwordConfirm: password, phone: '+573001112233' }
  const { id } = await pb.collection('users').create({ ...person, role: '_user', isActive: false })
  await admin.collection('users').update(id, { isActive: true })
  await pb.collection('users').authWithPassword(person.email, password)
  return pb
}

/** Starts another process that holds the database's write lock; resolves when it does. */
async function neighbour() {
  const other = spawn('sqlite3', [join(data, 'data.db')], { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  other.stdout.on('data', (text) => (output += String(text)))
  const gone = new Promise<void>((resolve) => other.once('exit', () => resolve()))
  const write = 'INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, hex(randomblob(8)))'
  other.stdin.end(`.timeout 5000\nBEGIN IMMEDIATE;\n${write};\n.shell echo held && sleep 0.5\nCOMMIT;\n`)
  await until(() => output.includes('held'))
  return { gone }
}

it('waits for another writing process in every operation with several statements', async () => {
  const format = (await admin.collection('formats').getFirstListItem("code = 'CL'")).id
  const requests = admin.collection('requests')
  const step = (id: string, action: string) =>
    admin.send(`/api/app/requests/${action}`, { method: 'POST', body: { ids: [id], reason: 'Falta la firma' } })
  const drafts = await Promise.all([1, 2].map(() => requests.create({ format, values })))
  const [one = '', other = ''] = drafts.map(({ id }) => id)
  const fileHash = 'a'.repeat(64)
  const writes = [
    () => requests.create({ format, values }),
    () => requests.update(one, { values: { ...values, cargo: 'Directora' } }),
    () => requests.delete(other),
    () => step(one, 'submit'),
    () => step(one, 'approve'),
    () => admin.send('/api/app/batches', { method: 'POST', body: { format, fileName: 'a.csv', fileHash, total: 1 } }),
    () => admin.send('/api/app/sessions/end', { method: 'POST' }),
  ]
  const refused: string[] = []
  for (const write of writes) {
    const { gone } = await neighbour()
    await write().catch((error) => refused.push(`${write}: ${error}`))
    await gone
  }
  expect(refused).toEqual([])
})
