import { createErrorResponse } from './error-response.ts'
import { logError } from './log.ts'
import { callS3, StorageRefusedError, StorageUnavailableError } from './s3-client.ts'

/** Storage of record files by path (`collection/record/name`), on disk or S3. Throws `StorageUnavailableError` if S3 does not respond. */
export interface FileStorage {
  /** Returns the first `maxBytes` bytes, or all; undefined if the file does not exist. */
  read(path: string, maxBytes?: number): number[] | undefined
  /** Yields a file of `size` bytes in chunks, so that a large one does not fill the memory. Throws if the file does not exist. */
  pieces(path: string, size: number): Iterable<number[]>
  /** Writes a file; `type` overrides the media type detected from the content. */
  write(path: string, file: filesystem.File, type?: string): void
  /** Returns false if the source does not exist. */
  copy(from: string, to: string): boolean
  remove(path: string): void
  /** Flushes written files to disk, so that they survive a power loss. */
  settle(paths: string[]): void
  close(): void
}

export const storesFilesOnS3 = (app: CoreApp): boolean => app.settings().s3.enabled

/** Returns the health of the S3 storage for monitoring; empty if files are on disk. */
export const getStorageHealth = (app: CoreApp): '' | 'good' | 'away' =>
  storesFilesOnS3(app) ? (app.store().has(backoffKey) ? 'away' : 'good') : ''

export const openFileStorage = (app: CoreApp): FileStorage =>
  storesFilesOnS3(app) ? createS3Storage(app) : createDiskStorage(app)

function createDiskStorage(app: CoreApp): FileStorage {
  const files = app.newFilesystem()
  const root = `${app.dataDir()}/storage`
  return {
    read(path, maxBytes) {
      if (!files.exists(path)) return undefined
      const reader = files.getReader(path)
      try {
        return maxBytes ? toBytes(reader, maxBytes) : toBytes(reader)
      } finally {
        reader.close()
      }
    },
    *pieces(path) {
      const reader = files.getReader(path)
      try {
        yield* readChunks(reader)
      } finally {
        reader.close()
      }
    },
    write: (path, file, type) => (type ? writeWithMediaType(files, path, file, type) : files.uploadFile(file, path)),
    copy(from, to) {
      if (!files.exists(from)) return false
      files.copy(from, to)
      return true
    },
    remove(path) {
      if (files.exists(path)) files.delete(path)
    },
    settle(paths) {
      for (const path of paths) syncFile(root, path)
    },
    close: () => files.close(),
  }
}

const chunkBytes = 262_144

function* readChunks(reader: Parameters<typeof toBytes>[0]) {
  for (let piece = toBytes(reader, chunkBytes); piece.length; piece = toBytes(reader, chunkBytes)) yield piece
}

/** Writes a file in chunks with a fixed media type, because PocketBase would detect the type from the content. */
function writeWithMediaType(files: filesystem.System, path: string, file: filesystem.File, contentType: string) {
  const reader = file.reader?.open()
  if (!reader) throw new Error('no reader')
  const writer = files.newWriter(path, { contentType } as blob.WriterOptions)
  try {
    for (const piece of readChunks(reader)) writer.write(piece)
  } finally {
    writer.close()
    reader.close()
  }
}

