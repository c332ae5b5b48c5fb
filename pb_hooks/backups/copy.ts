import { version } from '../../package.json' with { type: 'json' }
import {
  type BackupContent,
  type BackupProgress,
  type BackupStep,
  maxStoredBackups,
} from '../../src/domain/backups/backup.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { stamp } from '../lib/clock.ts'
import { applyEnvironment } from '../lib/environment.ts'
import { row } from '../lib/sql.ts'
import { countsOf, isOurs, judgeCopy, type Manifest, manifestName, NotIntact, product, unpacked } from './check.ts'
import { openRoot, writePrivately } from './folder.ts'
import { type CopyAnswer, type CopyJob, gone } from './job.ts'
import { attached, bytesOf, countNamed, eachFile, oneConnection, type Place, takeSnapshot } from './snapshot.ts'
import { backupsOnS3, openStore } from './store.ts'
import { BrokenArchive, type ByteSource, tarWriter } from './tar.ts'

/** `pocketbase copy <file>`: makes a backup in its own process, so that no request waits. Then opens the backup, verifies it and prints the result. */
export function copyData(path = '') {
  applyEnvironment($app)
  const job = JSON.parse(toString($os.readFile(path))) as CopyJob
  if (job.isToGo) return deleteFar(job.name)
  let step: BackupStep = 'database'
  let told = 0
  const tell = (now: BackupStep, done: number, total: number) => {
    if (now === step && Date.now() - told < 300 && told) return
    step = now
    told = Date.now()
    const progress: BackupProgress = { step, done, total }
    writePrivately(`${job.data}/${job.at}`, 'progress.json', JSON.stringify(progress))
  }
  try {
    console.log(JSON.stringify(made(job, tell)))
  } catch (error) {
    console.log(JSON.stringify({ code: codeOf(error, step), cause: String(error).replace(/\s+/g, ' ').slice(0, 500) }))
  }
}

function codeOf(error: unknown, step: BackupStep): ErrorCode {
  if (/no space left|disk is full|quota exceeded/.test(String(error))) return 'backup.space'
  if (error instanceof NotIntact || /malformed/.test(String(error))) return 'backup.integrity'
  if (error instanceof BrokenArchive) return 'backup.broken'
  if (step === 'upload' || (step === 'check' && backupsOnS3($app))) return 'backup.store'
  return 'backup.failed'
}

function made(job: CopyJob, tell: (step: BackupStep, done: number, total: number) => void): CopyAnswer {
  const place: Place = { ...job, root: openRoot(job.data) }
  const database = oneConnection($app)
  const store = openStore($app, place)
  try {
    tell('database', 0, 0)
    takeSnapshot(database, place, !$app.settings().s3.enabled, (done, total) => tell('files', done, total))
    const content = writeArchive(database, place, store.draft(job.name), tell)
    const size = place.root.lstat(store.draft(job.name)).size()
    if (store.isFar) tell('upload', 0, 0)
    store.bring(job.name)
    open(database, place, store.read(job.name), (done) => tell('check', done, size))
    store.accept(job.name)
    return { size, content, there: store.keep(maxStoredBackups) }
  } catch (error) {
    // Deletes the draft first: it may have filled the disk, and other processes need to write.
    store.discard(job.name)
    place.root.removeAll(`${place.at}/data.db`)
    throw error
  } finally {
    store.close()
  }
}

/** Verifies the backup as a restore would: checksums, database integrity and row counts. */
function open(
  database: CoreApp,
  { data, root, at }: Place,
  archive: ByteSource & { close(): void },
  told: (done: number) => void,
) {
  // Deletes the source copies first, because they are in the archive now, and unpacking needs the space.
  for (const name of ['data.db', 'files', 'sums']) root.removeAll(`${at}/${name}`)
  root.mkdirAll(`${at}/opened`, 0o700)
  try {
    const sinkOf = (path: string) => {
      if (!isOurs(path)) throw new BrokenArchive(path)
      return path === 'data.db' ? root.create(`${at}/opened/data.db`) : undefined
    }
    const manifest = unpacked(archive, root, `${at}/opened`, sinkOf, { told: summed(told) })
    attached(database, `${data}/${at}/opened/data.db`, 'opened', () => judgeCopy(database, 'opened', manifest))
  } finally {
    archive.close()
    root.removeAll(`${at}/opened`)
  }
}

function writeArchive(
  database: CoreApp,
  { data, root, at }: Place,
  draft: string,
  tell: (step: BackupStep, done: number, total: number) => void,
): BackupContent {
  const manifest = manifestOf(database, `${data}/${at}/data.db`)
  const total = root.lstat(`${at}/data.db`).size() + bytesOf(database)
  const sums = $filesystem.local(`${data}/${at}/sums`)
  const out = root.create(draft)
  const tar = tarWriter(
    out,
    sums,
    summed((done) => tell('archive', done, total)),
  )
  const add = (path: string, from: string) => {
    const file = root.open(`${at}/${from}`)
    try {
      tar.add({ path, size: root.lstat(`${at}/${from}`).size() }, file)
    } finally {
      file.close()
    }
  }
  try {
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    writePrivately(`${data}/${at}`, manifestName, text)
    add(manifestName, manifestName)
    add('data.db', 'data.db')
    eachFile(database, ({ number, path, hasNotes }) => {
      add(path, `files/${number}`)
      if (hasNotes) add(`${path}.attrs`, `files/${number}.attrs`)
    })
    tar.end()
  } finally {
    tar.close()
    out.close()
    sums.close()
  }
  return manifest.content
}

const link = { last: 0, hash: '' }

function manifestOf(database: CoreApp, path: string): Manifest {
  return attached(database, path, 'copy', () => {
    const counts = countsOf(database, 'copy')
    const files = countNamed(database, 'size >= 0')
    const chain = row(database, 'SELECT last, hash FROM copy.event_links ORDER BY last DESC LIMIT 1', {}, link)
    const last = row(database, 'SELECT max(file) AS file FROM copy._migrations', {}, { file: '' })
    return {
      product,
      layout: 1,
      version,
      at: stamp(),
      migration: last?.file ?? '',
      entries: 1 + files + countNamed(database, 'hasNotes'),
      counts,
      content: {
        requests: counts.requests ?? 0,
        files,
        lost: countNamed(database, 'size < 0'),
        ...(chain && { chain }),
      },
    }
  })
}

function deleteFar(name: string) {
  const files = $app.newBackupsFilesystem()
  try {
    files.delete(name)
    console.log(gone)
  } finally {
    files.close()
  }
}

/** Returns a callback that adds up chunk sizes and passes the total to `tell`. */
function summed(tell: (done: number) => void) {
  let done = 0
  return (bytes: number) => {
    done += bytes
    tell(done)
  }
}
