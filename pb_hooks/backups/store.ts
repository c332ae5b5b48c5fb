import { logError } from '../lib/log.ts'
import { syncIn } from './folder.ts'
import type { Place } from './snapshot.ts'
import type { ByteSource } from './tar.ts'

/** Of the names of copies the later one is the greater. */
const named = /^copia-\d{8}T\d{6}Z\.tar$/

export const backupNameOf = (instant: number) =>
  `copia-${new Date(instant).toISOString().replace(/[:-]|\.\d+/g, '')}.tar`

/** The instant that a name tells, as it is stored. */
export function momentInName(name: string): string {
  const [, year, month, day, hour, minute, second] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(name) ?? []
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.000Z`
}

export const backupsOnS3 = (app: CoreApp): boolean => app.settings().backups.s3.enabled

/** Where one on the disk is written before it is good, inside of the folder of the data. */
export const draftIn = (name: string) => `backups/.${name}.part`

/** Where a copy of this name is read, on the disk or on S3. */
export function openBackups(app: CoreApp, data: string): filesystem.System {
  return backupsOnS3(app) ? app.newBackupsFilesystem() : $filesystem.local(`${data}/backups`)
}

export interface Store {
  isFar: boolean
  /** Where the archive is written, inside of the folder of the data. */
  draft(name: string): string
  /** Brings it where it is kept. */
  bring(name: string): void
  read(name: string): ByteSource & { close(): void }
  /** It was opened and is good. */
  accept(name: string): void
  discard(name: string): void
  /** Deletes all but the newest of the copies, and says which there are. */
  keep(most: number): { name: string; size: number }[]
  close(): void
}

/** On the disk a copy has its name once it is good; on S3, where nothing is renamed, it is deleted when it is not. */
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

/** What cannot be deleted either must not hide why. */
function deleteIfThere(files: filesystem.System, name: string) {
  try {
    files.delete(name)
  } catch (error) {
    logError(`${name}:`, error)
  }
}
