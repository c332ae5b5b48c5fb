import { logError } from '../lib/log.ts'
import { flushToDisk } from './directory.ts'
import type { BackupDirectory } from './snapshot.ts'
import type { ByteSource } from './tar.ts'

/** Pattern of backup names. Names sort by time. */
const backupNamePattern = /^copia-\d{8}T\d{6}Z\.tar$/

export const formatBackupName = (instant: number) =>
  `copia-${new Date(instant).toISOString().replace(/[:-]|\.\d+/g, '')}.tar`

/** Parses the time in a backup's name: `copia-20260131T120000Z.tar` → `2026-01-31 12:00:00.000Z`. */
export function parseBackupTime(name: string): string {
  const [, year, month, day, hour, minute, second] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(name) ?? []
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.000Z`
}

export const storesBackupsOnS3 = (app: CoreApp): boolean => app.settings().backups.s3.enabled

/** Returns the path of an unfinished backup on disk, relative to the data directory. */
export const getUnfinishedBackupPath = (name: string) => `backups/.${name}.part`

/** Opens the storage of finished backups: S3 if it is configured, otherwise the disk. */
export function openBackupStorage(app: CoreApp, data: string): filesystem.System {
  return storesBackupsOnS3(app) ? app.newBackupsFilesystem() : $filesystem.local(`${data}/backups`)
}

export interface BackupStore {
  isRemote: boolean
  /** Returns the path of the unfinished archive, relative to the data directory. */
  draft(name: string): string
  /** Uploads the archive to S3. Does nothing if backups are stored on disk. */
  upload(name: string): void
  read(name: string): ByteSource & { close(): void }
  /** Marks the archive as verified. */
  accept(name: string): void
  discard(name: string): void
  /** Deletes all but the newest `maxBackups` backups and returns the remaining ones. */
  prune(maxBackups: number): { name: string; size: number }[]
  close(): void
}

/**
 * Opens the store of backups. A backup on disk gets its final name only after verification. S3 cannot rename, so an
 * invalid backup is deleted there.
 */
export function openBackupStore(app: CoreApp, { data, root, at }: BackupDirectory): BackupStore {
  const isRemote = storesBackupsOnS3(app)
  root.mkdirAll('backups', 0o700)
  const files = openBackupStorage(app, data)
  const draft = (name: string) => (isRemote ? `${at}/${name}` : getUnfinishedBackupPath(name))
  return {
    isRemote,
    draft,
    upload(name) {
      if (!isRemote) return
      const file = $filesystem.fileFromPath(`${data}/${draft(name)}`)
      files.uploadFile(file, name)
      root.removeAll(draft(name))
    },
    read: (name) =>
      (isRemote ? files.getReader(name) : root.open(draft(name))) as unknown as ByteSource & { close(): void },
    accept(name) {
      if (isRemote) return
      root.rename(draft(name), `backups/${name}`)
      flushToDisk(root, 'backups')
    },
    discard(name) {
      root.removeAll(draft(name))
      if (isRemote) tryDelete(files, name)
    },
    prune(maxBackups) {
      const listed = (files.list('copia-') as filesystemObject[]).map(({ key, size }) => ({ name: key, size }))
      const there = listed.filter(({ name }) => backupNamePattern.test(name)).sort((a, b) => (a.name < b.name ? 1 : -1))
      for (const { name } of there.slice(maxBackups)) files.delete(name)
      return there.slice(0, maxBackups)
    },
    close: () => files.close(),
  }
}

interface filesystemObject {
  key: string
  size: number
}

/** Deletes a file. Only logs an error, so that the original error is reported. */
function tryDelete(files: filesystem.System, name: string) {
  try {
    files.delete(name)
  } catch (error) {
    logError(`${name}:`, error)
  }
}
