import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findGo } from '../../scripts/install.mjs'
import { engineFolder, goToolchain } from '../../scripts/pin.mjs'

const go = await findGo()

/** Runs a program with the toolchain of go.mod in the engine's directory, and returns its exit code and output. */
function run(program: string, words: string[], cgo = '0') {
  // The flags of the build, so that its compiled packages are used.
  const env = {
    ...process.env,
    GOTOOLCHAIN: goToolchain,
    GOFLAGS: '-mod=readonly -trimpath',
    GOWORK: 'off',
    CGO_ENABLED: cgo,
  }
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: engineFolder, encoding: 'utf8', env })
  return { status, output: stdout + stderr }
}

describe('engine sources', () => {
  it('are formatted', () => {
    const { output: root } = run(go, ['env', 'GOROOT'])
    const sources = run(go, ['list', '-f', '{{.Dir}}', './...']).output.trim().split('\n')
    expect(run(join(root.trim(), 'bin/gofmt'), ['-l', ...sources])).toEqual({ status: 0, output: '' })
  })

  it('pass go vet', () => {
    expect(run(go, ['vet', './...'])).toEqual({ status: 0, output: '' })
  }, 600_000)

  it('pass their tests under the race detector', () => {
    const tested = '{{if .TestGoFiles}}{{.ImportPath}}{{end}}'
    const packages = run(go, ['list', '-f', tested, './...']).output.trim().split('\n')
    const { status, output } = run(go, ['test', '-race', ...packages], '1')
    expect([status, output.match(/^(---|FAIL|panic).*/gm)]).toEqual([0, null])
    expect(output).toContain('ok  \tformatos/engine/memory')
  }, 900_000)
})
