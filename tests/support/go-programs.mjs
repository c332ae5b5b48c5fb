// Programs that only tests run, built from their Go modules: nobody publishes them where a package manager would find them.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { toolchain } from '../../engine/pin.mjs'
import { alone, root } from '../../engine/project.mjs'

const programs = {
  /** Speaks S3 and keeps what it is given in a folder. */
  versitygw: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
  /** Follows a SQLite database to another place. */
  litestream: 'github.com/benbjohnson/litestream/cmd/litestream@v0.5.18',
}

const folder = join(root, '.tmp/programs')

/** @param {string} module */
const nameOf = (module) => /** @type {string} */ (module.split('/').at(-1)).replace('@', '-')

/** Where a program stands once it is built. @param {keyof typeof programs} name */
export const programPath = (name) => join(folder, nameOf(programs[name]))

/** Builds what is missing, one at a time and at the lowest priority: tests of other things run meanwhile. */
export async function buildPrograms() {
  mkdirSync(folder, { recursive: true })
  await alone(join(folder, 'lock'), async () => {
    for (const module of Object.values(programs)) if (!existsSync(join(folder, nameOf(module)))) await build(module)
  })
}

/** @param {string} module */
async function build(module) {
  const draft = join(folder, 'draft')
  rmSync(draft, { recursive: true, force: true })
  // A machine may forbid other toolchains or set flags of its own (empty ones would still be read from `go env`).
  const fixed = { CGO_ENABLED: '0', GOTOOLCHAIN: toolchain, GOFLAGS: '-buildvcs=false', GOWORK: 'off', GOBIN: draft }
  const words = ['-n', '19', goProgram(), 'install', '-p', '1', '-trimpath', '-ldflags', '-s -w', module]
  await promisify(execFile)('nice', words, { env: { ...process.env, ...fixed }, maxBuffer: 2 ** 26 })
  const [name = ''] = nameOf(module).split('-')
  renameSync(join(draft, name), join(folder, nameOf(module)))
  rmSync(draft, { recursive: true })
}

/** Go, or where it is older than toolchains are, the one of its module mirror that the engine is built with. */
function goProgram() {
  const asked = spawnSync('go', ['env', 'GOVERSION'], {
    encoding: 'utf8',
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  })
  const [, minor] = /^go1\.(\d+)/.exec(asked.stdout ?? '') ?? []
  if (Number(minor) >= 21) return 'go'
  const system = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  const words = ['mod', 'download', '-json', `golang.org/toolchain@v0.0.1-${toolchain}.${system}`]
  const { Dir: dir } = JSON.parse(spawnSync('go', words, { encoding: 'utf8', cwd: folder }).stdout || '{}')
  if (!dir) throw new Error(`Go ${toolchain} no se pudo traer`)
  // A module has no programs: what is to be run is told so here.
  spawnSync('chmod', ['-R', '+x', join(dir, 'bin'), join(dir, 'pkg/tool')])
  return join(dir, 'bin/go')
}

if (process.argv[1] === import.meta.filename) await buildPrograms()
