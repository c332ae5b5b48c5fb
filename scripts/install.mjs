// Builds the engine: `node scripts/install.mjs`; for another platform with `--platform=linux/arm64`.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { diskFullPattern, printLine, runMain, runTask, UserError } from './output.mjs'
import {
  currentPlatform,
  engineFolder,
  findEngineError,
  getEnginePath,
  goToolchain,
  modulePath,
  pinnedVersion,
} from './pin.mjs'
import { installToolchain } from './toolchain.mjs'

/**
 * Puts the engine in place, unless it is newer than its sources: copies the program that `ENGINE` names, or builds it.
 * @param {string} [platform] @returns {Promise<string>} its path
 */
export async function installEngine(platform = currentPlatform) {
  const target = getEnginePath(platform)
  const own = platform === currentPlatform ? process.env.ENGINE : undefined
  if (own) await copyProgram(own, target)
  else if (!isBuilt(target)) await buildProgram(platform, target)
  if (platform === currentPlatform) await writeTypes(target)
  return target
}

/** Copies a program that was built before; throws if it is another one or does not run here. @param {string} path @param {string} target */
async function copyProgram(path, target) {
  const program = await readFile(path).catch(() => null)
  const reason = program ? findEngineError(program) : 'no se puede leer'
  if (reason)
    throw new UserError(
      `ENGINE apunta a «${path}», pero ${reason}. Indique el motor de esta versión o quite la variable.`,
    )
  await replaceFile(target, (draft) => copyFile(path, draft))
  printLine(`Motor copiado de ${path}: ${relative(process.cwd(), target)}`)
}

/** Returns whether a program is newer than its sources. @param {string} target @param {string} [folder] of the sources */
function isBuilt(target, folder = engineFolder) {
  if (!existsSync(target)) return false
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = names.filter((name) => /(\.go|^go\.(mod|sum))$/.test(name) && !/^bin\b/.test(name))
  return sources.every((name) => statSync(join(folder, name)).mtimeMs < statSync(target).mtimeMs)
}

/** Builds the engine. @param {string} platform @param {string} target */
async function buildProgram(platform, target) {
  const flags = ` -X ${modulePath}.Version=${pinnedVersion}`
  try {
    const go = await findGo()
    await replaceFile(target, (draft) =>
      runTask(`Compilando el motor para ${platform} (cerca de un minuto)`, () =>
        buildGo(platform, engineFolder, draft, flags, go),
      ),
    )
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    if (diskFullPattern.test(message)) throw error
    throw new UserError(
      [
        `No se pudo compilar el motor para ${platform}: ${message}`,
        'Hay tres maneras:',
        '  1. Con red: vuelva a ejecutar la orden, que descarga Go y lo que el motor necesita (GOPROXY=https://… indica otro sitio).',
        '  2. Con Go 1.21 o posterior instalado (https://go.dev/dl/): vuelva a ejecutar la orden.',
        '  3. Con el motor ya compilado en otra máquina (npm run release): ENGINE=/ruta/al/motor npm start',
      ].join('\n'),
    )
  }
  printLine(`Motor compilado: ${relative(process.cwd(), target)}`)
}

/** Returns the machine's Go if it is at least 1.21, which downloads the toolchain itself; otherwise the downloaded toolchain. */
export async function findGo() {
  try {
    requireGo()
    return 'go'
  } catch (reason) {
    return installToolchain().catch((error) => {
      throw new Error(
        `${/** @type {Error} */ (reason).message}, y ${error.message}${error.cause ? ` (${error.cause.message || error.cause.code})` : ''}`,
      )
    })
  }
}

/**
 * Builds a Go program. Go downloads the toolchain named in go.mod.
 * @param {string} platform @param {string} folder @param {string} output @param {string} flags of the linker @param {string} go
 */
async function buildGo(platform, folder, output, flags, go) {
  const [system, machine] = platform.split('/')
  const target = machine === 'armv7' ? { GOARCH: 'arm', GOARM: '7' } : { GOARCH: machine }
  // Overrides the machine's settings, which may forbid other toolchains. An empty GOFLAGS would still read flags from `go env`.
  const fixed = { CGO_ENABLED: '0', GOTOOLCHAIN: goToolchain, GOFLAGS: '-mod=readonly', GOWORK: 'off' }
  const env = { ...process.env, GOOS: system, ...target, ...fixed }
  const words = ['build', '-trimpath', '-buildvcs=false', '-ldflags', `-s -w${flags}`, '-o', output, '.']
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

/** Throws unless the machine has Go 1.21 or later: earlier versions do not download toolchains. */
function requireGo() {
  const env = { ...process.env, GOTOOLCHAIN: 'local' }
  const { status, stdout } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8', env })
  if (status !== 0) throw new Error('Go no está instalado')
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? []
  if (major === 1 && (minor ?? 0) < 21) throw new Error(`Go ${stdout.trim()} es anterior a 1.21`)
}

/**
 * Writes an executable to a draft and renames it, so that an interruption never leaves a partial file.
 * @param {string} target @param {(draft: string) => Promise<void>} write
 */
async function replaceFile(target, write) {
  await mkdir(dirname(target), { recursive: true })
  const draft = `${target}.${process.pid}`
  try {
    await write(draft)
    await chmod(draft, 0o755)
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Writes PocketBase's TypeScript declarations, which the engine generates in any data directory it opens. @param {string} engine */
async function writeTypes(engine) {
  const types = join(engineFolder, 'bin/types.d.ts')
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
