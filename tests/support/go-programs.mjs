// Programs for tests, built from Go modules because no package manager has them.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findGo } from '../../scripts/install.mjs'
import { goToolchain } from '../../scripts/pin.mjs'
import { projectRoot, withFileLock } from '../../scripts/project.mjs'

/** S3 service that stores objects in a folder. */
const versitygw = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'

const folder = join(projectRoot, '.tmp/programs')
export const versitygwPath = join(folder, 'versitygw-v1.8.0')

/** Builds the S3 service if it is missing, one process at a time. */
export async function buildPrograms() {
  mkdirSync(folder, { recursive: true })
  await withFileLock(join(folder, 'lock'), async () => {
    if (!existsSync(versitygwPath)) await buildService()
  })
}

async function buildService() {
  const draft = join(folder, 'draft')
  rmSync(draft, { recursive: true, force: true })
  // Overrides settings of the machine, such as other toolchains or flags (empty values would be read from `go env`).
  const fixed = { CGO_ENABLED: '0', GOTOOLCHAIN: goToolchain, GOFLAGS: '-buildvcs=false', GOWORK: 'off', GOBIN: draft }
  const words = ['install', '-p', '1', '-trimpath', '-ldflags', '-s -w', versitygw]
  await promisify(execFile)(await findGo(), words, { env: { ...process.env, ...fixed }, maxBuffer: 2 ** 26 })
  renameSync(join(draft, 'versitygw'), versitygwPath)
  rmSync(draft, { recursive: true })
}

if (process.argv[1] === import.meta.filename) {
  // Low priority, because other tests are running.
  setPriority(19)
  await buildPrograms()
}
