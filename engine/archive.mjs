import { inflateRawSync } from 'node:zlib'

const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50

/**
 * One file out of a zip archive in memory (APPNOTE 4.3); throws when the archive is cut or the name is not there.
 * @param {Buffer} zip @param {string} name
 */
export function unzip(zip, name) {
  const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(endOfDirectory).buffer))
  if (end === -1) throw new Error('el archivo está incompleto')
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== directoryEntry) throw new Error('el archivo está dañado')
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    if (zip.toString('utf8', at + 46, nameEnd) === name) return content(zip, at)
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  throw new Error(`el archivo no contiene «${name}»`)
}

/** @param {Buffer} zip @param {number} entry where its line of the directory begins */
function content(zip, entry) {
  const method = zip.readUInt16LE(entry + 10)
  const local = zip.readUInt32LE(entry + 42)
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20))
  const bytes = method === 8 ? inflateRawSync(packed) : packed
  if (bytes.length !== zip.readUInt32LE(entry + 24)) throw new Error('el archivo está dañado')
  return bytes
}
