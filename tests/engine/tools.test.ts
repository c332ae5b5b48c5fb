import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../engine/project.mjs'

const tools = pathToFileURL(join(root, 'tests/support/tools.mjs')).href
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tools-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What a machine lacks whose only programs are these; each ends with the given code. */
function missing(programs: Record<string, number>, containers = true): string[] {
  for (const [name, code] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\nexit ${code}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const script = `const { missingPackages } = await import('${tools}'); console.log(missingPackages({ containers: ${containers} }).join())`
  const env = { PATH: folder, DOCKER_HOST: 'unix:///nowhere.sock' }
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env })
    .trim()
    .split(',')
}

const others = { pdftotext: 0, qpdf: 0, soffice: 0, unzip: 0, chromium: 0 }

test('a Docker client without an engine is not Docker', () => {
  expect(missing({ ...others, docker: 1 })).toEqual(['docker.io'])
})

test('an engine that is installed is started, not installed', () => {
  expect(missing({ ...others, docker: 1, dockerd: 0 })).toEqual([''])
})

test('an empty machine lacks all, and a domain test needs neither Docker nor a browser', () => {
  expect(missing({})).toEqual(['poppler-utils', 'qpdf', 'libreoffice-calc', 'unzip', 'chromium', 'docker.io'])
  expect(missing({}, false)).toEqual(['poppler-utils', 'qpdf', 'libreoffice-calc', 'unzip'])
})
