import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getEnginePath } from '../../scripts/pin.mjs'
import { projectRoot, rebuildProduct } from '../../scripts/project.mjs'
import { firstAdmin } from './environment.ts'
import { freePort } from './free-port.ts'
import { buildPrograms, versitygwPath } from './go-programs.mjs'

const account = { key: 'llave-de-prueba', secret: 'secreto-de-prueba-42' }
const buckets = { S3_BUCKET: 'archivos', S3_BACKUP_BUCKET: 'copias', REPLICA_URL: 'replica' }

/** Starts an S3 service on a folder, behind a proxy that can close or hold connections. */
export async function anS3() {
  // The run started this build at its beginning.
  await buildPrograms()
  await rebuildProduct()
  const folder = mkdtempSync(join(tmpdir(), 's3-'))
  for (const name of Object.values(buckets)) mkdirSync(join(folder, name))
  const port = await freePort()
  const env = { ...process.env, ROOT_ACCESS_KEY: account.key, ROOT_SECRET_KEY: account.secret }
  const words = ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', folder]
  const service = spawn(versitygwPath, words, { env, stdio: 'ignore' })
  await listening(port)
  const line = await aLine(port)
  return {
    ...line,
    secret: account.secret,
    environment: {
      ...buckets,
      REPLICA_URL: `s3://${buckets.REPLICA_URL}`,
      S3_ENDPOINT: `http://127.0.0.1:${line.port}`,
      S3_ACCESS_KEY: account.key,
      S3_SECRET_KEY: account.secret,
    },
    /** Returns the keys of a bucket's objects. */
    keysIn: (bucket: keyof typeof buckets) =>
      readdirSync(join(folder, buckets[bucket]), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, buckets[bucket]).length + 1)),
    /** Writes or overwrites an object. */
    put: (bucket: keyof typeof buckets, key: string) => writeFileSync(join(folder, buckets[bucket], key), 'x'),
    async end() {
      line.end()
      await ended(service, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a TCP proxy. While `silent`, connections stay open without data. */
async function aLine(port: number) {
  let isSilent = false
  const ends = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const end of [near, far]) {
      ends.add(end)
      end.on('error', () => {}).on('close', () => ends.delete(end))
    }
    near.on('data', (bytes) => isSilent || far.write(bytes)).on('close', () => far.destroy())
    far.on('data', (bytes) => isSilent || near.write(bytes)).on('close', () => isSilent || near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    fallSilent() {
      isSilent = true
    },
    speakAgain() {
      isSilent = false
      for (const end of ends) end.destroy()
    },
    end() {
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}

export interface Product {
  url: string
  folder: string
  /** False if the program ended instead of responding. */
  serves: boolean
  /** Returns its output so far. */
  words(): string
  /** Resolves to its exit code. */
  over: Promise<number | null>
  end(signal: NodeJS.Signals): Promise<void>
  /** Sends a signal to all its processes, to simulate a machine that dies or pauses. */
  all(signal: NodeJS.Signals): void
}

/** Starts the product on a folder like `npm start`; resolves when it responds or has ended. */
export async function aProduct(
  environment: Record<string, string>,
  { folder = mkdtempSync(join(tmpdir(), 'formatos-')), port = 0 } = {},
): Promise<Product> {
  const own = port || (await freePort())
  const url = `http://127.0.0.1:${own}`
  const dist = (name: string) => join(projectRoot, 'dist', name)
  const flags = [
    '--hooksPool=20',
    '--dev=false',
    `--dir=${folder}`,
    `--publicDir=${dist('pb_public')}`,
    `--hooksDir=${dist('pb_hooks')}`,
    `--migrationsDir=${dist('pb_migrations')}`,
  ]
  const env = {
    PATH: process.env.PATH,
    PORT: String(own),
    APP_URL: url,
    ADMIN_EMAIL: firstAdmin.email,
    ADMIN_PASSWORD: firstAdmin.password,
    TRUSTED_PROXY_HEADER: 'X-Forwarded-For',
    ...environment,
  }
  const server = spawn(getEnginePath(), ['formatos', ...flags], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let log = ''
  for (const output of [server.stdout, server.stderr]) output.on('data', (text) => (log += String(text)))
  let isOver = false
  const over = new Promise<number | null>((resolve) =>
    server.once('close', (code) => {
      isOver = true
      resolve(code)
    }),
  )
  for (const limit = Date.now() + 60_000; !isOver && !(await answers(url)); await wait(20))
    if (Date.now() > limit) throw new Error(`it neither answers nor ends:\n${log}`)
  const all = (signal: NodeJS.Signals) => process.kill(-(server.pid ?? 0), signal)
  return { url, folder, serves: !isOver, words: () => log, over, end: (signal) => ended(server, signal), all }
}

const answers = (url: string) =>
  fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function ended(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await gone
}

async function listening(port: number) {
  for (;;) {
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('error', () => resolve(false)).once('connect', () => resolve(true))
      socket.once('connect', () => socket.destroy())
    })
    if (reached) return
    await wait(20)
  }
}
