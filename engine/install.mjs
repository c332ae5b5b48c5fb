import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refusal } from './build-info.mjs'
import { obtain } from './obtain.mjs'
import { enginePath, thisPlatform, version } from './pin.mjs'
import { run, Stop, say } from './say.mjs'
import { writeTypes } from './types.mjs'

/**
 * Puts the official PocketBase in place and says in one line how: `POCKETBASE` (a path) → already there → the official
 * release archive → built from the official module. Whatever its source, it is checked before it is used.
 * @param {string} [platform] `linux/arm64`; this machine's when absent @returns {Promise<string>} its path
 */
export async function installEngine(platform = thisPlatform) {
  const target = enginePath(platform)
  const own = platform === thisPlatform ? process.env.POCKETBASE : undefined
  if (own) await place(await ownProgram(own), target, `copiado de ${own}`)
  else if (!(await isInPlace(target))) {
    const { program, how } = await obtain(platform)
    await place(program, target, how)
  }
  if (platform === thisPlatform) await writeTypes(target)
  return target
}

/** A program that was asked for by name is used or refused, never silently replaced. @param {string} path */
async function ownProgram(path) {
  const program = await readFile(path).catch(() => {
    throw new Stop(`POCKETBASE apunta a «${path}», que no se puede leer. Corrija la ruta o quite la variable.`)
  })
  const reason = refusal(program) ?? (runs(path) ? null : 'no se puede ejecutar en este equipo')
  if (reason)
    throw new Stop(
      `POCKETBASE apunta a «${path}», pero ${reason}. Indique el PocketBase oficial ${version} o quite la variable.`,
    )
  return program
}

/** @param {string} target */
async function isInPlace(target) {
  if (!existsSync(target)) return false
  const reason = refusal(await readFile(target))
  if (reason) say(`El motor guardado no sirve: ${reason}. Se busca otro.`)
  return !reason
}

/** Written beside and renamed, so that a cut never leaves half a program. @param {Buffer} program @param {string} target @param {string} how */
async function place(program, target, how) {
  await mkdir(dirname(target), { recursive: true })
  const draft = `${target}.${process.pid}`
  try {
    await writeFile(draft, program)
    await chmod(draft, 0o755)
    if (target === enginePath() && !runs(draft)) throw new Stop(`El programa ${how} no se ejecuta en este equipo.`)
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
  say(`PocketBase ${version} ${how}: ${relative(process.cwd(), target) || target}`)
}

/** Whether the program starts here and calls itself by the pinned version. @param {string} path */
function runs(path) {
  // Even for its version it loads the hooks and migrations it finds near it, and ours are not built yet.
  const nothing = ['dir', 'hooksDir', 'migrationsDir'].map((name) => `--${name}=${join(dirname(path), 'none')}`)
  const { stdout } = spawnSync(path, ['--version', ...nothing], { encoding: 'utf8' })
  return stdout?.trim().endsWith(` ${version}`) ?? false
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const platform = process.argv.find((word) => word.startsWith('--platform='))?.split('=')[1]
  await run(() => installEngine(platform))
}
