// Installs the official PocketBase: `node engine/install.mjs`; for another platform with `--platform=linux/arm64`.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { diskFullPattern, printLine, runMain, runStep, UserError } from './output.mjs'
import {
  currentPlatform,
  findEngineError,
  getEnginePath,
  goToolchain,
  modulePath,
  pinnedVersion,
  programPath,
} from './pin.mjs'
import { downloadRelease } from './release.mjs'

/**
 * Installs the engine from the first available source and prints which: `POCKETBASE` (a path), an existing installation, the official release
 * archive, or a build of the official module. Programs from all sources are verified.
 * @param {string} [platform] @returns {Promise<string>} its path
 */
export async function installEngine(platform = currentPlatform) {
  const target = getEnginePath(platform)
  const own = platform === currentPlatform ? process.env.POCKETBASE : undefined
  if (own) await installProgram(await findOwnProgram(own), target, `copiado de ${own}`)
  else if (!(await isProgramInstalled(target))) {
    const { program, how } = await downloadOrBuild(platform)
    await installProgram(program, target, how)
  }
  if (platform === currentPlatform) await writeTypes(target)
  return target
}

/** Reads the program that `POCKETBASE` names. If it is invalid, throws instead of using another source. @param {string} path */
async function findOwnProgram(path) {
  const program = await readFile(path).catch(() => null)
  const reason = program ? findEngineError(program) : 'no se puede leer'
  if (program && !reason) return program
  throw new UserError(
    `POCKETBASE apunta a «${path}», pero ${reason}. Indique el PocketBase oficial ${pinnedVersion} o quite la variable.`,
  )
}

/**
 * Returns whether the installed program is the pinned one.
 * @param {string} target
 */
async function isProgramInstalled(target) {
  if (!existsSync(target)) return false
  const reason = findEngineError(await readFile(target))
  if (reason) printLine(`El motor guardado no sirve: ${reason}. Se busca otro.`)
  return !reason
}

/** Gets the engine from the first source that works, and returns that source as `how`. @param {string} platform @returns {Promise<{ program: Buffer, how: string }>} */
async function downloadOrBuild(platform) {
  const what = `PocketBase ${pinnedVersion} para ${platform}`
  const ways = [
    { how: 'descargado de la publicación oficial', doing: `Descargando ${what}`, get: downloadRelease },
    { how: 'compilado del módulo oficial', doing: `Compilando ${what} (cerca de un minuto)`, get: buildFromSource },
  ]
  const failures = []
  for (const { how, doing, get } of ways) {
    try {
      const program = await runStep(doing, () => get(platform))
      const wrong = findEngineError(program)
      if (wrong) throw new Error(wrong)
      return { program, how }
    } catch (error) {
      const { message } = /** @type {Error} */ (error)
      if (diskFullPattern.test(message)) throw error
      failures.push(`${how}: ${message}`)
      printLine(`No fue posible: ${message}`)
    }
  }
  throw new UserError(
    [
      `No se pudo poner en su sitio ${what}. Hay tres maneras:`,
      `  1. Con red: vuelva a ejecutar la orden (descarga https://${modulePath}/releases/tag/v${pinnedVersion};`,
      '     POCKETBASE_RELEASES=https://… indica otro sitio con los mismos archivos).',
      '  2. Con Go 1.21 o posterior instalado (https://go.dev/dl/): vuelva a ejecutar la orden, y se compila.',
      '  3. Con el programa ya descargado: POCKETBASE=/ruta/a/pocketbase npm start',
      'Lo que se intentó:',
      ...failures.map((line) => `  - ${line}`),
    ].join('\n'),
  )
}

/** Builds the engine from the official module, pinned by go.sum. @param {string} platform @returns {Promise<Buffer>} */
async function buildFromSource(platform) {
  const scratch = await mkdtemp(join(tmpdir(), 'pocketbase-'))
  const output = join(scratch, 'pocketbase')
  try {
    await buildGo(platform, import.meta.dirname, programPath, output, ` -X ${modulePath}.Version=${pinnedVersion}`)
    return await readFile(output)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Builds the Go program `standby`, which runs the server on one of two machines at a time. Does
 * nothing if the program is newer than its sources.
 * @param {string} [platform] @param {string} [go] @returns {Promise<string>} its path
 */
export async function buildStandbyProgram(platform = currentPlatform, go = 'go') {
  const target = join(dirname(getEnginePath(platform)), 'standby')
  const folder = join(import.meta.dirname, 'standby')
  const changed = Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs))
  if (existsSync(target) && statSync(target).mtimeMs > changed) return target
  const draft = `${target}.${process.pid}`
  await mkdir(dirname(target), { recursive: true })
  await runStep(`Compilando el programa de relevo para ${platform} (uno o dos minutos)`, () =>
    buildGo(platform, folder, '.', draft, '', go),
  )
  await rename(draft, target)
  return target
}

