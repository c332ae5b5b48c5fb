// Versions of the engine, its path, and what a built program contains.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const engineFolder = join(import.meta.dirname, '../engine')
const goMod = readFileSync(join(engineFolder, 'go.mod'), 'utf8')

export const modulePath = 'github.com/pocketbase/pocketbase'
/** Path of the program in its build information. */
const programPath = 'formatos/engine'

/** PocketBase version from go.mod: `0.40.4`. */
export const pinnedVersion = readPinnedValue(/^\s*(?:require )?github\.com\/pocketbase\/pocketbase v(\S+)$/m)

/** Go toolchain that builds the engine: `go1.27.4`. */
export const goToolchain = readPinnedValue(/^toolchain (\S+)$/m)

/**
 * Returns the value that `line` captures in go.mod.
 * @param {RegExp} line
 */
function readPinnedValue(line) {
  const found = goMod.match(line)?.[1]
  if (!found) throw new Error(`engine/go.mod has no line ${line}`)
  return found
}

const systems = /** @type {Record<string, string>} */ ({ win32: 'windows' })
const machines = /** @type {Record<string, string>} */ ({ x64: 'amd64', ppc64: 'ppc64le', arm: 'armv7' })

/** Platform of this machine in the notation of Go and Docker: `linux/amd64`. */
export const currentPlatform = `${systems[process.platform] ?? process.platform}/${machines[process.arch] ?? process.arch}`

/** Returns the path of a platform's installed engine. @param {string} [platform] */
export function getEnginePath(platform = currentPlatform) {
  const name = platform.startsWith('windows/') ? 'pocketbase.exe' : 'pocketbase'
  return join(engineFolder, 'bin', platform.replace('/', '-'), name)
}

/** Returns why a program is not this engine, in Spanish; null if it is. @param {Buffer} program */
export function findEngineError(program) {
  const info = readBuildInfo(program)
  if (!info) return 'no dice de qué está hecho (no es un programa de Go, o está incompleto)'
  if (info.path !== programPath) return `es otro programa: ${info.path}`
  const found = info.modules.find(({ path }) => path === modulePath)?.version
  return found === `v${pinnedVersion}` ? null : `contiene PocketBase ${found}, y se necesita ${pinnedVersion}`
}

/** @typedef {{ path: string, version: string, hash: string }} Module */
/** @typedef {{ path: string, main: Module, modules: Module[], settings: string[] }} BuildInfo */

const magic = Buffer.from('\xff Go buildinf:', 'latin1')
const inlineStrings = 2

/**
 * Reads the build information that Go (1.18 and later) writes into a program, without Go:
 * https://pkg.go.dev/debug/buildinfo, https://github.com/golang/go/blob/master/src/debug/buildinfo/buildinfo.go
 * @param {Buffer} program @returns {BuildInfo | null} null: no such record
 */
export function readBuildInfo(program) {
  for (let at = program.indexOf(magic); at !== -1; at = program.indexOf(magic, at + 1)) {
    if (at % 16 !== 0 || !((program[at + 15] ?? 0) & inlineStrings)) continue
    const goVersion = lengthPrefixed(program, at + 32)
    const info = goVersion && lengthPrefixed(program, goVersion.end)
    // Removes Go's 16-byte start and end markers of the build information.
    const text = info?.text.slice(16, -16)
    if (text && /^path\t/m.test(text)) return parseBuildInfo(text)
  }
  return null
}

/** Reads a string that follows its length as a varint. @param {Buffer} bytes @param {number} at */
function lengthPrefixed(bytes, at) {
  let length = 0
  let i = at
  for (let shift = 0; shift < 32; shift += 7) {
    const byte = bytes[i++]
    if (byte === undefined) return null
    length += (byte & 0x7f) * 2 ** shift
    if (byte < 0x80) return { text: bytes.toString('latin1', i, i + length), end: i + length }
  }
  return null
}

/**
 * Parses the text of Go's build information.
 * @param {string} text lines of tab-separated words: path, mod, dep, =>, build
 * @returns {BuildInfo}
 */
function parseBuildInfo(text) {
  const lines = text.split('\n').map((line) => line.split('\t'))
  const [main = { path: '', version: '', hash: '' }, ...modules] = lines
    .filter(([word]) => word === 'mod' || word === 'dep' || word === '=>')
    .map(([, path = '', v = '', hash = '']) => ({ path, version: v, hash }))
  const settings = lines.filter(([word]) => word === 'build').map(([, setting = '']) => setting)
  return { path: lines.find(([word]) => word === 'path')?.[1] ?? '', main, modules, settings }
}
