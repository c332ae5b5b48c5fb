import { sha256 } from '@noble/hashes/sha2.js'
import { maxAttachmentBytes } from '../../domain/attachments/attachment.ts'
import { detectAttachmentKind } from '../../domain/attachments/attachment-content.ts'
import type { UploadedFile } from '../../domain/attachments/file-names.ts'
import { sanitizeFileName } from '../../domain/attachments/safe-file-name.ts'
import { type FileErrorCode, FileReadError } from './file-read-error.ts'
import { ZipReader } from './zip/zip-reader.ts'

export interface AddedFile {
  /** Relative path, e.g. `soportes/cédula.pdf`. */
  path: string
  file: File
}

export interface FileInspection {
  given: UploadedFile[]
  contents: { id: string; file: File }[]
  /** Archives that could not be opened, with an error code. */
  unopened: { path: string; code: FileErrorCode }[]
}

/** Maximum size of an archive in bytes (512 MiB), as in the ZIP reader for uncompressed data. */
const mostArchiveBytes = 512 * 1_048_576
/** Files that operating systems and Office create on their own; ignored. */
const junk = /(^|\/)(__MACOSX\/|\._[^/]*$|\.DS_Store$|Thumbs\.db$|desktop\.ini$|~\$[^/]*$)/i

/** Validates each file by its content, with the same rules as the server. Archives are unpacked. Calls `onProgress` after each file. */
export async function inspectFileContents(
  dropped: readonly AddedFile[],
  onProgress: (done: number, total: number) => void = () => {},
): Promise<FileInspection> {
  const inspection: FileInspection = { given: [], contents: [], unopened: [] }
  let total = dropped.length
  let done = 0
  const take = async (file: File, path: string) => {
    if (!junk.test(path)) {
      const uploaded = await inspectFile(file, path)
      inspection.given.push(uploaded)
      if (!uploaded.fault) inspection.contents.push({ id: uploaded.id, file })
    }
    onProgress(++done, total)
  }
  for (const { path, file } of dropped) {
    if (!/\.zip$/i.test(path)) {
      await take(file, path)
      continue
    }
    try {
      if (file.size > mostArchiveBytes) throw new FileReadError('file.expands')
      const zip = new ZipReader(new Uint8Array(await file.arrayBuffer()))
      const entries = zip.entries.filter(({ name }) => !name.endsWith('/') && !junk.test(name))
      total += entries.length
      for (const { name, declared, crc } of entries) {
        const inside = `${path}/${name}`
        if (declared > maxAttachmentBytes) inspection.given.push(describeFile(inside, declared, crc))
        else await take(await unpackEntry(zip, name, crc), inside)
      }
    } catch (error) {
      if (!(error instanceof FileReadError)) throw error
      inspection.unopened.push({ path, code: error.code })
    }
    onProgress(++done, total)
  }
  return inspection
}

/** Unpacks one entry. A damaged entry becomes an empty file, so that the other entries are still read. */
async function unpackEntry(zip: ZipReader, name: string, crc: number): Promise<File> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  try {
    for await (const chunk of zip.read(name)) chunks.push(chunk as Uint8Array<ArrayBuffer>)
  } catch (error) {
    if (!(error instanceof FileReadError) || error.code !== 'file.damaged') throw error
    chunks.length = 0
  }
  return new File(chunks, getBaseName(name), { lastModified: crc })
}

async function inspectFile(file: File, path: string): Promise<UploadedFile> {
  const inspected = describeFile(path, file.size, file.lastModified)
  if (inspected.fault) return inspected
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = detectAttachmentKind({ size: file.size, read: (at, length) => bytes.subarray(at, at + length) })
  return kind
    ? { ...inspected, name: sanitizeFileName(inspected.name, kind) }
    : { ...inspected, fault: 'attachment.content' }
}

function describeFile(path: string, size: number, modified: number): UploadedFile {
  const described = { id: computeFileId(path, size, modified), path, name: getBaseName(path), size }
  return size > maxAttachmentBytes ? { ...described, fault: 'attachment.size' } : described
}

const getBaseName = (path: string) => path.replace(/^.*[/\\]/, '')

/** Returns an id computed from path, size and date, so that a file added twice gets the same id. */
function computeFileId(path: string, size: number, modified: number): string {
  const sum = sha256(new TextEncoder().encode(`${path}\n${size}\n${modified}`))
  return Array.from(sum.subarray(0, 15), (byte) => (byte % 36).toString(36)).join('')
}
