import { crc32, directory, localHeader, type ZipEntry } from '../../src/domain/zip.ts'
import { type Kept, type KeptFiles, tellLost } from './kept.ts'

/** A ZIP of documents: one after the other is read and sent, so that thousands take no memory. */
export function writeZip(documents: Iterable<Kept>, files: KeptFiles, write: (bytes: unknown) => void) {
  const entries: ZipEntry[] = []
  let offset = 0
  const say = (bytes: unknown, length: number) => {
    write(bytes)
    offset += length
  }
  for (const document of documents) {
    const { name, content } = fileOf(files, document)
    const bytes = Buffer.from(content)
    const entry = { name, crc: crc32(bytes), size: bytes.length, offset }
    const header = localHeader(entry)
    say(header, header.length)
    say(content, bytes.length)
    entries.push(entry)
  }
  for (const part of directory(entries, offset)) say(part, part.length)
}

/** Where a file is gone, as after a copy that was cut short, a line says so in its place: the others are still wanted. */
function fileOf(files: KeptFiles, document: Kept) {
  try {
    return { name: `${document.number}.pdf`, content: files.read(document) }
  } catch (error) {
    tellLost(document, error)
    return { name: `${document.number} (falta).txt`, content: 'El archivo de este documento no está en el servidor.\n' }
  }
}
