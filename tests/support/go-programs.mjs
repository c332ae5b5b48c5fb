// Programs for tests, built from Go modules because no package manager has them.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildStandbyProgram } from '../../engine/install.mjs'
import { currentPlatform, goToolchain } from '../../engine/pin.mjs'
import { projectRoot, withFileLock } from '../../engine/project.mjs'

/** S3 service that stores objects in a folder. */
const versitygw = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'

const folder = join(projectRoot, '.tmp/programs')
export const versitygwPath = join(folder, 'versitygw-v1.8.0')

/** Builds the S3 service and the standby if they are missing, one at a time, and returns the path of the standby. */
export async function buildPrograms() {
  mkdirSync(folder, { recursive: true })
  return await withFileLock(join(folder, 'lock'), async () => {
    if (!existsSync(versitygwPath)) await buildService()
    return await buildStandbyProgram(currentPlatform, goProgram())
  })
}

async function buildService() {
  const draft = join(folder, 'draft')
  rmSync(draft, { recursive: true, force: true })
  // Overrides settings of the machine, such as other toolchains or flags (empty values would be read from `go env`).
  const fixed = { CGO_ENABLED: '0', GOTOOLCHAIN: goToolchain, GOFLAGS: '-buildvcs=false', GOWORK: 'off', GOBIN: draft }
  const words = ['install', '-p', '1', '-trimpath', '-ldflags', '-s -w', versitygw]
  await promisify(execFile)(goProgram(), words, { env: { ...process.env, ...fixed }, maxBuffer: 2 ** 26 })
  renameSync(join(draft, 'versitygw'), versitygwPath)
  rmSync(draft, { recursive: true })
}

/** Returns the path of Go; if it is too old for toolchains, downloads the toolchain of the module mirror. */
function goProgram() {
  const asked = spawnSync('go', ['env', 'GOVERSION'], {
    encoding: 'utf8',
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  })
  const [, minor] = /^go1\.(\d+)/.exec(asked.stdout ?? '') ?? []
  if (Number(minor) >= 21) return 'go'
  const system = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  const words = ['mod', 'download', '-json', `golang.org/toolchain@v0.0.1-${goToolchain}.${system}`]
  const { Dir: dir } = JSON.parse(spawnSync('go', words, { encoding: 'utf8', cwd: folder }).stdout || '{}')
  if (!dir) throw new Error(`Go ${goToolchain} no se pudo traer`)
  // Modules contain no executable bits.
  spawnSync('chmod', ['-R', '+x', join(dir, 'bin'), join(dir, 'pkg/tool')])
  return join(dir, 'bin/go')
}

if (process.argv[1] === import.meta.filename) {
  // Low priority, because other tests are running.
  setPriority(19)
  await buildPrograms()
}
