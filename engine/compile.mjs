import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folder, modulePath, programPath, toolchain, version } from './pin.mjs'

const oldestGo = { major: 1, minor: 21 }

/** Why this machine's Go cannot build the engine, in Spanish; null if it can. */
export function goIsMissing() {
  const said = spawnSync('go', ['env', 'GOVERSION'], {
    encoding: 'utf8',
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  })
  if (said.error || said.status !== 0) return 'Go no está instalado'
  const [major = 0, minor = 0] = said.stdout
    .replace(/^go/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10))
  const enough = major > oldestGo.major || (major === oldestGo.major && minor >= oldestGo.minor)
  return enough ? null : `Go ${said.stdout.trim()} es anterior a 1.21`
}

/**
 * The engine built from the official module, pinned by go.sum; Go fetches the toolchain that go.mod names by itself.
 * @param {string} platform @returns {Promise<Buffer>}
 */
export async function fromSource(platform) {
  const into = await mkdtemp(join(tmpdir(), 'pocketbase-'))
  try {
    const output = join(into, 'pocketbase')
    await goBuild(platform, output)
    return await readFile(output)
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}

/** @param {string} platform @param {string} output @returns {Promise<void>} */
function goBuild(platform, output) {
  const [system, machine] = platform.split('/')
  const target = machine === 'armv7' ? { GOARCH: 'arm', GOARM: '7' } : { GOARCH: machine }
  const flags = ['-trimpath', '-ldflags', `-s -w -X ${modulePath}.Version=${version}`]
  // A machine may forbid other toolchains or set flags of its own (an empty GOFLAGS would still read them from `go env`).
  const env = {
    ...process.env,
    ...target,
    GOOS: system,
    CGO_ENABLED: '0',
    GOTOOLCHAIN: toolchain,
    GOFLAGS: '-mod=readonly',
    GOWORK: 'off',
  }
  return new Promise((resolve, reject) => {
    const go = spawn('go', ['build', ...flags, '-o', output, programPath], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const stop = () => go.kill()
    process.once('exit', stop)
    let errors = ''
    go.stderr.on('data', (text) => (errors += text))
    go.on('error', reject)
    go.on('close', (code) => {
      process.removeListener('exit', stop)
      if (code === 0) resolve()
      else reject(new Error(`go build: ${errors.trim().slice(-800)}`))
    })
  })
}
