import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { getEnginePath } from '../../scripts/pin.mjs'
import { projectRoot, rebuildProduct } from '../../scripts/project.mjs'
import { aBackup, fileOf } from '../support/backups.ts'
import { aProduct } from '../support/offsite.ts'
import { theFirstAdmin } from '../support/people.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let archive: Buffer
/** Path of the logo in the data directory. */
let logo = ''
const folder = temporaryFolder()
const file = join(folder, 'copia.tar')
let cases = 0
const aFolder = () => join(folder, `datos-${cases++}`)

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  await rebuildProduct()
  const server = await aProduct({}, { folder: aFolder() })
  const admin = await theFirstAdmin({ at: server.url })
  const settings = admin.pb.collection('settings')
  const { id } = await settings.getFirstListItem('')
  const changed = await settings.update(id, { logo: new File([new Uint8Array(pixel)], 'logo.png') })
  logo = `storage/${changed.collectionId}/${id}/${changed.logo}`
  archive = Buffer.from(await (await fileOf(admin, await aBackup(admin))).arrayBuffer())
  await server.end('SIGKILL')
  writeFileSync(file, archive)
}, 300_000)

const words = (from: string, data: string) => [
  'restore',
  from,
  `--dir=${data}`,
  '--dev=false',
  ...['hooks', 'migrations'].map((name) => `--${name}Dir=${join(projectRoot, 'dist', `pb_${name}`)}`),
]
function restore(data: string, from = file) {
  const { status, stdout, stderr } = spawnSync(getEnginePath(), words(from, data), { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/** Starts a restore, passes it the archive until `end`, from its end if negative, and kills it. */
async function killRestore(data: string, end: number) {
  const pipe = join(folder, `archivo-${cases++}`)
  execFileSync('mkfifo', [pipe])
  const child: ChildProcess = spawn(getEnginePath(), words(pipe, data), { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  const input = createWriteStream(pipe).on('error', () => {})
  await new Promise((resolve) => input.write(archive.subarray(0, end), resolve))
  await expect.poll(() => existsSync(join(data, '.restaurando')), { timeout: 20_000 }).toBe(true)
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  input.destroy()
}

async function expectRestored(data: string) {
  expect(readFileSync(join(data, logo)).subarray(1, 4).toString()).toBe('PNG')
  expect(readdirSync(data)).not.toContain('.restaurando')
  const server = await aProduct({}, { folder: data })
  expect([server.words(), server.serves]).toEqual([expect.any(String), true])
  await server.end('SIGKILL')
}

it('restores a backup', async () => {
  const data = aFolder()
  const { status, output } = restore(data)
  expect(output).toContain(`Restaurada en ${data} la copia del `)
  expect(output).toMatch(/ UTC: 0 solicitudes y 1 archivos\./)
  expect(status).toBe(0)
  await expectRestored(data)
})

// Within the database, and before the checksums, after all files.
it.each([600_000, -2_048])(
  'leaves a folder on which no server starts, if it is killed after %d bytes, and restores it again',
  async (end) => {
    const data = aFolder()
    await killRestore(data, end)
    const server = await aProduct({}, { folder: data })
    expect(server.serves).toBe(false)
    expect(await server.over).toBe(1)
    expect(server.words()).toMatch(
      /La restauración en .+ no terminó\. Ejecute «restore» otra vez con la misma carpeta\.\n/,
    )
    expect(restore(data)).toMatchObject({ status: 0 })
    await expectRestored(data)
  },
)

it('treats directories as empty that hold nothing, such as mounted ones', async () => {
  const data = aFolder()
  for (const name of ['backups', 'storage/lost+found']) mkdirSync(join(data, name), { recursive: true })
  expect(restore(data)).toMatchObject({ status: 0 })
  expect(readdirSync(join(data, 'storage')).sort()).toEqual(['lost+found', logo.split('/')[1]])
  await expectRestored(data)
})

it.each(['backups/copia-20261128T224609Z.tar', 'storage/pbc_1/a/b.pdf', 'auxiliary.db', '.restaurando/../notas.txt'])(
  'changes nothing in a folder that holds %s',
  (path) => {
    const data = aFolder()
    mkdirSync(join(data, path, '..'), { recursive: true })
    writeFileSync(join(data, path), 'x')
    const { status, output } = restore(data)
    expect([status, output]).toEqual([1, expect.stringContaining('ya tiene datos')])
    expect(readFileSync(join(data, path), 'utf8')).toBe('x')
    expect(readdirSync(data)).not.toContain('data.db')
  },
)

it('removes nothing that a failed restore did not write', () => {
  const data = aFolder()
  mkdirSync(join(data, 'backups'), { recursive: true })
  const damaged = join(folder, 'rota.tar')
  writeFileSync(damaged, archive.subarray(0, 700_000))
  expect(restore(data, damaged).output).toContain('La copia está dañada o incompleta (termina antes de tiempo)')
  expect(readdirSync(data)).toEqual(['backups'])
})
