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
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engineFolder, findEngineError, getEnginePath } from '../../scripts/pin.mjs'
import { projectRoot } from '../../scripts/project.mjs'
import { hashFiles, installToolchain, readZip } from '../../scripts/toolchain.mjs'
import { zip } from '../support/sheets.ts'

const scripts = join(projectRoot, 'scripts')
const engine = readFileSync(getEnginePath())
const nowhere = 'http://127.0.0.1:59999'

let home: string
let target: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'engine-test-'))
  cpSync(engineFolder, join(home, 'engine'), { recursive: true, filter: (path) => basename(path) !== 'bin' })
  for (const name of readdirSync(scripts).filter((each) => each.endsWith('.mjs')))
    cpSync(join(scripts, name), join(home, 'scripts', name))
  target = join(home, relative(projectRoot, getEnginePath()))
  mkdirSync(join(home, 'path'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Runs the script on a machine without Go, unless `path` in the home directory has one. */
function install(env: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  const settings = { GOPROXY: nowhere, PATH: join(home, 'path'), ...env }
  const script = join(home, relative(projectRoot, scripts), 'install.mjs')
  const child = spawn(process.execPath, [script], { cwd: home, env: settings })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}

function putInPlace(program: Buffer) {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, program, { mode: 0o755 })
}

describe('install engine', () => {
  it('copies the program of ENGINE and writes its types', async () => {
    const { code, output } = await install({ ENGINE: getEnginePath() })
    expect(output).toMatch(/^▸ Motor copiado de .*\n$/)
    expect(code).toBe(0)
    expect(readFileSync(target).equals(engine)).toBe(true)
    expect(readFileSync(join(home, 'engine/bin/types.d.ts'), 'utf8')).toContain('declare var $app')
  })

  it('rejects a foreign program of ENGINE and builds nothing', async () => {
    for (const [program, reason] of [
      [process.execPath, /no dice de qué está hecho/],
      [join(home, 'none'), /no se puede leer/],
    ] as const) {
      const { code, output } = await install({ ENGINE: program })
      expect(output).toMatch(reason)
      expect(output).not.toMatch(/Compilando|\n {4}at /)
      expect(code).toBe(1)
      expect(existsSync(target)).toBe(false)
    }
  })

  it('uses the built engine without network access', async () => {
    putInPlace(engine)
    expect(await install()).toEqual({ code: 0, output: '' })
  })

  it('builds again if a source is newer, lists the options if that fails, and keeps the old program', async () => {
    putInPlace(engine)
    const later = new Date(Date.now() + 60_000)
    utimesSync(join(home, 'engine/memory/memory.go'), later, later)
    const { code, output } = await install()
    for (const part of ['Go no está instalado', 'GOPROXY=', 'Go 1.21', 'ENGINE=/ruta', 'ECONNREFUSED'])
      expect(output).toContain(part)
    expect(output).not.toMatch(/\n {4}at /)
    expect(code).toBe(1)
    expect(readdirSync(join(home, 'engine/bin'))).toEqual([basename(dirname(target))])
    expect(readFileSync(target).equals(engine)).toBe(true)
  })

  it('reports a Go version that downloads no toolchains', async () => {
    const old = join(home, 'path/go')
    writeFileSync(old, '#!/bin/sh\necho go1.19.8\n')
    chmodSync(old, 0o755)
    expect((await install()).output).toContain('Go go1.19.8 es anterior a 1.21')
  })
})

describe('verify engine', () => {
  /** Returns the engine with a text of its build information replaced by one of the same length. */
  function altered(from: string, to: string): Buffer {
    const program = Buffer.from(engine)
    expect(to).toHaveLength(from.length)
    expect(program.includes(from)).toBe(true)
    for (let at = program.indexOf(from); at !== -1; at = program.indexOf(from, at + 1)) program.write(to, at, 'latin1')
    return program
  }

  it('accepts this engine', () => {
    expect(findEngineError(engine)).toBeNull()
  })

  it.each([
    ['another program', 'path\tformatos/engine\n', 'path\tformatos/tunnel\n', /otro programa: formatos\/tunnel/],
    [
      'another PocketBase',
      'pocketbase\tv0.40.4\t',
      'pocketbase\tv0.39.2\t',
      /PocketBase v0\.39\.2, y se necesita 0\.40\.4/,
    ],
  ])('rejects %s', (_, from, to, sentence) => {
    expect(findEngineError(altered(from, to))).toMatch(sentence)
  })

  it('rejects incomplete programs', () => {
    expect(findEngineError(engine.subarray(0, 1_000_000))).toMatch(/no dice de qué está hecho/)
    expect(findEngineError(Buffer.alloc(0))).toMatch(/no dice de qué está hecho/)
  })
})

describe('install toolchain', () => {
  const platform = relative(join(engineFolder, 'bin'), dirname(getEnginePath()))
  const prefix = `golang.org/toolchain@v0.0.1-go1.27.4.${platform}`
  const script = '#!/bin/sh\necho go version go1.27.4\n'
  const archive = Buffer.from(zip({ [`${prefix}/bin/go`]: script }))

  /** Downloads the toolchain from a server that answers every address with `content`. */
  async function installFrom(content: Buffer, expected: string) {
    const server = createServer((_, response) => response.end(content))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    process.env.GOPROXY = `http://127.0.0.1:${(server.address() as AddressInfo).port}/,direct`
    try {
      return await installToolchain({ expected, folder: join(home, 'go') })
    } finally {
      delete process.env.GOPROXY
      server.close()
    }
  }

  it('computes the hash that Go has for a module', () => {
    // By hand: `sha256sum` of each file, the lines sorted by name, and `openssl dgst -sha256 -binary | base64` of the lines.
    const files = new Map([
      ['prefix/xyz', Buffer.from('data for xyz')],
      ['prefix/abc', Buffer.from('data for abc')],
    ])
    expect(hashFiles(files)).toBe('h1:rLyfpGMAgqOnGE2aKOY5Xb6cOc0/YQhPjHBHBwkblhs=')
  })

  it('unpacks an executable Go', async () => {
    const go = await installFrom(archive, hashFiles(readZip(archive)))
    expect(readFileSync(go, 'utf8')).toBe(script)
    expect(readdirSync(home).filter((name) => name.startsWith('go'))).toEqual(['go'])
  })

  it('rejects other content, and an incomplete archive', async () => {
    const other = Buffer.from(zip({ [`${prefix}/bin/go`]: 'something else' }))
    await expect(installFrom(other, hashFiles(readZip(archive)))).rejects.toThrow(/suma de verificación/)
    await expect(installFrom(archive.subarray(0, archive.length / 2), 'h1:')).rejects.toThrow(/incompleto/)
    expect(existsSync(join(home, 'go'))).toBe(false)
  })

  it('rejects a file outside of the toolchain', async () => {
    const outside = Buffer.from(zip({ [`${prefix}/../evil`]: 'x' }))
    await expect(installFrom(outside, hashFiles(readZip(outside)))).rejects.toThrow(/contiene/)
    expect(existsSync(join(home, 'evil'))).toBe(false)
  })
})
