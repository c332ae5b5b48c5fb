import { refuse } from './refusal.ts'
import { askS3, StorageAway } from './s3.ts'

/** The files of records by their paths (`collection/record/name`), on the disk or on S3. What does not answer throws `StorageAway`. */
export interface Storage {
  /** Its first bytes, or all; undefined where there is none. */
  read(path: string, most?: number): number[] | undefined
  write(path: string, file: filesystem.File): void
  /** False where there is none to be copied. */
  copy(from: string, to: string): boolean
  remove(path: string): void
  /** What was written outlives a loss of power. */
  settle(paths: string[]): void
  close(): void
}

export const isFar = (app: CoreApp): boolean => app.settings().s3.enabled

/** How what is kept on S3 is within reach, for who watches; empty where it is on the disk. */
export const storageState = (app: CoreApp): string => (isFar(app) ? (isAway(app) ? 'away' : 'good') : '')

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
    write: (path, file) => files.uploadFile(file, path),
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
const until = 'storageAwayUntil'

const isAway = (app: CoreApp): boolean => Number(app.store().get(until) ?? 0) > Date.now()

function farStorage(app: CoreApp): Storage {
  const ask = (...[method, key, asked]: Tail<Parameters<typeof askS3>>) => {
    if (isAway(app)) throw new StorageAway('S3 did not answer a moment ago')
    try {
      return askS3(app.settings().s3, method, key, asked)
    } catch (error) {
      console.error('files:', error instanceof Error ? error.message : error)
      app.store().set(until, Date.now() + rest)
      throw error
    }
  }
  return {
    read(path, most) {
      const headers: Record<string, string> = most ? { range: `bytes=0-${most - 1}` } : {}
      const { status, bytes } = ask('GET', path, { headers, seconds: readingSeconds })
      return status === 404 ? undefined : bytes
    },
    write(path, file) {
      ask('PUT', path, { body: textIn(file), type: typeOf(path), seconds: patience(file.size) })
    },
    copy(from, to) {
      const source = `/${app.settings().s3.bucket}/${from}`
      const { status, bytes } = ask('PUT', to, { headers: { 'x-amz-copy-source': source } })
      // A copy that fails late is said to have failed in an answer that says that it went well.
      if (status === 200 && !toString(bytes).includes('CopyObjectResult')) throw new StorageAway('S3: the copy failed')
      return status === 200
    },
    remove(path) {
      ask('DELETE', path)
    },
    settle() {},
    close() {},
  }
}

/** The engine would wait for it without end, and keep a virtual machine meanwhile. */
export function serveFar(e: core.FileDownloadRequestEvent) {
  const { requestEvent } = e as unknown as { requestEvent: core.RequestEvent }
  const bytes = orLater(() => farStorage(e.app).read(e.servedPath))
  if (!bytes) throw new NotFoundError()
  return requestEvent.blob(200, typeOf(e.servedPath), bytes)
}

/** Whoever asks for what is away for now is told to come again. */
export function orLater<Answer>(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (error instanceof StorageAway) throw refuse('files.away', 503)
    throw error
  }
}

type Tail<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never

function textIn(file: filesystem.File): string {
  const reader = file.reader?.open()
  if (!reader) throw new Error('no reader')
  try {
    return toString(reader)
  } finally {
    reader.close()
  }
}

/** Seconds for so many bytes, on a line that carries 256 KiB in one. */
const patience = (size: number) => 10 + Math.ceil(size / 262_144)

const types: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
const typeOf = (path: string) => types[path.replace(/.*\./, '').toLowerCase()] ?? 'application/octet-stream'
