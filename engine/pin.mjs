import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const folder = import.meta.dirname
const goMod = readFileSync(join(folder, 'go.mod'), 'utf8')

export const modulePath = 'github.com/pocketbase/pocketbase'
export const programPath = `${modulePath}/examples/base`

/** The one version of PocketBase this product runs on, as go.mod pins it: `0.40.4`. */
export const version = pinned(/^require github\.com\/pocketbase\/pocketbase v(\S+)$/m)

/** The Go that builds it: `go1.27.4`. */
export const toolchain = pinned(/^toolchain (\S+)$/m)

/** @param {RegExp} line */
function pinned(line) {
  const found = goMod.match(line)?.[1]
  if (!found) throw new Error(`engine/go.mod has no line ${line}`)
  return found
}

/** Every module the pinned version may be made of: `path version` → its hash. */
export function allowedModules() {
  const lines = readFileSync(join(folder, 'go.sum'), 'utf8').trim().split('\n')
  const sums = lines.map((line) => line.split(' ')).filter(([, v]) => !v?.endsWith('/go.mod'))
  return new Map(sums.map(([path, v, hash]) => [`${path} ${v}`, hash]))
}

const systems = /** @type {Record<string, string>} */ ({ win32: 'windows' })
const machines = /** @type {Record<string, string>} */ ({ x64: 'amd64', ppc64: 'ppc64le', arm: 'armv7' })

/** This machine, named as Go and Docker do: `linux/amd64`. */
export const thisPlatform = [
  systems[process.platform] ?? process.platform,
  machines[process.arch] ?? process.arch,
].join('/')

/** Where a platform's engine stands once it is in place. @param {string} [platform] */
export function enginePath(platform = thisPlatform) {
  const name = platform.startsWith('windows/') ? 'pocketbase.exe' : 'pocketbase'
  return join(folder, 'bin', platform.replace('/', '-'), name)
}