// Flushes a file and its metadata. PocketBase writes both without `fsync`, and cannot open a file without metadata.
// After a power loss, all files named in the database must exist.
function syncFile(root: string, path: string) {
  const [, folder = '', name = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  for (const one of [name, ...listMetadataFiles(root, folder, name), '.']) {
    const file = $os.openInRoot(`${root}/${folder}`, one)
    try {
      file.sync()
    } finally {
      file.close()
    }
  }
}

function listMetadataFiles(root: string, folder: string, name: string): string[] {
  const notes = `${name}.attrs`
  try {
    $os.stat(`${root}/${folder}/${notes}`)
    return [notes]
  } catch {
    return []
  }
}

/** Timeout in seconds for reading the largest file. */
const readingSeconds = 15
/** Backoff in ms after a timeout. During the backoff calls fail at once instead of waiting for the timeout. */
const backoffMs = 15_000
/** Store key of the end of the backoff; deleted after a successful call. */
const backoffKey = 'storageAwayUntil'

/** File that is written and read to check the service. */
const probeFileName = 'prueba.txt'

/** Returns whether the storage is available. If its backoff has ended, makes a test call. */
export function isStorageAvailable(app: CoreApp): boolean {
  if (!storesFilesOnS3(app) || !app.store().has(backoffKey)) return true
  try {
    createS3Storage(app).read(probeFileName)
    return true
  } catch (error) {
    return error instanceof StorageRefusedError
  }
}

/** Returns an error for the operator if S3 refuses the account or bucket at startup. A service that does not respond is only logged, because it may recover. */
export function findStorageRefusal(app: CoreApp): string {
  if (!storesFilesOnS3(app)) return ''
  const { s3 } = app.settings()
  try {
    callS3(s3, 'PUT', probeFileName, { body: $filesystem.fileFromBytes('1', probeFileName), seconds: 4 })
    if (callS3(s3, 'GET', probeFileName, { seconds: 4 }).status === 404) throw new StorageRefusedError('S3: GET 404')
    return ''
  } catch (error) {
    const { code = 'none', message } = error as { code?: string; message: string }
    if (code) return `El almacén «${s3.bucket}» (S3_BUCKET) no permite guardar o leer con esta cuenta. ${message}`
    logError('files:', message)
    return ''
  }
}

function createS3Storage(app: CoreApp): FileStorage {
  const ask = (...[method, key, asked]: TailOf<Parameters<typeof callS3>>) => {
    const calls = app.store()
    const wasAway = calls.has(backoffKey)
    if (wasAway) {
      if (Number(calls.get(backoffKey)) > Date.now())
        throw new StorageUnavailableError('S3 did not answer a moment ago')
      calls.set(backoffKey, Date.now() + backoffMs)
    }
    try {
      const answer = callS3(app.settings().s3, method, key, asked)
      if (wasAway) calls.remove(backoffKey)
      return answer
    } catch (error) {
      logError('files:', error instanceof Error ? error.message : error)
      if (error instanceof StorageUnavailableError) calls.set(backoffKey, Date.now() + backoffMs)
      else if (wasAway) calls.remove(backoffKey)
      throw error
    }
  }
  return {
    read(path, maxBytes) {
      const headers: Record<string, string> = maxBytes ? { range: `bytes=0-${maxBytes - 1}` } : {}
      const { status, bytes } = ask('GET', path, { headers, seconds: readingSeconds })
      return status === 404 ? undefined : bytes
    },
    *pieces(path, size) {
      for (let at = 0; at < size; at += chunkBytes) {
        const headers = { range: `bytes=${at}-${at + chunkBytes - 1}` }
        const { status, bytes } = ask('GET', path, { headers, seconds: readingSeconds })
        if (status === 404) throw new Error('the file is gone')
        yield bytes
      }
    },
    write(path, file, type = getMediaType(path)) {
      ask('PUT', path, { body: file, type, seconds: getUploadTimeout(file.size) })
    },
    copy(from, to) {
      const source = `/${app.settings().s3.bucket}/${from}`
      const { status, bytes } = ask('PUT', to, { headers: { 'x-amz-copy-source': source } })
      // S3 may report a failed copy in the body of a response with status 200.
      if (status !== 404 && !toString(bytes).includes('CopyObjectResult'))
        throw new StorageUnavailableError('S3: the copy failed')
      return status !== 404
    },
    remove(path) {
      ask('DELETE', path)
    },
    settle() {},
    close() {},
  }
}

/** Reads a file from S3 with a timeout, because PocketBase's own call would block a virtual machine without limit. */
export function readFileFromS3(e: core.FileDownloadRequestEvent): number[] {
  const bytes = respondUnavailableOnStorageError(() => createS3Storage(e.app).read(e.servedPath))
  if (!bytes) throw new NotFoundError()
  return bytes
}

/** Runs `work`; responds with 503 if the storage fails, and the log has the reason. */
export function respondUnavailableOnStorageError<Answer>(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (error instanceof StorageUnavailableError || error instanceof StorageRefusedError)
      throw createErrorResponse('files.away', 503)
    throw error
  }
}

type TailOf<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never

/** Returns the timeout in seconds for `size` bytes at 256 KiB/s. */
const getUploadTimeout = (size: number) => 10 + Math.ceil(size / 262_144)

const mediaTypes: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
export const getMediaType = (path: string) =>
  mediaTypes[path.replace(/.*\./, '').toLowerCase()] ?? 'application/octet-stream'
