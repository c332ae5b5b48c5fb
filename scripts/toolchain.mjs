// Go toolchain for machines without Go: a module zip, verified by the hash that Go's checksum database has for it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { runTask } from './output.mjs'
import { currentPlatform, engineFolder, goToolchain } from './pin.mjs'

/** Hashes of golang.org/toolchain v0.0.1-go1.27.4 by platform (`go mod download -json golang.org/toolchain@v0.0.1-go1.27.4.linux-amd64`). */
const hashes = /** @type {Record<string, string>} */ ({
  'linux/amd64': 'h1:8Tl0rBb7KdISSdPkZBjlpZxsUBb+004GI/SM2XbmSqI=',
  'linux/arm64': 'h1:vCmfNA8b+T0RfElhx3mNdgu1UrIuyzZCgTrRiUWLnOI=',
  'darwin/amd64': 'h1:pGMKOvDXqmH5hfulCZ4TTqAwXsYPT9QnFQ1zrH0iR6M=',
  'darwin/arm64': 'h1:87DnSk/ftpTKvVhs/5KkUqpRmq8SWxkmKzbTca6PBTk=',
})

/**
 * Downloads the toolchain named in go.mod, unless it is there, and returns the path of its `go`. The first address of `GOPROXY` takes precedence over
 * that of an installed older Go, and that over Go's own site.
 * @param {{ expected?: string, folder?: string }} [options] hash and target directory; tests set them
 */
export async function installToolchain({ expected = hashes[currentPlatform], folder = getFolder() } = {}) {
  const go = join(folder, 'bin', process.platform === 'win32' ? 'go.exe' : 'go')
  if (existsSync(go)) return go
  if (!expected) throw new Error(`no hay un Go para ${currentPlatform} en esta lista`)
  const module = `golang.org/toolchain@v0.0.1-${goToolchain}.${currentPlatform.replace('/', '-')}`
  await runTask(`Descargando ${goToolchain} (70 MB)`, async () => {
    const files = readZip(await download(`${getProxy()}/${module.replace('@', '/@v/')}.zip`))
    const actual = hashFiles(files)
    if (actual !== expected) throw new Error(`${goToolchain} no coincide con su suma de verificación`)
    await writeFiles(files, `${module}/`, folder)
  })
  return go
}

const getFolder = () => join(engineFolder, 'bin', `.${goToolchain}`)

/** Returns the address of the module proxy; without one, the site that serves Go's own modules. */
function getProxy() {
  const list = process.env.GOPROXY || spawnSync('go', ['env', 'GOPROXY'], { encoding: 'utf8' }).stdout || ''
  const first = list.split(/[,|]/)[0]?.trim() ?? ''
  return /^https?:/.test(first) ? first.replace(/\/+$/, '') : 'https://go.dev/dl/mod'
}

/** @param {string} address */
async function download(address) {
  const response = await fetch(address, { signal: AbortSignal.timeout(300_000) })
  if (!response.ok) throw new Error(`${address} respondió ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** Returns the files of a ZIP archive (APPNOTE 4.3) by name; throws if it is truncated or damaged. @param {Buffer} zip @returns {Map<string, Buffer>} */
export function readZip(zip) {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end === -1) throw new Error('el archivo está incompleto')
  const files = new Map()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw new Error('el archivo está dañado')
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    files.set(zip.toString('utf8', at + 46, nameEnd), readEntry(zip, at))
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

/** @param {Buffer} zip @param {number} entry offset of the file's record in the central directory */
function readEntry(zip, entry) {
  const local = zip.readUInt32LE(entry + 42)
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20))
  return zip.readUInt16LE(entry + 10) === 8 ? inflateRawSync(packed) : packed
}

/**
 * Returns the hash of a module by Go's definition `h1`: the SHA-256 of the sorted lines `<SHA-256 of the file>  <name>`.
 * @param {Map<string, Buffer>} files
 */
export function hashFiles(files) {
  const lines = [...files.keys()]
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(
      (name) =>
        `${createHash('sha256')
          .update(files.get(name) ?? '')
          .digest('hex')}  ${name}\n`,
    )
  return `h1:${createHash('sha256').update(lines.join('')).digest('base64')}`
}

/** Writes the files beside the target and renames the directory last. Module zips have no permissions: programs become executable. @param {Map<string, Buffer>} files @param {string} prefix @param {string} folder */
async function writeFiles(files, prefix, folder) {
  await mkdir(dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  try {
    for (const [name, content] of files) {
      const path = name.slice(prefix.length)
      if (!name.startsWith(prefix) || path.split('/').includes('..')) throw new Error(`el archivo contiene «${name}»`)
      await mkdir(dirname(join(draft, path)), { recursive: true })
      await writeFile(join(draft, path), content)
      if (/^(bin|pkg\/tool)\//.test(path)) await chmod(join(draft, path), 0o755)
    }
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
