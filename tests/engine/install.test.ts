import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getEnginePath } from '../../engine/pin.mjs'
import { projectRoot } from '../../engine/project.mjs'
import { archiveName, checksumsOf, publish, zipOf } from './releases.ts'

const folder = join(projectRoot, 'engine')
const engine = readFileSync(getEnginePath())
const archive = zipOf(basename(getEnginePath()), engine)
const nowhere = 'http://127.0.0.1:9'

let home: string
let target: string
let types: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'engine-test-'))
  for (const name of readdirSync(folder).filter((n) => n.endsWith('.mjs') || n.startsWith('go.')))
    cpSync(join(folder, name), join(home, name))
  target = join(home, relative(folder, getEnginePath()))
  types = join(home, 'bin/types.d.ts')
  mkdirSync(join(home, 'path'))
  // Source migrations of an unbuilt checkout, which the engine must not run.
  mkdirSync(join(home, 'pb_migrations'))
  writeFileSync(join(home, 'pb_migrations/1_typed.ts'), 'export const typed: number = 1\n')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Runs the script on a machine without Go, unless `PATH` has one. */
function install(env: Record<string, string> = {}): Promise<{ code: number | null; said: string }> {
  const settings = { POCKETBASE_RELEASES: nowhere, PATH: join(home, 'path'), ...env }
  const child = spawn(process.execPath, [join(home, 'install.mjs')], { cwd: home, env: settings })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said: output })))
}

function putInPlace(program: Buffer) {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, program, { mode: 0o755 })
}

it('copies the program of POCKETBASE and writes its types', async () => {
  const { code, said } = await install({ POCKETBASE: getEnginePath() })
  expect(said).toMatch(/^▸ PocketBase \S+ copiado de .*\n$/)
  expect(code).toBe(0)
  expect(readFileSync(target).equals(engine)).toBe(true)
  expect(readFileSync(types, 'utf8')).toContain('declare var $app')
})

it('rejects a foreign program of POCKETBASE and tries no other source', async () => {
  for (const [program, reason] of [
    [process.execPath, /no dice de qué está hecho/],
    [join(home, 'none'), /no se puede leer/],
  ] as const) {
    const { code, said } = await install({ POCKETBASE: program })
    expect(said).toMatch(reason)
    expect(said).not.toMatch(/Descargando|\n {4}at /)
    expect(code).toBe(1)
    expect(existsSync(target)).toBe(false)
  }
})

it('uses the installed engine without network access', async () => {
  putInPlace(engine)
  const { code, said } = await install()
  expect({ code, said }).toEqual({ code: 0, said: '' })
})

it('downloads the release if the installed engine is foreign', async () => {
  putInPlace(readFileSync(process.execPath))
  const release = await publish({ 'checksums.txt': checksumsOf(archive), [archiveName]: archive })
  const { code, said } = await install({ POCKETBASE_RELEASES: `${release.base}/` })
  release.close()
  expect(said).toMatch(/guardado no sirve/)
  expect(said).toMatch(/descargado de la publicación oficial/)
  expect(code).toBe(0)
  expect(readFileSync(target).equals(engine)).toBe(true)
  expect(readdirSync(dirname(target))).toEqual([basename(target)])
})

it('rejects a foreign program even in an archive that matches its checksum', async () => {
  const foreign = zipOf(basename(target), readFileSync(process.execPath))
  const release = await publish({ 'checksums.txt': checksumsOf(foreign), [archiveName]: foreign })
  const { code, said } = await install({ POCKETBASE_RELEASES: release.base })
  release.close()
  expect(said).toMatch(/no dice de qué está hecho/)
  expect(code).toBe(1)
  expect(existsSync(target)).toBe(false)
})

it('lists every option if all of them failed, and leaves no files', async () => {
  const { code, said } = await install()
  for (const way of ['POCKETBASE_RELEASES=', 'Go 1.21', 'POCKETBASE=/ruta', 'Go no está instalado', 'ECONNREFUSED'])
    expect(said).toContain(way)
  expect(said).not.toMatch(/\n {4}at /)
  expect(code).toBe(1)
  expect(existsSync(join(home, 'bin'))).toBe(false)
})

it('reports a Go version too old to build the engine', async () => {
  const old = join(home, 'path/go')
  writeFileSync(old, '#!/bin/sh\necho go1.19.8\n')
  chmodSync(old, 0o755)
  expect((await install()).said).toContain('Go go1.19.8 es anterior a 1.21')
})
