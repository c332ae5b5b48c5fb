import { logError } from './log.ts'
import { refuse } from './refusal.ts'
import { askS3, StorageAway, StorageRefused } from './s3.ts'

/** Storage of record files by path (`collection/record/name`), on disk or S3. Throws `StorageAway` if S3 does not respond. */
export interface Storage {
  /** Returns the first `most` bytes, or all; undefined if the file does not exist. */
  read(path: string, most?: number): number[] | undefined
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

export const isFar = (app: CoreApp): boolean => app.settings().s3.enabled

/** Returns the health of the S3 storage for monitoring; empty if files are on disk. */
export const storageState = (app: CoreApp): '' | 'good' | 'away' =>
  isFar(app) ? (app.store().has(until) ? 'away' : 'good') : ''

export const openStorage = (app: CoreApp): Storage => (isFar(app) ? farStorage(app) : nearStorage(app))

function nearStorage(app: CoreApp): Storage {
  const files = app.newFilesystem()
  const root = `${app.dataDir()}/storage`
  return {
    read(path, most) {
      if (!files.exists(path)) return undefined
      const reader = files.getReader(path)
      try {
        return most ? toBytes(reader, most) : toBytes(reader)
      } finally {
        reader.close()
      }
    },
    *pieces(path) {
      const reader = files.getReader(path)
      try {
        yield* piecesOf(reader)
      } finally {
        reader.close()
      }
    },
    write: (path, file, type) => (type ? writeAs(files, path, file, type) : files.uploadFile(file, path)),
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

const pieceBytes = 262_144

function* piecesOf(reader: Parameters<typeof toBytes>[0]) {
  for (let piece = toBytes(reader, pieceBytes); piece.length; piece = toBytes(reader, pieceBytes)) yield piece
}

/** Writes a file in chunks with a fixed media type, because the engine would detect the type from the content. */
function writeAs(files: filesystem.System, path: string, file: filesystem.File, contentType: string) {
  const reader = file.reader?.open()
  if (!reader) throw new Error('no reader')
  const writer = files.newWriter(path, { contentType } as blob.WriterOptions)
  try {
    for (const piece of piecesOf(reader)) writer.write(piece)
  } finally {
    writer.close()
    reader.close()
  }
}

// Flushes a file and its metadata, because PocketBase writes both without `fsync` and cannot open a file without metadata.
// The row that names the file must not outlast them.
function syncFile(root: string, path: string) {
  const [, folder = '', name = ''] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  for (const one of [name, ...notesOf(root, folder, name), '.']) {
    const file = $os.openInRoot(`${root}/${folder}`, one)
    try {
      file.sync()
    } finally {
      file.close()
    }
  }
}

function notesOf(root: string, folder: string, name: string): string[] {
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
/** Backoff in ms after a timeout: other calls fail at once instead of waiting too. */
const rest = 15_000
/** Store key of the end of the backoff; deleted after a successful call. */
const until = 'storageAwayUntil'

/** File that is written and read to check the service. */
const probe = 'prueba.txt'

/** Returns whether the storage is available. If its backoff has ended, makes a test call. */
export function storageAnswers(app: CoreApp): boolean {
  if (!isFar(app) || !app.store().has(until)) return true
  try {
    farStorage(app).read(probe)
    return true
  } catch (error) {
    return error instanceof StorageRefused
  }
}

/** Returns an error for the operator if S3 refuses the account or bucket at startup. A service that does not respond is only logged, because it may recover. */
export function storageRefusal(app: CoreApp): string {
  if (!isFar(app)) return ''
  const { s3 } = app.settings()
  try {
    askS3(s3, 'PUT', probe, { body: $filesystem.fileFromBytes('1', probe), seconds: 4 })
    if (askS3(s3, 'GET', probe, { seconds: 4 }).status === 404) throw new StorageRefused('S3: GET 404')
    return ''
  } catch (error) {
    const { code = 'none', message } = error as { code?: string; message: string }
    if (code) return `El almacén «${s3.bucket}» (S3_BUCKET) no deja guardar ni leer con esta cuenta. ${message}`
    logError('files:', message)
    return ''
  }
}

function farStorage(app: CoreApp): Storage {
  const ask = (...[method, key, asked]: Tail<Parameters<typeof askS3>>) => {
    const calls = app.store()
    const wasAway = calls.has(until)
    if (wasAway) {
      if (Number(calls.get(until)) > Date.now()) throw new StorageAway('S3 did not answer a moment ago')
      calls.set(until, Date.now() + rest)
    }
    try {
      const answer = askS3(app.settings().s3, method, key, asked)
      if (wasAway) calls.remove(until)
      return answer
    } catch (error) {
      logError('files:', error instanceof Error ? error.message : error)
      if (error instanceof StorageAway) calls.set(until, Date.now() + rest)
      else if (wasAway) calls.remove(until)
      throw error
    }
  }
  return {
    read(path, most) {
      const headers: Record<string, string> = most ? { range: `bytes=0-${most - 1}` } : {}
      const { status, bytes } = ask('GET', path, { headers, seconds: readingSeconds })
      return status === 404 ? undefined : bytes
    },
    *pieces(path, size) {
      for (let at = 0; at < size; at += pieceBytes) {
        const headers = { range: `bytes=${at}-${at + pieceBytes - 1}` }
        const { status, bytes } = ask('GET', path, { headers, seconds: readingSeconds })
        if (status === 404) throw new Error('the file is gone')
        yield bytes
      }
    },
    write(path, file, type = mediaTypeOf(path)) {
      ask('PUT', path, { body: file, type, seconds: patience(file.size) })
    },
    copy(from, to) {
      const source = `/${app.settings().s3.bucket}/${from}`
      const { status, bytes } = ask('PUT', to, { headers: { 'x-amz-copy-source': source } })
      // S3 may report a failed copy in the body of a response with status 200.
      if (status !== 404 && !toString(bytes).includes('CopyObjectResult')) throw new StorageAway('S3: the copy failed')
      return status !== 404
    },
    remove(path) {
      ask('DELETE', path)
    },
    settle() {},
    close() {},
  }
}

/** Reads a file from S3 with a timeout, because the engine's own call would block a virtual machine without limit. */
export function farBytes(e: core.FileDownloadRequestEvent): number[] {
  const bytes = orLater(() => farStorage(e.app).read(e.servedPath))
  if (!bytes) throw new NotFoundError()
  return bytes
}

/** Runs `work`; responds with 503 if the storage fails, and the log has the reason. */
export function orLater<Answer>(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (error instanceof StorageAway || error instanceof StorageRefused) throw refuse('files.away', 503)
    throw error
  }
}

type Tail<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never

/** Returns the timeout in seconds for `size` bytes at 256 KiB/s. */
const patience = (size: number) => 10 + Math.ceil(size / 262_144)

const types: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
export const mediaTypeOf = (path: string) => types[path.replace(/.*\./, '').toLowerCase()] ?? 'application/octet-stream'
