import { crc32, createCentralDirectory, createLocalHeader, type ZipEntry } from '../../src/domain/documents/zip.ts'
import type { ArchivedFile } from '../attachments/archived-files.ts'
import { isStorageUnavailable } from '../lib/files/file-storage.ts'
import { logError } from '../lib/log.ts'
import { type DocumentFileReader, type GeneratedDocument, logMissingFile } from './generated-documents.ts'

/** Writes a ZIP of documents; attachments go into a folder per document number. Reads and sends the files one by one to limit memory. */
export function writeDocumentsZip(
  documents: Iterable<GeneratedDocument>,
  files: DocumentFileReader,
  write: (bytes: unknown) => void,
) {
  const entries: ZipEntry[] = []
  let offset = 0
  const writeBytes = (bytes: unknown, length: number) => {
    write(bytes)
    offset += length
  }
  const beginEntry = (entry: Omit<ZipEntry, 'offset'>) => {
    const entryAtOffset = { ...entry, offset }
    const header = createLocalHeader(entryAtOffset)
    writeBytes(header, header.length)
    entries.push(entryAtOffset)
  }
  const writeEntry = ({ name, content }: ReturnType<typeof readEntry>) => {
    const bytes = Buffer.from(content)
    beginEntry({ name, crc: crc32(bytes), size: bytes.length })
    writeBytes(content, bytes.length)
  }
  for (const document of documents) {
    writeEntry(readEntry(files, document))
    for (const file of files.attachedTo(document)) {
      const opened = tryOpenAttachment(document, file)
      if (!opened) writeEntry({ name: `${document.number}/${file.name} (falta).txt`, content: missingFileText })
      else {
        beginEntry({ name: `${document.number}/${file.name}`, crc: opened.crc, size: file.size })
        for (const piece of opened.pieces) writeBytes(piece, piece.length)
      }
    }
  }
  for (const part of createCentralDirectory(entries, offset)) writeBytes(part, part.length)
}

const missingFileText = 'Este archivo no está en el servidor.\n'

/** Returns the ZIP entry of a document. A missing file, for example after an incomplete backup, is replaced by a text file. */
function readEntry(files: DocumentFileReader, document: GeneratedDocument) {
  try {
    return { name: `${document.number}.pdf`, content: files.read(document) }
  } catch (error) {
    logMissingFile(document, error)
    return { name: `${document.number} (falta).txt`, content: 'El archivo de este documento no está en el servidor.\n' }
  }
}

function tryOpenAttachment(document: GeneratedDocument, file: ArchivedFile) {
  try {
    return file.open()
  } catch (error) {
    if (isStorageUnavailable(error)) throw error
    logError(`file ${file.id} of document ${document.number}:`, error)
    return undefined
  }
}
