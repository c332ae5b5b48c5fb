// Engine from PocketBase's official release: download, checksum and archive.
import { createHash } from 'node:crypto'
import * as http from 'node:http'
import * as https from 'node:https'
import { basename } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { printLine } from './output.mjs'
import { getEnginePath, modulePath, pinnedVersion } from './pin.mjs'

/**
 * Downloads the program and compares its archive with the release's checksums.
 * `POCKETBASE_RELEASES` names another base address, such as a mirror inside an organisation.
 * @param {string} platform @returns {Promise<Buffer>}
 */
export async function downloadRelease(platform) {
  const releases = process.env.POCKETBASE_RELEASES || `https://${modulePath}/releases/download`
  const base = `${releases.replace(/\/+$/, '')}/v${pinnedVersion}`
  const name = `pocketbase_${pinnedVersion}_${platform.replace('/', '_')}.zip`
  const checksums = (await downloadBytes(`${base}/checksums.txt`)).toString('utf8').split('\n')
  const expected = checksums.find((line) => line.trim().endsWith(` ${name}`))?.split(' ')[0]
  if (!expected) throw new Error(`la publicación no tiene «${name}»`)
  const zip = await downloadBytes(`${base}/${name}`)
  const actual = createHash('sha256').update(zip).digest('hex')
  if (actual !== expected.toLowerCase()) throw new Error(`«${name}» no coincide con su suma de verificación`)
  return extractFromZip(zip, basename(getEnginePath(platform)))
}

/**
 * Downloads an address and follows redirects. Timeouts: 3 s for the connection, 30 s without data.
 * @param {string} address @param {number} [redirects] @returns {Promise<Buffer>}
 */
export function downloadBytes(address, redirects = 5) {
  const url = new URL(address)
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (isSecure ? https : http).get(url, (response) => {
      const { statusCode = 0, headers } = response
      if (statusCode === 200)
        return readResponse(response).then(resolve, () => reject(new Error(`${url.host} cortó la descarga`)))
      response.resume()
      if (statusCode < 300 || statusCode > 399 || !headers.location || redirects === 0)
        return reject(new Error(`${address} respondió ${statusCode}`))
      const next = new URL(headers.location, url)
      if (isSecure && next.protocol !== 'https:') return reject(new Error(`${address} lleva a un sitio sin TLS`))
      resolve(downloadBytes(next.href, redirects - 1))
    })
    const late = setTimeout(() => request.destroy(new Error(`${url.host} no responde (3 s)`)), 3_000)
    request.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(late)))
    request.setTimeout(30_000, () => request.destroy(new Error(`${url.host} dejó de responder`)))
    request.on('error', reject)
    request.on('close', () => clearTimeout(late))
  })
}

/** Reads a response. Prints each quarter of the progress if it is over 1 MiB. @param {http.IncomingMessage} response */
async function readResponse(response) {
  const expected = Number(response.headers['content-length'] ?? 0)
  const parts = []
  let received = 0
  let lastQuarter = 0
  for await (const part of response) {
    parts.push(part)
    received += part.length
    const quarter = Math.floor((received / expected) * 4)
    if (expected > 2 ** 20 && quarter > lastQuarter) printLine(`descargado ${quarter * 25} %`)
    lastQuarter = quarter
  }
  return Buffer.concat(parts)
}

const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50

/**
 * Extracts a file from a zip archive in memory (APPNOTE 4.3); throws if the archive is truncated or lacks the file.
 * @param {Buffer} zip @param {string} name
 */
export function extractFromZip(zip, name) {
  const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(endOfDirectory).buffer))
  if (end === -1) throw new Error('el archivo está incompleto')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== directoryEntry) throw new Error('el archivo está dañado')
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    if (zip.toString('utf8', at + 46, nameEnd) === name) return readEntryContent(zip, at)
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  throw new Error(`el archivo no contiene «${name}»`)
}

/**
 * Extracts a file and verifies its size.
 * @param {Buffer} zip
 * @param {number} entry offset of the file's record in the central directory
 */
function readEntryContent(zip, entry) {
  const method = zip.readUInt16LE(entry + 10)
  const local = zip.readUInt32LE(entry + 42)
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20))
  const bytes = method === 8 ? inflateRawSync(packed) : packed
  if (bytes.length !== zip.readUInt32LE(entry + 24)) throw new Error('el archivo está dañado')
  return bytes
}
