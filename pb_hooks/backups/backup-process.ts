import { version } from '../../package.json' with { type: 'json' }
import {
  type BackupContent,
  type BackupProgress,
  type BackupStep,
  maxStoredBackups,
} from '../../src/domain/backups/backup.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { applyEnvironment } from '../lib/environment.ts'
import { queryRow } from '../lib/sql.ts'
import { type BackupJob, type BackupResult, deletedBackupMessage } from './backup-job.ts'
import { openBackupStore, storesBackupsOnS3 } from './backup-store.ts'
import { openDirectoryRoot, writePrivateFile } from './directory.ts'
import {
  type BackupDirectory,
  countListedFiles,
  forEachSnapshotFile,
  sumFileSizes,
  takeSnapshot,
  withAttachedDatabase,
  withSingleConnection,
} from './snapshot.ts'
import { type ByteSource, createTarWriter, DamagedArchiveError } from './tar.ts'
import {
  countTableRows,
  IntegrityError,
  isBackupPath,
  type Manifest,
  manifestName,
  productId,
  unpackBackup,
  verifyDatabaseCopy,
} from './verification.ts'

/** `pocketbase copy <file>`: makes a backup in its own process, so that no request waits. Then opens the backup, verifies it and prints the result. */
export function runBackupProcess(path = '') {
  applyEnvironment($app)
  const job = JSON.parse(toString($os.readFile(path))) as BackupJob
  if (job.isDeletion) return deleteFromS3(job.name)
  let step: BackupStep = 'database'
  let reportedAt = 0
  const report = (now: BackupStep, done: number, total: number) => {
    if (now === step && Date.now() - reportedAt < 300 && reportedAt) return
    step = now
    reportedAt = Date.now()
    const progress: BackupProgress = { step, done, total }
    writePrivateFile(`${job.data}/${job.at}`, 'progress.json', JSON.stringify(progress))
  }
  try {
    console.log(JSON.stringify(makeBackup(job, report)))
  } catch (error) {
    console.log(
      JSON.stringify({ code: getErrorCode(error, step), cause: String(error).replace(/\s+/g, ' ').slice(0, 500) }),
    )
  }
}

function getErrorCode(error: unknown, step: BackupStep): ErrorCode {
  if (/no space left|disk is full|quota exceeded/.test(String(error))) return 'backup.space'
  if (error instanceof IntegrityError || /malformed/.test(String(error))) return 'backup.integrity'
  if (error instanceof DamagedArchiveError) return 'backup.broken'
  if (step === 'upload' || (step === 'check' && storesBackupsOnS3($app))) return 'backup.store'
  return 'backup.failed'
}

function makeBackup(job: BackupJob, onProgress: (step: BackupStep, done: number, total: number) => void): BackupResult {
  const place: BackupDirectory = { ...job, root: openDirectoryRoot(job.data) }
  const database = withSingleConnection($app)
  const store = openBackupStore($app, place)
  try {
    onProgress('database', 0, 0)
    takeSnapshot(database, place, !$app.settings().s3.enabled, (done, total) => onProgress('files', done, total))
    const content = writeArchive(database, place, store.draft(job.name), onProgress)
    const size = place.root.lstat(store.draft(job.name)).size()
    if (store.isRemote) onProgress('upload', 0, 0)
    store.upload(job.name)
    verifyArchive(database, place, store.read(job.name), (done) => onProgress('check', done, size))
    store.accept(job.name)
    return { size, content, there: store.prune(maxStoredBackups) }
  } catch (error) {
    // Deletes the unfinished backup first, because it may have filled the disk and other processes need to write.
    store.discard(job.name)
    place.root.removeAll(`${place.at}/data.db`)
    throw error
  } finally {
    store.close()
  }
}

/** Verifies the backup as a restore would: checksums, database integrity and row counts. */
function verifyArchive(
  database: CoreApp,
  { data, root, at }: BackupDirectory,
  archive: ByteSource & { close(): void },
  onProgress: (done: number) => void,
) {
  // Deletes the source files first, because the archive contains them and unpacking needs the space.
  for (const name of ['data.db', 'files', 'sums']) root.removeAll(`${at}/${name}`)
  root.mkdirAll(`${at}/opened`, 0o700)
  try {
    const sinkOf = (path: string) => {
      if (!isBackupPath(path)) throw new DamagedArchiveError(path)
      return path === 'data.db' ? root.create(`${at}/opened/data.db`) : undefined
    }
    const manifest = unpackBackup(archive, root, `${at}/opened`, sinkOf, { onBytes: sumChunks(onProgress) })
    withAttachedDatabase(database, `${data}/${at}/opened/data.db`, 'opened', () =>
      verifyDatabaseCopy(database, 'opened', manifest),
    )
  } finally {
    archive.close()
    root.removeAll(`${at}/opened`)
  }
}

function writeArchive(
  database: CoreApp,
  { data, root, at }: BackupDirectory,
  draft: string,
  onProgress: (step: BackupStep, done: number, total: number) => void,
): BackupContent {
  const manifest = buildManifest(database, `${data}/${at}/data.db`)
  const total = root.lstat(`${at}/data.db`).size() + sumFileSizes(database)
  const sums = $filesystem.local(`${data}/${at}/sums`)
  const out = root.create(draft)
  const tar = createTarWriter(
    out,
    sums,
    sumChunks((done) => onProgress('archive', done, total)),
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
    writePrivateFile(`${data}/${at}`, manifestName, text)
    add(manifestName, manifestName)
    add('data.db', 'data.db')
    forEachSnapshotFile(database, ({ number, path, hasNotes }) => {
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

const linkColumns = { last: 0, hash: '' }

function buildManifest(database: CoreApp, path: string): Manifest {
  return withAttachedDatabase(database, path, 'copy', () => {
    const counts = countTableRows(database, 'copy')
    const files = countListedFiles(database, 'size >= 0')
    const chain = queryRow(
      database,
      'SELECT last, hash FROM copy.event_links ORDER BY last DESC LIMIT 1',
      {},
      linkColumns,
    )
    const last = queryRow(database, 'SELECT max(file) AS file FROM copy._migrations', {}, { file: '' })
    return {
      product: productId,
      layout: 1,
      version,
      at: formatTimestamp(),
      migration: last?.file ?? '',
      entries: 1 + files + countListedFiles(database, 'hasNotes'),
      counts,
      content: {
        requests: counts.requests ?? 0,
        files,
        lost: countListedFiles(database, 'size < 0'),
        ...(chain && { chain }),
      },
    }
  })
}

function deleteFromS3(name: string) {
  const files = $app.newBackupsFilesystem()
  try {
    files.delete(name)
    console.log(deletedBackupMessage)
  } finally {
    files.close()
  }
}

/** Returns a callback that adds up chunk sizes and passes the total to `onProgress`. */
function sumChunks(onProgress: (done: number) => void) {
  let done = 0
  return (bytes: number) => {
    done += bytes
    onProgress(done)
  }
}
