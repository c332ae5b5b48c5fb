import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { projectRoot } from '../../scripts/project.mjs'
import { missingPackages, requirePrograms } from '../support/tools.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tools-'))
  vi.stubEnv('PATH', folder)
  vi.stubEnv('DOCKER_HOST', 'unix:///nowhere.sock')
  vi.stubEnv('VERAPDF', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Returns the missing packages of a machine with only these programs; each exits with the given code. */
function missing(programs: Record<string, number>, containers = true): string[] {
  for (const [name, code] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\nexit ${code}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return missingPackages({ containers })
}

const others = {
  pdftotext: 0,
  python3: 0,
  qpdf: 0,
  soffice: 0,
  unzip: 0,
  sqlite3: 0,
  go: 0,
  gcc: 0,
  'chromium-headless-shell': 0,
}

test('reports Docker missing if only its client works', () => {
  expect(missing({ ...others, docker: 1 })).toEqual(['docker.io'])
})

test('does not report Docker missing if its daemon can be started', () => {
  expect(missing({ ...others, docker: 1, dockerd: 0 })).toEqual([])
})

test('lists all programs on an empty machine, without Docker and browser for domain tests', () => {
  expect(missing({})).toEqual([
    'poppler-utils',
    'python3',
    'qpdf',
    'libreoffice-calc',
    'sqlite3',
    'unzip',
    'golang-go',
    'g++',
    'chromium-headless-shell',
    'docker.io',
  ])
  expect(missing({}, false)).toEqual([
    'poppler-utils',
    'python3',
    'qpdf',
    'libreoffice-calc',
    'sqlite3',
    'unzip',
    'golang-go',
    'g++',
  ])
})

test("requires veraPDF's programs where the document standards are mandatory", () => {
  vi.stubEnv('VERAPDF', 'required')
  expect(missing({}, false)).toContain('default-jre-headless')
  expect(missing({ ...others, java: 0, strace: 0 }, false)).toEqual(['maven'])
})

test('names or installs the programs that a benchmark lacks', async () => {
  vi.stubEnv('FORMATOS_NO_INSTALL', '1')
  await expect(requirePrograms(['sqlite3', 'chromium-headless-shell'], 'las medidas')).rejects.toThrow(
    'Para las medidas falta: sqlite3 chromium-headless-shell. En Debian: sudo apt-get install',
  )
  missing(others)
  await expect(requirePrograms(['sqlite3', 'chromium-headless-shell'], 'las medidas')).resolves.toBeUndefined()
})

test('benchmarks contain no fixed program paths', () => {
  const folder = join(projectRoot, 'bench')
  const named = readdirSync(folder).filter((name) => name.endsWith('.mjs'))
  expect(named.filter((name) => readFileSync(join(folder, name), 'utf8').includes("'/usr/"))).toEqual([])
})