/**
 * Builds a Go program. Go downloads the toolchain named in go.mod.
 * @param {string} platform @param {string} folder @param {string} program @param {string} output @param {string} [flags] of the linker @param {string} [go]
 */
async function buildGo(platform, folder, program, output, flags = '', go = 'go') {
  requireGo(go)
  const [system, machine] = platform.split('/')
  const target = machine === 'armv7' ? { GOARCH: 'arm', GOARM: '7' } : { GOARCH: machine }
  // Overrides the machine's settings, which may forbid other toolchains. An empty GOFLAGS would still read flags from `go env`.
  const fixed = { CGO_ENABLED: '0', GOTOOLCHAIN: goToolchain, GOFLAGS: '-mod=readonly', GOWORK: 'off' }
  const env = { ...process.env, GOOS: system, ...target, ...fixed }
  const words = ['build', '-trimpath', '-buildvcs=false', '-ldflags', `-s -w${flags}`, '-o', output, program]
  const building = promisify(execFile)(go, words, { cwd: folder, env })
  const stop = () => building.child.kill()
  process.once('exit', stop)
  try {
    await building
  } catch (error) {
    throw new Error(`go build: ${/** @type {{ stderr?: string }} */ (error).stderr?.trim().slice(-800) ?? error}`)
  } finally {
    process.removeListener('exit', stop)
  }
}

/** Throws unless Go is at least 1.21, because earlier versions do not download toolchains. @param {string} go */
function requireGo(go) {
  const env = { ...process.env, GOTOOLCHAIN: 'local' }
  const { status, stdout } = spawnSync(go, ['env', 'GOVERSION'], { encoding: 'utf8', env })
  if (status !== 0) throw new Error('Go no está instalado')
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? []
  if (major === 1 && (minor ?? 0) < 21) throw new Error(`Go ${stdout.trim()} es anterior a 1.21`)
}

/** Writes the program to a draft and renames it, so that an interruption never leaves a partial file. @param {Buffer} program @param {string} target @param {string} how */
async function installProgram(program, target, how) {
  await mkdir(dirname(target), { recursive: true })
  const draft = `${target}.${process.pid}`
  try {
    await writeFile(draft, program)
    await chmod(draft, 0o755)
    if (target === getEnginePath() && !canRun(draft))
      throw new UserError(
        `El programa ${how} no se ejecuta en este equipo. Indique con POCKETBASE el PocketBase oficial ${pinnedVersion} para ${currentPlatform}.`,
      )
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
  printLine(`PocketBase ${pinnedVersion} ${how}: ${relative(process.cwd(), target)}`)
}

/** Returns whether the program runs on this machine and reports the pinned version. @param {string} path */
function canRun(path) {
  const { stdout } = runPocketbase(path, ['--version'], join(dirname(path), 'none'))
  return stdout?.trim().endsWith(` ${pinnedVersion}`) ?? false
}

/** Writes PocketBase's TypeScript declarations, which the engine generates in any data directory it opens. @param {string} engine */
async function writeTypes(engine) {
  const types = join(import.meta.dirname, 'bin/types.d.ts')
  if (existsSync(types) && statSync(types).mtimeMs >= statSync(engine).mtimeMs) return
  const scratch = await mkdtemp(join(dirname(types), 'types-'))
  try {
    const made = runPocketbase(engine, ['migrate', 'history-sync', '--dev=false'], scratch)
    if (made.status !== 0) throw new Error(`pocketbase migrate: ${made.stderr || made.error}`)
    await rename(join(scratch, 'dir/types.d.ts'), types)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * Runs the engine with empty directories, because it loads the hooks and migrations beside its program file even for `--version`.
 * @param {string} path @param {string[]} words @param {string} folder
 */
function runPocketbase(path, words, folder) {
  const elsewhere = ['dir', 'hooksDir', 'migrationsDir'].map((name) => `--${name}=${join(folder, name)}`)
  return spawnSync(path, [...words, ...elsewhere], { encoding: 'utf8' })
}

if (process.argv[1] === import.meta.filename)
  await runMain(() => installEngine(parseArgs({ options: { platform: { type: 'string' } } }).values.platform))
