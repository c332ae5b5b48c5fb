import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PocketBase, { type RecordModel } from 'pocketbase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getEnginePath } from '../../scripts/pin.mjs'
import { projectRoot, rebuildProduct } from '../../scripts/project.mjs'
import { cartaLaboral } from '../support/batch.ts'
import { freePort } from '../support/free-port.ts'
import { aSignature } from '../support/pictures.ts'
import { take } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const maySee = spawnSync('strace', ['-V']).status === 0

// Traces `fsync` calls: a power loss deletes all unsynced data.
describe.skipIf(!maySee)('sync to disk before the answer', () => {
  const folder = temporaryFolder()
  const seen = join(folder, 'seen')
  const email = 'admin@ejemplo.test'
  const password = 'clave-segura-1'
  let server: ChildProcess
  let admin: PocketBase
  let format: RecordModel

  beforeAll(async () => {
    await rebuildProduct()
    const port = await freePort()
    const built = ['public', 'hooks', 'migrations'].map(
      (name) => `--${name}Dir=${join(projectRoot, 'dist', `pb_${name}`)}`,
    )
    const flags = [
      '--dev=false',
      '--hooksPool=4',
      ...built,
      `--dir=${join(folder, 'data')}`,
      `--http=127.0.0.1:${port}`,
    ]
    const watched = [
      '-f',
      '-y',
      '-qq',
      '-e',
      'trace=fsync,fdatasync',
      '-o',
      seen,
      getEnginePath(),
      'formatos',
      ...flags,
    ]
    const env = { ...process.env, ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
    server = spawn('strace', watched, { env, stdio: 'ignore', detached: true })
    const url = `http://127.0.0.1:${port}`
    const answers = () =>
      fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await answers())) await wait(50)
    admin = new PocketBase(url).autoCancellation(false)
    await admin.collection('users').authWithPassword(email, password)
    format = await admin.collection('formats').getFirstListItem('code = "CL"')
  }, 300_000)
  afterAll(async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    process.kill(-(server.pid ?? 0), 'SIGKILL')
    await gone
  })

  /** Returns the names of files synced during a call. */
  async function syncedBy<Answer>(call: () => Promise<Answer>): Promise<{ answer: Answer; names: string[] }> {
    const before = linesOf(seen).length
    const answer = await call()
    return { answer, names: syncedIn(linesOf(seen).slice(before)) }
  }
  const database = 'data.db-wal'

  it('writes a draft, its submission and a comment', async () => {
    const { answer, names } = await syncedBy(() =>
      admin.collection('requests').create({ format: format.id, values: cartaLaboral() }),
    )
    expect(names).toContain(database)
    expect((await syncedBy(() => take({ pb: admin }, 'submit', { ids: [answer.id] }))).names).toContain(database)
    const comment = () =>
      admin.send(`/api/app/requests/${answer.id}/comments`, { method: 'POST', body: { text: 'Hola' } })
    expect((await syncedBy(comment)).names).toContain(database)
  })

  it('writes the document and its folder before the row of the decision', async () => {
    const { id } = await admin.collection('requests').create({ format: format.id, values: cartaLaboral() })
    await take({ pb: admin }, 'submit', { ids: [id] })
    const stored = () => admin.collection('requests').getOne(id)
    // The polling worker may generate the document after the response.
    const { names } = await syncedBy(async () => {
      await take({ pb: admin }, 'approve', { ids: [id] })
      await expect.poll(async () => (await stored()).documentStatus, { timeout: 10_000 }).toBe('ready')
    })
    const { document } = await stored()
    const file = names.indexOf(document)
    expect(file).toBeGreaterThan(names.indexOf(database))
    // PocketBase cannot open a file without its metadata.
    expect(names).toContain(`${document}.attrs`)
    expect(names.slice(file + 1)).toContain(id)
    expect(names.slice(names.indexOf(id))).toContain(database)
  })

  it('writes a picture and its folder before its row', async () => {
    const signature = new File([aSignature()], 'firma.png')
    const rest = { name: 'Rosa Díaz', post: '', idDocument: '', active: true, formats: [] }
    const { answer, names } = await syncedBy(() => admin.collection('signatories').create({ ...rest, signature }))
    expect(names).toEqual(expect.arrayContaining([answer.signature, `${answer.signature}.attrs`]))
    expect(names.slice(names.indexOf(answer.signature))).toEqual(expect.arrayContaining([answer.id, database]))
  })
})

/** Returns synced files in the order of completion. An interrupted call has two lines: unfinished and resumed. */
function syncedIn(lines: string[]): string[] {
  const begun = new Map<string, string>()
  return lines.flatMap((line) => {
    const [, thread = '', path = '', rest = ''] =
      /^(\d+) +(?:f(?:data)?sync\(\d+<(.*?)>|<\.\.\. f(?:data)?sync resumed>)(.*)$/.exec(line) ?? []
    const name = path.split('/').at(-1) || begun.get(thread)
    if (rest.endsWith('<unfinished ...>')) begun.set(thread, name ?? '')
    return name && /\) += 0$/.test(rest) ? [name] : []
  })
}

const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [])
