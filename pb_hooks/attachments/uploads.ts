import { maxAttachmentBytes } from '../../src/domain/attachments/attachment.ts'
import { createErrorResponse, getPathId } from '../lib/http.ts'
import { requireUser } from '../lib/users.ts'

/** Limits of a user's unfinished uploads: number of files, and total bytes below. */
const maxUploads = 40
const maxUploadBytes = 10 * maxAttachmentBytes

/**
 * `PUT /api/app/attachments/{id}/bytes?at=`: appends a chunk to the upload with a client-chosen id; returns the bytes received. Streams to
 * disk to limit memory.
 */
export function uploadFileChunk(e: core.RequestEvent) {
  const caller = requireUser(e)
  const id = getPathId(e)
  // Reads the URL, because `requestInfo` would try to parse the binary body.
  const at = Number(e.request?.url?.query().get('at') || 0)
  if (!id || !Number.isInteger(at) || at < 0) throw createErrorResponse('invalid')
  const bytes = toBytes(e.request?.body)
  if (at + bytes.length > maxAttachmentBytes) throw createErrorResponse('attachment.size')
  const folder = getUserUploadsFolder(e.app, caller.id)
  const begun = listUploads(folder)
  const received = begun.get(id)?.size ?? 0
  if (at > received) return e.json(200, { received })
  const sum = [...begun.values()].reduce((total, { size }) => total + size, bytes.length)
  if (sum > maxUploadBytes || (begun.size >= maxUploads && !begun.has(id))) throw createErrorResponse('attachment.many')
  writeChunk(folder, id, at, bytes)
  return e.json(200, { received: Math.max(at ? received : 0, at + bytes.length) })
}

const writeOnly = 1

function writeChunk(folder: string, id: string, at: number, bytes: number[]) {
  $os.mkdirAll(folder, 0o700)
  const root = $os.openRoot(folder)
  try {
    const file = at === 0 ? root.create(id) : root.openFile(id, writeOnly, 0)
    try {
      file.writeAt(bytes, at)
    } finally {
      file.close()
    }
  } finally {
    root.close()
  }
}

/** Folder of unfinished uploads. It is separate from stored files, so that backups and records never include them. */
export const getUploadsFolder = (app: CoreApp) => `${app.dataDir()}/uploads`
export const getUserUploadsFolder = (app: CoreApp, user: string) => `${getUploadsFolder(app)}/${user}`

/** Suffix of completed uploads; ids cannot contain it, so no chunk can be written to them. */
const sealedSuffix = '.judged'
export const parseUploadId = (name: string) => name.replace(sealedSuffix, '')

/**
 * Renames a complete upload, so that later chunks cannot change the file during its check. The file stays in the folder
 * until it is stored or refused, so that a retry after a restart finds it. Returns an empty name if bytes are missing.
 */
export function closeUploadedFile(folder: string, id: string, size: number): string {
  const name = id + sealedSuffix
  const begun = listUploads(folder).get(id)
  if (begun && begun.size !== size) return ''
  if (begun) $os.rename(`${folder}/${id}`, `${folder}/${name}`)
  return listUploads(folder).get(name)?.size === size ? name : ''
}

interface Upload {
  size: number
  /** Time of the latest chunk, in ms since 1970. */
  at: number
}

export function listUploads(folder: string): Map<string, Upload> {
  const parts = new Map<string, Upload>()
  let entries: os.DirEntry[] = []
  try {
    entries = $os.readDir(folder)
  } catch {
    // Ignores a missing folder: the first upload creates it.
  }
  for (const entry of entries) {
    try {
      const info = entry.info()
      parts.set(entry.name(), { size: info.size(), at: info.modTime().unixMilli() })
    } catch {
      // Skips the file: a concurrent call renamed or deleted it.
    }
  }
  return parts
}
