import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folder } from './pin.mjs'

/** PocketBase's own TypeScript declarations, which the program writes into any data folder it opens. */
export const typesPath = join(folder, 'bin', 'types.d.ts')

/** @param {string} engine path of the program for this machine */
export async function writeTypes(engine) {
  if (existsSync(typesPath) && statSync(typesPath).mtimeMs >= statSync(engine).mtimeMs) return
  const scratch = await mkdtemp(join(tmpdir(), 'pocketbase-types-'))
  const flags = ['dir', 'hooksDir', 'migrationsDir'].map((name) => `--${name}=${join(scratch, name)}`)
  try {
    const made = spawnSync(engine, ['migrate', 'history-sync', ...flags, '--dev=false'], { encoding: 'utf8' })
    if (made.status !== 0) throw new Error(`pocketbase migrate: ${made.stderr || made.error}`)
    const draft = `${typesPath}.${process.pid}`
    await copyFile(join(scratch, 'dir', 'types.d.ts'), draft)
    await rename(draft, typesPath)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
