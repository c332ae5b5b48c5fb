import { allowedModules, modulePath, programPath, version } from './pin.mjs'

const magic = Buffer.from('\xff Go buildinf:', 'latin1')
const inlineStrings = 2

/**
 * What Go (1.18 and later) wrote into a program about its origin, read without Go:
 * https://pkg.go.dev/debug/buildinfo, https://github.com/golang/go/blob/master/src/debug/buildinfo/buildinfo.go
 * @param {Buffer} program
 * @returns {{ path: string, main: Module, modules: Module[], settings: string[] } | null} null: no such record
 */
export function readBuildInfo(program) {
  for (let at = program.indexOf(magic); at !== -1; at = program.indexOf(magic, at + 1)) {
    if (at % 16 !== 0 || !((program[at + 15] ?? 0) & inlineStrings)) continue
    const goVersion = lengthPrefixed(program, at + 32)
    const info = goVersion && lengthPrefixed(program, goVersion.end)
    if (info?.text.includes('\npath\t') || info?.text.slice(16).startsWith('path\t'))
      return parse(info.text.slice(16, -16))
  }
  return null
}

/** @typedef {{ path: string, version: string, hash: string }} Module */

/** @param {string} text lines of tab-separated words: path, mod, dep, =>, build */
function parse(text) {
  const lines = text.split('\n').map((line) => line.split('\t'))
  const modules = lines
    .filter(([word]) => word === 'mod' || word === 'dep' || word === '=>')
    .map(([, path = '', v = '', hash = '']) => ({ path, version: v, hash }))
  const [main = { path: '', version: '', hash: '' }, ...others] = modules
  const settings = lines.filter(([word]) => word === 'build').map(([, setting = '']) => setting)
  return { path: lines.find(([word]) => word === 'path')?.[1] ?? '', main, modules: others, settings }
}

/** A string after its length as a varint. @param {Buffer} bytes @param {number} at */
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

/** Why a program is not the pinned official PocketBase, in Spanish; null if it is. @param {Buffer} program */
export function refusal(program) {
  const info = readBuildInfo(program)
  if (!info) return 'no dice de qué está hecho (no es un programa de Go, o está incompleto)'
  if (info.path !== programPath || info.main.path !== modulePath)
    return `es otro programa: ${info.path || info.main.path}`
  if (!isPinned(info)) return `es la versión ${info.main.version}, y se necesita la ${version}`
  const allowed = allowedModules()
  const foreign = info.modules.find((m) => allowed.get(`${m.path} ${m.version}`) !== m.hash)
  return foreign ? `contiene un módulo que la versión ${version} no tiene: ${foreign.path} ${foreign.version}` : null
}

/** Releases are built inside PocketBase's own repository, where Go may call the version `(devel)` and add `+dirty`. */
function isPinned(/** @type {NonNullable<ReturnType<typeof readBuildInfo>>} */ { main, settings }) {
  if (main.version === `v${version}`)
    return !main.hash || main.hash === allowedModules().get(`${modulePath} v${version}`)
  const named = settings.some((s) => s.startsWith('-ldflags=') && s.includes(`${modulePath}.Version=${version}`))
  return named && (main.version === '(devel)' || main.version === `v${version}+dirty`)
}
