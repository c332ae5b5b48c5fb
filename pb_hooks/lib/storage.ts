import { logError } from './log.ts'
import { refuse } from './refusal.ts'
import { askS3, StorageAway, StorageRefused } from './s3.ts'

/** The files of records by their paths (`collection/record/name`), on the disk or on S3. What does not answer throws `StorageAway`. */
export interface Storage {
  /** Its first bytes, or all; undefined where there is none. */
  read(path: string, most?: number): number[] | undefined
  /** A file of so many bytes, one after the other: of a large one no more is in memory. Throws where there is none. */
  pieces(path: string, size: number): Iterable<number[]>
  /** Noted as what its content is, or as the type that is named. */
  write(path: string, file: filesystem.File, type?: string): void
  /** False where there is none to be copied. */
  copy(from: string, to: string): boolean
  remove(path: string): void
  /** What was written outlives a loss of power. */
  settle(paths: string[]): void
  close(): void
}

export const isFar = (app: CoreApp): boolean => app.settings().s3.enabled

/** How what is kept on S3 is within reach, for who watches; empty where it is on the disk. */
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

/** Piece by piece: the engine would look into it for its type. */
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

// PocketBase writes a file, and what it notes of it and cannot open it without, and does not tell the disk to keep them; the row that names it must
// not outlive them.
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

/** Seconds in which also the largest file should have come. */
const readingSeconds = 15
/** Milliseconds in which who has not answered is not asked again: one waits for it, and not everybody. */
const rest = 15_000
/** Until when it is left alone; there until a call goes well. */
const until = 'storageAwayUntil'

/** What is read and written to learn whether the service is there. */
const probe = 'prueba.txt'

/** Whether there is any sense in making what is to be kept: one that was away is asked for it once its rest is over. */
export function storageAnswers(app: CoreApp): boolean {
  if (!isFar(app) || !app.store().has(until)) return true
  try {
    farStorage(app).read(probe)
    return true
  } catch (error) {
    return error instanceof StorageRefused
  }
}

/** At the start: what a service says that answers and will not do, for whoever typed the variables. One that does not answer may do so later. */
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
      // A copy that fails late is said to have failed in an answer that says that it went well.
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

/** The engine would wait for it without end, and keep a virtual machine meanwhile. */
export function farBytes(e: core.FileDownloadRequestEvent): number[] {
  const bytes = orLater(() => farStorage(e.app).read(e.servedPath))
  if (!bytes) throw new NotFoundError()
  return bytes
}

/** Whoever asks for what cannot be had for now is told to come again; why, stands in the log. */
export function orLater<Answer>(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (error instanceof StorageAway || error instanceof StorageRefused) throw refuse('files.away', 503)
    throw error
  }
}

type Tail<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never

/** Seconds for so many bytes, on a line that carries 256 KiB in one. */
const patience = (size: number) => 10 + Math.ceil(size / 262_144)

const types: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
export const mediaTypeOf = (path: string) => types[path.replace(/.*\./, '').toLowerCase()] ?? 'application/octet-stream'
