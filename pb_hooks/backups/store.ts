import { logError } from '../lib/log.ts'
import { syncIn } from './folder.ts'
import type { Place } from './snapshot.ts'
import type { ByteSource } from './tar.ts'

/** Pattern of backup names. Names sort by time. */
const named = /^copia-\d{8}T\d{6}Z\.tar$/

export const backupNameOf = (instant: number) =>
  `copia-${new Date(instant).toISOString().replace(/[:-]|\.\d+/g, '')}.tar`

/** Parses the time in a backup's name: `copia-20260131T120000Z.tar` → `2026-01-31 12:00:00.000Z`. */
export function momentInName(name: string): string {
  const [, year, month, day, hour, minute, second] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(name) ?? []
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.000Z`
}

export const backupsOnS3 = (app: CoreApp): boolean => app.settings().backups.s3.enabled

/** Returns the path of an unfinished backup on disk, relative to the data directory. */
export const draftIn = (name: string) => `backups/.${name}.part`

/** Opens the storage of finished backups, on disk or S3. */
export function openBackups(app: CoreApp, data: string): filesystem.System {
  return backupsOnS3(app) ? app.newBackupsFilesystem() : $filesystem.local(`${data}/backups`)
}

export interface Store {
  isFar: boolean
  /** Returns the path of the unfinished archive, relative to the data directory. */
  draft(name: string): string
  /** Uploads the archive to S3. Does nothing on disk. */
  bring(name: string): void
  read(name: string): ByteSource & { close(): void }
  /** Marks the archive as verified. */
  accept(name: string): void
  discard(name: string): void
  /** Deletes all but the newest `most` backups and returns the remaining ones. */
  keep(most: number): { name: string; size: number }[]
  close(): void
}

/** Opens the store of backups. On disk a backup gets its name after the check. S3 cannot rename, so an invalid backup is deleted. */
export function openStore(app: CoreApp, { data, root, at }: Place): Store {
  const isFar = backupsOnS3(app)
  root.mkdirAll('backups', 0o700)
  const files = openBackups(app, data)
  const draft = (name: string) => (isFar ? `${at}/${name}` : draftIn(name))
  return {
    isFar,
    draft,
    bring(name) {
      if (!isFar) return
      const file = $filesystem.fileFromPath(`${data}/${draft(name)}`)
      files.uploadFile(file, name)
      root.removeAll(draft(name))
    },
    read: (name) =>
      (isFar ? files.getReader(name) : root.open(draft(name))) as unknown as ByteSource & { close(): void },
    accept(name) {
      if (isFar) return
      root.rename(draft(name), `backups/${name}`)
      syncIn(root, 'backups')
    },
    discard(name) {
      root.removeAll(draft(name))
      if (isFar) deleteIfThere(files, name)
    },
    keep(most) {
      const listed = (files.list('copia-') as filesystemObject[]).map(({ key, size }) => ({ name: key, size }))
      const there = listed.filter(({ name }) => named.test(name)).sort((a, b) => (a.name < b.name ? 1 : -1))
      for (const { name } of there.slice(most)) files.delete(name)
      return there.slice(0, most)
    },
    close: () => files.close(),
  }
}

interface filesystemObject {
  key: string
  size: number
}

/** Deletes a file and only logs an error, so that the original error is not hidden. */
function deleteIfThere(files: filesystem.System, name: string) {
  try {
    files.delete(name)
  } catch (error) {
    logError(`${name}:`, error)
  }
}
